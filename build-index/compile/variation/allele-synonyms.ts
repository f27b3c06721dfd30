import { only } from '../../../src/checked.ts';
import { encodeRecord } from '../../../src/genome/feature-records.ts';
import type { AlleleSynonym } from '../../../src/variants/allele-synonym.ts';
import { type Database, openDatabase } from '../../dump/database.ts';
import type { SortedSink } from '../../output/genome-tables.ts';

interface Row {
  key: string;
  variant: string;
  hgvs: string;
}

/** Writes the `allele-synonyms` table. Loads the names of variants only if the dump has such synonyms. */
export async function compileAlleleSynonyms(database: Database, table: SortedSink): Promise<void> {
  const { rows } = only(await database.all<{ rows: number }>('SELECT count(*)::INTEGER AS rows FROM allele_synonym'));
  if (rows === 0) return;
  const named = await openDatabase(database.dump, {
    variation: { variation_id: 'integer', name: 'text' },
    allele_synonym: { allele_synonym_id: 'integer', variation_id: 'integer', hgvs_genomic: 'text', name: 'text' },
  });
  try {
    const synonyms = named.rows<Row>(`
      SELECT lower(s.name) AS "key", v.name AS variant, hgvs_genomic AS hgvs
      FROM allele_synonym s JOIN variation v USING (variation_id)
      WHERE s.name <> '' AND v.name <> '' AND hgvs_genomic IS NOT NULL ORDER BY "key", allele_synonym_id`);
    for await (const { key, variant, hgvs } of synonyms) {
      const record: AlleleSynonym = { variant, hgvs };
      await table.add(key, encodeRecord(record));
    }
  } finally {
    await named.close();
  }
}
