/** A client that a public generator makes from the OpenAPI document compiles in strict mode and gets answers. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { generateApi } from 'swagger-typescript-api';
import { beforeAll, expect, test } from 'vitest';
import { at } from '../../../src/checked.ts';
import { testFolder } from '../../support/test-folder.ts';
import { servedDemo } from './served-demo.ts';

/** A program of a user of the generated client. The compiler checks it with the types of the document. */
const PROGRAM = `
import { Api, type Refusal } from './client.mjs';

export async function callAll() {
  const client = new Api();
  const gene = await client.lookup.getLookupIdById('DEMOAG00000000001', { expand: 1 });
  const features = await client.overlap.getOverlapRegionBySpeciesByRegion(
    'fictomys_demonstrans', '1:1-30000', { feature: ['gene', 'exon'] },
  );
  const found = await client.lookup.postLookupId({
    ids: ['DEMOAG00000000001', 'NOPE'], species: 'fictomys_demonstrans',
  });
  const sequence = await client.sequence.getSequenceIdById(
    'DEMOAT00000000001', { type: 'cds' }, { headers: { Accept: 'text/x-fasta' }, format: 'text' },
  );
  const divisions = await client.info.getInfoDivisions();
  const names: string[] = divisions.data;
  const kinds: unknown[] = features.data.map((feature) => feature.feature_type);
  const id: unknown = gene.data.id;
  const refused: Refusal = await client.lookup.getLookupIdById('NOPE').then(
    () => { throw new Error('found'); },
    (response) => response.error,
  );
  const fasta: unknown = sequence.data;
  return { id, transcripts: gene.data.Transcript, kinds, found: found.data, fasta, names, error: refused.error };
}
`;

let answers: Record<string, any>;

beforeAll(async () => {
  const [url, folder] = [await servedDemo(), await testFolder()];
  const spec = await (await fetch(`${url}/openapi.json`)).json();
  const { files } = await generateApi({
    spec,
    fileName: 'client.mts',
    httpClientType: 'fetch',
    silent: true,
    output: false,
  } as Parameters<typeof generateApi>[0]);
  await writeFile(join(folder, 'client.mts'), at(files, 0).fileContent);
  await writeFile(join(folder, 'program.mts'), PROGRAM);
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const compiled = promisify(execFile)(
    process.execPath,
    [
      tsc,
      join(folder, 'program.mts'),
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2022,dom',
      '--types',
      '',
      '--outDir',
      join(folder, 'out'),
    ],
    { cwd: folder },
  );
  await compiled.catch(({ stdout }: { stdout: string }) => expect.fail(stdout));
  const { callAll } = (await import(pathToFileURL(join(folder, 'out/program.mjs')).href)) as {
    callAll(): Promise<Record<string, any>>;
  };
  answers = await callAll();
});

test('the client sends path and query parameters', () => {
  expect(answers.id).toBe('DEMOAG00000000001');
  expect(answers.transcripts.length).toBeGreaterThan(0);
});

test('the client repeats a parameter', () => {
  expect([...new Set(answers.kinds)].sort()).toEqual(['exon', 'gene']);
});

test('the client sends a body with a list and a parameter', () => {
  expect(answers.found).toEqual({
    DEMOAG00000000001: expect.objectContaining({ id: 'DEMOAG00000000001' }),
    NOPE: null,
  });
});

test('the client requests another format', () => {
  expect(answers.fasta).toMatch(/^>DEMOAT00000000001\.\d+\nATG[ACGT\n]+$/);
});

test('the client reads a list of texts', () => {
  expect(answers.names.length).toBeGreaterThan(0);
});

test('the client reads an error text', () => {
  expect(answers.error).toMatch(/NOPE/);
});
