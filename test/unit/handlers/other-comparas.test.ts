import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api-error.ts';
import { hintElsewhere } from '../../../src/handlers/compara/other-comparas.ts';
import { InvalidInput } from '../../../src/invalid-input.ts';
import type { Release } from '../../../src/release/release.ts';
import { StoreError } from '../../../src/store/store.ts';

const release = {
  manifest: { species: [], comparas: [{ name: 'multi' }, { name: 'plants' }] },
  findGenome: () => null,
} as unknown as Release;
const hint = (has: (compara: string) => Promise<boolean>) =>
  hintElsewhere(release, { compara: 'vertebrates', species: undefined }, null, has);

test('names the compara database that has the gene', async () => {
  expect(await hint(async (compara) => compara === 'plants')).toMatch(/^The compara database 'plants' contains it/);
});

test('skips databases that reject the search', async () => {
  for (const error of [new ApiError('unknown species'), new InvalidInput('no id')])
    expect(await hint(() => Promise.reject(error))).toBeNull();
});

test('does not hide errors of the store and of a busy server', async () => {
  for (const error of [new StoreError('the store failed', { passing: true }), new ApiError('busy', 503)])
    await expect(hint(() => Promise.reject(error))).rejects.toBe(error);
});
