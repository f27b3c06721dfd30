import { join } from 'node:path';
import { CountedService } from '../../../bench/operations/counted-service.ts';
import { buildRelease } from '../../../build-index/units/build-release.ts';
import { generateDemo } from '../../../data/fictional/demo.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import { testFolder } from '../../support/test-folder.ts';

/** Counts what requests read from the compiled demo data. @param scale as for generateDemo */
export async function measuredDemo(scale: number): Promise<CountedService> {
  const folder = await testFolder();
  await generateDemo(join(folder, 'dumps'), { scale });
  await buildRelease([join(folder, 'dumps')], join(folder, 'index'), silentProgress, {
    vcfConfig: join(folder, 'dumps/vcf/vcf_config.json'),
  });
  return new CountedService(join(folder, 'index'));
}
