import { readFile } from 'node:fs/promises';
import { Miniflare } from 'miniflare';
import { describe, expect, test, vi } from 'vitest';
import { bundleWorker } from '../../build-index/serve/worker-bundle.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { StoreError, type Store } from '../../src/store/store.ts';
import { openLittleIndex } from '../../src/warm-up/little-index.ts';
import { warmUp } from '../../src/warm-up/warm-up.ts';
import { tellingOperations, type Told } from './telling-operations.ts';

// What is committed is made by `npm run build-little-index`: again after a change of the catalogue's examples, or of what an index holds.
const LITTLE_INDEX = new URL('../../src/warm-up/little-index.bin', import.meta.url);

const data = expect.stringMatching(/^(value|json|sequences|features|stream)$/) as string;
const allWithData: Told = Object.fromEntries(operations.map(({ method, path }) => [`${method} ${path}`, data]));

test('every operation answers its example from the little index that the Worker carries, and says nothing', async () => {
  const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  const told: Told = {};
  const bytes = await readFile(LITTLE_INDEX);
  await warmUp(tellingOperations(told), () => openLittleIndex(bytes));
  for (const each of said) expect(each).not.toHaveBeenCalled();
  expect(told).toEqual(allWithData);
});

test('so it does while a Worker loads, which may neither wait nor make a body then', async () => {
  const { modules, compatibilityDate } = await bundleWorker('test/warm-up/worker.ts');
  const miniflare = new Miniflare({ modules, compatibilityDate });
  try {
    const { told, said } = await (await miniflare.dispatchFetch('http://localhost/')).json() as { told: Told; said: string[] };
    expect(said).toEqual([]);
    expect(told).toEqual(allWithData);
  } finally {
    await miniflare.dispose();
  }
});

describe('a little index that does not fit the software leaves the Worker to load as it would without one, and says so once', () => {
  const warned = async (open: () => Store): Promise<string[]> => {
    const warn = vi.spyOn(console, 'warn').mockClear().mockImplementation(() => {});
    await expect(warmUp(operations, open)).resolves.toBeUndefined();
    const said = warn.mock.calls.map(([text]) => text as string);
    warn.mockRestore();
    return said;
  };

  test('no little index', async () => {
    expect(await warned(() => openLittleIndex(new Uint8Array(100)))).toEqual([expect.stringMatching(/^The first requests will take longer, .*\(1 failed\): the little index: \w*Error: /)]);
  });

  test('one that lacks what operations read', async () => {
    const little = openLittleIndex(await readFile(LITTLE_INDEX));
    const lacking: Store = { ...little, read: () => Promise.reject(new StoreError('not in the little index')), value: (key) => little.value(key) };
    expect(await warned(() => lacking)).toEqual([expect.stringMatching(/ \(\d\d+ failed\): GET \S+: StoreError: not in the little index$/)]);
  });
});
