/** Genes on lanes: boxes in long views, the canonical or all transcripts with their exons in short ones. */
import type { Canvas } from './canvas.ts';
import { SMALL } from './canvas.ts';
import { features, placeText, shiftedFeatures, type Feature, type Place } from './data.ts';
import { layLanes, type Laid } from './lanes.ts';
import { heading } from './ruler.ts';
import { DensityTrack } from './density-track.ts';
import { Tiles, tileSize } from './tiles.ts';
import type { Track } from './track.ts';

/** Longest views, in bases, with genes and with exons. */
const GENES_SHOWN = 5_000_000;
const EXONS_SHOWN = 600_000;
const LARGEST_TILE = 4_194_304;
const LARGEST_EXON_TILE = 524_288;
const LANE = 32;
const MOST_LANES = 14;

/** A gene or transcript with its parts. */
interface Model {
  feature: Feature;
  name: string;
  /** The name with its direction, and its width in pixels. */
  label: string;
  width: number;
  /** Text that a pointer over it shows. */
  title: string;
  exons: Feature[];
  coding: Feature[];
}

export class GeneTrack implements Track {
  readonly #place: Place;
  readonly #genes: Tiles<Feature[]>;
  readonly #parts: Tiles<Feature[]>;
  readonly #many: DensityTrack;
  allTranscripts = false;
  #laid: { key: string; models: Laid<Model>[] } = { key: '', models: [] };

  constructor(place: Place, onChange: () => void) {
    this.#place = place;
    this.#genes = new Tiles(place, (...tile) => features(place, ['gene'], ...tile), onChange, shiftedFeatures);
    this.#parts = new Tiles(
      place,
      (...tile) => features(place, ['transcript', 'exon', 'cds'], ...tile),
      onChange,
      shiftedFeatures,
    );
    const describe = () => ({ colour: 'coding', title: '' }) as const;
    const options = {
      kind: 'gene',
      title: 'Genes',
      colour: 'coding',
      shownEach: 0,
      describe,
      hasDensity: true,
    } as const;
    this.#many = new DensityTrack(place, options, onChange);
  }

  get isLoading(): boolean {
    return this.#genes.isLoading || this.#parts.isLoading || this.#many.isLoading;
  }

  /** Genes in the view, by position; null if the view is too long for a list. */
  genesIn(start: number, end: number): Feature[] | null {
    if (end - start + 1 > GENES_SHOWN) return null;
    const tiles = this.#genes.within(start, end, tileSize(end - start + 1, 65_536, LARGEST_TILE));
    const found = unique(tiles.flatMap(({ data }) => data)).filter((gene) => gene.end >= start && gene.start <= end);
    // Over the origin of a circular region, a gene may be at both ends of the view.
    return [...new Map(found.map((gene) => [gene.id, gene])).values()];
  }

  draw(canvas: Canvas, top: number): number {
    const { start, span } = canvas.view;
    if (span > GENES_SHOWN) return this.#many.draw(canvas, top);
    const tiles = this.#genes.within(start, start + span, tileSize(span, 65_536, LARGEST_TILE));
    const hasExons = span <= EXONS_SHOWN;
    const parts = hasExons ? this.#parts.within(start, start + span, tileSize(span, 65_536, LARGEST_EXON_TILE)) : [];
    const size = [...tiles, ...parts].map((tile) => `${tile.start}-${tile.end}-${tile.data.length}`);
    const key = `${Math.round(span)} ${canvas.width} ${this.allTranscripts} ${size.join(' ')}`;
    if (key !== this.#laid.key) {
      const genes = unique(tiles.flatMap(({ data }) => data));
      const models = modelsOf(
        genes,
        unique(parts.flatMap(({ data }) => data)),
        this.allTranscripts && hasExons,
        this.#place,
      );
      this.#laid = { key, models: this.#lay(canvas, models) };
    }
    const seen = this.#laid.models.filter(
      ({ item: { feature } }) => feature.end >= start && feature.start <= start + span,
    );
    heading(canvas, top, 'Genes', seen.length === 0 && !this.isLoading ? 'none here' : '');
    const names = namePlaces(canvas, seen);
    for (const [which, { item, lane }] of seen.entries())
      drawModel(canvas, item, top + 20 + lane * LANE, names[which] ?? null);
    const lanes = Math.max(1, ...seen.map(({ lane }) => lane + 1));
    return 20 + lanes * LANE + 8;
  }

  #lay(canvas: Canvas, models: readonly Model[]): Laid<Model>[] {
    for (const model of models) model.width = canvas.widthOf(model.label, SMALL);
    return layLanes(
      models,
      ({ feature, width }) => {
        const end = Math.max(feature.end, feature.start + (width + 12) / canvas.scale);
        return [feature.start, end + 6 / canvas.scale];
      },
      MOST_LANES,
    );
  }
}

