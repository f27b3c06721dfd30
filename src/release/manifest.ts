/**
 * The manifest of a release: its genomes and the locations of all objects.
 *
 * The manifest is part of the release's root (root.ts), whose copy is the small value `current`: a cold start learns
 * everything in one read. This file has the types of the manifest as requests read it, which parse only the parts that
 * they need, and of the complete manifest that the compiler writes (Compiled…).
 */
import type { ExampleValues } from './example-values.ts';
import type { ComparaTable, GenomeDocument, GenomeTable, ReleaseTable } from './table-registry.ts';
import type { RecordLayouts } from '../variants/record-layouts.ts';

/** An index object of this release. */
export interface ObjectEntry {
  object: string;
  /** Length of the whole object in bytes. */
  size: number;
  /** SHA-256 of the object, as hex. */
  sha256: string;
}

/** A sorted table or interval table, and the place of its directory in the object. */
export interface TableEntry extends ObjectEntry {
  /** Byte range of the directory in the object. */
  directory: [offset: number, length: number];
  /** Name of the root's attachment that contains the directory; absent if the root does not contain it. */
  attached?: string;
  /** Byte range of the table's record layouts in the root (layoutsOf in root.ts). */
  attachedShapes?: [offset: number, length: number];
}

export interface CompiledTable extends TableEntry {
  /** Record layouts, which records refer to by number. */
  shapes?: RecordLayouts;
}

export interface CoordSystem {
  name: string;
  version: string | null;
  rank: number;
  default: boolean;
  sequenceLevel: boolean;
}

/**
 * Maps the regions of two coordinate systems, named by their ranks, to each other: an interval table of
 * AssemblyMapping.
 */
export interface MappingEntry {
  ranks: [one: number, other: number];
  table: TableEntry;
}

/** A set of VCF files with the same samples. */
export interface GenotypesEntry {
  id: string;
  samples: number;
  variants: number;
  /** A genotype matrix. */
  matrix: TableEntry;
  /** The lines of the VCF files (GenotypedLine); absent for genotypes of a database. */
  lines?: TableEntry;
  /** Do lines match variants by name only? Otherwise by place and alleles. */
  strictNames?: true;
  /** Populations of the samples (GenotypedPopulation[]), one block. */
  populations: ObjectEntry;
}

/** The properties that genomes are found by. A genome is one species in one kind of database. */
export interface ListedGenome {
  /** Production name, such as homo_sapiens. */
  species: string;
  /** Kind of database: core, otherfeatures, cdna, rnaseq. */
  group: string;
  /** Lower-cased names that clients may use: production name, aliases, taxon id. */
  aliases: string[];
}

/** All properties of a genome in the root: see genomeOf in root.ts. */
export interface GenomeEntry extends ListedGenome {
  speciesId: number;
  /** Default version of the highest-ranked coordinate system. */
  assembly: string | null;
  coordSystems: CoordSystem[];
  /** The packed sequence; null if the database has no dna. Sequence operations then return 400. */
  sequence: ObjectEntry | null;
  /**
   * meta_coord.max_length: length of the longest feature of a table on a coordinate system (by rank). Ensembl looks for
   * features only that far before a slice.
   */
  longest: { table: string; rank: number; length: number }[];
  tables: Partial<Record<GenomeTable, TableEntry>>;
  /** Mappings between coordinate systems, for the pairs that the database maps. */
  mappings?: MappingEntry[];
  /** Genotypes by collection, from VCF files. Only core genomes have them. */
  genotypes?: GenotypesEntry[];
  /** Do VCF files of the build have frequencies of the populations in src/variants/listed-populations.ts? */
  listsFrequencies?: boolean;
  /** The genome's document (GenomeInfo), one block. */
  info: ObjectEntry;
  /** Other documents, one block each. Documents of variation and funcgen databases belong to the core genome. */
  documents?: Partial<Record<GenomeDocument, ObjectEntry>>;
}

export interface CompiledGenome extends GenomeEntry {
  tables: Partial<Record<GenomeTable, CompiledTable>>;
}

/** The data of information operations: one document per genome, read on demand. */
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
  /** Was the genome built from FASTA, GFF3 and other files? Its release number is then that of the schema. */
  isOfFiles?: boolean;
}

