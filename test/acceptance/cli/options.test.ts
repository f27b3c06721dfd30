/** Errors of options: each names the option and the fix. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/test-folder.ts';

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/genomic-edge.ts', ...words], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.each([
  [['build', '--dmups', 'dumps', '--out', 'index'], '--dmups', '--dumps'],
  [['build', 'plan', '--dumps', 'dumps', '--otu=index'], '--otu=index', '--out'],
  [['build', 'unit', 'x.core', '--ot', 'index'], '--ot', '--out'],
  [['serve', '--indx', 'index'], '--indx', '--index'],
  [['fetch', '--relase', '115', '--out', 'dumps'], '--relase', '--release'],
  [['publish', '--index', 'index', '--too', 'mirror'], '--too', '--to'],
  [['annotate', '--vfc', 'in.vcf', '--out', 'out.vcf'], '--vfc', '--vcf'],
  [['data', '--scle', '1', '--out', 'made'], '--scle', '--scale'],
])('a mistyped required option is unknown, and the nearest valid one is named: %j', (words, unknown, nearest) => {
  expect(run(...words)).toEqual({
    status: 1,
    stdout: '',
    stderr: `error: unknown option '${unknown}'\n(Did you mean ${nearest}?)\n`,
  });
});

test('a required option that is absent is missing', () => {
  expect(run('build', '--out', 'index').stderr).toBe(
    'genomic-edge build: nothing to build: give dumps with --dumps, or a genome with --fasta, --gff3 and --species\n',
  );
  expect(run('build', 'unit', 'x').stderr).toBe("error: required option '--out <dir>' not specified; see --help\n");
  expect(run('build').stderr).toBe("error: required option '--out <dir>' not specified; see --help\n");
  expect(run('serve').stderr).toBe("error: required option '--index <dir>' not specified; see --help\n");
});

test.each([
  [
    ['build', '--fasta', 'a.fa', '--species', 'Zika', 'virus', '--out', 'index'],
    'genomic-edge build: virus: put quotes around a name of several words: --species "Zika virus"\n',
  ],
  [['build', 'a.fa.gz', '--out', 'index'], 'error: a.fa.gz: a file needs its option: --fasta a.fa.gz\n'],
  [
    ['build', 'plan', '--fasta', 'a.fa', 'genes.gff3', '--out', 'index'],
    'genomic-edge build plan: genes.gff3: a file needs its option: --gff3 genes.gff3\n',
  ],
  [['build', 'pla'], "error: unknown command 'pla'; the commands of build are plan, unit, seal\n"],
])('a word without option is named, with what it should be: %j', (words, sentence) => {
  expect(run(...words)).toEqual({ status: 1, stdout: '', stderr: sentence });
});

test('a base path without a slash is invalid', () => {
  expect(run('serve', '--index', 'index', '--base', 'rest').stderr).toContain("Invalid base path 'rest'");
});

test('--out below a file names that file', async () => {
  const file = join(await testFolder(), 'file');
  await writeFile(file, '');
  const out = join(file, 'index');
  for (const step of [['seal'], ['unit', 'x.core']])
    expect(run('build', ...step, '--out', out)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        `genomic-edge build ${step[0]}: ${out} cannot be an index folder: ${file} is a file; ` +
        'choose another path\n',
    });
  expect(run('data', 'demo', '--out', out).stderr).toBe(
    `genomic-edge data demo: cannot create the folder ${out}: ${file} is a file; choose another path\n`,
  );
});
