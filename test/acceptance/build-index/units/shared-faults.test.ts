/** Several units read one file: a fault in it is reported once, with all units that fail because of it. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRelease, type BuildOptions } from '../../../../build-index/units/build-release.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { writeFictionalDumps } from '../../../support/fictional-dumps.ts';

const folder = await testFolder();
const [dumps, index, vcfConfig] = [join(folder, 'dumps'), join(folder, 'index'), join(folder, 'vcf/vcf_config.json')];
await writeFictionalDumps(dumps);
await mkdir(join(folder, 'vcf'));
await writeFile(
  vcfConfig,
  JSON.stringify({
    collections: [{ id: 'calls', species: 'fictus_primus', assembly: 'FIC1', filename_template: 'calls.vcf' }],
  }),
);

/** Lines of the error of a build that fails. */
async function errorLines(options: BuildOptions = {}): Promise<string[]> {
  const error = await buildRelease([dumps], index, silentProgress, { vcfConfig, ...options }).then(
    () => new Error('it did not fail'),
    (cause: Error) => cause,
  );
  return error.message.split('\n');
}

async function writeCalls(...positions: (number | string)[]): Promise<void> {
  const rows = [
    ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO', 'FORMAT', 'S1'],
    ...positions.map((pos) => ['1', pos, 'fs1', 'A', 'G', '.', '.', '.', 'GT', '0|1']),
  ];
  await writeFile(
    join(folder, 'vcf/calls.vcf'),
    ['##fileformat=VCFv4.2', ...rows.map((row) => row.join('\t')), ''].join('\n'),
  );
}

const ofVariation = (...parts: string[]) => parts.map((part) => `fictus_primus.variation.${part}`).join(', ');

test.each([
  ['without a position', [105, 'here'], "'1 here fs1', has no position in column POS"],
  ['out of order', [105, 90], "'1 90 fs1', comes after position 105 of its chromosome: sort the file by position"],
])('a line of a VCF file %s is reported once for all its units', async (_, positions, fault) => {
  await writeCalls(...positions);
  expect(await errorLines()).toEqual([
    `${ofVariation('details', 'genotypes-1')} failed: ${folder}/vcf/calls.vcf line 4, which begins ${fault}`,
  ]);
});

test('a faulty row of a dump is reported once with isStrict, with its units in the order of the plan', async () => {
  await writeCalls(105, 'here');
  await appendFile(join(dumps, 'fictus_primus/core/seq_region.txt'), 'too\tfew\n');
  for (const options of [{}, { resources: { processes: 2, memory: 2 ** 31 } }]) {
    const [first, ...others] = await errorLines({ ...options, isStrict: true });
    expect(first).toBe(
      `fictus_primus.core, ${ofVariation('variants', 'details', 'places', 'genotypes-1')} failed: ` +
        `${dumps}/fictus_primus/core/seq_region.txt line 2: a row of seq_region has 4 columns, this one has 2 fields`,
    );
    expect(others).toEqual([expect.stringMatching(/did not start: units that they need have failed$/)]);
  }
});
