/**
 * What variants do to coding sequences: of all effects that a dump has, those few are joined with their places and
 * sorted by DuckDB.
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
/**
 * Staged: effects on coding sequences that are shown, in the order of the dump; where variants with such effects are.
 */
const [EFFECTS, PLACES] = ['coding_effect', 'coding_place'] as const;

/** A place of a variant with such effects: TranscriptVariationRecord as far as it does not tell of the transcript. */
export type CodingPlace = {
  [Member in
    | 'alleleString'
    | 'region'
    | 'somatic'
    | 'minorAlleleFrequency'
    | 'clinicalSignificance']: TranscriptVariationRecord[Member];
} & { [Member in 'name' | 'start' | 'end']: TranscriptVariationRecord[Member] | null };

/**
 * Stages the effects on coding sequences: a few of each hundred that a dump has.
 *
 * @param withPolyphen Ensembl takes PolyPhen's scores from its matrices of predictions, and has none where they are
 *   missing
 * @returns the variation_feature_ids of the variants that have them
 * @throws DumpError with file and line for a broken row
 */
export async function stageCodingEffects(
  database: Database,
  withPolyphen: boolean,
  progress?: (bytes: number) => void,
): Promise<NumberSet> {
  const features = new NumberSet();
  await stageRows(database, PLACES, 'feature BIGINT, place VARCHAR', []);
  await stageRows(database, EFFECTS, 'key VARCHAR, feature BIGINT, translation VARCHAR, effect VARCHAR', effects());
  return features;

  async function* effects(): AsyncGenerator<StagedEffect> {
    const plan = await planTable(database.dump, TABLE, VARIATION_TABLES[TABLE]);
    const { path } = plan;
    if (path === undefined) return;
    const columns = columnsOf<(typeof VARIATION_TABLES)[typeof TABLE]>(plan);
    try {
      yield* effectsIn(pickedRows({ ...plan, path }, [columns.cds_start, columns.cds_end], progress), columns);
    } catch (error) {
      // What is wrong is found again by who knows its line.
      if (error instanceof DumpError) for await (const _ of effectsIn(readRows(path, plan.fieldCount, TABLE), columns));
      throw error;
    }
  }

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

/** To stage the place of a feature of which stageCodingEffects has told. */
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
 * Writes `transcript-variations`: records of TranscriptVariationRecord. After all places have been staged. Effects are
 * put together here, as bytes: DuckDB holds what it aggregates as text in memory, all of it.
 */
export async function compileTranscriptVariations(database: Database, table: SortedSink): Promise<void> {
  const record = new FieldWriter();
  let open = null as { key: string; feature: number } | null;
  const write = async () => void (open && (await table.add(open.key, record.bytes(END).lentRecord())));
  // What stands ahead of the effects is that of the first.
  const chunks = database.chunks(
    `SELECT key, feature, concat(place, translation, ',"rows":[') AS head, effect FROM ${EFFECTS} e
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

/** A set of whole numbers, one bit each: ids are dense, and a Set of them would take 40 bytes for each. */
const PAGE_BITS = 1 << 16;

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
