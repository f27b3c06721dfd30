/** The tracks of a region as they are without scripts: genes and densities. */
import { axis, spanOn, strip } from '../drawing/strip.ts';
import { svg } from '../drawing/svg.ts';
import { positionText } from '../drawing/scale.ts';
import { html, type Html } from '../html.ts';
import { numberOf, objectsOf, textOf, type JsonObject } from '../views/json-fields.ts';
import type { BrowsedPlace } from './browse-place.ts';
import { DENSITY_TABLES } from './density-answer.ts';

interface Span {
  start: number;
  end: number;
}

export interface GeneSpan extends Span {
  id: string;
  name: string;
  biotype: string;
  strand: number;
}

export interface Band extends Span {
  id: string;
  stain: string;
}

function spanOf(object: JsonObject): Span[] {
  const [start, end] = [numberOf(object, 'start'), numberOf(object, 'end')];
  return start === undefined || end === undefined || end < start ? [] : [{ start, end }];
}

export function readGenes(genes: readonly JsonObject[]): GeneSpan[] {
  return genes
    .flatMap((gene) =>
      spanOf(gene).map((span) => ({
        ...span,
        id: textOf(gene, 'id'),
        name: textOf(gene, 'external_name') || textOf(gene, 'id'),
        biotype: textOf(gene, 'biotype'),
        strand: numberOf(gene, 'strand') ?? 1,
      })),
    )
    .sort((a, b) => a.start - b.start);
}

export function readBands(bands: unknown): Band[] {
  return objectsOf(bands).flatMap((band) =>
    spanOf(band).map((span) => ({ ...span, id: textOf(band, 'id'), stain: textOf(band, 'stain') })),
  );
}

const LANE = 26;
const MAX_LANES = 8;
const BINS = 200;
/** Densities below the genes, with their titles. */
const DENSITIES = [
  ['variation', 'Variants'],
  ['regulatory', 'Regulatory features'],
  ['repeat', 'Repeats'],
] as const;

/** @param isShort whether `genes` are those of the region; otherwise their density is drawn */
export async function staticTracks(place: BrowsedPlace, genes: readonly GeneSpan[], isShort: boolean): Promise<Html> {
  const view = { start: place.start, end: place.end };
  const shown = (isShort ? DENSITIES : [['gene', 'Genes'] as const, ...DENSITIES]).filter(([feature]) =>
    hasTable(place, feature),
  );
  const densities = await Promise.all(shown.map(([feature, title]) => densityTrack(place, feature, title)));
  return html`${axis(view, 8)}
${isShort ? html`<p class="track-title">Genes</p>${geneLanes(genes, view)}` : ''}${densities}`;
}

function hasTable({ genome }: BrowsedPlace, feature: string): boolean {
  const table = DENSITY_TABLES.get(feature);
  return table !== undefined && genome.entry.tables[table] !== undefined;
}

function geneLanes(genes: readonly GeneSpan[], view: Span): Html {
  // Names take about as much as this part of the view each.
  const nameLength = (view.end - view.start) * 0.09;
  const ends: number[] = [];
  const boxes = genes.flatMap((gene) => {
    let lane = ends.findIndex((end) => end < gene.start);
    if (lane < 0) lane = ends.length;
    if (lane >= MAX_LANES) return [];
    ends[lane] = Math.max(gene.end, gene.start + nameLength);
    const { x, width } = spanOn(gene, view);
    const text =
      `${gene.name}, ${gene.biotype.replaceAll('_', ' ')}, ${positionText(gene.start)} to ` +
      `${positionText(gene.end)}`;
    const y = lane * LANE;
    const name = gene.strand < 0 ? `← ${gene.name}` : `${gene.name} →`;
    return [
      svg`<g><title>${text}</title><rect class="${gene.biotype === 'protein_coding' ? 'coding' : 'noncoding'}" x="${x}"
 width="${width}" y="${String(y + 13)}" height="8"/><text x="${x}" y="${String(y + 10)}">${name}</text></g>
`,
    ];
  });
  return strip(Math.max(1, ends.length) * LANE, `${genes.length} genes, listed below`, boxes);
}

const HEIGHT = 36;

async function densityTrack(place: BrowsedPlace, feature: string, title: string): Promise<Html> {
  const table = DENSITY_TABLES.get(feature);
  if (!table) return html``;
  const { genome, region, start, end } = place;
  const { counts, exact } = await genome.density(table, { region, start, end, strand: 1 }, BINS);
  const highest = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const bars = counts.map((count, bin) => {
    const height = (HEIGHT * count) / highest;
    const x = `${(100 * bin) / BINS}%`;
    return count === 0
      ? ''
      : svg`<rect x="${x}" width="${100 / BINS}%" y="${(HEIGHT - height).toFixed(1)}" height="${height.toFixed(1)}"/>`;
  });
  const amount = `${exact ? '' : 'about '}${total.toLocaleString('en')}`;
  return html`<p class="track-title">${title} <span class="soft">${amount}</span></p>
${strip(HEIGHT, `${title}: ${amount}`, svg`<g class="density ${feature}">${bars}</g>`)}`;
}
