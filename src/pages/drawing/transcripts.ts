/** Transcripts of a gene, to scale: a row each, with exons, coding parts and untranslated regions. */
import type { Html } from '../html.ts';
import type { ShownExon, ShownTranscript } from '../views/gene-model.ts';
import { wrapped } from './origin.ts';
import { basesText, positionText } from './scale.ts';
import { spanOn, strip } from './strip.ts';
import { svg } from './svg.ts';
import type { Span } from './text.ts';

interface GenomeView extends Span {
  /** Length of a region whose origin the view spans; else 0. */
  circularLength: number;
}

const HEIGHT = 24;

/** The strip of a transcript within a view of the genome. */
export function transcriptStrip(transcript: ShownTranscript, view: GenomeView): Html {
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

function exonBoxes(transcript: ShownTranscript, exon: ShownExon, which: number, view: GenomeView): Html {
  const { translation } = transcript;
  const { coding } = exon;
  const whole = spanOn(exon, view);
  const part = coding && spanOn(coding, view);
  return svg`<g class="exon"><title>${exonText(exon, which, transcript, view)}</title>
<rect class="${translation ? 'utr' : 'noncoding'}" x="${whole.x}" width="${whole.width}" y="7" height="10"/>
${part ? svg`<rect class="coding" x="${part.x}" width="${part.width}" y="3" height="18"/>` : ''}</g>
`;
}

/** The text that a pointer over an exon shows. */
function exonText(
  exon: ShownExon,
  which: number,
  { exons, strand }: ShownTranscript,
  { circularLength }: GenomeView,
): string {
  const { id, start, end, phase, endPhase } = exon;
  const phases = phase === undefined ? '' : `\nphase ${phaseText(phase)}, end phase ${phaseText(endPhase)}`;
  const [first, last] = [start, end].map((position) => positionText(wrapped(position, circularLength)));
  const place = `${first}–${last} (${basesText(end - start + 1)})`;
  const other = exon.strand === strand ? '' : `\non the ${exon.strand < 0 ? 'reverse' : 'forward'} strand`;
  return `Exon ${which + 1} of ${exons.length}\n${id}\n${place}${other}${phases}`;
}

/** A phase of Ensembl for people. */
export function phaseText(phase: number | undefined): string {
  return phase === undefined || phase < 0 ? '–' : String(phase);
}
