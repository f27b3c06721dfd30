/** An index of Ensembl's test databases, whose dumps are next to the project's folder where it is developed. */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRelease } from '../../build-index/units/build-release.ts';
import { present } from '../../src/checked.ts';
import { silentProgress } from './silent-progress.ts';

export const ENSEMBL_DUMPS = fileURLToPath(new URL('../../../shared/ensembl-dumps', import.meta.url));

/** The folder of the index, only to read. Compiled by the first test that needs it, once in a run of all tests. */
export async function ensemblIndex(): Promise<string> {
  const index = join(present(process.env.FOLDER_OF_RUN, 'the folder that test/support/demo-index.ts makes'), 'ensembl');
  if (existsSync(index)) return index;
  const work = `${index}-${process.pid}`;
  await buildRelease([ENSEMBL_DUMPS], work, silentProgress, { vcfConfig: join(ENSEMBL_DUMPS, 'vcf/vcf_config.json') });
  // Another file can have been faster.
  await rename(work, index).catch(() => rm(work, { recursive: true }));
  return index;
}
