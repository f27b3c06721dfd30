/** The VCF files of made data, and the vcf_config.json that names them. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFERENCE } from '../demo/species-tree.ts';
import { SURVEYED } from './allele-survey.ts';

export const GENOTYPE_FILE = 'genotypes.vcf';
export const FREQUENCY_FILE = 'frequencies.vcf';

/** Writes it for the files that were made in `folder`, and for those of other parts that stand where this is moved to; nothing if none were made. */
export function writeVcfConfig(folder: string, place: string): void {
  if (!existsSync(folder)) return;
  const collection = { species: REFERENCE.productionName, assembly: REFERENCE.assembly, type: 'local' };
  const pooled = { name: 'SURVEY:ALL', _raw_name: '', description: 'All fictional animals of a survey' };
  const populations = Object.fromEntries([pooled, ...SURVEYED.map(([name]) => ({ name, description: `Those of the ${name}` }))].map((population, each) => [9_000_000 + each, population]));
  const collections = [
    { id: 'made_genotypes', ...collection, filename_template: GENOTYPE_FILE },
    { id: 'made_frequencies', ...collection, filename_template: FREQUENCY_FILE, population_prefix: 'SURVEY:', populations },
  ].filter(({ filename_template }) => [folder, place].some((each) => existsSync(join(each, filename_template))));
  writeFileSync(join(folder, 'vcf_config.json'), `${JSON.stringify({ collections }, null, 2)}\n`);
}
