/** Made data grow with the scale and look like a human chromosome: counts, lengths, densities, frequencies. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../build-index/demo/random.ts';
import { growFamily } from '../../build-index/made-data/family-tree.ts';
import { genesBefore, genesIn, LARGEST_SCALE, scaleOf, STRETCH_BASES } from '../../build-index/made-data/scale.ts';
import { MadeChromosome } from '../../build-index/made-data/stretch.ts';
import { isGenotyped, nameNumber, SNV, StretchVariants } from '../../build-index/made-data/stretch-variants.ts';

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1]!;

test('the largest scale is a human chromosome, and all below is in proportion', () => {
  expect(scaleOf(LARGEST_SCALE)).toEqual({
    stretches: 2500, length: 250_000_000, genes: 5000, variants: 20_000_000, genotyped: 1_000_000, trees: 20_000, taxonNames: 2_500_000,
  });
  for (const [what, count] of Object.entries(scaleOf(1))) expect(scaleOf(LARGEST_SCALE)[what as 'genes']).toBe(LARGEST_SCALE * count);
});

test.each([0, -1, 0.05, 250.1, 1.23, NaN, Infinity])('there is no scale %d', (scale) => {
  expect(() => scaleOf(scale)).toThrow(/^the scale must be from 0.1 to 250 in steps of 0.1, not /);
});

test('genes are numbered through all stretches', () => {
  for (let stretch = 0; stretch < 45; stretch++) expect(genesBefore(stretch + 1)).toBe(genesBefore(stretch) + genesIn(stretch));
});

describe('stretches of a chromosome', () => {
  const chromosome = new MadeChromosome(scaleOf(6), 7);
  const stretches = Array.from({ length: 60 }, (_, number) => chromosome.stretch(number));
  const genes = stretches.flatMap((stretch) => stretch.genes);
  const coding = genes.filter(({ locus }) => locus.cds !== null);

  test('they stand end to end, and follow from their numbers alone', () => {
    for (const { number, start, bases } of stretches) expect(start + bases.length - 1).toBe((number + 1) * STRETCH_BASES);
    const again = new MadeChromosome(scaleOf(250), 7).stretch(41);
    expect(again.bases).toEqual(stretches[41]!.bases);
    expect(again.genes.map(({ stableId, start, end, version }) => [stableId, start, end, version])).toEqual(stretches[41]!.genes.map(({ stableId, start, end, version }) => [stableId, start, end, version]));
  });

  test('no id is given out twice', () => {
    for (const ids of [genes, genes.flatMap(({ transcripts }) => transcripts), [...new Set(genes.flatMap(({ transcripts }) => transcripts.flatMap(({ exons }) => exons)))]]) {
      expect(new Set(ids.map(({ stableId }) => stableId)).size).toBe(ids.length);
    }
    expect(new Set(genes.map(({ symbol }) => symbol)).size).toBe(genes.length);
  });

  test('genes have the transcripts, exons and introns of human ones', () => {
    const transcripts = genes.flatMap((gene) => gene.transcripts);
    expect(transcripts.length / genes.length).toBeGreaterThan(4);
    expect(transcripts.length / genes.length).toBeLessThan(6);
    expect(coding.length / genes.length).toBeGreaterThan(0.3);
    expect(coding.length / genes.length).toBeLessThan(0.5);
    const exons = median(coding.flatMap(({ locus }) => locus.exonLengths));
    expect(exons).toBeGreaterThan(100);
    expect(exons).toBeLessThan(170);
    expect(median(coding.flatMap(({ locus }) => locus.introns.map(({ bases }) => bases.length)))).toBeGreaterThan(4 * exons);
    expect(Math.max(...genes.map(({ transcripts }) => transcripts.length))).toBeGreaterThan(15);
    expect(coding.flatMap(({ transcripts }) => transcripts).every(({ translation }) => !translation?.peptide.includes('U'))).toBe(true);
  });

  test('variants are as dense and of such kinds as dbSNP has them, each with a name of its own', () => {
    const names = new Set<number>();
    let [snvs, count] = [0, 0];
    const wrong: string[] = [];
    for (const stretch of stretches.slice(0, 8)) {
      const variants = new StretchVariants(stretch, new Random(stretch.number));
      let before = stretch.start;
      for (let each = 0; each < variants.count; each++) {
        const start = variants.start[each]!;
        if (each > 0 && start <= before) wrong.push(`${start} comes after ${before}`);
        if (variants.endOf(each) >= (stretch.number + 1) * STRETCH_BASES) wrong.push(`${start} reaches out of its stretch`);
        before = start;
        names.add(nameNumber(variants.first + each));
        if (variants.kind[each] === SNV) {
          snvs++;
          if ([variants.alternative[each], variants.second[each]].includes(variants.baseAt(start))) wrong.push(`${start} varies to what it is`);
        }
      }
      count += variants.count;
    }
    expect(wrong).toEqual([]);
    expect(names.size).toBe(count);
    expect(count / (8 * STRETCH_BASES)).toBeCloseTo(1 / 12.5);
    expect(snvs / count).toBeCloseTo(0.9, 1);
    expect(Array.from({ length: 8000 }, (_, each) => isGenotyped(each)).filter(Boolean)).toHaveLength(400);
  });
});

test('families have a handful of members, some dozens of them', () => {
  const random = new Random(5);
  const sizes = Array.from({ length: 400 }, (_, each) => growFamily(random, each % 10 === 0).members.length);
  expect(Math.min(...sizes)).toBeGreaterThan(1);
  expect(median(sizes)).toBeGreaterThan(5);
  expect(median(sizes)).toBeLessThan(20);
  expect(sizes.at(-1)).toBeGreaterThan(24);
  const withReference = Array.from({ length: 50 }, () => growFamily(random, true).members.filter(({ genomeId }) => genomeId === 1).length);
  expect(new Set(withReference)).toEqual(new Set([1]));
});
