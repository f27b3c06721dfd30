import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stampedFolder } from '../../../../build-index/genome-files/stamped-folder.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();
const written = join(folder, 'genome');
const input = join(folder, 'genome.fa');
await writeFile(input, '>1\nACGT\n');
let count = 0;
const write = () =>
  stampedFolder(written, [input], 'version 1', async (work) => {
    await writeFile(join(work, 'gene.txt'), `${++count}`);
    return { count };
  });

test('a folder is written again if its stamp is damaged', async () => {
  expect([(await write()).count, (await write()).count]).toEqual([1, 1]);
  const stamp = join(written, 'made-from.json');
  for (const [time, text] of (
    await readFile(stamp, 'utf8').then((whole) => ['', '{', 'null', whole.slice(0, -1)])
  ).entries()) {
    await writeFile(stamp, text);
    expect((await write()).count).toBe(time + 2);
    expect(await readFile(join(written, 'gene.txt'), 'utf8')).toBe(`${time + 2}`);
  }
});

test('a build that fails takes the folder that another build made of the same inputs meanwhile', async () => {
  const shared = join(folder, 'shared');
  const fail = (meanwhile: () => Promise<unknown>) =>
    stampedFolder(shared, [input], 'version 1', async () => {
      await meanwhile();
      throw new Error('units are not done');
    });
  const make = (identity: string) => stampedFolder(shared, [input], identity, async () => ({ by: identity }));
  await expect(fail(() => make('version 2'))).rejects.toThrow('units are not done');
  expect(await fail(() => make('version 1'))).toMatchObject({ by: 'version 1' });
  expect(await readdir(folder)).toEqual(expect.not.arrayContaining([expect.stringMatching(/building/)]));
});
