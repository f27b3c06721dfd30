import type { VcfVariant } from '../../build-index/vcf/vcf-reader.ts';

/** One GENOTYPE a sample of a variant. */
export function genotypesOf({ columns, meanings }: Pick<VcfVariant, 'columns' | 'meanings'>): Uint8Array {
  return Uint8Array.from(columns.dense(), (text) => meanings[text]!);
}
