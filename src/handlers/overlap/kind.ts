/**
 * A kind of feature of the overlap operations: how to find it, and its form in each format. To add a kind, add an entry
 * to FEATURE_KINDS in overlap.ts.
 */
import type { BedFeature } from '../../formats/bed.ts';
import { ucscName } from '../../formats/bed.ts';
import type { GffFeature } from '../../formats/gff3.ts';
import { strandOnSlice, unrolledEnd, type Place } from '../../genome/feature-placement.ts';
import type { Slice, Strand } from '../../genome/seq-region.ts';
import type { PlacedTable } from '../../release/genome.ts';
import type { FeaturePieces, OverlapScope } from './scope.ts';

type JsonValue = string | number | null | undefined | readonly (string | number)[];

/** A feature for JSON and XML. */
export interface FeatureJson extends Record<string, JsonValue> {
  feature_type: string;
  seq_region_name: string;
  start: number;
  end: number;
  strand: Strand;
  source?: string;
  score?: number | null;
  phase?: number | string | null;
}

/** A feature of a translation for JSON and XML. */
export type TranslationFeatureJson = Record<string, JsonValue>;

// biome-ignore lint/suspicious/noExplicitAny: one list contains kinds with different records
export interface FeatureKind<T extends Place = any> {
  /** The table that `find` reads, to prefetch its directory before the slice is known. */
  table?: PlacedTable;
  /** Features on the slice that pass the request's filters, in the order of the answer. */
  find(scope: OverlapScope): Promise<FeaturePieces<T>>;
  json(feature: T, slice: Slice): FeatureJson;
  /** Whether JSON and XML list the feature; without this function, they list all. */
  isListed?: (feature: T) => boolean;
  /** Properties for GFF3 that the JSON form does not contain. */
  gff(feature: T): GffTraits;
  /** Properties for BED in addition to the location. */
  bed(feature: T, slice: Slice): BedTraits;
}

export interface GffTraits {
  /** Sequence Ontology term. */
  type: string;
  /** Overrides the source of the JSON form, unless it is null. */
  source?: string | null;
  /** Replace the other attributes of the JSON form. */
  attributes?: Record<string, JsonValue>;
  /** Key and prefix of the id; by default ID, with the type as prefix. */
  id?: ['ID' | 'Name', prefix: string];
  /** Prefix of Parent. */
  parentPrefix?: string;
  /** Whether Name contains the external name. */
  named?: boolean;
}

/** Ensembl's text for the source of a feature whose analysis has none. */
const UNKNOWN_SOURCE = 'wibble';

/** The keys that all features begin with. The strand is relative to the slice. */
export function baseJson(slice: Slice, place: Place, kind: string): FeatureJson {
  return {
    feature_type: kind,
    assembly_name: slice.region.version ?? '',
    seq_region_name: slice.region.name,
    start: place.start,
    end: place.end,
    strand: strandOnSlice(slice, place.strand),
  };
}

/** `end` and `strand` only if they differ from those of the place. `end` may exceed the length of a circular region. */
type BedTraits = Pick<BedFeature, 'name' | 'transcript'> & Partial<Pick<BedFeature, 'end' | 'strand'>>;

export function gffFeature(slice: Slice, json: FeatureJson, traits: GffTraits): GffFeature {
  const {
    feature_type,
    seq_region_name,
    start,
    end,
    strand,
    source,
    phase,
    score,
    type,
    ID,
    id = ID,
    external_name,
    Parent,
    is_canonical,
    canonical_transcript,
    ...others
  } = json;
  const attributes: Record<string, JsonValue> = { ...(traits.attributes ?? others) };
  const [idKey, idPrefix] = traits.id ?? ['ID', `${traits.type}:`];
  if (id) attributes[idKey] = `${idPrefix}${id}`;
  if (Parent) attributes.Parent = `${traits.parentPrefix ?? ''}${Parent}`;
  if (external_name) attributes[traits.named ? 'Name' : 'external_name'] = external_name;
  return {
    seqRegion: slice.region.name,
    source: traits.source ?? source ?? UNKNOWN_SOURCE,
    type: traits.type,
    start,
    end,
    strand,
    score,
    phase,
    circularLength: slice.region.circular ? slice.region.length : undefined,
    attributes,
  };
}

export function bedFeature(slice: Slice, place: Place, traits: BedTraits): BedFeature {
  const { region } = slice;
  const chromosome = ucscName({
    name: region.name,
    ucscSynonym: region.synonyms.find((synonym) => synonym.db === 'UCSC')?.name ?? null,
    isChromosome: region.karyotypeRank !== null,
    isReference: !region.nonReference,
  });
  return { chromosome, start: place.start, end: unrolledEnd(slice, place), strand: place.strand, ...traits };
}
