/** genomic-edge annotate on the demo index, as a user runs it. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { testFolder } from '../../support/test-folder.ts';

const HEADER = '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ts1\n';
const lines = Array.from(
  { length: 6000 },
  (_, index) => `2\t${20_000 + index * 11}\tv${index}\tA\tC,G\t.\tPASS\tAC=1\tGT\t0|1\n`,
);

let index: string;
let folder: string;
let vcf: string;

beforeAll(async () => {
  index = await demoIndex();
  folder = await testFolder();
  vcf = join(folder, 'in.vcf.gz');
  // Two gzip files in one, as `cat header.gz lines.gz` makes it.
  await writeFile(vcf, Buffer.concat([gzipSync(HEADER), gzipSync(lines.join(''))]));
});

function annotate(words: readonly string[], input?: string) {
  const command = ['cli/genomic-edge.ts', 'annotate', '--index', index, '--species', 'demo_mouse', ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    input,
    maxBuffer: 2 ** 28,
  });
  return { status, stdout, stderr };
}

describe('a VCF file', () => {
  test('is written with CSQ, in the order of its lines, whatever the number of threads', async () => {
    const outs = await Promise.all(
      ['1', '3'].map(async (processes) => {
        const out = join(folder, `out-${processes}.vcf.gz`);
        const { status, stderr } = annotate(['--vcf', vcf, '--out', out, '--processes', processes]);
        expect(stderr).toMatch(/^6,000 variants in [\d.]+ s, [\d,]+ per second\. Peak memory \d+ MB\.\n/);
        expect(status).toBe(0);
        return gunzipSync(await readFile(out)).toString();
      }),
    );
    const [one = '', other] = outs;
    expect(one === other).toBe(true);
    const [source, csq, columns, ...annotated] = one.trimEnd().split('\n').slice(1);
    expect(source).toMatch(/^##genomic-edge="release=\d+ species=\S+ assembly=\S+"$/);
    expect(csq).toMatch(/^##INFO=<ID=CSQ,.*Format: Allele\|Consequence\|IMPACT\|SYMBOL\|Gene\|Feature_type\|Feature\|/);
    expect(columns).toMatch(/^#CHROM\t/);
    expect(annotated.map((line) => line.split('\t')[2])).toEqual(lines.map((line) => line.split('\t')[2]));
    expect(annotated.every((line) => /\tAC=1;CSQ=[CG]\|\S+\tGT\t0\|1$/.test(line))).toBe(true);
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test('comes from standard input and goes to standard output', () => {
    const { status, stdout } = annotate(
      ['--vcf', '-', '--out', '-', '--format', 'ndjson'],
      HEADER + lines.slice(0, 3).join(''),
    );
    expect(status).toBe(0);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual(['v0', 'v1', 'v2']);
    expect(answers[0]).toMatchObject({ seq_region_name: '2', start: 20_000, allele_string: 'A/C/G' });
  });

  test('options of /vep add their fields', () => {
    const { stdout } = annotate(
      ['--vcf', '-', '--out', '-', '--option', 'canonical', '--option', 'hgvs=1', '--option', 'distance=10'],
      HEADER + lines.slice(0, 3).join(''),
    );
    expect(stdout).toContain('|CANONICAL|');
    expect(stdout).toContain('|HGVS_OFFSET|');
  });

  test('lines without a prediction are kept and counted', () => {
    const odd = 'nowhere\t5\t.\tA\tC\t.\t.\t.\n';
    const { status, stdout, stderr } = annotate(['--vcf', '-', '--out', '-'], HEADER + odd);
    expect(status).toBe(0);
    expect(stdout.endsWith(odd)).toBe(true);
    expect(stderr).toContain('1 lines are kept without annotation; the first because: variant skipped (nowhere');
  });
});

describe('errors are one line with exit status 1, and leave no file', () => {
  test('a broken line is named by file and line', async () => {
    const path = join(folder, 'broken.vcf');
    await writeFile(path, `${HEADER}\n${lines.join('')}2\tx\t.\tA\tC\t.\t.\t.\n${lines.join('')}`);
    const out = join(folder, 'broken-out.vcf');
    expect(annotate(['--vcf', path, '--out', out])).toEqual({
      status: 1,
      stdout: '',
      stderr: `genomic-edge annotate: ${path}, line 6004: 'x' is not a position (column POS)\n`,
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('broken-out'))).toEqual([]);
  });

  test.each([
    [['--species', 'yeti'], "the index has no species 'yeti'; it has: "],
    [['--option', 'hgsv'], "'hgsv' is no option of effect prediction; choose from hgvs, numbers, "],
    [['--option', 'refseq', '--option', 'merged'], "ERROR: Can't use --refseq and --merged together\n"],
    [['--index', 'nowhere'], 'nowhere cannot be used: the folder does not exist; check the path, or compile an index'],
    [['--out', '/nowhere/out.vcf'], '/nowhere/out.vcf cannot be written: its folder does not exist\n'],
  ])('%j', (words, message) => {
    const { status, stderr } = annotate(['--vcf', vcf, '--out', join(folder, 'x.vcf'), ...words]);
    expect(stderr).toContain(`genomic-edge annotate: ${message}`);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(1);
  });

  test('the input as the output', () => {
    expect(annotate(['--vcf', vcf, '--out', vcf]).stderr).toBe(
      `genomic-edge annotate: --out is the file that --vcf names (${vcf}); give another name\n`,
    );
  });
});
