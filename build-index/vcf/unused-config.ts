/** VCF files that a build could take and was not given. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where a vcf_config.json is looked for: among the dumps, and beside the folder that holds them. */
const PLACES = ['vcf_config.json', 'vcf/vcf_config.json', '../vcf_config.json', '../vcf/vcf_config.json'];

/** Says so of each vcf_config.json that stands by some folders of dumps: a build takes the one that --vcf names. */
export async function unusedVcfConfigs(dumpFolders: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of dumpFolders) {
    for (const place of PLACES) {
      const path = join(resolve(folder), place);
      if (await isFile(path)) found.add(path);
    }
  }
  return [...found].map((path) => `${path} stands beside the dumps, but --vcf does not name it: its genotypes and frequencies are left out.`);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
