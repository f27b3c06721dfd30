/**
 * Every short variant as the JSON of its record (src/variants/variant-record.ts), put together by DuckDB: a release has a billion of
 * them, and each would otherwise pass through here as a row of its own. Variants come some at a time, so that what belongs
 * to them is joined in memory.
 */
import { ambiguityCode } from '../../../src/variants/variant-classes.ts';
import type { RegionRef } from '../../../src/genome/seq-region.ts';
import type { Database } from '../../dump/database.ts';
import { jsonFloat, jsonInteger, jsonMembers, jsonText } from '../rows/json-sql.ts';
import { isCircular, type RegionSet } from '../genome/regions.ts';
import { groupsOf } from '../rows/row-groups.ts';
import { stageRows } from '../rows/stage-rows.ts';

/** Staged: JSON of the regions, by seq_region_id; of evidence, by the column's text; ambiguity codes of variants on no region. */
const [REGIONS, EVIDENCE, UNPLACED_AMBIGUITY] = ['variant_region', 'variant_evidence', 'unplaced_ambiguity'];

/** Stages what the records of all variants take from it. Before variantRecords. */
export async function stageVariantParts(database: Database, regions: RegionSet): Promise<void> {
  await stageRows(database, REGIONS!, 'seq_region_id BIGINT, json VARCHAR', regions.list.map(({ id }) => [id, JSON.stringify(regionRef(regions, id))]));
  const attribs = new Map((await database.all<{ id: number; value: string }>('SELECT attrib_id AS id, value FROM attrib')).map(({ id, value }) => [String(id), value]));
  const evidence = await database.all<{ ids: string }>("SELECT DISTINCT evidence_attribs AS ids FROM variation WHERE evidence_attribs <> ''");
  await stageRows(database, EVIDENCE!, 'ids VARCHAR, json VARCHAR', evidence.map(({ ids }) => [ids, JSON.stringify(members(ids).map((id) => attribs.get(id) ?? id))]));
  await stageRows(database, UNPLACED_AMBIGUITY!, 'variation_id BIGINT, json VARCHAR', unplacedCodes(database));
}

/** Of variants that are nowhere on the genome: by the alleles that were seen of them. */
async function* unplacedCodes(database: Database): AsyncGenerator<[variation: number, json: string]> {
  const rows = database.rows<{ id: number; allele: string }>(`
    WITH placed AS (SELECT variation_id FROM variation_feature SEMI JOIN ${REGIONS} USING (seq_region_id))
    SELECT variation_id AS id, allele FROM allele JOIN allele_code USING (allele_code_id) ANTI JOIN placed USING (variation_id)
    WHERE allele IS NOT NULL ORDER BY variation_id`);
  for await (const seen of groupsOf(rows, ({ id }) => id)) {
    const code = ambiguityCode(new Set(seen.map(({ allele }) => allele)));
    if (code !== null) yield [seen[0]!.id, JSON.stringify(code)];
  }
}

/**
 * SQL of some variants: variation_id, name, json. That is the record without its end: the name, where it is not the key, and a bracket. After stageVariantParts.
 *
 * @param some condition on variation_id
 */
export function variantRecords(some: string): string {
  return `
    WITH places AS NOT MATERIALIZED (
      SELECT variation_id, variation_feature_id AS id,
        concat('[', r.json, ',', ${jsonInteger('seq_region_strand')}, ',', coalesce(seq_region_end, 0) - coalesce(seq_region_start, 0) + 1, ',',
          ${jsonText("coalesce(consequence_types, '')")}, ',', ${jsonText("coalesce(allele_string, '')")}, ',',
          CASE WHEN ancestral_allele = split_part(allele_string, '/', 1) THEN '0' ELSE ${jsonText('ancestral_allele')} END, ',', ${jsonInteger('seq_region_start')}, ']') AS json
      FROM variation_feature JOIN ${REGIONS} r USING (seq_region_id) WHERE ${some}),
    several AS (
      SELECT variation_id FROM variation_feature SEMI JOIN ${REGIONS} USING (seq_region_id) WHERE ${some} GROUP BY variation_id HAVING count(*) > 1),
    mapped AS (
      SELECT variation_id, json FROM places ANTI JOIN several USING (variation_id)
      UNION ALL
      SELECT variation_id, string_agg(json, ',' ORDER BY id) FROM places SEMI JOIN several USING (variation_id) GROUP BY variation_id),
    synonyms AS (
      SELECT variation_id, string_agg(concat(${jsonText('y.name')}, ',', ${jsonText('s.name')}), ',' ORDER BY variation_synonym_id) AS json
      FROM variation_synonym y JOIN source s USING (source_id) WHERE y.name IS NOT NULL AND ${some} GROUP BY variation_id),
    failures AS (
      SELECT variation_id, string_agg(${jsonText('description')}, ',' ORDER BY failed_description_id) AS json
      FROM failed_variation JOIN failed_description USING (failed_description_id) WHERE ${some} GROUP BY variation_id),
    sources AS (SELECT source_id, concat(${jsonText('name')}, ',', ${jsonText('description')}) AS json FROM source),
    classes AS (SELECT attrib_id, ${jsonText('value')} AS json FROM attrib)
    SELECT variation_id, v.name, concat(
      '[', s.json, ',', CASE WHEN somatic = 1 THEN '1' ELSE '0' END, ',', coalesce(class.json, '"sequence_alteration"'), ',',
      ${jsonMembers('clinical_significance')}, ',', coalesce(e.json, '[]'), ',[', f.json, '],[', m.json, '],',
      ${jsonText('minor_allele')}, ',', ${jsonFloat('minor_allele_freq')}, ',', ${jsonInteger('minor_allele_count')}, ',', coalesce(unplaced.json, 'null'), ',[', y.json, ']') AS json
    FROM (SELECT * FROM variation WHERE ${some}) v JOIN sources s USING (source_id) LEFT JOIN classes class ON class.attrib_id = v.class_attrib_id
    LEFT JOIN mapped m USING (variation_id) LEFT JOIN ${UNPLACED_AMBIGUITY} unplaced USING (variation_id)
    LEFT JOIN ${EVIDENCE} e ON e.ids = v.evidence_attribs LEFT JOIN failures f USING (variation_id) LEFT JOIN synonyms y USING (variation_id)
    WHERE v.name IS NOT NULL`;
}

/** Null for an unknown seq_region_id. */
export function regionRef({ byId }: RegionSet, id: number): RegionRef | null {
  const region = byId.get(id);
  if (!region) return null;
  const { ordinal, name, length, coordSystem } = region;
  return {
    ordinal, name, coordSystem: coordSystem.name, version: coordSystem.version,
    ...(isCircular(region) ? { circularLength: length } : {}),
  };
}

/** The members of a SET column, as the database spells them. */
export function members(set: string | null): string[] {
  return set ? set.split(',') : [];
}
