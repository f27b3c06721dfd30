/**
 * Annotations that few variants have: synonyms, failures, submissions, citations. Streams in the order of variants, so
 * that memory holds those of one variant.
 */
import { ambiguityCode } from '../../../src/variants/variant-classes.ts';
import { publicationKey, variantKey, type VariantRecord } from '../../../src/variants/variant-record.ts';
import type { Database } from '../../dump/database.ts';
import { RowsByKey } from '../rows/row-groups.ts';
import { RANK } from './variant-keys.ts';

export interface VariantAnnotations {
  /** Synonyms of known sources, in the order of the database. */
  synonyms: VariantRecord['synonyms'];
  failed: string[];
  /** Ambiguity code of the observed alleles. */
  ambiguity: string | null;
  /** Further keys by which clients find the variant, with their RANK. */
  keys: ReadonlyMap<string, number>;
  /** Keys of publications that cite the variant. */
  publications: string[];
}

export const NONE: VariantAnnotations = {
  synonyms: [],
  failed: [],
  ambiguity: null,
  keys: new Map(),
  publications: [],
};

/** Publications by PubMed id and PMC id. The first of several with the same id counts. */
export const PUBLICATIONS = `
  publications AS (
    SELECT publication_id, 'pmid' AS kind, pmid::VARCHAR AS id FROM publication WHERE pmid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY pmid ORDER BY publication_id) = 1
    UNION ALL
    SELECT publication_id, 'pmcid', pmcid FROM publication WHERE pmcid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY lower(pmcid) ORDER BY publication_id) = 1)`;

export class AnnotationsReader {
  readonly #synonyms: RowsByKey<{ key: number; name: string; source: string }>;
  readonly #failures: RowsByKey<{ key: number; description: string }>;
  readonly #alleles: RowsByKey<{ key: number; submission: number | null; allele: string }>;
  readonly #citations: RowsByKey<{ key: number; kind: 'pmid' | 'pmcid'; id: string }>;
  /** variation_id of the next variant with annotations; Infinity after the last. */
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

  /**
   * The annotations of a variant, whose id must be greater than that of the previous call. Sets `next`.
   * @param own key of the variant's name
   */
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
      synonyms: synonyms.map(({ name, source }) => ({ name, source })),
      failed: failures.map(({ description }) => description),
      ambiguity: alleles.length > 0 ? ambiguityCode(new Set(alleles.map(({ allele }) => allele))) : null,
      keys,
      publications: citations.map(({ kind, id: cited }) => publicationKey(kind, cited)),
    };
  }

  async close(): Promise<void> {
    for (const stream of [this.#synonyms, this.#failures, this.#alleles, this.#citations]) await stream.close();
  }
}
