/**
 * Types of the small documents of a release. Each information operation answers from one of them. They are stored in
 * the form of the answers, as far as answers do not depend on the request.
 */
import { only } from '../checked.ts';
import type { SequenceCollection } from '../genome/sequence-collection.ts';
import type { GenotypedSamplesDocument } from '../variants/variant-details.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import { decodeDocument } from '../index/document.ts';
import type { ObjectEntry } from './manifest.ts';

/** The type of each document of a genome. */
export interface DocumentOf {
  annotation: AnnotationDocument;
  'external-dbs': ExternalDbsDocument;
  'sequence-collection': SequenceCollection;
  'variation-sources': VariationSourcesDocument;
  'variant-sets': VariantSetsDocument;
  'genotyped-samples': GenotypedSamplesDocument;
  populations: PopulationsDocument;
  microarrays: MicroarraysDocument;
}

/** Genome document `annotation`, over all databases of the species. */
export interface AnnotationDocument {
  /** Logic name of an analysis -> kinds of databases that have it (core, funcgen …). */
  analyses: Record<string, string[]>;
  biotypes: { biotype: string; objects: string[]; groups: string[] }[];
}

/** Genome document `external-dbs`: the external databases of the core database. */
type ExternalDbsDocument = ExternalDbRow[];

export interface ExternalDbRow {
  name: string;
  release: string | null;
  displayName: string | null;
  description: string | null;
  /** The tables among EXTERNAL_DB_FEATURES whose rows refer to this database. */
  features: ExternalDbFeature[];
}

/** Tables that may refer to an external database: the values of the parameter `feature` of info/external_dbs. */
export const EXTERNAL_DB_FEATURES = [
  'dna_align_feature',
  'protein_align_feature',
  'unmapped_object',
  'xref',
  'seq_region_synonym',
] as const;
export type ExternalDbFeature = (typeof EXTERNAL_DB_FEATURES)[number];

/** Genome document `variation-sources`: the sources of the variation database's data. */
type VariationSourcesDocument = VariationSource[];

export interface VariationSource {
  name: string;
  version?: string;
  description: string | null;
  url: string | null;
  type?: string;
  somatic_status?: string;
  data_types?: (string | null)[];
}

/** Genome document `variant-sets`: the variation sets by id. */
export type VariantSetsDocument = VariantSet[];

export interface VariantSet {
  /** variation_set_id, which variants refer to. */
  id: number;
  /** Short name; null if the database gives none. */
  name: string | null;
  /** Set for sets of variants that failed Ensembl's checks, by their name. */
  failed?: true;
  /** Ids of the sets that contain this one directly. */
  supersets?: number[];
}

/** Genome document `populations`: every population, without its individuals; table `populations` has those. */
export interface PopulationsDocument {
  populations: PopulationSummary[];
  /** Positions in `populations` of those with genotypes for linkage disequilibrium. */
  withLd: number[];
}

interface PopulationSummary {
  name: string;
  description: string | null;
  size: number | null;
}

/** Value of the genome table `populations`, under the lower-cased name. */
export interface PopulationRecord extends PopulationSummary {
  /** In the order of the database. */
  individuals: { name: string; gender?: string }[];
}

/** Genome document `microarrays`. */
export type MicroarraysDocument = Microarray[];

export interface Microarray {
  name: string;
  vendor: string | null;
  type: string | null;
  format: string | null;
  class: string | null;
  description: string | null;
}

/** Release document `biotypes`. */
export type BiotypesDocument = Biotype[];

export interface Biotype {
  name: string;
  /** gene or transcript. */
  object_type: string;
  biotype_group: string | null;
  so_acc: string | null;
  so_term: string | null;
  /** Only other databases than core have it: as in Ensembl, it is not among the biotypes of its group. */
  ungrouped?: boolean;
}

/** Document `methods` of a compara database. */
export interface ComparaMethods {
  methods: { type: string; class: string }[];
  /** Type of a method -> the collections of species analysed with it. */
  speciesSets: Record<string, ComparaSpeciesSet[]>;
}

export interface ComparaSpeciesSet {
  name: string;
  method: string;
  species_set_group: string;
  /** Production names. */
  species_set: string[];
}

/**
 * Records of the release table `genome-metadata` under `genome <name>`: the answer of info/genomes, with all values as
 * strings.
 */
export type GenomeMetadata = Record<string, string | null>;

/** The properties by which info/genomes finds genomes. */
export type MetadataIndex = 'name' | 'assembly' | 'division' | 'taxonomy' | 'sequence';

/** Key under which the names of matching genomes are stored. Case-insensitive; spaces and underscores are equal. */
export function metadataKey(index: MetadataIndex, text: string): string {
  return `${index} ${text.toLowerCase().replaceAll(' ', '_')}`;
}

/** Key of the metadata of a genome (GenomeMetadata), by production name. */
export function genomeKey(species: string): string {
  return `genome ${species}`;
}

/** By decoded block: a parsed value lives as long as its block stays in the cache. */
const parsed = new WeakMap<Uint8Array, unknown>();

/** The value of a document that is an object of its own; at most one read. Shared between requests: do not modify. */
export async function readDocument<T>(reader: BlockReader, { object, size }: ObjectEntry): Promise<T> {
  const ranges = [{ object, offset: 0, length: size }];
  const bytes = only(reader.cachedBlocks(ranges) ?? (await reader.blocks(ranges)));
  let value = parsed.get(bytes);
  if (value === undefined) {
    value = decodeDocument(bytes).value;
    parsed.set(bytes, value);
  }
  return value as T;
}
