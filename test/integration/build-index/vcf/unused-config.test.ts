/** A build without --vcf reports a vcf_config.json next to the dumps. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { planBuild } from '../../../../build-index/units/plan.ts';
import { oneGeneDatabase } from '../../../support/one-gene-database.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { writeFictionalDumps } from '../../../support/fictional-dumps.ts';
import { writeDump } from '../../../support/dump-database.ts';

const NO_COLLECTIONS = '{"collections": []}';

async function writeConfig(...path: string[]): Promise<string> {
  const file = join(...path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, NO_COLLECTIONS);
  return file;
}

test('reports each file among the dumps or next to them, unless the build uses one', async () => {
  const folder = await testFolder();
  const dumps = join(folder, 'mysql');
  await writeFictionalDumps(dumps);
  expect((await planBuild([dumps])).notices).toEqual([]);

  const below = await writeConfig(dumps, 'vcf', 'vcf_config.json');
  const nextTo = await writeConfig(folder, 'vcf_config.json');
  await mkdir(join(dumps, 'vcf_config.json'));
  const notice = (path: string) =>
    `${path} is next to the dumps, but --vcf does not name it: its genotypes and frequencies are skipped.`;
  expect((await planBuild([dumps])).notices).toEqual([notice(below), notice(nextTo)]);
  expect((await planBuild([dumps], below)).notices).toEqual([]);
});

test('reports nothing without a variation database, which would use it', async () => {
  const folder = await testFolder();
  await writeDump(join(folder, 'mysql'), 'fictus_primus', 'core', oneGeneDatabase('fictus_primus'));
  await writeConfig(folder, 'vcf', 'vcf_config.json');
  expect((await planBuild([join(folder, 'mysql')])).notices).toEqual([]);
});
