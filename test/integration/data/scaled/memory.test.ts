/** What is made is forgotten: two dozen tiles leave no more alive than four. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PARTS, writePart } from '../../../../data/fictional/scaled/parts.ts';
import { scaleOf } from '../../../../data/fictional/genome/scale.ts';
import { aliveBytes, MIB } from '../../../support/live-memory.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { at } from '../../../../src/checked.ts';

const folder = await testFolder();
const [EARLY, LATE] = [4, 24];

// The taxonomy tells of itself too rarely to be looked at here; it keeps one lineage.
test.each(PARTS.filter((part) => part !== 'taxonomy'))('of %s', async (part) => {
  const alive: number[] = [];
  let tiles = 0;
  for await (const _ of writePart(part, scaleOf(LATE / 10), 3, join(folder, part))) {
    tiles++;
    if (tiles === EARLY || tiles === LATE) alive.push(await aliveBytes());
  }
  // Rows that wait to be written are held up to four million characters.
  expect(at(alive, 1) - at(alive, 0)).toBeLessThan(12 * MIB);
});
