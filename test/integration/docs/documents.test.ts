import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { present } from '../../../src/checked.ts';

test('the README counts the operations of each group', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const counted = [...readme.matchAll(/(?<=\| )([A-Z][\w ]+) \| (\d+)(?= \|)/g)].map(
    ([, group, count]) => [present(group, 'group').toLowerCase(), Number(count)] as const,
  );
  const groups = Map.groupBy(operations, ({ group }) => group.toLowerCase());
  expect(new Map(counted)).toEqual(new Map([...groups].map(([group, { length }]) => [group, length])));
});
