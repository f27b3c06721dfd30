import { ambiguityCode } from '../../src/variants/variant-classes.ts';
import type { VariantMapping, VariantRecord } from '../../src/variants/variant-record.ts';
import type { RegionRef } from '../../src/genome/seq-region.ts';
import type { Database } from '../dump/database.ts';
import type { RegionSet } from './regions.ts';
import { RowsByKey } from './rows-by-key.ts';

interface VariantRow {
  id: number;
  name: string;
  source: string;
  description: string | null;
  somatic: number | null;
  so_term: string | null;
  minor_allele: string | null;
  minor_allele_freq: number | null;
  minor_allele_count: number | null;
  clinical_significance: string | null;
  evidence: string | null;
}

interface MappingRow {
  key: number;
  id: number;
  seq_region_id: number;
  seq_region_start: number;
  seq_region_end: number;
  seq_region_strand: 1 | -1;
  allele_string: string | null;
  ancestral_allele: string | null;
  consequence_types: string | null;
}

const VARIANTS = `
  SELECT variation_id AS id, v.name, s.name AS source, s.description, v.somatic, class.value AS so_term,
    minor_allele, minor_allele_freq, minor_allele_count, clinical_significance, evidence_attribs AS evidence
  FROM variation v JOIN source s USING (source_id) LEFT JOIN attrib class ON class.attrib_id = v.class_attrib_id
  WHERE v.name IS NOT NULL ORDER BY variation_id`;

const MAPPINGS = `
  SELECT variation_id AS key, variation_feature_id AS id, seq_region_id, seq_region_start, seq_region_end, seq_region_strand,
    allele_string, ancestral_allele, consequence_types
  FROM variation_feature ORDER BY variation_id, variation_feature_id`;

const SYNONYMS = `
  SELECT variation_id AS key, y.name, s.name AS source FROM variation_synonym y JOIN source s USING (source_id)
  WHERE y.name IS NOT NULL ORDER BY variation_id, variation_synonym_id`;

const FAILURES = `
  SELECT variation_id AS key, description FROM failed_variation JOIN failed_description USING (failed_description_id)
  ORDER BY variation_id, failed_description_id`;

/**
 * Every variant, by variation_id. What belongs to them comes as streams that are sorted likewise: memory does not grow with
 * their number.
 *
 * @param allelesOf alleles that were seen of a variant: asked of those that are nowhere on the genome
 */
export async function* variantRecords(database: Database, regions: RegionSet, allelesOf: (id: number) => Promise<Iterable<string>>): AsyncGenerator<VariantRecord> {
  const attribs = new Map((await database.all<{ id: number; value: string }>('SELECT attrib_id AS id, value FROM attrib')).map(({ id, value }) => [String(id), value]));
  const mappings = new RowsByKey(database.rows<MappingRow>(MAPPINGS));
  const synonyms = new RowsByKey(database.rows<{ key: number; name: string; source: string }>(SYNONYMS));
  const failures = new RowsByKey(database.rows<{ key: number; description: string }>(FAILURES));
  try {
    for await (const row of database.rows<VariantRow>(VARIANTS)) {
      const places = (await mappings.take(row.id)).flatMap((mapping) => placed(mapping, regions));
      yield {
        dbId: row.id, name: row.name, source: row.source, sourceDescription: row.description, somatic: row.somatic === 1,
        soTerm: row.so_term ?? 'sequence_alteration',
        minorAllele: row.minor_allele, minorAlleleFrequency: row.minor_allele_freq, minorAlleleCount: row.minor_allele_count,
        ambiguity: ambiguityCode(places[0]?.alleleString.split('/') ?? await allelesOf(row.id)),
        clinicalSignificance: members(row.clinical_significance),
        evidence: members(row.evidence).map((id) => attribs.get(id) ?? id),
        failed: (await failures.take(row.id)).map(({ description }) => description),
        synonyms: (await synonyms.take(row.id)).map(({ name, source }) => ({ name, source })),
        mappings: places,
      };
    }
  } finally {
    await Promise.all([mappings.close(), synonyms.close(), failures.close()]);
  }
}

/** Empty for a place on a region that the core database lacks. */
function placed(row: MappingRow, regions: RegionSet): VariantMapping[] {
  const region = regionRef(regions, row.seq_region_id);
  return region === null ? [] : [{
    dbId: row.id, region, start: row.seq_region_start, end: row.seq_region_end, strand: row.seq_region_strand,
    alleleString: row.allele_string ?? '', ancestralAllele: row.ancestral_allele, consequences: members(row.consequence_types),
  }];
}

/** Null for an unknown seq_region_id. */
export function regionRef({ byId }: RegionSet, id: number): RegionRef | null {
  const region = byId.get(id);
  if (!region) return null;
  const { ordinal, name, length, coordSystem, attribs } = region;
  return {
    ordinal, name, coordSystem: coordSystem.name, version: coordSystem.version,
    ...(attribs.get('circular_seq')?.[0] === '1' ? { circularLength: length } : {}),
  };
}

/** The members of a SET column, as the database spells them. */
export function members(set: string | null): string[] {
  return set ? set.split(',') : [];
}
