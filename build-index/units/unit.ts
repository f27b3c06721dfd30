import type { VcfCollection } from '../vcf/vcf-config.ts';
import type { InputFile } from './input-files.ts';

/** What a unit compiles. Folders are those of dumped databases; ids are those of other units. */
export type UnitTask =
  /**
   * Everything of one core-like database. `sequences`: production name -> unit of the core database whose bases a
   * genome without its own takes.
   */
  | { kind: 'core'; database: string; sequences: Record<string, string> }
  /** One of the parts of a variation database; `core` is the core database of the species. */
  | { kind: 'variants'; database: string; core: string }
  | { kind: 'variant-details'; database: string; core: string; collections: VcfCollection[] }
  /**
   * The same of long VCF files: what the database itself tells; what lines tell of one of several parts of the
   * variants; both put together.
   */
  | { kind: 'staged-details'; database: string; core: string; collections: VcfCollection[]; parts: number }
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
  /** Stable ids of all genomes, in the order of the units that have them. */
  | { kind: 'ids'; cores: string[] }
  /** Methods, species, trees and homologies of a comparative database. */
  | { kind: 'compara'; database: string }
  /** Exons, products and names of the genes that a comparative database compares; `genes` is its own unit. */
  | { kind: 'compara-parts'; database: string; genes: string; cores: string[] }
  | { kind: 'alignments'; database: string; cores: string[] }
  /** Of all comparative databases. */
  | { kind: 'constrained-elements'; databases: string[]; cores: string[] }
  /** The history of stable ids of all core databases; `listed` is a stable_ids database. */
  | { kind: 'archive'; databases: string[]; listed: string | null }
  | { kind: 'ontology'; database: string }
  /** The first of these databases that holds taxa. */
  | { kind: 'taxonomy'; databases: string[] };

/**
 * A part of a build that can be compiled by itself, in a process or on a machine of its own, when the units that it
 * comes after
 * are done.
 */
export interface Unit {
  /** Unique in the plan; letters, digits, `_`, `.` and `-`. */
  id: string;
  task: UnitTask;
  /** Units whose output it reads. */
  after: string[];
  /** Files that it reads. */
  inputs: InputFile[];
  /** Bytes of them as text; an estimate for what is compressed. */
  plainBytes: number;
  /**
   * Hash of all that decides its output: the compiler, the form of blocks, the task, the inputs' identity, the same of
   * the units that it comes after. The
   * output of a unit with another key is not taken.
   */
  key: string;
}

/** All that a build does, in the order in which the release has it. */
export interface BuildPlan {
  /** Hash of the compiler's sources. */
  compiler: string;
  /** Every database among the dumps, compiled or not, in the order given. */
  databases: { folder: string; species: string; group: string }[];
  units: Unit[];
  /** What the operator should know that no unit will tell. */
  notices: string[];
}
