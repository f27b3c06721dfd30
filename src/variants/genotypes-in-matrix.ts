/**
 * The record of the table `variant-genotypes` for a variant of which a genotype matrix says all (every sample has a
 * genotype, and no other alleles than two): where it stands there. Genotypes of common variants are long, and stored
 * once.
 *
 *   0 (1) | varint n | n bytes of JSON: GenotypesInMatrix, as a list
 *
 * The 0 tells it from genotypes-record.ts, whose records begin with a length.
 */
import type { MatrixVariant } from '../index/genotypes/genotype-matrix.ts';
import { eachHaplotype } from '../index/genotypes/genotype-row.ts';
import { FieldReader, FieldWriter } from '../index/blocks/fields.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';
import type { GenotypeGroup } from './variant-details.ts';

export interface GenotypesInMatrix {
  /** Id of the collection. */
  collection: string;
  /** Samples in the order of the columns, as GenotypeGroup has them. */
  samples: number[];
  /** Ordinal of the region. */
  region: number;
  position: number;
  name: string;
  reference: string;
  alternative: string;
  /**
   * Of the marks of haplotypes with the alternative allele, modulo 2³²: of variants of one place and name, it tells
   * which.
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

const LEADS = 0;
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
  writer.number(LEADS);
  writer.text(
    JSON.stringify([collection, samples, region, reference, alternative, position, name, sum] satisfies Listed),
  );
  return writer.record();
}

/**
 * A number that looks random, so that no two sets of haplotypes have one sum, as they often have of the haplotypes'
 * own numbers. The first of column c is 2c.
 */
export function haplotypeMark(haplotype: number): number {
  let mark = Math.imul(haplotype + 1, 0x9e37_79b1);
  mark = Math.imul(mark ^ (mark >>> 15), 0x85eb_ca6b);
  mark = Math.imul(mark ^ (mark >>> 13), 0xc2b2_ae35);
  return (mark ^ (mark >>> 16)) >>> 0;
}

/** Null for a record that has the genotypes itself. */
export function decodeInMatrix(record: Uint8Array | undefined): GenotypesInMatrix | null {
  if (record?.[0] !== LEADS) return null;
  const [collection, samples, region, reference, alternative, position, name, sum] = JSON.parse(
    new FieldReader(record.subarray(1)).text(),
  ) as Listed;
  return { collection, samples, region, position, name, reference, alternative, sum };
}

/**
 * The genotypes, from the variants of the place.
 *
 * @param columns by sample of the matrix. Throws DamagedRecord where it is not among the variants.
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
