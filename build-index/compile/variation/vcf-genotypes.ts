import { lendEncodedGroups } from '../../../src/variants/details-record.ts';
import type { Database } from '../../dump/database.ts';
import type { RowAppender } from '../../dump/row-appender.ts';
import { InfoFrequencies } from '../../vcf/info-frequencies.ts';
import { localFiles, type VcfCollection } from '../../vcf/vcf-config.ts';
import { VcfRecords } from '../../vcf/vcf-records.ts';
import { dropFirstPlaces, firstPlaces, stageFirstPlaces } from './first-places.ts';
import type { CountedFrequencies, FrequencyCounter } from '../genotypes/genotype-frequencies.ts';
import type { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import { eachMatch } from './matched-lines.ts';
import type { VariantPart } from './variant-parts.ts';
import { VcfCallers } from './vcf-callers.ts';

/** Records of the frequencies that lines of VCF files tell of variants, in the order of collections and files. */
export const TOLD_TABLE = 'compiled_told_frequencies';
/** The same of genotypes, with the frequencies counted of them; `unknown`, as JSON, is UnknownAlleles, or NULL. */
export const CALLED_TABLE = 'compiled_called_genotypes';

/** Stages the genotypes and frequencies that collections of VCF files have of variants, of which `parts` are all. */
export async function stageVcfGenotypes(
  database: Database, collections: readonly VcfCollection[], regionOf: (chromosome: string) => number | null, samples: GenotypedSamples, counter: FrequencyCounter,
  parts: readonly VariantPart[],
): Promise<void> {
  const local = collections.map((collection) => ({ collection, files: localFiles(collection) }));
  // No place is looked for where there are no files.
  await stageFirstPlaces(database, local.some(({ files }) => files.length > 0) ? parts : []);
  await database.all(`CREATE OR REPLACE TABLE ${TOLD_TABLE} (variation_id BIGINT, told BLOB)`);
  await database.all(`CREATE OR REPLACE TABLE ${CALLED_TABLE} (variation_id BIGINT, genotypes BLOB, counted BLOB, "unknown" VARCHAR)`);
  const [told, called] = [await database.appender(TOLD_TABLE), await database.appender(CALLED_TABLE)];
  try {
    for (const { collection, files } of local) for (const file of files) await collect(file, collection, told, called);
  } finally {
    told.close();
    called.close();
  }
  await dropFirstPlaces(database);

  async function collect(file: string, { samplePrefix, strictNames, populations, referenceAt }: VcfCollection, told: RowAppender, called: RowAppender): Promise<void> {
    const records = await VcfRecords.open(file);
    try {
      const callers = new VcfCallers(records.samples.map((name) => samples.named(samplePrefix + name)), counter);
      const frequencies = new InfoFrequencies(populations, referenceAt);
      for (let chromosome = await records.chromosome(); chromosome !== null; chromosome = await records.chromosome()) {
        const region = regionOf(chromosome);
        await eachMatch(region === null ? [] : firstPlaces(database, region), records, chromosome, strictNames, ({ id, alleles, lines }) => {
          // Records are copied as they are added.
          const calls = callers.called(alleles, lines[0]!);
          if (calls) called.add([id, calls.genotypes, recordOf(calls.counted), calls.unknown.length > 0 ? JSON.stringify(calls.unknown) : null]);
          const record = recordOf(frequencies.of(alleles, lines));
          if (record) told.add([id, record]);
        });
      }
    } finally {
      records.close();
    }
  }
}

function recordOf({ alleles, genotypes }: CountedFrequencies): Uint8Array | null {
  return alleles.length > 0 || genotypes.length > 0 ? lendEncodedGroups({ alleles, genotypes, chips: [], phenotypes: [] }) : null;
}
