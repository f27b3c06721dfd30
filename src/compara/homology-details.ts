/**
 * Fields of a gene's homologies for full answers, after the list in the record (homology-record.ts):
 *
 *   varint number of blocks of the `member-sequences` table, for each: bytes from the end of the one before, length |
 *   location of the gene's own product: 0 for none, or 1 + number of the block and index in it |
 *   locations of the homologues' products: number of the block (varint each), index minus the one before (signed
 *     each) |
 *   homology_id minus the one before (signed each) |
 *   runs of the same state: varint length, is_tree_compliant + 1, is_high_confidence + 1, bits of the present scores,
 *     plus 128 if it has cigar lines |
 *   decimals of percentages | columns of signed numbers: identity of the source; identity of the target minus that of
 *     the source; similarity minus identity of the source; the same of the target |
 *   texts of the scores | cigar lines of the source and the target: 1 + length and text, 0 for one that the database
 *     lacks
 *
 * A homology without cigar lines has those of its products' rows (pairedRows in cigar-line.ts).
 */
import { at } from '../checked.ts';
import { FieldReader, type FieldWriter } from '../index/blocks/fields.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';

export const SCORES = ['n', 's', 'dn', 'ds', 'lnl', 'goc_score', 'wga_coverage'] as const;

/** Numbers of a homology by name, in the database's notation. */
export type HomologyScores = Partial<Record<(typeof SCORES)[number], string>>;

/** Identical and similar residues of a product in the pairwise alignment, in percent. */
export interface Percentages {
  identity: number;
  similarity: number;
}

export type CigarLines = readonly [source: string | null, target: string | null];

interface HomologyDetail {
  id: number;
  source: Percentages;
  target: Percentages;
  scores: HomologyScores;
  treeCompliant: number | null;
  highConfidence: number | null;
  /** Null if they follow from the products' rows. */
  cigarLines: CigarLines | null;
}

export interface HomologyDetails {
  /** Location of the gene's own product; null if it has none. */
  product: RecordLocation | null;
  /** Locations of the homologues' products. */
  targets: readonly RecordLocation[];
  /** The detail of the homology at an index. Returns a shared object: do not change it. */
  of(index: number): HomologyDetail;
}

/** Fields that successive homologies often share. */
export interface HomologyState {
  treeCompliant: number | null;
  highConfidence: number | null;
  /** Bit n is set if SCORES[n] is present. */
  bits: number;
  hasCigarLines: boolean;
}

/** Millionths of a percent: identity and similarity of the source, then of the target. */
export type Millionths = readonly [number, number, number, number];

export interface DetailsFields {
  blocks: readonly { offset: number; length: number }[];
  /** Number of the block, index in it. */
  product: readonly [number, number] | null;
  targets: readonly (readonly [number, number])[];
  ids: readonly number[];
  /** Equal states must be the same object. */
  states: readonly HomologyState[];
  percentages: readonly Millionths[];
  /** The present scores of all homologies, in order. */
  scores: readonly string[];
  cigarLines: readonly (string | null)[];
}

const OWN_CIGAR_LINES = 128;
const DECIMALS = 6;

export function encodeDetails(
  { blocks, product, targets, ids, states, percentages, scores, cigarLines }: DetailsFields,
  fields: FieldWriter,
): Uint8Array {
  fields.number(blocks.length);
  let end = 0;
  for (const { offset, length } of blocks) {
    fields.number(offset - end).number(length);
    end = offset + length;
  }
  fields.number(product ? product[0] + 1 : 0);
  if (product) fields.number(product[1]);
  for (const [block] of targets) fields.number(block);
  writeDifferences(
    targets.map(([, index]) => index),
    product?.[1] ?? 0,
    fields,
  );
  writeDifferences(ids, 0, fields);
  writeRuns(states, fields, ({ treeCompliant, highConfidence, bits, hasCigarLines }) => {
    fields
      .number((treeCompliant ?? -1) + 1)
      .number((highConfidence ?? -1) + 1)
      .number(bits | (hasCigarLines ? OWN_CIGAR_LINES : 0));
  });
  const scale = 10 ** trailingZeros(percentages);
  fields.number(DECIMALS - Math.log10(scale));
  for (const [identity] of percentages) fields.signed(identity / scale);
  for (const [identity, , other] of percentages) fields.signed((other - identity) / scale);
  for (const [identity, similarity] of percentages) fields.signed((similarity - identity) / scale);
  for (const [, , identity, similarity] of percentages) fields.signed((similarity - identity) / scale);
  for (const score of scores) fields.text(score);
  for (const line of cigarLines) {
    const ascii = line === null ? null : encoder.encode(line);
    fields.number(ascii ? ascii.length + 1 : 0);
    if (ascii) fields.bytes(ascii);
  }
  return fields.record();
}

const encoder = new TextEncoder();

