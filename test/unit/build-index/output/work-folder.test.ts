import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceValue } from '../../../../build-index/output/work-folder.ts';
import { at } from '../../../../src/checked.ts';

test('concurrent replacements of a value leave one complete value and no other file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-value-'));
  try {
    const values = Array.from({ length: 20 }, (_, each) => new Uint8Array(1_000_000 + each).fill(each));
    await Promise.all(values.map((value) => replaceValue(folder, 'current', value)));
    const kept = new Uint8Array(await readFile(join(folder, 'current')));
    expect(Buffer.compare(kept, at(values, at(kept, 0)))).toBe(0);
    expect(await readdir(folder)).toEqual(['current']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
