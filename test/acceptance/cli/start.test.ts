import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/test-folder.ts';

const PROGRAM = ['cli/genomic-edge.ts', 'start'];

test('start with a GenBank file builds its index in the cache folder and serves it', { timeout: 120_000 }, async () => {
  const cache = await testFolder();
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const indexes = new Set<string>();
  for (const run of ['first', 'second']) {
    const service = spawn(process.execPath, [...PROGRAM, 'data/genomes/NC_001422.gb.gz', '--port', '0'], { env });
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      service.stdout.on('data', (text: Buffer) => {
        output += text.toString();
        const [, found] = /Serving at (\S+)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
      service.once('exit', () => reject(new Error(`${run}: ended with ${output}`)));
    });
    const answer = await fetch(`${url}/info/species?content-type=application/json`);
    expect(await answer.json()).toMatchObject({ species: [{ name: 'coliphage_phix174' }] });
    service.removeAllListeners('exit');
    service.kill('SIGTERM');
    await once(service, 'exit');
    for (const name of await readdir(join(cache, 'genomic-edge/genomes'))) indexes.add(name);
  }
  expect(indexes.size).toBe(1);
});

test.each([
  [['notes.txt'], 'notes.txt: the name does not say what the file is; it should end with .gb, .embl, .fa, .gff3'],
  [['genome.fa'], 'give the species of the files: --species "Arabidopsis thaliana"'],
  [
    ['genes.gff3'],
    'give the species of the files: --species "Arabidopsis thaliana", and their sequences: --fasta FILE',
  ],
  [
    ['genome.fa', '--species', 'Zika', 'virus'],
    'virus: put quotes around a name of several words: --species "Zika virus"',
  ],
  [['--config', 'missing.yaml'], 'missing.yaml cannot be read: '],
  [['--fasta', 'missing.fa', '--species', 'A'], 'missing.fa cannot be read: '],
  [['missing.gb'], 'missing.gb cannot be read: '],
  [['--gaf', 'genes.gaf'], 'genes.gaf adds to a genome of files: give its sequences with --fasta or --flat'],
])('start %j says what is wrong', (files, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, [...PROGRAM, ...files], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain(`genomic-edge start: ${sentence}`);
});
