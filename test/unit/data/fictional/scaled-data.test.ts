/** Made data are proportional to the scale and resemble a human chromosome in counts, lengths and densities. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../data/fictional/random.ts';
import { growFamily } from '../../../../data/fictional/compara/scaled-families.ts';
import { genesBefore, genesIn, LARGEST_SCALE, scaleOf, TILE_BASES } from '../../../../data/fictional/genome/scale.ts';
import { ScaledChromosome } from '../../../../data/fictional/genome/tile.ts';
import { isGenotyped, nameNumber, SNV, TileVariants } from '../../../../data/fictional/variants/tile-variants.ts';
import { at } from '../../../../src/checked.ts';

const median = (numbers: readonly number[]): number =>
  at(
    numbers.toSorted((a, b) => a - b),
    numbers.length >> 1,
  );

test('the largest scale is a human chromosome, and smaller scales are proportional', () => {
  expect(scaleOf(LARGEST_SCALE)).toEqual({
    tiles: 2500,
    length: 250_000_000,
    genes: 5000,
    variants: 20_000_000,
    genotyped: 1_000_000,
    trees: 20_000,
    taxonNames: 2_500_000,
  });
  const times = (count: number) => LARGEST_SCALE * count;
  const counts = Object.entries(scaleOf(1)).map(([name, count]): [string, number] => [name, times(count)]);
  expect(scaleOf(LARGEST_SCALE)).toEqual(Object.fromEntries(counts));
});

test.each([0, -1, 0.05, 250.1, 1.23, NaN, Infinity])('rejects the scale %d', (scale) => {
  expect(() => scaleOf(scale)).toThrow(/^the scale must be from 0.1 to 250 in steps of 0.1, not /);
});

test('genes are numbered consecutively over all tiles', () => {
  for (let tile = 0; tile < 45; tile++) expect(genesBefore(tile + 1)).toBe(genesBefore(tile) + genesIn(tile));
});

describe('the tiles of a chromosome', () => {
  const chromosome = new ScaledChromosome(scaleOf(6), 7);
  const tiles = Array.from({ length: 60 }, (_, number) => chromosome.tile(number));
  const genes = tiles.flatMap((tile) => tile.genes);
  const coding = genes.filter(({ locus }) => locus.cds !== null);

  test('are adjacent, and each depends only on its number and the seed', () => {
    for (const { number, start, bases } of tiles) expect(start + bases.length - 1).toBe((number + 1) * TILE_BASES);
    const again = new ScaledChromosome(scaleOf(250), 7).tile(41);
    expect(again.bases).toEqual(at(tiles, 41).bases);
    expect(again.genes.map(({ stableId, start, end, version }) => [stableId, start, end, version])).toEqual(
      at(tiles, 41).genes.map(({ stableId, start, end, version }) => [stableId, start, end, version]),
    );
  });

  test('have no id twice', () => {
    for (const ids of [
      genes,
      genes.flatMap(({ transcripts }) => transcripts),
      [...new Set(genes.flatMap(({ transcripts }) => transcripts.flatMap(({ exons }) => exons)))],
    ]) {
      expect(new Set(ids.map(({ stableId }) => stableId)).size).toBe(ids.length);
    }
    expect(new Set(genes.map(({ symbol }) => symbol)).size).toBe(genes.length);
  });

  test('have genes with as many transcripts, exons and introns as human genes', () => {
    const transcripts = genes.flatMap((gene) => gene.transcripts);
    expect(transcripts.length / genes.length).toBeGreaterThan(4);
    expect(transcripts.length / genes.length).toBeLessThan(6);
    expect(coding.length / genes.length).toBeGreaterThan(0.3);
    expect(coding.length / genes.length).toBeLessThan(0.5);
    const exons = median(coding.flatMap(({ locus }) => locus.exonLengths));
    expect(exons).toBeGreaterThan(100);
    expect(exons).toBeLessThan(170);
    expect(median(coding.flatMap(({ locus }) => locus.introns.map(({ bases }) => bases.length)))).toBeGreaterThan(
      4 * exons,
    );
    expect(Math.max(...genes.map(({ transcripts }) => transcripts.length))).toBeGreaterThan(15);
    expect(
      coding.flatMap(({ transcripts }) => transcripts).every(({ translation }) => !translation?.peptide.includes('U')),
    ).toBe(true);
  });

  test("have variants of dbSNP's density and kinds, each with a unique name", () => {
    const names = new Set<number>();
    let [snvs, count] = [0, 0];
    const wrong: string[] = [];
    for (const tile of tiles.slice(0, 8)) {
      const variants = new TileVariants(tile, new Random(tile.number));
      let before = tile.start;
      for (let each = 0; each < variants.count; each++) {
        const start = at(variants.start, each);
        if (each > 0 && start <= before) wrong.push(`${start} comes after ${before}`);
        if (variants.endOf(each) >= (tile.number + 1) * TILE_BASES) wrong.push(`${start} extends beyond its tile`);
        before = start;
        names.add(nameNumber(variants.first + each));
        if (variants.kind[each] === SNV) {
          snvs++;
          if ([variants.alternative[each], variants.second[each]].includes(variants.baseAt(start)))
            wrong.push(`${start} has its reference as an alternative`);
        }
      }
      count += variants.count;
    }
    expect(wrong).toEqual([]);
    expect(names.size).toBe(count);
    expect(count / (8 * TILE_BASES)).toBeCloseTo(1 / 12.5);
    expect(snvs / count).toBeCloseTo(0.9, 1);
    expect(Array.from({ length: 8000 }, (_, each) => isGenotyped(each)).filter(Boolean)).toHaveLength(400);
  });
});

test('families have 5 to 20 members in the median, and some have dozens', () => {
  const random = new Random(5);
  const sizes = Array.from({ length: 400 }, (_, each) => growFamily(random, each % 10 === 0).members.length);
  expect(Math.min(...sizes)).toBeGreaterThan(1);
  expect(median(sizes)).toBeGreaterThan(5);
  expect(median(sizes)).toBeLessThan(20);
  expect(Math.max(...sizes)).toBeGreaterThan(24);
  const withReference = Array.from(
    { length: 50 },
    () => growFamily(random, true).members.filter(({ genomeId }) => genomeId === 1).length,
  );
  expect(new Set(withReference)).toEqual(new Set([1]));
});