/** Number of the last of the six decimals that are zero in all percentages. */
function trailingZeros(percentages: readonly Millionths[]): number {
  let zeros = DECIMALS;
  for (const each of percentages) for (const millionths of each) while (millionths % 10 ** zeros !== 0) zeros--;
  return zeros;
}

function writeDifferences(values: readonly number[], first: number, fields: FieldWriter): void {
  let before = first;
  for (const value of values) {
    fields.signed(value - before);
    before = value;
  }
}

/** @param count number of homologies */
export function decodeDetails(bytes: Uint8Array, count: number): HomologyDetails {
  const fields = new FieldReader(bytes);
  let end = 0;
  const blocks = fields.list((): [offset: number, length: number] => {
    const offset = end + fields.number();
    const length = fields.number();
    end = offset + length;
    return [offset, length];
  });
  const own = fields.number();
  const product: RecordLocation | null = own === 0 ? null : [...at(blocks, own - 1), fields.number()];
  const numbers = numbersOf(fields, count);
  let index = product?.[2] ?? 0;
  const targets = numbers.map((number): RecordLocation => [...at(blocks, number), (index += fields.signed())]);
  let id = 0;
  const ids = signedOf(fields, count).map((difference) => (id += difference));
  const states = readRuns(count, fields, (): HomologyState => {
    const [treeCompliant, highConfidence, bits] = [fields.number(), fields.number(), fields.number()];
    return {
      treeCompliant: treeCompliant === 0 ? null : treeCompliant - 1,
      highConfidence: highConfidence === 0 ? null : highConfidence - 1,
      bits: bits % OWN_CIGAR_LINES,
      hasCigarLines: bits >= OWN_CIGAR_LINES,
    };
  });
  const scale = 10 ** fields.number();
  const [identities, others, similar, otherSimilar] = [
    signedOf(fields, count),
    signedOf(fields, count),
    signedOf(fields, count),
    signedOf(fields, count),
  ];
  const scores = states.map(({ bits }) => (bits === 0 ? NO_SCORES : readScores(bits, fields)));
  const cigarLines = states.map(({ hasCigarLines }): CigarLines | null =>
    hasCigarLines ? [readCigarLine(fields), readCigarLine(fields)] : null,
  );
  const detailAt = (which: number): HomologyDetail => {
    const { treeCompliant, highConfidence } = at(states, which);
    const identity = at(identities, which);
    const targetIdentity = identity + at(others, which);
    return {
      id: at(ids, which),
      treeCompliant,
      highConfidence,
      scores: at(scores, which),
      cigarLines: at(cigarLines, which),
      source: { identity: identity / scale, similarity: (identity + at(similar, which)) / scale },
      target: { identity: targetIdentity / scale, similarity: (targetIdentity + at(otherSimilar, which)) / scale },
    };
  };
  const details: HomologyDetail[] = [];
  return { product, targets, of: (which) => (details[which] ??= detailAt(which)) };
}

function numbersOf(fields: FieldReader, count: number): number[] {
  const numbers: number[] = [];
  for (let each = 0; each < count; each++) numbers.push(fields.number());
  return numbers;
}

function signedOf(fields: FieldReader, count: number): number[] {
  const numbers: number[] = [];
  for (let each = 0; each < count; each++) numbers.push(fields.signed());
  return numbers;
}

const NO_SCORES: HomologyScores = {};

function readScores(bits: number, fields: FieldReader): HomologyScores {
  const scores: HomologyScores = {};
  for (const [place, name] of SCORES.entries()) if (bits & (1 << place)) scores[name] = fields.text();
  return scores;
}

function readCigarLine(fields: FieldReader): string | null {
  const length = fields.number();
  return length === 0 ? null : utf8.decode(fields.bytes(length - 1));
}

/**
 * Ratio of non-synonymous to synonymous substitution rates, five decimals; null if one of them is unknown or the
 * synonymous rate is zero.
 */
export function dnDsRatio({ dn, ds }: HomologyScores): string | null {
  return dn === undefined || ds === undefined || Number(ds) === 0 ? null : (Number(dn) / Number(ds)).toFixed(5);
}

/** Run-length encoding: writes each run of the same value as its length and the value. */
export function writeRuns<T>(values: readonly T[], fields: FieldWriter, write: (value: T) => void): void {
  for (let from = 0, to = 0; from < values.length; from = to) {
    const value = at(values, from);
    while (to < values.length && values[to] === value) to++;
    fields.number(to - from);
    write(value);
  }
}

/** Reads `count` values. Throws DamagedRecord if the runs contain more. */
export function readRuns<T>(count: number, fields: FieldReader, read: () => T): T[] {
  const values: T[] = [];
  while (values.length < count) {
    const times = fields.number();
    if (times === 0 || times > count - values.length)
      throw new DamagedRecord(`a record of ${count} values has a run of ${times} after ${values.length} of them`);
    const value = read();
    for (let each = 0; each < times; each++) values.push(value);
  }
  return values;
}
