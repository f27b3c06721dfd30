import { packDetails, type GenotypedSamplesDocument } from '../../src/variants/variant-details.ts';
import { packVariant, publicationKey, variantKey } from '../../src/variants/variant-record.ts';
import type { GenomeEntry, GenomeTable } from '../../src/release/manifest.ts';
import type { Database } from '../dump/database.ts';
import { collectionsOf, type VcfCollection } from '../dump/vcf-config.ts';
import type { SortedSink } from '../output/lazy-table.ts';
import { gatherCompressedGenotypes } from './compressed-genotypes.ts';
import { GenotypedSamples } from './genotyped-samples.ts';
import { regionFinder } from './genotypes.ts';
import type { RegionSet } from './regions.ts';
import { RowsByKey } from './rows-by-key.ts';
import { SortedRows } from './sorted-rows.ts';
import { structuralVariants } from './structural-variants.ts';
import { DetailsReader } from './variant-details.ts';
import { variantRecords } from './variants.ts';
import { gatherVcfGenotypes } from './vcf-genotypes.ts';

/** Tables by name, in which several variants may share one: who comes first under a key. */
const RANK = { itself: 0, synonym: 1, submission: 2, structural: 3 };
const TABLES = ['variants', 'variant-details', 'variant-genotypes', 'variants-by-publication'] as const satisfies GenomeTable[];
type VariantTable = typeof TABLES[number];

/** Publications that a number or PMC id stands for: of several the first. */
const PUBLICATIONS = `
  publications AS (
    SELECT publication_id, 'pmid' AS kind, pmid::VARCHAR AS id FROM publication WHERE pmid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY pmid ORDER BY publication_id) = 1
    UNION ALL
    SELECT publication_id, 'pmcid', pmcid FROM publication WHERE pmcid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY lower(pmcid) ORDER BY publication_id) = 1)`;

/**
 * Writes the tables that are found by the name of a variant, or by a publication. One pass over the variants by their
 * number, in which all that belongs to them is merged from streams sorted likewise; the records then go through a sort by
 * key on disk.
 *
 * @param scratch folder for the sorts
 * @returns the samples that genotypes are numbered by
 */
export async function compileVariantTables(
  database: Database, genome: GenomeEntry, regions: RegionSet, collections: readonly VcfCollection[], scratch: string,
  tableOf: (name: VariantTable) => SortedSink,
): Promise<GenotypedSamplesDocument> {
  const samples = await GenotypedSamples.load(database);
  const open: SortedRows[] = [];
  const sort = async (name: string): Promise<SortedRows> => {
    const rows = await SortedRows.create(scratch, name);
    open.push(rows);
    return rows;
  };
  try {
    const compressed = await sort('compressed-genotypes');
    await gatherCompressedGenotypes(database, compressed);
    const collected = await sort('vcf-genotypes');
    await gatherVcfGenotypes(database, collectionsOf(collections, genome), regionFinder(regions), samples, collected);
    const rows = {} as Record<VariantTable, SortedRows>;
    for (const table of TABLES) rows[table] = await sort(table);
    await gatherVariants(database, regions, await DetailsReader.open(database, samples, compressed, collected), rows);
    for await (const variant of structuralVariants(database, regions)) rows.variants.add(variantKey(variant.name), variant, RANK.structural);
    const genotyped = rows['variant-genotypes'].count > 0;
    for (const table of TABLES) await rows[table].write(tableOf(table));
    return genotyped ? samples.list : [];
  } finally {
    for (const rows of open) rows.close();
  }
}

async function gatherVariants(database: Database, regions: RegionSet, details: DetailsReader, rows: Record<VariantTable, SortedRows>): Promise<void> {
  // So that a publication without variants is known, too.
  for (const { kind, id } of await database.all<{ kind: 'pmid' | 'pmcid'; id: string }>(`WITH ${PUBLICATIONS} SELECT kind, id FROM publications`)) {
    rows['variants-by-publication'].add(publicationKey(kind, id), null, RANK.itself);
  }
  const citations = new RowsByKey(database.rows<{ key: number; kind: 'pmid' | 'pmcid'; id: string }>(`
    WITH ${PUBLICATIONS} SELECT variation_id AS key, kind, id FROM variation_citation JOIN publications USING (publication_id) ORDER BY variation_id, kind, id`));
  try {
    for await (const variant of variantRecords(database, regions, (id) => details.allelesOf(id))) {
      const { submissions, samples, ...rest } = await details.take(variant.dbId);
      const packed = packVariant(variant);
      for (const { kind, id } of await citations.take(variant.dbId)) rows['variants-by-publication'].add(publicationKey(kind, id), packed, RANK.synonym);
      const keys = new Map([[variantKey(variant.name), RANK.itself]]);
      const alsoKnownAs = (key: string, rank: number) => keys.has(key) || keys.set(key, rank);
      for (const { name } of variant.synonyms) alsoKnownAs(variantKey(name), RANK.synonym);
      for (const submission of submissions) alsoKnownAs(`ss${submission}`, RANK.submission);
      const hasDetails = Object.values(rest).some((list) => list.length > 0);
      const packedDetails = packDetails(variant.dbId, rest);
      for (const [key, rank] of keys) {
        rows.variants.add(key, packed, rank);
        if (hasDetails) rows['variant-details'].add(key, packedDetails, rank);
        if (samples.length > 0) rows['variant-genotypes'].add(key, [variant.dbId, samples], rank);
      }
    }
  } finally {
    await Promise.all([citations.close(), details.close()]);
  }
}
