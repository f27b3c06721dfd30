/**
 * The record of the table `variant-genotypes` for a variant whose genotypes are all in a genotype matrix (two alleles,
 * every sample has a genotype): a reference to the row of the matrix, so that long genotypes are stored once.
 *
 *   0 (1) | varint n | n bytes of JSON: GenotypesInMatrix, as a list
 *
 * The 0 distinguishes it from records of genotypes-record.ts, which begin with a length above 0.
 */
import type { MatrixVariant } from '../index/genotypes/genotype-matrix.ts';
import { eachHaplotype } from '../index/genotypes/genotype-row.ts';
import { FieldReader, FieldWriter } from '../index/blocks/fields.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { DamagedRecord, storedJson } from '../index/blocks/damaged-record.ts';
import type { GenotypeGroup } from './variant-details.ts';

export interface GenotypesInMatrix {
  /** Id of the collection. */
  collection: string;
  /** Samples in the order of the columns, in the form of GenotypeGroup. */
  samples: number[];
  /** Ordinal of the region. */
  region: number;
  position: number;
  name: string;
  reference: string;
  alternative: string;
  /**
   * Sum of haplotypeMark over the haplotypes with the alternative allele, modulo 2³². It distinguishes variants with
   * the same place and name.
   */
  sum: number;
}

type Listed = [
  collection: string,
  samples: number[],
  region: number,
  reference: string,
  alternative: string,
  position: number,
  name: string,
  sum: number,
];

const IN_MATRIX = 0;
const writer = new FieldWriter();

export function encodeInMatrix({
  collection,
  samples,
  region,
  position,
  name,
  reference,
  alternative,
  sum,
}: GenotypesInMatrix): Uint8Array {
  writer.number(IN_MATRIX);
  writer.text(
    JSON.stringify([collection, samples, region, reference, alternative, position, name, sum] satisfies Listed),
  );
  return writer.record();
}

/**
 * A hash of a haplotype's number. Different sets of haplotypes practically never have the same sum of hashes, whereas
 * sums of the numbers themselves often coincide. The first haplotype of column c is 2c.
 */
export function haplotypeMark(haplotype: number): number {
  let mark = Math.imul(haplotype + 1, 0x9e37_79b1);
  mark = Math.imul(mark ^ (mark >>> 15), 0x85eb_ca6b);
  mark = Math.imul(mark ^ (mark >>> 13), 0xc2b2_ae35);
  return (mark ^ (mark >>> 16)) >>> 0;
}

/** Null for a record that contains the genotypes itself. */
export function decodeInMatrix(record: Uint8Array | undefined): GenotypesInMatrix | null {
  if (record?.[0] !== IN_MATRIX) return null;
  const [collection, samples, region, reference, alternative, position, name, sum] = storedJson<Listed>(
    new FieldReader(record.subarray(1)).text(),
  );
  return { collection, samples, region, position, name, reference, alternative, sum };
}

/**
 * The genotypes, from the matrix rows at the variant's position. Throws DamagedRecord if none is that of the variant.
 *
 * @param columns the group's column for each sample of the matrix
 */
export function genotypesFrom(
  variants: readonly MatrixVariant[],
  { samples, name, reference, alternative, sum }: GenotypesInMatrix,
  columns: Uint32Array,
): GenotypeGroup {
  for (const variant of variants) {
    if (utf8.decode(variant.name) !== name) continue;
    const codes = new Uint16Array(columns.length);
    let found = 0;
    eachHaplotype(variant.block, variant.genotypesAt, (haplotype) => {
      const column = columns[haplotype >>> 1]!;
      const second = haplotype & 1;
      codes[column]! |= second ? 1 : 2;
      found = (found + haplotypeMark(2 * column + second)) >>> 0;
    });
    if (found !== sum) continue;
    return {
      submission: null,
      genotypes: [
        [reference, reference],
        [reference, alternative],
        [alternative, reference],
        [alternative, alternative],
      ].map((both) => both.join('|')),
      codes,
      samples,
    };
  }
  throw new DamagedRecord(`genotypes of ${name} are not where its record says`);
}
