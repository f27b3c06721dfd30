import type { VcfVariant } from '../../build-index/vcf/vcf-reader.ts';
import { at } from '../../src/checked.ts';

/** One GENOTYPE code per sample of a variant. */
export function genotypesOf({ columns, meanings }: Pick<VcfVariant, 'columns' | 'meanings'>): Uint8Array {
  return Uint8Array.from(columns.dense(), (text) => at(meanings, text));
}
