import { get } from '../../../src/checked.ts';
import type { VariantSetsDocument, VariationSource } from '../../../src/release/documents.ts';
import { GENOME_DOCUMENTS } from '../../../src/release/genome-documents.ts';
import type { GenomeEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import { openDumpSource } from '../../dump/dump-source.ts';
import { integerColumn } from '../../dump/query-chunks.ts';
import { GenomeTables } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { IntervalRuns } from '../../output/interval-runs.ts';
import { type VcfCollection, collectionsOf } from '../../vcf/vcf-config.ts';
import { checkFurtherFeatures } from '../genome/check-features.ts';
import { VARIANT_REFERENCES } from '../reference-lists.ts';
import { countMissingReferences } from '../references.ts';
import { type RegionSet, stageCoreRegions } from '../genome/regions.ts';
import { writeSavedDetails } from './detail-parts.ts';
import { compileAlleleSynonyms } from './allele-synonyms.ts';
import { compilePhenotypes } from './phenotypes.ts';
import { compilePopulations } from './populations.ts';
import { compileProteinPredictions, PREDICTIONS } from './protein-predictions.ts';
import { compileStructuralFeatures } from './structural-variants.ts';
import { NumberSet, compileTranscriptVariations, placeAppender, stageCodingEffects } from './transcript-variations.ts';
import { compileDetailTables } from './variant-detail-tables.ts';
import { FeatureTable, readVariantFeatures } from './variant-features.ts';
import { compileVariantTables } from './variant-tables.ts';

/**
 * Adds variants by name and phenotypes to the core genome of the species. compileVariantDetails and
 * compileVariantPlaces compile the rest of a variation database; the three run independently.
 */
export async function compileVariants(
  database: Database,
  genome: GenomeEntry,
  regions: RegionSet,
  folder: IndexFolder,
  progress?: (bytes: number) => void,
): Promise<void> {
  const { species } = genome;
  await stageCoreRegions(database, regions);
  await countMissingReferences(database, VARIANT_REFERENCES);
  await checkFurtherFeatures(database, ['phenotype_feature']);
  const tables = new GenomeTables(folder, species, 'variation');
  await compilePhenotypes(database, tables);
  await folder.withScratch((scratch) =>
    compileVariantTables(database, regions, scratch, (name) => tables.open(name), progress),
  );
  await compileAlleleSynonyms(database, tables.open('allele-synonyms'));
  Object.assign(genome.tables, await tables.finish());
  genome.documents = {
    ...genome.documents,
    'variation-sources': await folder.document(
      GENOME_DOCUMENTS['variation-sources'],
      await variationSources(database),
      {
        species,
      },
    ),
    'variant-sets': await folder.document(GENOME_DOCUMENTS['variant-sets'], await variantSets(database), { species }),
  };
  genome.longest.push(...(await longestFeatures(database, regions)));
}

/**
 * Adds populations, and frequencies and genotypes of variants from the database and from VCF files.
 *
 * @param saved folders of other units' results (detail-parts.ts); null to compile everything here
 */
export async function compileVariantDetails(
  database: Database,
  genome: GenomeEntry,
  regions: RegionSet,
  folder: IndexFolder,
  collections: readonly VcfCollection[],
  saved: { staged: string; lines: readonly string[] } | null,
  progress?: (bytes: number) => void,
): Promise<void> {
  const { species } = genome;
  await stageCoreRegions(database, regions);
  const tables = new GenomeTables(folder, species, 'variation');
  await compilePopulations(database, genome, tables, folder, collections);
  const [own, tableOf] = [
    collectionsOf(collections, genome),
    (name: 'variant-details' | 'variant-genotypes') => tables.open(name),
  ];
  const genotyped = await folder.withScratch((scratch) =>
    saved
      ? writeSavedDetails(database, own, saved.staged, saved.lines, scratch, tableOf)
      : compileDetailTables(database, regions, own, scratch, tableOf, progress),
  );
  Object.assign(genome.tables, await tables.finish());
  if (genotyped.length > 0)
    genome.documents = {
      ...genome.documents,
      'genotyped-samples': await folder.document(GENOME_DOCUMENTS['genotyped-samples'], genotyped, { species }),
    };
}

/**
 * Adds variants by place and by transcript to the core genome of the species. Reads variants and their effects from the
 * dump itself.
 */
export async function compileVariantPlaces(
  database: Database,
  genome: GenomeEntry,
  regions: RegionSet,
  folder: IndexFolder,
  progress?: (bytes: number) => void,
): Promise<void> {
  await stageCoreRegions(database, regions);
  const tables = new GenomeTables(folder, genome.species, 'variation');
  await compileVariantFeatures(
    database,
    regions,
    tables,
    folder,
    await stageCodingEffects(database, await hasPredictions(database), progress),
    progress,
  );
  await checkFurtherFeatures(database, ['structural_variation_feature']);
  await compileStructuralFeatures(database, tables.open('structural-features'));
  await compileProteinPredictions(database, tables.open('protein-predictions'), folder);
  Object.assign(genome.tables, await tables.finish());
}

/** Writes variants by place, and by transcript. */
async function compileVariantFeatures(
  database: Database,
  regions: RegionSet,
  tables: GenomeTables,
  folder: IndexFolder,
  coding: NumberSet,
  progress: ((bytes: number) => void) | undefined,
): Promise<void> {
  const sources = await database.all<{ id: number; name: string | null }>('SELECT source_id AS id, name FROM source');
  const failed = new NumberSet();
  for await (const chunk of database.chunks('SELECT variation_id FROM failed_variation WHERE variation_id IS NOT NULL'))
    for (const id of integerColumn(chunk, 0)) failed.add(id);
  const [phenotype] = await database.all<{ id: number }>(
    `SELECT attrib_id AS id FROM attrib WHERE value = 'Phenotype_or_Disease' ORDER BY attrib_id LIMIT 1`,
  );
  const places = await placeAppender(database);
  await folder.withScratch(async (scratch) => {
    const displayed = new FeatureTable(new IntervalRuns(scratch, 'displayed'));
    const hidden = new FeatureTable(new IntervalRuns(scratch, 'hidden'));
    try {
      try {
        await readVariantFeatures(database.dump, {
          regions,
          sources: new Map(sources.map(({ id, name }) => [id, name ?? ''])),
          failed,
          phenotypeEvidence: phenotype ? String(phenotype.id) : null,
          coding,
          place: places.add,
          displayed,
          hidden,
          progress,
        });
      } finally {
        places.close();
      }
      const write = async () => {
        for (const [name, { runs, layouts }] of [
          ['variant-features', displayed],
          ['hidden-variant-features', hidden],
        ] as const) {
          const table = tables.open(name);
          await runs.write(table);
          table.shapes = layouts.layouts.lists();
        }
      };
      // Both at once: each mostly waits for threads that sort, compress or write.
      const jobs = [compileTranscriptVariations(database, tables.open('transcript-variations')), write()];
      // Keeps the runs open until both have ended.
      await Promise.allSettled(jobs);
      await Promise.all(jobs);
    } finally {
      await displayed.runs.close();
      await hidden.runs.close();
    }
  });
}

async function variantSets(database: Database): Promise<VariantSetsDocument> {
  const sets = await database.all<{ name: string | null; id: number; failed: boolean }>(`
    SELECT a.value AS name, variation_set_id AS id, coalesce(contains(variation_set.name, 'fail'), false) AS failed
      FROM variation_set LEFT JOIN attrib a ON a.attrib_id = short_name_attrib_id WHERE variation_set_id IS NOT NULL
      ORDER BY variation_set_id`);
  const pairs = await database.all<{ sub: number; super: number }>(`
    SELECT DISTINCT variation_set_sub AS sub, variation_set_super AS super FROM variation_set_structure
      WHERE variation_set_sub IS NOT NULL AND variation_set_super IS NOT NULL ORDER BY ALL`);
  const supersets = Map.groupBy(pairs, ({ sub }) => sub);
  return sets.map(({ name, id, failed }) => ({
    id,
    name,
    ...(failed ? { failed } : {}),
    ...(supersets.has(id) ? { supersets: get(supersets, id).map((pair) => pair.super) } : {}),
  }));
}

async function hasPredictions({ dump }: Database): Promise<boolean> {
  const path = dump.tables.get(PREDICTIONS);
  if (path === undefined) return false;
  const source = await openDumpSource(path);
  try {
    return (await source.read(new Uint8Array(1))) > 0;
  } finally {
    await source.close();
  }
}

async function longestFeatures(database: Database, { list }: RegionSet): Promise<GenomeEntry['longest']> {
  const ranks = new Map(list.map(({ coordSystemId, coordSystem }) => [coordSystemId, coordSystem.rank]));
  const rows = await database.all<{ table: string; system: number; length: number }>(`
    SELECT table_name AS "table", coord_system_id AS system, max_length AS length FROM meta_coord
    WHERE max_length IS NOT NULL AND table_name IN ('variation_feature', 'structural_variation_feature') ORDER BY ALL`);
  return rows.flatMap(({ table, system, length }) => {
    const rank = ranks.get(system);
    return rank === undefined ? [] : [{ table, rank, length }];
  });
}

interface SourceRow {
  name: string;
  version: number | null;
  description: string | null;
  url: string | null;
  type: string | null;
  somatic_status: string | null;
  data_types: string | null;
}

/** The sources of a variation database. Answers omit most fields that are NULL, but `data_types` is then [null]. */
async function variationSources(database: Database): Promise<VariationSource[]> {
  const rows = await database.all<SourceRow>(
    'SELECT name, version, description, url, type, somatic_status, data_types FROM source ORDER BY rowid',
  );
  return rows.map(({ name, version, description, url, type, somatic_status, data_types }) => ({
    name,
    ...(version === null ? {} : { version: formattedVersion(String(version)) }),
    description,
    url,
    ...(type === null ? {} : { type }),
    ...(somatic_status === null ? {} : { somatic_status }),
    ...(data_types === '' ? {} : { data_types: data_types?.split(',') ?? [null] }),
  }));
}

/** Formats versions that are dates: 201310 as 10/2013, 20160620 as 20/06/2016, and 20174 as 2017.4. */
function formattedVersion(version: string): string {
  const [, year, month = '', day = ''] = /^(20\d\d)(\d\d)?(\d\d?)?$/.exec(version) ?? [];
  if (!year || version.length === 4) return version;
  if (version.length === 5) return `${year}.${version.charAt(4)}`;
  if (version.length === 6) return `${month}/${year}`;
  return version.length === 8 ? `${day}/${month}/${year}` : version;
}
