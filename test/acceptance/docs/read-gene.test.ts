/** The Python reader that docs/FORMAT.md refers to reads the same from an index as the service. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, get, only } from '../../../src/checked.ts';
import { decodeGene, type GeneRecord } from '../../../src/genome/gene-record.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import type { ExampleValues } from '../../../src/release/example-values.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { parseJson } from '../../support/json.ts';
import { storeApart, wholeReleaseOf } from '../../support/many-genomes.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { testFolder } from '../../support/test-folder.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const EXAMPLES = join(DOCS, 'examples');
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

let index: string;
let store: LocalFolder;
let release: Release;
let samples: ExampleValues;

beforeAll(async () => {
  index = await demoIndex();
  store = new LocalFolder(index);
  release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  samples = release.manifest.samples ?? {};
});
afterAll(() => store.close());

describe.skipIf(!HAS_PYTHON)('docs/examples/read_gene.py (needs python3)', () => {
  test.each(['gene', 'transcript', 'translation'] as const)('prints the gene of a %s', async (kind) => {
    const id = `${samples[kind]}`;
    const { gene, species } = await geneOf(id);
    expect(read(index, id)).toEqual([{ species, group: 'core', ...gene }]);
    expect(read(index, id.toLowerCase())).toMatchObject([{ id: gene.id, start: gene.start, end: gene.end }]);
  });

  test('reads genomes that are in an object of their own', async () => {
    const { gene, species } = await geneOf(`${samples.gene}`);
    const folder = await testFolder();
    await cp(index, folder, { recursive: true });
    const memory = new MemoryStore();
    const object = await storeApart(await wholeReleaseOf(store), memory);
    await writeFile(join(folder, object), get(memory.objects, object));
    await writeFile(join(folder, 'current'), get(memory.values, 'current'));
    expect(read(folder, gene.id)).toEqual([{ species, group: 'core', ...gene }]);
  });

  test('accepts the version of an id, and no other', async () => {
    const { gene } = await geneOf(`${samples.gene}`);
    expect(read(index, `${gene.id}.${gene.version}`)).toMatchObject([{ id: gene.id }]);
    expect(run(index, `${gene.id}.999`).stderr).toContain(`has no gene, transcript, protein or exon ${gene.id}.999`);
  });

  test('docs/FORMAT.md names every field of the records', async () => {
    const section = at(/^## Genes\n([\s\S]*?)^## /m.exec(await readFile(join(DOCS, 'FORMAT.md'), 'utf8')) ?? [], 1);
    const { gene } = await geneOf(`${samples.gene}`);
    const parts = [
      gene,
      gene.region,
      ...gene.transcripts,
      ...gene.exons,
      ...gene.transcripts.map((t) => t.translation),
    ];
    for (const field of new Set(parts.flatMap((part) => Object.keys(part ?? {}))))
      expect(section).toContain(`\`${field}\``);
  });

  test('reports an unknown id, a folder that is no index and a file that is no root', async () => {
    expect(run(index, 'ENSG99')).toMatchObject({
      status: 1,
      stderr: `read_gene: release ${release.manifest.id} has no gene, transcript, protein or exon ENSG99\n`,
    });
    const folder = await testFolder();
    expect(run(folder, 'ENSG99').stderr).toBe(`read_gene: ${folder} is not an index: it has no file named current\n`);
    await writeFile(join(folder, 'current'), 'something else');
    expect(run(folder, 'ENSG99').stderr).toBe(`read_gene: ${folder}/current is not what an index has in this place\n`);
  });

  test('reports damage and another version instead of an answer', async () => {
    const { gene, object } = await geneOf(`${samples.gene}`);
    const folder = await testFolder();
    await cp(index, folder, { recursive: true });
    const genes = await readFile(join(folder, object));
    await writeFile(join(folder, object), genes.with(100, at(genes, 100) ^ 1));
    expect(run(folder, gene.id)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('is damaged'),
    });
    const root = await readFile(join(folder, 'current'));
    await writeFile(join(folder, 'current'), root.with(7, 99));
    expect(run(folder, gene.id).stderr).toContain('current has format version 99; this reader knows version');
  });

  test('finds keys by a split directory, also keys with records in many blocks', async () => {
    const folder = await testFolder();
    const memory = new MemoryStore();
    const writer = new SortedTableWriter(memory.sink('t'), { directoryBytes: 400, blockBytes: 200 });
    const records = Array.from({ length: 3_000 }, (_, i): [string, string] => [
      `key${1_000 + Math.floor(i / 7)}`,
      `${i}`,
    ]);
    records.push(...Array.from({ length: 500 }, (_, i): [string, string] => ['many', `${i}`]));
    for (const [key, value] of records) await writer.add(key, new TextEncoder().encode(value));
    const place = await writer.finish();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 't'), get(memory.objects, 't'));
    const keys = ['key1000', 'key1234', 'key1428', 'many', 'key', 'key1428a', 'z'];
    const program = `
import json, sys
from read_gene import find_key, read_block
folder, place, keys = sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3])
directory, _ = read_block(folder, {"object": "t"}, *place)
assert directory[8] == 1, "the directory is not split"
print(json.dumps([[v.decode() for v in find_key(folder, {"object": "t"}, directory, k.encode())] for k in keys]))
`;
    const { stdout, stderr } = python('-c', program, folder, JSON.stringify(place), JSON.stringify(keys));
    expect(stderr).toBe('');
    expect(parseJson(stdout)).toEqual(
      keys.map((wanted) => records.filter(([key]) => key === wanted).map(([, value]) => value)),
    );
  });
});

/** The gene of an id, as the service reads it, with its genome's species and the object that contains it. */
async function geneOf(id: string): Promise<{ gene: GeneRecord; species: string; object: string }> {
  const { genome, gene } = only(only(await release.stableIds([id])));
  const found = await release.genomeAt(genome);
  const { entry } = found;
  const record = only(await found.genes([gene]));
  return { gene: decodeGene(record), species: entry.species, object: `${entry.tables.genes?.object}` };
}

/** The lines that the reader prints. */
function read(folder: string, id: string): unknown[] {
  const { stdout, stderr } = run(folder, id);
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => parseJson(line));
}

function run(folder: string, id: string) {
  return python(join(EXAMPLES, 'read_gene.py'), folder, id);
}

/** Runs Python without leaving compiled modules in the folder of examples. */
function python(...args: string[]) {
  const env = { ...process.env, PYTHONPATH: EXAMPLES, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8', env });
  return { status, stdout, stderr };
}
