/** Sections of the page of a gene about one of its transcripts: its protein and its exons. */
import { domainStrip, featuresBySource, proteinStrip, type ProteinFeature } from '../drawing/protein.ts';
import { wrapped } from '../drawing/origin.ts';
import { positionText } from '../drawing/scale.ts';
import { axis } from '../drawing/strip.ts';
import { phaseText } from '../drawing/transcripts.ts';
import { html, type Html } from '../html.ts';
import { exonJoins, type ShownGene, type ShownTranscript } from './gene-model.ts';
import { numberOf, objectsOf, textOf } from './json-fields.ts';
import { browsePath, pathOf } from './links.ts';
import { proteinVariants } from './protein-variants.ts';
import type { ViewRequest } from './view.ts';

/** The protein with its domains; empty for a transcript that does not code. */
export async function proteinSection(
  gene: ShownGene,
  transcript: ShownTranscript,
  request: ViewRequest,
): Promise<Html> {
  const { base, ask } = request;
  const { translation } = transcript;
  if (!translation || translation.length === 0) return html``;
  const found = objectsOf(await ask(`/overlap/translation/${encodeURIComponent(translation.id)}`));
  const features = found.flatMap((feature): ProteinFeature[] => {
    const [start, end] = [numberOf(feature, 'start'), numberOf(feature, 'end')];
    if (start === undefined || end === undefined || end < start) return [];
    return [
      {
        type: textOf(feature, 'type'),
        id: textOf(feature, 'id'),
        description: textOf(feature, 'description'),
        interpro: textOf(feature, 'interpro'),
        start,
        end,
      },
    ];
  });
  const { length, id } = translation;
  const sources = featuresBySource(features);
  const [, domains = []] = sources[0] ?? [];
  const variants = await proteinVariants({ id, length, species: gene.species, domains }, request);
  return html`<h2 id="protein">Protein <span class="soft">of ${transcript.name}</span></h2>
<div class="strips">
<div class="strip-row"><div class="soft">residues</div>${axis({ start: 1, end: length })}</div>
<div class="strip-row"><div><a href="${base}${pathOf('lookup', 'id', translation.id)}"
><strong>${translation.id}</strong></a>
<span class="soft line">${length.toLocaleString('en')} residues; shades change at exons</span></div>
${proteinStrip(length, exonJoins(transcript))}</div>
${sources.map(
  ([source, list], which) => html`<div class="strip-row"><div>${source.replaceAll('_', ' ')}</div>
${domainStrip(list, length, which)}</div>
`,
)}</div>
${features.length === 0 ? html`<p class="soft">No domains are known.</p>` : ''}
${variants}`;
}

export function exonTable(gene: ShownGene, transcript: ShownTranscript, base: string): Html {
  const { exons, name } = transcript;
  const place = (position: number) => positionText(wrapped(position, gene.circularLength));
  return html`<h2 id="exons">Exons <span class="soft">of ${name}</span></h2>
<details><summary>${exons.length === 1 ? 'One exon' : `${exons.length} exons`} with positions and phases</summary>
<div class="wide" tabindex="0" role="group" aria-label="Exons"><table class="data">
<thead><tr><th scope="col">No.</th><th scope="col">Exon</th><th scope="col">Location</th>
<th scope="col" class="number">Bases</th><th scope="col" class="number">Coding</th><th scope="col"
class="number">Phase</th>
<th scope="col" class="number">End phase</th></tr></thead>
<tbody>
${exons.map((exon, which) => {
  const { coding } = exon;
  return html`<tr><td class="number">${String(which + 1)}</td><td><code>${exon.id}</code></td>
<td><a href="${base}${browsePath(gene, exon)}">${place(exon.start)}&ndash;${place(exon.end)}</a></td>
<td class="number">${positionText(exon.end - exon.start + 1)}</td>
<td class="number">${coding ? positionText(coding.end - coding.start + 1) : '–'}</td>
<td class="number">${phaseText(exon.phase)}</td><td class="number">${phaseText(exon.endPhase)}</td></tr>
`;
})}</tbody></table></div></details>`;
}
