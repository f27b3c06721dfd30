/**
 * A slow, simple model of linkage disequilibrium: each pair separately, from the 3 × 3 table of two-locus genotypes,
 * with the constants and rounding of Ensembl's program.
 */
import fc from 'fast-check';
import { VariantRun } from '../../src/index/genotypes/genotype-matrix.ts';
import { encodeGenotypes } from '../../src/index/genotypes/genotype-planes.ts';
import { planeOfSamples, SampleSelection } from '../../src/index/genotypes/genotype-row.ts';
import { recordBlock } from './record-block.ts';
import type { StoredRow } from '../../src/linkage/loci.ts';
import { partnersOf } from '../../src/linkage/one-against-many.ts';
import type { Partner, Thresholds } from '../../src/linkage/thresholds.ts';
import { at } from '../../src/checked.ts';

export interface PlainPair {
  r2: string;
  dPrime: string;
}

/** The linkage of two variants; null for a pair that answers leave out. */
export function plainPair(one: Uint8Array, other: Uint8Array, members: readonly number[]): PlainPair | null {
  const table = new Float64Array(9);
  for (const sample of members) {
    if (one[sample] === 3 || other[sample] === 3) continue;
    const cell = 3 * allelesOf(at(one, sample)) + allelesOf(at(other, sample));
    table[cell] = at(table, cell) + 1;
  }
  const [AABB = 0, AABb = 0, AAbb = 0, AaBB = 0, AaBb = 0, Aabb = 0, aaBB = 0, aaBb = 0, aabb = 0] = table;
  const [nAB, nab, nAb, naB] = [
    2 * AABB + AaBB + AABb,
    2 * aabb + Aabb + aaBb,
    2 * AAbb + Aabb + AABb,
    2 * aaBB + AaBB + aaBb,
  ];
  const n = nAB + nab + nAb + naB + 2 * AaBb;
  if (n < 40) return null;
  let theta = 0.5;
  for (let before = 2; Math.abs(theta - before) > 0.0001; ) {
    before = theta;
    const sum = (nAB + (1 - theta) * AaBb) * (nab + (1 - theta) * AaBb) + (nAb + theta * AaBb) * (naB + theta * AaBb);
    theta = sum === 0 ? 0.5 : ((nAb + theta * AaBb) * (naB + theta * AaBb)) / sum;
  }
  const [fA, fB] = [(nAB + nAb + AaBb) / n, (nAB + naB + AaBb) / n];
  const d = (nAB + (1 - theta) * AaBb) / n - fA * fB;
  const variance = fA * fB * (1 - fA) * (1 - fB);
  const r2 = variance === 0 ? 0 : (d * d) / variance;
  const limit = d < 0 ? Math.min(fA * fB, (1 - fA) * (1 - fB)) : d > 0 ? Math.min(fA * (1 - fB), (1 - fA) * fB) : 0;
  const dPrime = limit === 0 ? 0 : d / limit;
  if (Math.fround(r2) < 0.05 || Math.fround(r2) > 1 || Math.fround(dPrime) > 1) return null;
  return { r2: printed(r2), dPrime: printed(Math.abs(dPrime)) };
}

/** Number of alternative alleles, 0 to 2. The codes 1 and 4 are the two phases of a heterozygous genotype. */
export function allelesOf(genotype: number): number {
  return genotype === 4 ? 1 : genotype;
}

/** Formats like printf's %f: six decimals, halves rounded to the even digit. */
function printed(value: number): string {
  const text = value.toFixed(6);
  const exact = value.toFixed(20);
  const isHalf = /^\d\.\d{6}50*$/.test(exact);
  return isHalf && Number(text.at(-1)) % 2 === 1 ? (Number(text) - 1e-6).toFixed(6) : text;
}

export interface Genotyped {
  /** For each variant one genotype per sample. */
  variants: Uint8Array[];
  members: number[];
  samples: number;
}

/**
 * Samples, some of them selected, and variants that are changed copies of each other, so that many pairs are linked.
 */
export const genotyped: fc.Arbitrary<Genotyped> = fc
  .record({
    samples: fc.integer({ min: 20, max: 300 }),
    count: fc.integer({ min: 2, max: 24 }),
    seed: fc.nat(),
    missing: fc.constantFrom(0, 0, 0.02, 0.3),
    some: fc.boolean(),
  })
  .map(({ samples, count, seed, missing, some }) => {
    let state = seed + 7;
    const next = () => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8) / 2 ** 24;
    const variants: Uint8Array[] = [];
    for (let each = 0; each < count; each++) {
      const copied = each > 0 && next() < 0.7 ? at(variants, Math.floor(next() * each)) : null;
      const frequency = next() ** 3;
      const changed = next() * 0.3;
      const draw = () => at([0, 1, 4, 2], Number(next() < frequency) + 2 * Number(next() < frequency));
      variants.push(
        Uint8Array.from({ length: samples }, (_, sample) =>
          next() < missing ? 3 : copied && copied[sample] !== 3 && next() > changed ? at(copied, sample) : draw(),
        ),
      );
    }
    const members = Array.from({ length: samples }, (_, sample) => sample).filter(() => !some || next() < 0.7);
    return { variants, members, samples };
  });

export function rowsOf({ variants }: Genotyped): StoredRow[] {
  return variants.map((genotypes) => ({ block: encodeGenotypes(genotypes), at: 0 }));
}

export function selectionOf({ members, samples }: Genotyped): SampleSelection {
  return new SampleSelection(planeOfSamples(members, samples), samples);
}

/**
 * Partners of one variant in a genotype matrix. The `variant` of a partner is its position in the list.
 *
 * @param perBlock variants per block
 * @param perRun variants of a block that one run contains
 */
export function partnersInBlocks(
  drawn: Genotyped,
  one: number,
  perBlock: number,
  perRun: number,
  thresholds: Thresholds,
): Partner[] {
  const blocks: Uint8Array[] = [];
  const runs: VariantRun[] = [];
  for (let from = 0; from < drawn.variants.length; from += perBlock) {
    const variants = drawn.variants.slice(from, from + perBlock);
    // Position, a name of varying length, genotypes.
    const records = variants.map((genotypes, each) =>
      Uint8Array.from([0, 0, 0, 0, each, ...new Uint8Array(each), ...encodeGenotypes(genotypes)]),
    );
    const block = recordBlock('genotype matrix', records);
    blocks.push(block);
    for (let first = 0; first < variants.length; first += perRun)
      runs.push(new VariantRun(block, first, Math.min(first + perRun, variants.length)));
  }
  const found = partnersOf(
    new VariantRun(at(blocks, Math.floor(one / perBlock)), one % perBlock, (one % perBlock) + 1),
    runs,
    selectionOf(drawn),
    thresholds,
  );
  return found.map((partner) => ({
    ...partner,
    variant: partner.variant + perBlock * blocks.indexOf(partner.run.block),
  }));
}
