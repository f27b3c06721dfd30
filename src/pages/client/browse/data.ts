/** Requests of the browser to the service: features, densities and bases. */
import { wrapped } from '../../drawing/origin.ts';
import { pinnedAddress } from '../../pinned-links.ts';

export interface Place {
  base: string;
  species: string;
  region: string;
  length: number;
  /** The length again, if the region is circular; else 0. */
  circularLength: number;
  /** The release that the page names; '' for the current one. */
  release: string;
  /** Species set of constrained elements. */
  set: string;
  /** Name of the alignment, and its parameters of alignment/region. */
  alignment: { name: string; query: string };
}

export interface Feature {
  feature_type: string;
  id: string;
  start: number;
  end: number;
  strand: number;
  Parent?: string;
  biotype?: string;
  external_name?: string | null;
  description?: string | null;
  is_canonical?: number;
  consequence_type?: string;
  alleles?: string[];
  score?: number;
}

export interface Density {
  counts: number[];
  exact: boolean;
  /** The greatest count. */
  highest: number;
}

async function request(address: string, release: string, signal: AbortSignal): Promise<Response> {
  const pinned = release === '' ? address : pinnedAddress(address, release);
  const response = await fetch(pinned, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return response;
}

const slice = ({ species, region }: Place, start: number, end: number) =>
  `${species}/${encodeURIComponent(region)}:${start}-${end}`;

/** Features of some kinds that overlap a span of at most 5 Mb. */
export async function features(
  place: Place,
  kinds: readonly string[],
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Feature[]> {
  const query = kinds.map((kind) => `feature=${kind}`).join(';');
  const set = kinds.includes('constrained') ? `;species_set=${encodeURIComponent(place.set)}` : '';
  const address = `${place.base}/overlap/region/${slice(place, start, end)}?${query}${set}`;
  const found: Feature[] = await (await request(address, place.release, signal)).json();
  return place.circularLength > 0 ? found.flatMap((feature) => unrolledFeature(feature, place.circularLength)) : found;
}

/** A feature over the origin of a circular region is at both of its ends. An insertion ends before it starts, too. */
function unrolledFeature(feature: Feature, length: number): Feature[] {
  const { start, end } = feature;
  return end >= start - 1
    ? [feature]
    : [
        { ...feature, end: end + length },
        { ...feature, start: start - length },
      ];
}

/** The positions of a feature, for people. */
export function placeText({ start, end }: Feature, { circularLength }: Place): string {
  const [first, last] = [start, end].map((position) => wrapped(position, circularLength).toLocaleString('en'));
  return start === end ? `${first}` : `${first}–${last}`;
}

/** Features on the next turn of a circular region. */
export function shiftedFeatures(found: readonly Feature[], by: number): Feature[] {
  return found.map((feature) => ({ ...feature, start: feature.start + by, end: feature.end + by }));
}

export async function density(
  place: Place,
  kind: string,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Density> {
  const address = `${place.base}/browse/${slice(place, start, end)}/density?feature=${kind};bins=${BINS}`;
  const found: { counts: number[]; exact: boolean } = await (await request(address, place.release, signal)).json();
  return { ...found, highest: Math.max(...found.counts) };
}

/** Blocks of the alignment that overlap a span of at most 131,072 bases. */
export async function alignedBlocks(place: Place, start: number, end: number, signal: AbortSignal): Promise<Feature[]> {
  const address = `${place.base}/browse/${slice(place, start, end)}/alignments`;
  const { blocks }: { blocks: { start: number; end: number }[] } = await (
    await request(address, place.release, signal)
  ).json();
  return blocks.map((block) => ({ ...block, feature_type: 'alignment', id: `${block.start}`, strand: 1 }));
}

/** Parts of a tile of densities. */
export const BINS = 256;

export async function bases(place: Place, start: number, end: number, signal: AbortSignal): Promise<string> {
  const address = `${place.base}/sequence/region/${slice(place, start, end)}:1`;
  const { seq }: { seq: string } = await (await request(address, place.release, signal)).json();
  return seq;
}
