/** Transcripts of a gene, to scale: a row each, with exons, coding parts and untranslated regions. */
import type { Html } from '../html.ts';
import { codingPart, type ShownExon, type ShownTranscript } from '../views/gene-model.ts';
import { basesText, positionText } from './scale.ts';
import { spanOn, strip } from './strip.ts';
import { svg } from './svg.ts';

interface Span {
  start: number;
  end: number;
}

const HEIGHT = 24;

/** The strip of a transcript within a view of the genome. */
export function transcriptStrip(transcript: ShownTranscript, view: Span): Html {
  const { id, exons, translation, strand } = transcript;
  const intron = spanOn(transcript, view);
  const label =
    `${id}: ${exons.length} ` + `exons${translation ? `, codes for ${translation.length} residues` : ', not coding'}`;
  return strip(
    HEIGHT,
    label,
    svg`<rect class="intron" x="${intron.x}" width="${intron.width}" y="11.5" height="1"/>
<rect fill="url(#${strand < 0 ? 'reverse' : 'forward'})" x="${intron.x}" width="${intron.width}" y="0"
height="${String(HEIGHT)}"/>
${exons.map((exon, which) => exonBoxes(transcript, exon, which, view))}`,
  );
}

function exonBoxes({ exons, translation }: ShownTranscript, exon: ShownExon, which: number, view: Span): Html {
  const coding = codingPart(exon, translation);
  const whole = spanOn(exon, view);
  const part = coding && spanOn(coding, view);
  return svg`<g class="exon"><title>${exonText(exon, which, exons.length)}</title>
<rect class="${translation ? 'utr' : 'noncoding'}" x="${whole.x}" width="${whole.width}" y="7" height="10"/>
${part ? svg`<rect class="coding" x="${part.x}" width="${part.width}" y="3" height="18"/>` : ''}</g>
`;
}

/** The text that a pointer over an exon shows. */
function exonText(exon: ShownExon, which: number, count: number): string {
  const { id, start, end, phase, endPhase } = exon;
  const phases = phase === undefined ? '' : `\nphase ${phaseText(phase)}, end phase ${phaseText(endPhase)}`;
  const place = `${positionText(start)}–${positionText(end)} (${basesText(end - start + 1)})`;
  return `Exon ${which + 1} of ${count}\n${id}\n${place}${phases}`;
}

/** A phase of Ensembl for people. */
export function phaseText(phase: number | undefined): string {
  return phase === undefined || phase < 0 ? '–' : String(phase);
}
