/** The fictional genotypes: mostly rare alleles, and linkage that decreases with distance. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copiedHaplotypes, writeGenotypes } from '../../../../../data/fictional/variants/demo-genotypes.ts';
import { Random } from '../../../../../data/fictional/random.ts';
import { VcfFile } from '../../../../../build-index/vcf/vcf-reader.ts';
import { plainPair } from '../../../../support/linkage-model.ts';
import { genotypesOf } from '../../../../support/vcf-genotypes.ts';

const folder = await mkdtemp(join(tmpdir(), 'genotypes-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const SAMPLES = 200;
const SPACING = 250;
const positions = Array.from({ length: 600 }, (_, each) => 1 + SPACING * each);

test('every site has both alleles, and at most sites one is rare', () => {
  const counts: number[] = [];
  for (const alleles of copiedHaplotypes(new Random(3), positions, 2 * SAMPLES))
    counts.push(alleles.reduce((sum, allele) => sum + allele, 0));
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBeLessThan(2 * SAMPLES);
  const rare = counts.filter((count) => count < 0.05 * 2 * SAMPLES).length;
  expect(rare / counts.length).toBeGreaterThan(0.4);
  expect(counts.filter((count) => count > 0.2 * 2 * SAMPLES && count < 0.8 * 2 * SAMPLES).length).toBeGreaterThan(20);
});

test('linkage decreases with distance, and equal seeds give equal genotypes', async () => {
  const sites = positions.map((position, each) => ({
    chromosome: '1',
    position,
    id: `v${each}`,
    reference: 'A',
    alternative: 'C',
  }));
  const samples = Array.from({ length: SAMPLES }, (_, each) => `S${each}`);
  const read = async (path: string) => {
    await writeGenotypes(path, sites, samples, new Random(5));
    const found: Uint8Array[] = [];
    const file = await VcfFile.open(path);
    await file.each((variant) => void found.push(genotypesOf(variant)));
    return found;
  };
  const variants = await read(join(folder, 'one.vcf'));
  expect(Buffer.concat(await read(join(folder, 'two.vcf.gz')))).toEqual(Buffer.concat(variants));
  const common = variants.flatMap((variant, at) => {
    const count = variant.reduce((sum, genotype) => sum + genotype, 0);
    return count > 0.1 * 2 * SAMPLES && count < 0.9 * 2 * SAMPLES ? [{ variant, at }] : [];
  });
  const everyone = [...samples.keys()];
  const shareLinked = (least: number, most: number) => {
    const pairs = common.flatMap((one) =>
      common
        .filter(({ at }) => (at - one.at) * SPACING >= least && (at - one.at) * SPACING <= most)
        .map((other) => [one, other] as const),
    );
    // Some 1000 pairs suffice.
    const step = Math.ceil(pairs.length / 1000);
    const some = pairs.filter((_, each) => each % step === 0);
    const linked = some.filter(
      ([one, other]) => Number(plainPair(one.variant, other.variant, everyone)?.r2 ?? 0) >= 0.2,
    );
    return linked.length / some.length;
  };
  expect(shareLinked(1, 2000)).toBeGreaterThan(4 * shareLinked(50_000, 150_000));
  expect(shareLinked(1, 2000)).toBeGreaterThan(0.15);
});
