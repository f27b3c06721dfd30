/**
 * The manifest of a release: what genomes it holds and where every object stands.
 *
 * It stands in the release's root (root.ts), the small value `current`, so that a cold start learns all of it in one
 * read. What follows are the manifest as requests
 * read it, of which they parse what they need, and as it is compiled, in one piece (Compiled…).
 */
import type { ExampleValues } from './example-values.ts';
import type { ComparaTable, GenomeDocument, GenomeTable, ReleaseTable } from './table-registry.ts';
import type { RecordLayouts } from '../variants/record-layouts.ts';

/** An index object of this release. */
export interface ObjectEntry {
  object: string;
  /** Bytes of the whole object and its SHA-256, as hex. */
  size: number;
  sha256: string;
}

/** A sorted table or interval table and where its directory stands inside it. */
export interface TableEntry extends ObjectEntry {
  /** Byte range of the directory in the object. */
  directory: [offset: number, length: number];
  /** Name of the attachment of the root that holds the directory, when it rides along. */
  attached?: string;
  /** Where the root has what its records say by number (layoutsOf in root.ts). */
  attachedShapes?: [offset: number, length: number];
}

export interface CompiledTable extends TableEntry {
  /** What its records say by number. */
  shapes?: RecordLayouts;
}

export interface CoordSystem {
  name: string;
  version: string | null;
  rank: number;
  default: boolean;
  sequenceLevel: boolean;
}

/** An interval table (AssemblyMapping) of the regions of both coordinate systems, which are named by their ranks. */
export interface MappingEntry {
  ranks: [one: number, other: number];
  table: TableEntry;
}

/** A collection of samples whose genotypes are known at the same variants. */
export interface GenotypesEntry {
  id: string;
  samples: number;
  variants: number;
  /** A genotype matrix. */
  matrix: TableEntry;
  /** Populations of the samples (GenotypedPopulation[]), one block. */
  populations: ObjectEntry;
}

/** What a genome is found by: one of one database, a species in a core, otherfeatures … database. */
export interface ListedGenome {
  /** Production name, such as homo_sapiens. */
  species: string;
  /** Kind of database: core, otherfeatures, cdna, rnaseq. */
  group: string;
  /** Lower-cased names that clients may use: production name, aliases, taxon id. */
  aliases: string[];
}

/** All that the root says of a genome: genomeOf in root.ts. */
export interface GenomeEntry extends ListedGenome {
  speciesId: number;
  /** Default version of the highest-ranked coordinate system. */
  assembly: string | null;
  coordSystems: CoordSystem[];
  /** The packed sequence; null when the database has no dna at all: sequence operations answer 400. */
  sequence: ObjectEntry | null;
  /**
   * meta_coord.max_length: the longest feature of a table on a coordinate system (by rank). Ensembl looks for features
   * only so far before a slice.
   */
  longest: { table: string; rank: number; length: number }[];
  tables: Partial<Record<GenomeTable, TableEntry>>;
  /** Where the regions of one coordinate system stand in another; only pairs that the database maps. */
  mappings?: MappingEntry[];
  /** Genotypes of samples, by collection; on the core genome, from VCF files. */
  genotypes?: GenotypesEntry[];
  /** The genome's document (GenomeInfo), one block. */
  info: ObjectEntry;
  /** Further documents, one block each; those of other databases of the species hang on its core genome. */
  documents?: Partial<Record<GenomeDocument, ObjectEntry>>;
}

export interface CompiledGenome extends GenomeEntry {
  tables: Partial<Record<GenomeTable, CompiledTable>>;
}

/** What the information operations answer from: one document per genome, read when asked for. */
export interface GenomeInfo {
  /** meta table: key -> values in the order of the dump. */
  meta: Record<string, string[]>;
  /** Reference regions, in order of rank and id. */
  topLevel: { name: string; length: number; coordSystem: string; synonyms: { name: string; db: string | null }[] }[];
  /** Names of the reference regions with a karyotype rank, by rank. */
  karyotype: string[];
  /** genome_statistics: name -> value (ref_length and so on). */
  statistics: Record<string, number>;
}

/** One row of info/species. */
export interface SpeciesEntry {
  name: string;
  release: number;
  aliases: string[];
  groups: string[];
  division: string;
  displayName: string | null;
  commonName: string | null;
  accession: string | null;
  assembly: string | null;
  taxonId: string | null;
  strain: string | null;
  strainCollection: string | null;
}