/** A compara database of the release. */
export interface ComparaEntry {
  /** Name in the dump's folder: multi, metazoa … */
  name: string;
  /** Ensembl release (schema version) of its data. */
  release: number;
  /** Methods and species sets (ComparaMethods), one block. */
  methods: ObjectEntry;
  /** Genomes and species trees (ComparaSpeciesDocument), one block; absent if the database compares no genomes. */
  species?: ObjectEntry;
  tables?: Partial<Record<ComparaTable, TableEntry>>;
  /**
   * Prefixes (idPrefix) of the stable ids that the database contains: of genes, their parts and trees. Absent if there
   * are too many.
   */
  idPrefixes?: string[];
  /** Whole-genome alignments (src/compara/alignment-record.ts); absent if the database has none. */
  alignments?: { references: TableEntry; blocks: TableEntry };
}

/** The tables that find records by name: src/release/name-index.ts. */
export interface NameIndexEntry {
  names: TableEntry;
  trigrams: TableEntry;
  /** Number of distinct names. */
  count: number;
}

/** The ontologies of the release. Records: src/terms. */
export interface TermsEntry {
  terms: TableEntry;
  cards: TableEntry;
  names: NameIndexEntry;
  /** Ontologies with their namespaces; records refer to them by index. */
  sources: [ontology: string, namespace: string][];
  /**
   * Consequence terms of variants and their ancestors (ConsequenceTermsDocument), one block; absent without the
   * Sequence Ontology.
   */
  consequences?: ObjectEntry;
  /** Distinct names of ontologies; closures refer to them by index. */
  ontologies: string[];
  relationTypes: string[];
}

/** The NCBI taxonomy, or the part of it that the release contains. Records: src/terms. */
export interface TaxaEntry {
  taxa: TableEntry;
  cards: TableEntry;
  /** Children of taxa that have very many of them; absent if no taxon has. */
  families?: TableEntry;
  names: NameIndexEntry;
}

export interface ReleaseManifest {
  /** Release id: the release number and a hash of the content below and of the root's layout. */
  id: string;
  /** Ensembl's release number (schema version) of the data, such as 115. */
  version: number;
  species: SpeciesEntry[];
  genomes: ListedGenome[];
  /** The documents of the genomes, one block each; absent if the root contains them (root.ts). */
  genomeDocuments?: ObjectEntry;
  /** Table of the stable ids of all genomes (StableId). */
  ids: TableEntry;
  tables?: Partial<Record<ReleaseTable, TableEntry>>;
  /** Biotypes and their groups (BiotypesDocument), one block; absent if no core database has them. */
  biotypes?: ObjectEntry;
  comparas?: ComparaEntry[];
  /**
   * Names of the species sets that constrained elements were computed from; records refer to them by index. Absent
   * without constrained elements.
   */
  constrainedSets?: string[];
  /** Example values for the documentation; absent in releases compiled by versions without them. */
  samples?: ExampleValues;
  /** Absent or null if the dumps contain no ontology database, or no taxonomy. */
  terms?: TermsEntry | null;
  taxa?: TaxaEntry | null;
}

/** The complete manifest: with all objects of the release. */
export interface CompiledManifest extends ReleaseManifest {
  genomes: CompiledGenome[];
}

/** Key of the value that contains a copy of the current release's root. */
export const ROOT_KEY = 'current';
/** Name of a release's own root in the folder of the release. It never changes. */
export const RELEASE_ROOT = 'root';
/** Logical name of the object of ReleaseManifest.genomeDocuments. */
export const GENOMES_OBJECT = 'genomes';
/** Name of the report of a build in the folder of the release, of which it is no part. */
export const BUILD_REPORT = 'build-report.json';

/** The entry of an object of any kind; only tables have the optional properties. */
type AnyEntry = ObjectEntry & Partial<CompiledTable>;

/** `never` for a manifest as requests read it, which does not list all objects. */
type Whole<T> = T extends ReleaseManifest ? (T extends CompiledManifest ? T : never) : T;

/** The object entries of a compiled manifest or of a part of it, by name. */
export function objectsOf<T>(value: T & Whole<T>, found = new Map<string, AnyEntry>()): Map<string, AnyEntry> {
  if (typeof value !== 'object' || value === null) return found;
  if (isObjectEntry(value)) found.set(value.object, value);
  else for (const each of Object.values(value)) objectsOf(each, found);
  return found;
}

/** A copy of a manifest, or of a part of it, with every object entry replaced. */
export function mapObjects<T>(value: T, replace: (entry: AnyEntry) => ObjectEntry): T {
  return mapped(value, replace) as T;
}

function mapped(value: unknown, replace: (entry: AnyEntry) => ObjectEntry): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  if (isObjectEntry(value)) return replace(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, replace)]));
}

function isObjectEntry(value: object): value is AnyEntry {
  const { object, size, sha256 }: Partial<Record<keyof ObjectEntry, unknown>> = value;
  return typeof object === 'string' && typeof size === 'number' && typeof sha256 === 'string';
}
