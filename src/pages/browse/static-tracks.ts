/** The tracks of a region as they are without scripts: genes and densities. */
import { axis, spanOn, strip } from '../drawing/strip.ts';
import { placesIn, wrapped } from '../drawing/origin.ts';
import { svg } from '../drawing/svg.ts';
import { counted, type Span } from '../drawing/text.ts';
import { positionText } from '../drawing/scale.ts';
import { html, type Html } from '../html.ts';
import { numberOf, objectsOf, textOf, type JsonObject } from '../views/json-fields.ts';
import type { BrowsedPlace } from './browse-place.ts';
import { DENSITY_TABLES, densityOf } from './density-answer.ts';

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

/** The genes of a place in the order of their positions. A gene over the origin may be at both of its ends. */
export function readGenes(genes: readonly JsonObject[], place: BrowsedPlace): GeneSpan[] {
  const { circularLength } = place;
  return genes
    .flatMap((gene) =>
      (circularLength === 0 ? spanOf(gene) : placesOf(gene, place)).map((span) => ({
        ...span,
        id: textOf(gene, 'id'),
        name: textOf(gene, 'external_name') || textOf(gene, 'id'),
        biotype: textOf(gene, 'biotype'),
        strand: numberOf(gene, 'strand') ?? 1,
      })),
    )
    .sort((a, b) => a.start - b.start);
}

function placesOf(gene: JsonObject, { start: from, end: to, circularLength }: BrowsedPlace): Span[] {
  const [start, end] = [numberOf(gene, 'start'), numberOf(gene, 'end')];
  if (start === undefined || end === undefined) return [];
  return placesIn({ start, end }, { start: from, end: to }, circularLength);
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
  return html`${axis(view, 8, place.circularLength)}
${isShort ? html`<p class="track-title">Genes</p>${geneLanes(genes, view, place.circularLength)}` : ''}${densities}`;
}

function hasTable({ genome }: BrowsedPlace, feature: string): boolean {
  const table = DENSITY_TABLES.get(feature);
  return table !== undefined && genome.entry.tables[table] !== undefined;
}

interface LaidGene extends GeneSpan {
  lane: number;
  /** Where its name begins, and the next name on its lane, or the end of the view. */
  nameStart: number;
  nameEnd: number;
}

/** Genes on lanes, without those that have no room. Names end within the view where they can. */
function layGenes(genes: readonly GeneSpan[], view: Span): LaidGene[] {
  // Names take about as much as this part of the view each.
  const nameLength = (view.end - view.start) * 0.09;
  const last: LaidGene[] = [];
  return genes.flatMap((gene) => {
    const nameStart = Math.max(view.start, Math.min(gene.start, view.end - nameLength));
    const takenTo = ({ end, nameStart: start }: LaidGene) => Math.max(end, start + nameLength);
    let lane = last.findIndex((before) => takenTo(before) < Math.min(nameStart, gene.start));
    if (lane < 0) lane = last.length;
    if (lane >= MAX_LANES) return [];
    const laid = { ...gene, lane, nameStart, nameEnd: view.end + 1 };
    const before = last[lane];
    if (before) before.nameEnd = nameStart;
    last[lane] = laid;
    return [laid];
  });
}

function geneLanes(genes: readonly GeneSpan[], view: Span, circularLength: number): Html {
  const position = (unrolled: number) => positionText(wrapped(unrolled, circularLength));
  const laid = layGenes(genes, view);
  const boxes = laid.map((gene) => {
    const { x, width } = spanOn(gene, view);
    const text =
      `${gene.name}, ${gene.biotype.replaceAll('_', ' ')}, ${position(gene.start)} to ` + `${position(gene.end)}`;
    const y = gene.lane * LANE;
    const name = gene.strand < 0 ? `← ${gene.name}` : `${gene.name} →`;
    // On a narrow screen, a name ends where the next one begins.
    const room = spanOn({ start: gene.nameStart, end: gene.nameEnd - 1 }, view);
    return svg`<g><title>${text}</title>
<rect class="${gene.biotype === 'protein_coding' ? 'coding' : 'noncoding'}" x="${x}"
 width="${width}" y="${String(y + 13)}" height="8"/><svg x="${room.x}" width="${room.width}" y="${String(y)}"
 height="13"><text y="10">${name}</text></svg></g>
`;
  });
  const lanes = Math.max(1, ...laid.map(({ lane }) => lane + 1));
  const label = `${counted(new Set(genes.map(({ id }) => id)).size, 'gene')}, listed below`;
  return strip(lanes * LANE, label, boxes);
}

const HEIGHT = 36;

async function densityTrack(place: BrowsedPlace, feature: string, title: string): Promise<Html> {
  const table = DENSITY_TABLES.get(feature);
  if (!table) return html``;
  const { counts, exact } = await densityOf(place, table, BINS);
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
