/**
 * A kind of feature that overlap operations know: how it is found and how it looks in each format. A kind is added as
 * one entry of the feature table (feature-table.ts).
 */
import type { BedFeature } from '../../formats/bed.ts';
import { ucscName } from '../../formats/bed.ts';
import type { GffFeature } from '../../formats/gff3.ts';
import { strandOnSlice, unrolledEnd, type Place } from '../../genome/feature-placement.ts';
import type { Slice } from '../../genome/seq-region.ts';
import type { PlacedTable } from '../../release/genome.ts';
import type { FeaturePieces, OverlapScope } from './scope.ts';

/** A feature as JSON and XML show it. */
export type FeatureJson = Record<string, string | number | null | readonly (string | number)[]>;

// biome-ignore lint/suspicious/noExplicitAny: kinds of different records are kept in one list
export interface FeatureKind<T extends Place = any> {
  /** Where `find` looks, so that the table's directory can be read before the slice is known. */
  table?: PlacedTable;
  /** Features on the slice that pass the request's filters, in the order to write them. */
  find(scope: OverlapScope): Promise<FeaturePieces<T>>;
  json(feature: T, slice: Slice): FeatureJson;
  /** What GFF3 needs beside the JSON form. */
  gff(feature: T): GffTraits;
  /** What BED needs beside the place. */
  bed(feature: T, slice: Slice): BedTraits;
}

export interface GffTraits {
  /** Sequence Ontology term. */
  type: string;
  /** Who made the feature, when its JSON does not say; null: nobody known. */
  source?: string | null;
  /** The key that shows the id, with what stands before it there; absent: ID after the type. */
  id?: ['ID' | 'Name', prefix: string];
  /** Stands before the Parent. */
  parentPrefix?: string;
  /** The external name is the feature's Name. */
  named?: boolean;
}

/** What Ensembl's service writes as the source of a feature whose analysis names none. */
const UNKNOWN_SOURCE = 'wibble';

/** What every feature says first. Strand is relative to the slice. */
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

/** `end` where it is not that of the place, counted on beyond an origin; `strand` where it is not that of the place. */
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
    ...attributes
  } = json;
  const [idKey, idPrefix] = traits.id ?? ['ID', `${traits.type}:`];
  if (id) attributes[idKey] = `${idPrefix}${id}`;
  if (Parent) attributes.Parent = `${traits.parentPrefix ?? ''}${Parent}`;
  if (external_name) attributes[traits.named ? 'Name' : 'external_name'] = external_name;
  return {
    seqRegion: slice.region.name,
    source: (source as string | undefined) ?? traits.source ?? UNKNOWN_SOURCE,
    type: traits.type,
    start: start as number,
    end: end as number,
    strand: strand as GffFeature['strand'],
    score: score as number | null | undefined,
    phase: phase as number | null | undefined,
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
