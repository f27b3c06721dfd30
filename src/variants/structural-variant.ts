/**
 * A structural variant (copy number variation, inversion …) with the calls that support it: one record of the
 * `variants` sorted table, under its lower-cased name: a byte of 0 and JSON. Records of short variants never begin with
 * 0.
 */
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';
import type { RegionRef } from '../genome/seq-region.ts';
import type { Span } from '../genome/transcript.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';

export interface StructuralMapping extends Span {
  region: RegionRef;
  strand: 1 | -1;
  /** Of genomes of files only: Ensembl's databases have none. */
  consequences?: string[];
}

/** Fields that variants and their supporting calls share. */
export interface StructuralCall {
  name: string;
  alias: string | null;
  sourceDescription: string | null;
  /** SO term of its class, such as 'copy_number_variation'. */
  soTerm: string;
  study: { name: string | null; description: string | null; url: string | null } | null;
  validationStatus: string | null;
  copyNumber: number | null;
  clinicalSignificance: string[];
  failed: string[];
  mappings: StructuralMapping[];
  phenotypes: PhenotypeRecord[];
}

export interface StructuralVariantRecord extends StructuralCall {
  /** Ids of the variation sets that contain it, without their supersets. */
  sets: number[];
  supporting: StructuralCall[];
}

const STRUCTURAL = 0;
const encoder = new TextEncoder();

/** Is a record of the `variants` table a structural variant? */
export function isStructural(record: Uint8Array): boolean {
  return record[0] === STRUCTURAL;
}

export function encodeStructural(variant: StructuralVariantRecord): Uint8Array {
  return encoder.encode(String.fromCharCode(STRUCTURAL) + JSON.stringify(variant));
}

export function decodeStructural(record: Uint8Array): StructuralVariantRecord {
  return storedJson(record.subarray(1));
}
