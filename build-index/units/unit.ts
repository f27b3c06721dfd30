import type { ScoreSource } from '../../src/effects/allele-scores.ts';
import type { VcfCollection } from '../vcf/vcf-config.ts';
import type { Departure } from '../dump/departures.ts';
import type { InputFile } from './input-files.ts';

/** The task of a unit. Databases are folders of dumps; units are named by id. */
export type UnitTask =
  /**
   * All of one core-like database. `sequences`: production name -> unit of the core database whose sequence a genome
   * without its own uses.
   */
  | { kind: 'core'; database: string; sequences: Record<string, string> }
  /** One of the parts of a variation database; `core` is the core database of the species. */
  | { kind: 'variants'; database: string; core: string }
  | { kind: 'variant-details'; database: string; core: string; collections: VcfCollection[] }
  /**
   * Details of variants with long VCF files, in three kinds of units: details from the database, details from VCF lines
   * for one of several parts of the variants, and both joined.
   */
  | { kind: 'staged-details'; database: string; core: string; collections: VcfCollection[] }
  | {
      kind: 'line-details';
      database: string;
      core: string;
      collections: VcfCollection[];
      staged: string;
      part: number;
      parts: number;
    }
  | {
      kind: 'joined-details';
      database: string;
      core: string;
      collections: VcfCollection[];
      staged: string;
      lines: string[];
    }
  | { kind: 'variant-places'; database: string; core: string }
  | { kind: 'vcf-genotypes'; database: string; core: string; collection: VcfCollection; number: number }
  | { kind: 'own-genotypes'; database: string; core: string; collections: VcfCollection[]; number: number }
  | { kind: 'funcgen'; database: string; core: string }
  /** Scores of alleles from files of one source; `database` is the core database. */
  | { kind: 'scores'; database: string; source: ScoreSource; files: string[] }
  /** Stable ids of all genomes, in the order of the units that have them. */
  | { kind: 'ids'; cores: string[] }
  /** Digests of all sequences and assemblies; the order is that of `ids`. */
  | { kind: 'digests'; cores: string[] }
  /** Methods, species, trees and homologies of a compara database. */
  | { kind: 'compara'; database: string }
  /** Exons, products and names of the genes that a compara database compares; `genes` is its own unit. */
  | { kind: 'compara-parts'; database: string; genes: string; cores: string[] }
  | { kind: 'alignments'; database: string; cores: string[] }
  /** Constrained elements of all compara databases. */
  | { kind: 'constrained-elements'; databases: string[]; cores: string[] }
  /** The history of stable ids of all core databases; `listed` is a stable_ids database. */
  | { kind: 'archive'; databases: string[]; listed: string | null }
  | { kind: 'ontology'; database: string }
  /** The first of these databases that contains taxa is compiled. */
  | { kind: 'taxonomy'; databases: string[] };

/** A step of a build that can run alone, in its own process or on another machine, after the units that it needs. */
export interface Unit {
  /** Unique in the plan; letters, digits, `_`, `.` and `-`. */
  id: string;
  task: UnitTask;
  /** Ids of units whose output it reads. */
  after: string[];
  /** Files that it reads. */
  inputs: InputFile[];
  /** Uncompressed bytes of its inputs; an estimate for compressed files. */
  plainBytes: number;
  /**
   * Hash of all that decides its output: compiler, form of blocks, task, identity of the inputs, keys of the units that
   * it needs. Output with another key is not used.
   */
  key: string;
}

/** The plan of a build, with its units in the order of the release. */
export interface BuildPlan {
  /** Hash of the compiler's sources. */
  compiler: string;
  /** All databases among the dumps, also those that are not compiled, in the given order. */
  databases: { folder: string; species: string; group: string }[];
  units: Unit[];
  /** Every departure of a dump from a sound database is an error. */
  isStrict: boolean;
  /** Departures that no unit finds. */
  departures: Departure[];
  /** Notices that no unit reports. */
  notices: string[];
}
