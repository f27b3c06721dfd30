/** Pictures of the transcripts that variants hit. */
import { mostSevere, severityOf } from '../../variants/consequences.ts';
import { bothWidths } from '../drawing/both-widths.ts';
import { counted } from '../drawing/text.ts';
import { hitPicture, type Hit } from '../drawing/hit-picture.ts';
import { html, type Html } from '../html.ts';
import { readTranscript, type ShownTranscript } from '../views/gene-model.ts';
import { isObject } from '../views/json-fields.ts';
import { isHit, type Effect, type ShownVariant } from './effect-rows.ts';
import type { Service } from './predicted-effects.ts';

/** Most pictures of a page; each needs a request. */
const MAX_PICTURES = 4;

interface HitTranscript {
  id: string;
  gene: string;
  hits: Hit[];
}

/** One figure for each transcript that best shows the hits of some variants. */
export async function hitPictures(
  variants: readonly ShownVariant[],
  species: string,
  { ask }: Pick<Service, 'ask'>,
): Promise<Html | string> {
  const chosen = hitTranscripts(variants);
  const found = await Promise.all(
    chosen.slice(0, MAX_PICTURES).map(async ({ id, gene, hits }) => {
      const answer = await ask(`/lookup/id/${encodeURIComponent(id)}?expand=1;species=${encodeURIComponent(species)}`);
      const transcript = isObject(answer) ? readTranscript(answer, new Map()) : null;
      return transcript && transcript.exons.length > 0 ? figure(transcript, gene, hits) : '';
    }),
  );
  const figures = found.filter((each) => each !== '');
  return figures.length > 0 ? html`<div class="pictures" id="pictures">${figures}</div>` : '';
}

/**
 * The transcripts to draw, those with the most severe hits first. A variant is drawn on one transcript of each gene.
 */
export function hitTranscripts(variants: readonly ShownVariant[]): HitTranscript[] {
  const byId = new Map<string, HitTranscript>();
  for (const variant of variants)
    for (const effect of bestByGene(variant)) {
      const { feature: id, gene, terms } = effect;
      const known = byId.get(id) ?? { id, gene, hits: [] };
      byId.set(id, known);
      const { start, end, region, alleles } = variant;
      const change = effect.protein && effect.aminoAcids ? `${effect.aminoAcids} ${effect.protein}` : alleles;
      if (!known.hits.some((hit) => hit.start === start && hit.end === end && hit.label.endsWith(change)))
        known.hits.push({ start, end, label: `${region}:${start} ${change}`, term: mostSevere(terms) ?? '' });
    }
  const worst = ({ hits }: HitTranscript) => Math.min(...hits.map(({ term }) => severityOf(term)));
  return [...byId.values()].sort((a, b) => worst(a) - worst(b));
}

/** The effect to draw of each gene: on the canonical transcript, that of MANE, or the most severe. */
function bestByGene({ effects }: ShownVariant): Effect[] {
  const best = new Map<string, Effect>();
  for (const effect of effects) {
    if (!isHit(effect)) continue;
    const known = best.get(effect.geneId);
    if (!known || rankOf(effect) < rankOf(known)) best.set(effect.geneId, effect);
  }
  return [...best.values()];
}

function rankOf({ isCanonical, mane, terms }: Effect): number {
  return (isCanonical ? 0 : mane ? 1000 : 2000) + Math.min(severityOf(mostSevere(terms) ?? ''), 999);
}

function figure(transcript: ShownTranscript, gene: string, hits: readonly Hit[]): Html {
  const { id, strand, exons } = transcript;
  return html`<figure>
<figcaption><strong>${gene}</strong> ${id} <span class="soft">${counted(exons.length, 'exon')} on the
${strand < 0 ? 'reverse' : 'forward'} strand${exons.length > 1 ? '; introns are shortened' : ''}</span></figcaption>
${bothWidths((width) => hitPicture(transcript, hits, width))}</figure>
`;
}
