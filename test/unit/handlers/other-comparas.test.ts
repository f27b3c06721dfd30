import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../src/api-error.ts';
import { hintElsewhere } from '../../../src/handlers/compara/other-comparas.ts';
import { InvalidInput } from '../../../src/invalid-input.ts';
import type { Release } from '../../../src/release/release.ts';
import { StoreError } from '../../../src/store/store.ts';

const release = {
  manifest: { species: [], comparas: [{ name: 'multi' }, { name: 'plants' }] },
  speciesNamed: () => null,
} as unknown as Release;
const hint = (has: (compara: string) => Promise<boolean>) =>
  hintElsewhere(release, { compara: 'vertebrates', species: undefined }, null, has);

test('names the compara database that has the gene', async () => {
  expect(await hint(async (compara) => compara === 'plants')).toMatch(/^The compara database 'plants' contains it/);
});

test('skips databases that reject the search', async () => {
  const errors = [new ApiError('unknown species'), new InvalidInput('no id')];
  for (const error of errors) expect(await hint(() => Promise.reject(error))).toBeNull();
});

test('logs databases that cannot be read', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await hint(() => Promise.reject(new StoreError('tree-members is damaged')))).toBeNull();
  expect(log).toHaveBeenCalledWith('A hint about other compara databases is missing: tree-members is damaged');
  log.mockRestore();
});

test('does not hide errors of the program', async () => {
  const bug = new TypeError('a bug');
  await expect(hint(() => Promise.reject(bug))).rejects.toBe(bug);
});
