/** Genes on lanes: boxes in long views, the canonical or all transcripts with their exons in short ones. */
import type { Canvas } from './canvas.ts';
import { SMALL } from './canvas.ts';
import { features, type Feature, type Place } from './data.ts';
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
  readonly #genes: Tiles<Feature[]>;
  readonly #parts: Tiles<Feature[]>;
  readonly #many: DensityTrack;
  allTranscripts = false;
  #laid: { key: string; models: Laid<Model>[] } = { key: '', models: [] };

  constructor(place: Place, onChange: () => void) {
    this.#genes = new Tiles(place.length, (...tile) => features(place, ['gene'], ...tile), onChange);
    this.#parts = new Tiles(
      place.length,
      (...tile) => features(place, ['transcript', 'exon', 'cds'], ...tile),
      onChange,
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
    return unique(tiles.flatMap(({ data }) => data)).filter((gene) => gene.end >= start && gene.start <= end);
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
      const models = modelsOf(genes, unique(parts.flatMap(({ data }) => data)), this.allTranscripts && hasExons);
      this.#laid = { key, models: this.#lay(canvas, models) };
    }
    const seen = this.#laid.models.filter(
      ({ item: { feature } }) => feature.end >= start && feature.start <= start + span,
    );
    heading(canvas, top, 'Genes', seen.length === 0 && !this.isLoading ? 'none here' : '');
    for (const { item, lane, isNamed } of seen) drawModel(canvas, item, top + 20 + lane * LANE, isNamed);
    const lanes = Math.max(1, ...seen.map(({ lane }) => lane + 1));
    return 20 + lanes * LANE + 8;
  }

  #lay(canvas: Canvas, models: readonly Model[]): Laid<Model>[] {
    canvas.context.font = SMALL;
    for (const model of models) model.width = canvas.context.measureText(model.label).width;
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

function modelsOf(genes: readonly Feature[], parts: readonly Feature[], all: boolean): Model[] {
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
    const own = transcripts.get(gene.id) ?? [];
    const name = gene.external_name || gene.id;
    const shown = all ? own : own.filter(({ is_canonical: canonical }) => canonical).slice(0, 1);
    if (shown.length === 0) return [modelOf(gene, name, [], [])];
    return shown.map((transcript) =>
      modelOf(
        all ? transcript : gene,
        all ? transcript.external_name || transcript.id : name,
        exons.get(transcript.id) ?? [],
        coding.get(transcript.id) ?? [],
      ),
    );
  });
}

function modelOf(feature: Feature, name: string, exons: Feature[], coding: Feature[]): Model {
  const kind = (feature.biotype ?? '').replaceAll('_', ' ');
  const place = `${feature.start.toLocaleString('en')}–${feature.end.toLocaleString('en')}`;
  const description = (feature.description ?? '').replace(/\s*\[Source:.*\]$/, '');
  return {
    feature,
    name,
    exons,
    coding,
    label: feature.strand < 0 ? `‹ ${name}` : `${name} ›`,
    width: 0,
    title: [`${name} · ${feature.id}`, kind, place, description].filter(Boolean).join('\n'),
  };
}

function drawModel(
  canvas: Canvas,
  { feature, label, width, title, exons, coding }: Model,
  top: number,
  isNamed: boolean,
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
  // The name stays in view while its gene does.
  const at = Math.max(left, 6);
  if (isNamed) canvas.text(label, at, top + 11, 'text', SMALL);
  const end = Math.max(Math.min(right, canvas.width), isNamed ? at + width : 0);
  const x = Math.max(Math.min(left, at), 0);
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
