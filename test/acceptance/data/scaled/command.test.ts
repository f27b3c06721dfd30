/** The command that makes data rejects bad options with a message, and leaves no partial data. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseJson } from '../../../support/json.ts';
import { makeData } from '../../../../data/fictional/scaled/make-data.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

test.each([
  [['--scale', '0'], /the scale must be from 0\.1 to 250/],
  [['--scale', 'large'], /not 'large'/],
  [['--scale', '1', '--only', 'core,genes'], /'genes' is no part: choose from/],
  [
    ['--scale', '0.1', '--only', 'core', '--out', 'package.json/made'],
    /cannot create the folder package\.json\/made: .*package\.json is a file; choose another path/,
  ],
  [['--scale', '0.1', '--out', '/proc/made'], /cannot create the folder \/proc\/made/],
  [['--scale', '1', '--seed', '-1'], /whole number/],
])('%j is rejected with a message', (options, sentence) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['cli/genomic-edge.ts', 'data', '--out', join(folder, 'refused'), ...options],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/\n {4}at /);
});

test('an interrupted run leaves the previous data, and no other files', async () => {
  const out = join(folder, 'interrupted');
  await makeData(out, { scale: 0.1, seed: 5, only: ['taxonomy'] });
  const before = await readdir(out, { recursive: true });
  const child = spawn(process.execPath, ['cli/genomic-edge.ts', 'data', '--scale', '20', '--out', out], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (messages += text));
  while (!(await readdir(out, { recursive: true })).some((name) => /^\.building.*variation\.txt$/.test(name)))
    await wait(20);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(1);
  expect(messages).toMatch(/interrupted: .* is unchanged/);
  expect(await readdir(out, { recursive: true })).toEqual(before);
});

test('vcf_config.json names the files of parts that are made in several runs', async () => {
  const out = join(folder, 'by-parts');
  const listed = async () => {
    const { collections } = parseJson<{
      collections: { filename_template: string }[];
    }>(await readFile(join(out, 'vcf/vcf_config.json'), 'utf8'));
    return collections.map(({ filename_template }) => filename_template);
  };
  const { bytes } = await makeData(out, { scale: 0.1, only: ['vcf'] });
  expect([...bytes.keys()]).toEqual(['vcf']);
  expect(await listed()).toEqual(['genotypes.vcf']);
  expect([...(await makeData(out, { scale: 0.1, only: ['variation'] })).bytes.keys()]).toEqual([
    'fictomys_demonstrans/variation',
    'vcf',
  ]);
  expect(await listed()).toEqual(['genotypes.vcf', 'frequencies.vcf']);
});
