import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceValue } from '../../../../build-index/output/work-folder.ts';
import { at } from '../../../../src/checked.ts';

test('a value is whole whoever replaces it at the same time, and nothing is left beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-value-'));
  try {
    const values = Array.from({ length: 20 }, (_, each) => new Uint8Array(3_000_000 + each).fill(each));
    await Promise.all(values.map((value) => replaceValue(folder, 'current', value)));
    const kept = new Uint8Array(await readFile(join(folder, 'current')));
    expect(Buffer.compare(kept, at(values, at(kept, 0)))).toBe(0);
    expect(await readdir(folder)).toEqual(['current']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
