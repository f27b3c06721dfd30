/** What is made is forgotten: two dozen stretches leave no more alive than four. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PARTS, writePart } from '../../build-index/made-data/parts.ts';
import { scaleOf } from '../../build-index/made-data/scale.ts';
import { aliveBytes, MIB } from '../support/live-memory.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = await testFolder();
const [EARLY, LATE] = [4, 24];

// The taxonomy tells of itself too rarely to be looked at here; it keeps one lineage.
test.each(PARTS.filter((part) => part !== 'taxonomy'))('of %s', async (part) => {
  const alive: number[] = [];
  let stretches = 0;
  for await (const _ of writePart(part, scaleOf(LATE / 10), 3, join(folder, part))) {
    stretches++;
    if (stretches === EARLY || stretches === LATE) alive.push(await aliveBytes());
  }
  // Rows that wait to be written are held up to four million characters.
  expect(alive[1]! - alive[0]!).toBeLessThan(12 * MIB);
});
