import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Departures } from '../../../../build-index/dump/departures.ts';
import { readTaxdump, taxdumpFiles } from '../../../../build-index/genome-files/taxdump-reader.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

const row = (...fields: (string | number)[]) => `${fields.join('\t|\t')}\t|\n`;
const NODES =
  row(1, 1, 'no rank', '', 8, 0, 1, 0, 0, 0, 0, 0, '') + row(9606, 9605, 'species', 'HS', 5, 1, 1, 1, 2, 1, 1, 0, '');
const NAMES = row(1, 'root', '', 'scientific name') + row(9606, 'Homo sapiens', '', 'scientific name');
const MERGED = row(63221, 9606);

async function folderOf(files: Record<string, string>): Promise<string> {
  const own = await mkdtemp(join(folder, 'taxdump-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
  return own;
}

/** A tar archive as POSIX describes it. */
function tar(files: Record<string, string>): Buffer {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const [header, content] = [Buffer.alloc(512), Buffer.from(text)];
    header.write(name, 0);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(name.startsWith('PaxHeader') ? 'x' : '0', 156);
    header.write('ustar\0', 257);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

async function read(path: string) {
  const departures = new Departures();
  const found: unknown[] = [];
  await readTaxdump(
    path,
    {
      node: (node) => void found.push(node),
      name: (name) => void found.push(name),
      merged: (from, to) => void found.push([from, to]),
    },
    (file) => departures.reading(file, ''),
  );
  return { found, departures: departures.list() };
}

const ALL = [
  { id: 1, parent: 1, rank: 'no rank', isHidden: false },
  { id: 9606, parent: 9605, rank: 'species', isHidden: true },
  { id: 1, text: 'root', nameClass: 'scientific name' },
  { id: 9606, text: 'Homo sapiens', nameClass: 'scientific name' },
  [63221, 9606],
];

test('reads a folder, also without merged.dmp', async () => {
  expect(await read(await folderOf({ 'nodes.dmp': NODES, 'names.dmp': NAMES, 'merged.dmp': MERGED }))).toEqual({
    found: ALL,
    departures: [],
  });
  expect((await read(await folderOf({ 'nodes.dmp': NODES, 'names.dmp': NAMES }))).found).toEqual(ALL.slice(0, -1));
});

test('reads an archive, whose files may be in any order and in a folder', async () => {
  const path = join(folder, 'taxdump.tar.gz');
  const many = row(7, 'a name', '', 'synonym').repeat(90_000);
  await writeFile(
    path,
    gzipSync(
      tar({
        'readme.txt': 'x\n'.repeat(700),
        'PaxHeader/names.dmp': '20 mtime=1\n',
        'a/names.dmp': NAMES + many,
        'a/nodes.dmp': NODES,
        'merged.dmp': MERGED,
      }),
    ),
  );
  expect(await taxdumpFiles(path)).toEqual([path]);
  const { found } = await read(path);
  expect(found).toHaveLength(90_005);
  expect(found.slice(-3)).toEqual([...ALL.slice(0, 2), [63221, 9606]]);
});

test('counts lines that are no rows, with their lines', async () => {
  const own = await folderOf({
    'nodes.dmp': `${NODES}x\t|\t1\t|\tspecies\t|\n`,
    'names.dmp': `${NAMES}${row(5, 'few')}6\t|\tcut`,
  });
  const { found, departures } = await read(own);
  expect(found).toHaveLength(4);
  expect(departures.flatMap(({ first }) => first)).toEqual([
    `${own}/names.dmp line 3: names.dmp has more fields than the 2 of this line`,
    `${own}/names.dmp line 4: it does not end with a tab and "|": "6\\t|\\tcut"`,
    `${own}/nodes.dmp line 3: "x" is no taxon id`,
  ]);
});

test('rejects other files with one sentence', async () => {
  await expect(taxdumpFiles(await folderOf({ 'nodes.dmp': NODES }))).rejects.toThrow(
    /has no names\.dmp; give --taxonomy NCBI's taxdump\.tar\.gz, or a folder/,
  );
  await expect(read(await folderOf({ 'nodes.dmp': 'a,b\n', 'names.dmp': NAMES }))).rejects.toThrow(
    /nodes\.dmp: no line is one of nodes\.dmp/,
  );
  const path = join(folder, 'other.tar');
  await writeFile(path, 'x'.repeat(2000));
  await expect(read(path)).rejects.toThrow(/is no tar archive/);
  await writeFile(path, tar({ 'nodes.dmp': NODES.repeat(50) }).subarray(0, 2000));
  await expect(read(path)).rejects.toThrow(/ends within nodes\.dmp: the archive was cut short/);
  await writeFile(path, tar({ 'nodes.dmp': NODES }));
  await expect(read(path)).rejects.toThrow(/has no names\.dmp/);
});
