/**
 * Compiles the effects of variants on coding sequences, a small part of all effects in a dump. DuckDB joins them with
 * the places of the variants and sorts them.
 */
import { at } from '../../../src/checked.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import type { TranscriptAllele, TranscriptVariationRecord } from '../../../src/variants/transcript-variation.ts';
import { type Database, stageRows } from '../../dump/database.ts';
import { DumpError } from '../../dump/dump-error.ts';
import { members } from '../../dump/field-text.ts';
import { pickedRows } from '../../dump/picked-rows.ts';
import { byteColumn, bytesAt, integerColumn, textColumn } from '../../dump/query-chunks.ts';
import type { RowBatch } from '../../dump/row-batch.ts';
import { readRows } from '../../dump/row-reader.ts';
import { columnsOf, planTable } from '../../dump/table-plan.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import { VARIATION_TABLES } from './variation-schema.ts';

const TABLE = 'transcript_variation';
/** Staged: displayed effects on coding sequences, in the order of the dump; and the places of their variants. */
const [EFFECTS, PLACES] = ['coding_effect', 'coding_place'] as const;

/**
 * A place of a variant with such effects: the fields of TranscriptVariationRecord that do not depend on a transcript.
 */
export type CodingPlace = {
  [Member in
    | 'alleleString'
    | 'region'
    | 'somatic'
    | 'minorAlleleFrequency'
    | 'clinicalSignificance']: TranscriptVariationRecord[Member];
} & { [Member in 'name' | 'start' | 'end']: TranscriptVariationRecord[Member] | null };

/**
 * Stages the effects on coding sequences, a few percent of the rows of a dump.
 *
 * @param withPolyphen false to omit PolyPhen's scores: Ensembl reads them from its prediction matrices, and shows none
 *   if these are missing
 * @returns the variation_feature_ids of the variants with such effects
 * @throws DumpError with file and line for a broken row
 */
export async function stageCodingEffects(
  database: Database,
  withPolyphen: boolean,
  progress?: (bytes: number) => void,
): Promise<NumberSet> {
  let features = new NumberSet();
  await stageRows(database, PLACES, 'feature BIGINT, place VARCHAR', []);
  const stage = (rows: Iterable<StagedEffect> | AsyncIterable<StagedEffect>) =>
    stageRows(database, EFFECTS, 'key VARCHAR, feature BIGINT, translation VARCHAR, effect VARCHAR', rows);
  const plan = await planTable(database.dump, TABLE, VARIATION_TABLES[TABLE]);
  const { path } = plan;
  const columns = columnsOf<(typeof VARIATION_TABLES)[typeof TABLE]>(plan);
  if (path === undefined) {
    await stage([]);
    return features;
  }
  try {
    await stage(effectsIn(pickedRows({ ...plan, path }, [columns.cds_start, columns.cds_end], progress), columns));
  } catch (error) {
    if (!(error instanceof DumpError)) throw error;
    // Reading all rows in order finds each departure, or the error again, with its line.
    features = new NumberSet();
    await stage(effectsIn(readRows(path, plan.fieldCount, TABLE, undefined, plan.rules), columns));
  }
  return features;

  async function* effectsIn(
    batches: AsyncIterable<RowBatch>,
    columns: Record<keyof (typeof VARIATION_TABLES)[typeof TABLE], number>,
  ): AsyncGenerator<StagedEffect> {
    for await (const batch of batches) {
      for (let row = 0; row < batch.rowCount; row++) {
        if (!batch.integer(row, columns.cds_start) && !batch.integer(row, columns.cds_end)) continue;
        const [key, feature] = [
          batch.text(row, columns.feature_stable_id),
          batch.integer(row, columns.variation_feature_id),
        ];
        if (key === null || feature === null || batch.integer(row, columns.display) === 0) continue;
        features.add(feature);
        const effect: TranscriptAllele = {
          alleles: batch.text(row, columns.allele_string) ?? '',
          somatic: Boolean(batch.integer(row, columns.somatic)),
          consequences: members(batch.text(row, columns.consequence_types)),
          cdsStart: batch.integer(row, columns.cds_start),
          codons: batch.text(row, columns.codon_allele_string),
          residues: batch.text(row, columns.pep_allele_string),
          sift: batch.float(row, columns.sift_score),
          polyphen: withPolyphen ? batch.float(row, columns.polyphen_score) : null,
        };
        const [start, end] = [
          batch.integer(row, columns.translation_start),
          batch.integer(row, columns.translation_end),
        ];
        const translation = `,"translationStart":${start},"translationEnd":${end}`;
        yield [key.toLowerCase(), feature, translation, JSON.stringify(effect)];
      }
    }
  }
}

type StagedEffect = [key: string, feature: number, translation: string, effect: string];

/** Stages the places of features that stageCodingEffects returned. */
export async function placeAppender(
  database: Database,
): Promise<{ add(feature: number, place: CodingPlace): void; close(): void }> {
  const rows = await database.appender(PLACES);
  return {
    add: (feature, place) => rows.add([feature, JSON.stringify(place).slice(0, -1)]),
    close: () => rows.close(),
  };
}

/**
 * Writes `transcript-variations`: records of TranscriptVariationRecord. Needs the places of placeAppender. This process
 * joins the effects of a record as bytes, because DuckDB would hold all texts that it aggregates in memory.
 */
export async function compileTranscriptVariations(database: Database, table: SortedSink): Promise<void> {
  const record = new FieldWriter();
  let open: { key: string; feature: number } | undefined;
  const write = async () => void (open && (await table.add(open.key, record.bytes(END).lentRecord())));
  // The head of a record is that of its first effect.
  const chunks = database.chunks(
    `SELECT key, feature, concat(place, ',"feature":', feature, translation, ',"rows":[') AS head, effect
    FROM ${EFFECTS} e
      JOIN ${PLACES} USING (feature) ORDER BY key, feature, e.rowid`,
  );
  for await (const chunk of chunks) {
    const [keys, features, heads, effects] = [
      textColumn(chunk, 0),
      integerColumn(chunk, 1),
      byteColumn(chunk, 2),
      byteColumn(chunk, 3),
    ];
    for (let row = 0; row < chunk.rowCount; row++) {
      const [key, feature] = [at(keys, row), at(features, row)];
      if (open?.feature === feature && open.key === key) {
        record.bytes(COMMA);
      } else {
        await write();
        open = { key, feature };
        record.bytes(bytesAt(heads, row));
      }
      record.bytes(bytesAt(effects, row));
    }
  }
  await write();
  for (const staged of [EFFECTS, PLACES]) await database.all(`DROP TABLE ${staged}`);
}

const [COMMA, END] = [Uint8Array.of(0x2c), Uint8Array.of(0x5d, 0x7d)];

const PAGE_BITS = 1 << 16;

/** A set of dense whole numbers with one bit each. A Set would take 40 bytes each. */
export class NumberSet {
  readonly #pages = new Map<number, Uint8Array>();

  add(number: number): void {
    const page = Math.floor(number / PAGE_BITS);
    let bits = this.#pages.get(page);
    if (!bits) this.#pages.set(page, (bits = new Uint8Array(PAGE_BITS / 8)));
    const bit = number - page * PAGE_BITS;
    bits[bit >> 3]! |= 1 << (bit & 7);
  }

  has(number: number): boolean {
    const page = Math.floor(number / PAGE_BITS);
    const bits = this.#pages.get(page);
    if (!bits) return false;
    const bit = number - page * PAGE_BITS;
    return (bits[bit >> 3]! & (1 << (bit & 7))) !== 0;
  }
}