/** Each feature once: neighbouring tiles share those at their edges. */
function unique(found: readonly Feature[]): Feature[] {
  const byKey = new Map(found.map((each) => [`${each.feature_type} ${each.id} ${each.Parent} ${each.start}`, each]));
  return [...byKey.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

function modelsOf(genes: readonly Feature[], parts: readonly Feature[], all: boolean, place: Place): Model[] {
  const exons = Map.groupBy(
    parts.filter(({ feature_type: type }) => type === 'exon'),
    ({ Parent }) => Parent,
  );
  const coding = Map.groupBy(
    parts.filter(({ feature_type: type }) => type === 'cds'),
    ({ Parent }) => Parent,
  );
  const transcripts = Map.groupBy(
    parts.filter(({ feature_type: type }) => type === 'transcript'),
    ({ Parent }) => Parent,
  );
  return genes.flatMap((gene): Model[] => {
    // A gene over the origin of a circular region is there on several turns, each with its own parts.
    const within = ({ start, end }: Feature) => start >= gene.start && end <= gene.end;
    const own = (transcripts.get(gene.id) ?? []).filter(within);
    const name = gene.external_name || gene.id;
    const shown = all ? own : own.filter(({ is_canonical: canonical }) => canonical).slice(0, 1);
    if (shown.length === 0) return [modelOf(gene, name, [], [], place)];
    return shown.map((transcript) =>
      modelOf(
        all ? transcript : gene,
        all ? transcript.external_name || transcript.id : name,
        (exons.get(transcript.id) ?? []).filter(within),
        (coding.get(transcript.id) ?? []).filter(within),
        place,
      ),
    );
  });
}

function modelOf(feature: Feature, name: string, exons: Feature[], coding: Feature[], place: Place): Model {
  const kind = (feature.biotype ?? '').replaceAll('_', ' ');
  const description = (feature.description ?? '').replace(/\s*\[Source:.*\]$/, '');
  return {
    feature,
    name,
    exons,
    coding,
    label: feature.strand < 0 ? `‹ ${name}` : `${name} ›`,
    width: 0,
    title: [`${name} · ${feature.id}`, kind, placeText(feature, place), description].filter(Boolean).join('\n'),
  };
}

/**
 * Left edges of names: within the view where they have room, so that a name stays in view while its gene does. Null for
 * those that would overlap the next name of the lane. @param seen by position
 */
function namePlaces(canvas: Canvas, seen: readonly Laid<Model>[]): (number | null)[] {
  const ends = new Map<number, number>();
  const starts = new Map<number, number>();
  const wanted = seen.map(({ item: { feature, width } }) =>
    Math.max(EDGE, Math.min(canvas.x(feature.start), canvas.width - width - EDGE)),
  );
  const places: (number | null)[] = seen.map(() => null);
  for (const [which, { item, lane, isNamed }] of [...seen.entries()].reverse()) {
    if (!isNamed) continue;
    // Only a name that moved into the view from its left edge can reach the next one.
    const next = starts.get(lane) ?? Infinity;
    const left = canvas.x(item.feature.start);
    starts.set(lane, left);
    if (left >= EDGE || (wanted[which] ?? 0) + item.width < next) places[which] = wanted[which] ?? null;
  }
  for (const [which, { item, lane }] of seen.entries()) {
    const place = places[which] ?? null;
    if (place === null) continue;
    // One that moved from the right edge stays behind the gene before it.
    const shown = place < (ends.get(lane) ?? -Infinity) ? canvas.x(item.feature.start) : place;
    places[which] = canvas.width - shown < SHORTEST_NAME ? null : shown;
    ends.set(lane, Math.max(shown + item.width + EDGE, canvas.x(item.feature.end + 1)));
  }
  return places;
}

/** Pixels between a name and the edge of the canvas. */
const EDGE = 6;
/** Fewest pixels of a name that the right edge cuts. */
const SHORTEST_NAME = 24;

/** @param nameAt left edge of the name; null without */
function drawModel(
  canvas: Canvas,
  { feature, label, width, title, exons, coding }: Model,
  top: number,
  nameAt: number | null,
): void {
  const { context } = canvas;
  const isCoding = feature.biotype === 'protein_coding';
  const colour = isCoding ? 'coding' : 'gene-other';
  const left = canvas.x(feature.start);
  const right = canvas.x(feature.end + 1);
  const y = top + 16;
  if (exons.length === 0) canvas.box(colour, feature.start, feature.end, y + 1, 8);
  else {
    const from = Math.max(left, 0);
    const to = Math.min(right, canvas.width);
    context.fillStyle = canvas.colours[colour];
    context.fillRect(from, y + 4.5, Math.max(1, to - from), 1);
    drawArrows(canvas, from, to, y + 5, feature.strand);
    for (const exon of exons) canvas.box(coding.length > 0 ? 'utr' : colour, exon.start, exon.end, y + 1, 8);
    for (const part of coding) canvas.box('coding', part.start, part.end, y - 1, 12);
  }
  if (nameAt !== null) canvas.text(label, nameAt, top + 11, 'text', SMALL);
  const end = Math.max(Math.min(right, canvas.width), nameAt === null ? 0 : nameAt + width);
  const x = Math.max(Math.min(left, nameAt ?? left), 0);
  canvas.hits.push({
    x,
    y: top,
    width: end - x,
    height: LANE - 2,
    title,
    path: `/lookup/id/${encodeURIComponent(feature.id)}`,
  });
}

function drawArrows({ context, colours }: Canvas, from: number, to: number, y: number, strand: number): void {
  context.strokeStyle = colours.axis;
  context.beginPath();
  const step = strand < 0 ? -3 : 3;
  for (let x = from + 20; x < to - 10; x += 40) {
    context.moveTo(x - step, y - 3);
    context.lineTo(x, y);
    context.lineTo(x - step, y + 3);
  }
  context.stroke();
}
