import { encodeRecord } from '../../src/genome/feature-records.ts';
import type { Attribs } from '../../src/genome/gene-record.ts';
import type { PhenotypeRecord } from '../../src/genome/phenotype-record.ts';
import type { SortedTableWriter } from '../../src/index/sorted-table.ts';
import type { Database } from '../dump/database.ts';

interface Row {
  key: string;
  id: number;
  description: string;
  source: string;
  study: string | null;
  accessions: string;
  attribs: string;
}

/** Writes the `gene-phenotypes` table of a variation database: what is significantly associated with each gene. */
export async function compileGenePhenotypes(database: Database, open: () => Promise<SortedTableWriter>): Promise<void> {
  let writer: SortedTableWriter | undefined;
  let current: { key: string; list: PhenotypeRecord[] } | undefined;
  const flush = async () => {
    if (!current) return;
    writer ??= await open();
    await writer.add(current.key, encodeRecord(current.list));
  };
  for await (const row of database.rows<Row>(`
    WITH accessions AS (SELECT phenotype_id, to_json(list(DISTINCT accession ORDER BY accession))::VARCHAR AS accessions
      FROM phenotype_ontology_accession GROUP BY phenotype_id),
    attribs AS (SELECT phenotype_feature_id, to_json(list([code, value] ORDER BY attrib_type_id))::VARCHAR AS attribs
      FROM phenotype_feature_attrib JOIN attrib_type USING (attrib_type_id) GROUP BY phenotype_feature_id)
    SELECT lower(object_id) AS key, phenotype_feature_id AS id, p.description, source.name AS source, external_reference AS study,
      coalesce(accessions, '[]') AS accessions, coalesce(attribs, '[]') AS attribs
    FROM phenotype_feature f JOIN phenotype p USING (phenotype_id) JOIN source USING (source_id)
    LEFT JOIN study ON study.study_id = f.study_id LEFT JOIN accessions USING (phenotype_id) LEFT JOIN attribs USING (phenotype_feature_id)
    WHERE f.type = 'Gene' AND is_significant = 1 ORDER BY key, id`)) {
    if (current?.key !== row.key) {
      await flush();
      current = { key: row.key, list: [] };
    }
    current.list.push({
      dbId: row.id, description: row.description, source: row.source, study: row.study,
      ontologyAccessions: JSON.parse(row.accessions) as string[], attribs: JSON.parse(row.attribs) as Attribs,
    });
  }
  await flush();
}
