import { expect, it } from 'vitest';
import { findRegions } from '../../../../src/handlers/resolve/slice.ts';
import type { Genome } from '../../../../src/release/genome.ts';

/** The names that are found for some names in a genome with these, and how often it is read. */
async function found(names: string[], inGenome: string[]) {
  let waves = 0;
  const genome = {
    seqRegions: async (asked: string[]) => {
      waves++;
      return asked.map((name) => (inGenome.includes(name) ? [{ name, synonyms: [], rank: 1 }] : []));
    },
  } as unknown as Genome;
  return [(await findRegions(genome, names)).map((region) => region?.name ?? null), waves];
}

it('finds regions with and without the prefix chr, in either direction', async () => {
  expect(await found(['1', 'chr2', 'CHR2'], ['1', '2'])).toEqual([['1', '2', '2'], 1]);
  expect(await found(['chr1', '2', 'X'], ['chr1', 'chr2'])).toEqual([['chr1', 'chr2', null], 2]);
});

it('takes the name as it is first, and removes nothing but the prefix', async () => {
  expect(await found(['chr1', '1'], ['1', 'chr1'])).toEqual([['chr1', '1'], 1]);
  expect(await found(['abc1', '1', 'chr'], ['1'])).toEqual([[null, '1', null], 2]);
});
