/**
 * Scores of alleles from files of other projects (CADD, REVEL, AlphaMissense, SpliceAI, ClinPred). A record of a table
 * of scores has the rows of one window of WINDOW positions, column by column:
 *
 *   varint rows | varint position of the first row | position of each further row, minus the one before (varint each) |
 *   alleles of each row (1 byte: 4 * reference + alternative for two letters of ACGT; else 16, and both as texts) |
 *   columns
 *
 * A column of texts is a list of the different ones (varint count, then each), then the index of each row's, from 1
 * (varint); 0 for a missing value. A column of numbers is the most decimals plus 1 (varint), then the number without
 * its point for each row (zigzag varint); 0 for a missing value, and one more for numbers that are not negative. If
 * numbers have too many digits for that, it is a 0, and a column of texts.
 */
import { FieldReader, FieldWriter } from '../index/blocks/fields.ts';

/** Positions of one record. */
export const WINDOW = 64;
const BASES = 'ACGT';
const OTHER_ALLELES = 16;
/** Powers of ten up to this one are exact. */
const MOST_DECIMALS = 22;
/** A zigzag varint has one bit more. */
const MOST_WHOLE = 2 ** 51;

/** A table's columns in the order of its records. */
const COLUMNS = {
  alphamissense: { proteinVariant: 'text', pathogenicity: 'number', class: 'text' },
  cadd: { raw: 'number', phred: 'number' },
  clinpred: { score: 'number' },
  revel: { residue: 'text', transcripts: 'text', score: 'number' },
  spliceai: {
    symbol: 'text',
    DS_AG: 'number',
    DS_AL: 'number',
    DS_DG: 'number',
    DS_DL: 'number',
    DP_AG: 'number',
    DP_AL: 'number',
    DP_DG: 'number',
    DP_DL: 'number',
  },
} as const satisfies Record<string, Readonly<Record<string, 'text' | 'number'>>>;

export type ScoreSource = keyof typeof COLUMNS;
export const SCORE_SOURCES = Object.keys(COLUMNS) as ScoreSource[];

type Value = string | number | null;
export type ScoreValues<S extends ScoreSource> = {
  [Column in keyof (typeof COLUMNS)[S]]: ((typeof COLUMNS)[S][Column] extends 'text' ? string : number) | null;
};

/** One allele with its scores. */
export interface ScoreRow<Values = Readonly<Record<string, Value>>> {
  /** Of the first base of the reference, as in the file. */
  position: number;
  /** As in the file: with common bases where it has some. */
  reference: string;
  alternative: string;
  values: Values;
}

/** The columns of a table, by the name of its source. */
export function scoreColumns(source: ScoreSource): [name: string, kind: 'text' | 'number'][] {
  return Object.entries(COLUMNS[source]);
}

const writer = new FieldWriter();

/** The record of at least one row of the same window, in order of position. */
export function encodeScores(source: ScoreSource, rows: readonly ScoreRow[]): Uint8Array {
  writer.number(rows.length);
  let before = 0;
  for (const { position } of rows) {
    writer.number(position - before);
    before = position;
  }
  for (const { reference, alternative } of rows) {
    const [from, to] = [BASES.indexOf(reference), BASES.indexOf(alternative)];
    const isSingle = reference.length === 1 && alternative.length === 1 && from >= 0 && to >= 0;
    if (isSingle) writer.fixed(4 * from + to, 1);
    else writer.fixed(OTHER_ALLELES, 1).text(reference).text(alternative);
  }
  for (const [name, kind] of scoreColumns(source)) {
    const values = rows.map((row) => row.values[name] ?? null);
    if (kind === 'number') writeNumbers(values);
    else writeTexts(values);
  }
  return writer.record();
}

function writeNumbers(values: readonly Value[]): void {
  const numbers = values.filter((value) => typeof value === 'number');
  const decimals = decimalsOf(numbers);
  if (decimals === null) {
    writer.number(0);
    writeTexts(values);
    return;
  }
  writer.number(decimals + 1);
  for (const value of values) {
    const whole = typeof value === 'number' ? Math.round(value * 10 ** decimals) : null;
    writer.signed(whole === null ? 0 : whole < 0 ? whole : whole + 1);
  }
}

/** How many decimals all numbers have at most; null if they are not exact as whole numbers over a power of ten. */
function decimalsOf(numbers: readonly number[]): number | null {
  let decimals = 0;
  const isExact = (value: number) => {
    const whole = Math.round(value * 10 ** decimals);
    return Math.abs(whole) < MOST_WHOLE && whole / 10 ** decimals === value;
  };
  for (const value of numbers) while (decimals <= MOST_DECIMALS && !isExact(value)) decimals++;
  return decimals <= MOST_DECIMALS && numbers.every(isExact) ? decimals : null;
}

function writeTexts(values: readonly Value[]): void {
  const numbers = new Map<string, number>();
  for (const value of values)
    if (value !== null && !numbers.has(String(value))) numbers.set(String(value), numbers.size + 1);
  writer.number(numbers.size);
  for (const text of numbers.keys()) writer.text(text);
  for (const value of values) writer.number(value === null ? 0 : (numbers.get(String(value)) ?? 0));
}

/** Throws StoreError for a record that ends too early. */
export function decodeScores<S extends ScoreSource>(source: S, record: Uint8Array): ScoreRow<ScoreValues<S>>[] {
  const fields = new FieldReader(record);
  const count = fields.number();
  const rows: ScoreRow<Record<string, Value>>[] = [];
  let position = 0;
  for (let row = 0; row < count; row++) {
    position += fields.number();
    rows.push({ position, reference: '', alternative: '', values: {} });
  }
  for (const row of rows) {
    const code = fields.fixed(1);
    const isSingle = code < OTHER_ALLELES;
    row.reference = isSingle ? BASES.charAt(code >> 2) : fields.text();
    row.alternative = isSingle ? BASES.charAt(code & 3) : fields.text();
  }
  for (const [name, kind] of scoreColumns(source)) {
    const next = kind === 'number' ? numbersOf(fields) : textsOf(fields);
    for (const { values } of rows) values[name] = next();
  }
  return rows as unknown as ScoreRow<ScoreValues<S>>[];
}

function numbersOf(fields: FieldReader): () => number | null {
  const form = fields.number();
  if (form === 0) {
    const next = textsOf(fields);
    return () => {
      const text = next();
      return text === null ? null : Number(text);
    };
  }
  const scale = 10 ** (form - 1);
  return () => {
    const stored = fields.signed();
    return stored === 0 ? null : (stored < 0 ? stored : stored - 1) / scale;
  };
}

function textsOf(fields: FieldReader): () => string | null {
  const texts = Array.from({ length: fields.number() }, () => fields.text());
  return () => texts[fields.number() - 1] ?? null;
}
