/** The generator frees what it has written: after two dozen tiles it uses as much memory as after four. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PARTS, writePart } from '../../../../data/fictional/scaled/parts.ts';
import { scaleOf } from '../../../../data/fictional/genome/scale.ts';
import { aliveBytes, MIB } from '../../../support/live-memory.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { at } from '../../../../src/checked.ts';

const folder = await testFolder();
const [EARLY, LATE] = [4, 24];

// The taxonomy reports progress too rarely for this test; it keeps only one lineage.
test.each(PARTS.filter((part) => part !== 'taxonomy'))(
  'generating %s needs no more memory for more tiles',
  async (part) => {
    const alive: number[] = [];
    let tiles = 0;
    for await (const _ of writePart(part, scaleOf(LATE / 10), 3, join(folder, part))) {
      tiles++;
      if (tiles === EARLY || tiles === LATE) alive.push(await aliveBytes());
    }
    // Up to four million characters of rows wait to be written.
    expect(at(alive, 1) - at(alive, 0)).toBeLessThan(12 * MIB);
  },
);