/** A comparative database of the release. */
export interface ComparaEntry {
  /** As the dump's folder spells it: multi, metazoa … */
  name: string;
  /** Ensembl release (schema version) of its data. */
  release: number;
  /** Its methods and species sets (ComparaMethods), one block. */
  methods: ObjectEntry;
  /** Its genomes and species trees (ComparaSpeciesDocument), one block; absent when it compares none. */
  species?: ObjectEntry;
  tables?: Partial<Record<ComparaTable, TableEntry>>;
  /**
   * What stable ids begin with that it knows something by (idPrefix): of genes, what belongs to them, and trees. Absent
   * where too many differ.
   */
  idPrefixes?: string[];
  /** Whole-genome alignments (src/compara/alignment-record.ts); absent when it has none. */
  alignments?: { references: TableEntry; blocks: TableEntry };
}

/** Where records are found by name: src/release/name-index.ts. */
export interface NameIndexEntry {
  names: TableEntry;
  trigrams: TableEntry;
  /** Names, each once. */
  count: number;
}

/** The ontologies of the release; records in src/terms. */
export interface TermsEntry {
  terms: TableEntry;
  cards: TableEntry;
  names: NameIndexEntry;
  /** Ontologies and their namespaces, as records number them. */
  sources: [ontology: string, namespace: string][];
  /**
   * Consequences of variants by the terms above them (ConsequenceTermsDocument), one block; absent without the Sequence
   * Ontology.
   */
  consequences?: ObjectEntry;
  /** Names of ontologies, each once, as closures number them. */
  ontologies: string[];
  relationTypes: string[];
}

/** The NCBI taxonomy, or the part of it that the release holds; records in src/terms. */
export interface TaxaEntry {
  taxa: TableEntry;
  cards: TableEntry;
  /** Children of the taxa that have very many; absent when none has. */
  families?: TableEntry;
  names: NameIndexEntry;
}

export interface ReleaseManifest {
  /** Content hash of everything below, and of how the root is laid out: the release's name. */
  id: string;
  /** Ensembl release (schema version) of the data, such as 115. */
  version: number;
  species: SpeciesEntry[];
  genomes: ListedGenome[];
  /** Stable id -> StableId, over all genomes. */
  ids: TableEntry;
  tables?: Partial<Record<ReleaseTable, TableEntry>>;
  /** Biotypes and their groups (BiotypesDocument), one block; absent when no core database has them. */
  biotypes?: ObjectEntry;
  comparas?: ComparaEntry[];
  /**
   * Names of the sets of species that constrained elements were computed from, as their records number them; absent
   * without any.
   */
  constrainedSets?: string[];
  /** What the documentation shows as examples; absent in releases that were compiled before there were any. */
  samples?: ExampleValues;
  /** Absent, or null, when there is no ontology database among the dumps, or no taxonomy. */
  terms?: TermsEntry | null;
  taxa?: TaxaEntry | null;
}

/** The manifest in one piece: with all objects of the release. */
export interface CompiledManifest extends ReleaseManifest {
  genomes: CompiledGenome[];
}

/** The value that holds the root of the release being served: a copy of that release's own root. */
export const ROOT_KEY = 'current';
/** A release's own root, below its folder. It never changes. */
export const RELEASE_ROOT = 'root';

/** No type for a manifest as requests read it. */
type Whole<T> = T extends ReleaseManifest ? (T extends CompiledManifest ? T : never) : T;

/** The entries of a compiled manifest or a part of it, each object once, by name. */
export function objectsOf<T>(value: T & Whole<T>, found = new Map<string, ObjectEntry>()): Map<string, ObjectEntry> {
  if (typeof value !== 'object' || value === null) return found;
  if (isObjectEntry(value)) found.set(value.object, value);
  else for (const each of Object.values(value)) objectsOf(each, found);
  return found;
}

/** A copy of a manifest or a part of it with every entry replaced. */
export function mapObjects<T>(value: T, replace: (entry: ObjectEntry) => ObjectEntry): T {
  return mapped(value, replace) as T;
}

function mapped(value: unknown, replace: (entry: ObjectEntry) => ObjectEntry): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  if (isObjectEntry(value)) return replace(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, replace)]));
}

function isObjectEntry(value: object): value is ObjectEntry {
  const { object, size, sha256 }: Partial<Record<keyof ObjectEntry, unknown>> = value;
  return typeof object === 'string' && typeof size === 'number' && typeof sha256 === 'string';
}
