/**
 * What few variants have beside their rows and places: synonyms, failures, submissions, citations. Streams in the order
 * of variants, which hold nothing in memory.
 */
import { ambiguityCode } from '../../../src/variants/variant-classes.ts';
import { publicationKey, variantKey, type VariantRecord } from '../../../src/variants/variant-record.ts';
import type { Database } from '../../dump/database.ts';
import { RowsByKey } from '../rows/row-groups.ts';
import { RANK } from './variant-keys.ts';

export interface VariantAnnotations {
  /** In the order of the database, those of a known source. */
  synonyms: VariantRecord['synonyms'];
  failed: string[];
  /** Of the alleles that were seen of it. */
  ambiguity: string | null;
  /** Keys that it is found by beside that of its name, each once, with how. */
  keys: ReadonlyMap<string, number>;
  /** Keys of publications that cite it. */
  publications: string[];
}

export const NONE: VariantAnnotations = {
  synonyms: [],
  failed: [],
  ambiguity: null,
  keys: new Map(),
  publications: [],
};

/** Publications that a number or PMC id stands for: of several the first. */
export const PUBLICATIONS = `
  publications AS (
    SELECT publication_id, 'pmid' AS kind, pmid::VARCHAR AS id FROM publication WHERE pmid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY pmid ORDER BY publication_id) = 1
    UNION ALL
    SELECT publication_id, 'pmcid', pmcid FROM publication WHERE pmcid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY lower(pmcid) ORDER BY publication_id) = 1)`;

export class AnnotationsReader {
  readonly #synonyms: RowsByKey<{ key: number; name: string; source: string | null }>;
  readonly #failures: RowsByKey<{ key: number; description: string | null }>;
  readonly #alleles: RowsByKey<{ key: number; submission: number | null; allele: string }>;
  readonly #citations: RowsByKey<{ key: number; kind: 'pmid' | 'pmcid'; id: string }>;
  /** Variation_id of the next variant that has any; Infinity behind the last. */
  next = -Infinity;

  constructor(database: Database) {
    this.#synonyms = new RowsByKey(
      database.batches(`
      SELECT variation_id AS key, y.name, s.name AS source FROM variation_synonym y JOIN source s USING (source_id)
      WHERE y.name IS NOT NULL AND variation_id IS NOT NULL ORDER BY variation_id, variation_synonym_id`),
    );
    this.#failures = new RowsByKey(
      database.batches(`
      SELECT variation_id AS key, description FROM failed_variation
        JOIN failed_description USING (failed_description_id)
      WHERE variation_id IS NOT NULL ORDER BY variation_id, failed_description_id`),
    );
    this.#alleles = new RowsByKey(
      database.batches(`
      SELECT variation_id AS key, subsnp_id AS submission, allele FROM allele JOIN allele_code USING (allele_code_id)
      WHERE allele IS NOT NULL AND variation_id IS NOT NULL ORDER BY variation_id`),
    );
    this.#citations = new RowsByKey(
      database.batches(`
      WITH ${PUBLICATIONS} SELECT variation_id AS key, kind, id FROM variation_citation
        JOIN publications USING (publication_id) WHERE variation_id IS NOT NULL ORDER BY variation_id`),
    );
  }

  /** Those of a variant, which must be greater than the one asked for before; `next` is known then. */
  async take(id: number, own: string): Promise<VariantAnnotations> {
    const [synonyms, failures, alleles, citations] = [
      await this.#synonyms.take(id),
      await this.#failures.take(id),
      await this.#alleles.take(id),
      await this.#citations.take(id),
    ];
    this.next = Math.min(
      await this.#synonyms.nextKey(),
      await this.#failures.nextKey(),
      await this.#alleles.nextKey(),
      await this.#citations.nextKey(),
    );
    const keys = new Map<string, number>();
    for (const { name } of synonyms) keys.set(variantKey(name), RANK.synonym);
    for (const { submission } of alleles)
      if (submission !== null && !keys.has(`ss${submission}`)) keys.set(`ss${submission}`, RANK.submission);
    keys.delete(own);
    return {
      synonyms: synonyms.map(({ name, source }) => ({ name, source: source! })),
      failed: failures.map(({ description }) => description!),
      ambiguity: alleles.length > 0 ? ambiguityCode(new Set(alleles.map(({ allele }) => allele))) : null,
      keys,
      publications: citations.map(({ kind, id: cited }) => publicationKey(kind, cited)),
    };
  }

  async close(): Promise<void> {
    for (const stream of [this.#synonyms, this.#failures, this.#alleles, this.#citations]) await stream.close();
  }
}
