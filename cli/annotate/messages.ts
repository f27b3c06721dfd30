/** Messages between the command and its threads. */
import type { BatchFormat, Counts } from '../../src/handlers/vep/batch/vcf-annotator.ts';
import type { VepOptions } from '../../src/handlers/vep/options.ts';

export interface WorkerTask {
  index: string;
  species: string;
  options: VepOptions;
  format: BatchFormat;
  /** Answer in blocks of bgzip. */
  compress: boolean;
}

/** A piece of the file: its header, or whole lines. */
export interface ToWorker {
  number: number;
  header: readonly string[] | null;
  lines: Uint8Array;
}

export type Annotated = { number: number; bytes: Uint8Array } & Counts;
/** A line that is none of VCF; `badLine` is its place in the piece, from 0. */
export interface Refused {
  number: number;
  badLine: number;
  message: string;
}
