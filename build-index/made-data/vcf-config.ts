/** The VCF files of made data, and the vcf_config.json that names them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFERENCE } from '../demo/species-tree.ts';

export const GENOTYPE_FILE = 'genotypes.vcf';
export const FREQUENCY_FILE = 'frequencies.vcf';

/** Populations of which only frequencies are known: what fields of the file call them, and how many chromosomes were looked at. */
export const SURVEYED = [['', 152_000], ['hill', 64_000], ['shore', 88_000]] as const;

export function writeVcfConfig(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const collection = { species: REFERENCE.productionName, assembly: REFERENCE.assembly, type: 'local' };
  const populations = Object.fromEntries(SURVEYED.map(([name], each) => [9_000_000 + each, name === '' ? { name: 'SURVEY:ALL', _raw_name: '' } : { name }]));
  const collections = [
    { id: 'made_genotypes', ...collection, filename_template: GENOTYPE_FILE },
    { id: 'made_frequencies', ...collection, filename_template: FREQUENCY_FILE, population_prefix: 'SURVEY:', populations },
  ];
  writeFileSync(join(folder, 'vcf_config.json'), `${JSON.stringify({ collections }, null, 2)}\n`);
}
