/**
 * What full answers show of a gene's homologies, behind their list in the record (homology-record.ts):
 *
 *   varint of blocks of the `member-sequences` table: bytes from the end of the one before, length | place of the
 *     gene's own product:
 *   0 or 1 + number of the block, index in it | of each homologue's: number of the block (varint each), index less
 *     the one before (signed each) |
 *   homology_id less the one before (signed each) |
 *   runs of the same state: varint how many, is_tree_compliant + 1, is_high_confidence + 1, bits of the scores that
 *     are there, 128 with cigar lines of its own |
 *   decimals of percentages | identity of the source, of the target less it, similarity less identity of both (signed
 *     each, a column after the other) |
 *   texts of the scores | cigar lines of the source and the target: 1 + length and text, 0 for one that the database
 *     lacks
 *
 * Without cigar lines of its own a homology is aligned as its products' rows are (cigar-line.ts).
 */
import { FieldReader, type FieldWriter } from '../index/blocks/fields.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';

export const SCORES = ['n', 's', 'dn', 'ds', 'lnl', 'goc_score', 'wga_coverage'] as const;

/** Numbers of a homology by name, as the database writes them. */
export type HomologyScores = Partial<Record<(typeof SCORES)[number], string>>;

/** How much of a product is identical and similar in the pairwise alignment, in percent. */
export interface Likeness {
  identity: number;
  similarity: number;
}

export type CigarLines = readonly [source: string | null, target: string | null];

interface HomologyDetail {
  id: number;
  source: Likeness;
  target: Likeness;
  scores: HomologyScores;
  treeCompliant: number | null;
  highConfidence: number | null;
  /** Null where the products' rows tell them. */
  cigarLines: CigarLines | null;
}

export interface HomologyDetails {
  /** Where the gene's own product stands; null for a gene that has none. */
  product: RecordLocation | null;
  /** Where those of the homologues stand. */
  targets: readonly RecordLocation[];
  /** Of the homology at an index. Shared: not to be changed. */
  of(index: number): HomologyDetail;
}

/** What homologies with the same scores have alike. */
export interface HomologyState {
  treeCompliant: number | null;
  highConfidence: number | null;
  /** Those that are there, by their place in SCORES. */
  bits: number;
  hasCigarLines: boolean;
}

/** Percentages in millionths: of the source and then the target, identity and similarity. */
export type Millionths = readonly [number, number, number, number];

export interface DetailsFields {
  blocks: readonly { offset: number; length: number }[];
  /** Number of the block, index in it. */
  product: readonly [number, number] | null;
  targets: readonly (readonly [number, number])[];
  ids: readonly number[];
  /** The same object for the same state. */
  states: readonly HomologyState[];
  percentages: readonly Millionths[];
  /** Of all homologies, in order, as far as they are there. */
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
  const scale = 10 ** zerosBehind(percentages);
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

/** How many of the six decimals all percentages have as zeros. */
function zerosBehind(percentages: readonly Millionths[]): number {
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

/** @param count of homologies */
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
  const product: RecordLocation | null = own === 0 ? null : [...blocks[own - 1]!, fields.number()];
  const numbers = numbersOf(fields, count);
  const targets: RecordLocation[] = [];
  let index = product?.[2] ?? 0;
  for (const number of numbers) targets.push([blocks[number]![0], blocks[number]![1], (index += fields.signed())]);
  const ids = signedOf(fields, count);
  for (let each = 1; each < count; each++) ids[each]! += ids[each - 1]!;
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
  const details: HomologyDetail[] = [];
  return {
    product,
    targets,
    of: (which) =>
      (details[which] ??= {
        id: ids[which]!,
        treeCompliant: states[which]!.treeCompliant,
        highConfidence: states[which]!.highConfidence,
        scores: scores[which]!,
        cigarLines: cigarLines[which]!,
        source: { identity: identities[which]! / scale, similarity: (identities[which]! + similar[which]!) / scale },
        target: {
          identity: (identities[which]! + others[which]!) / scale,
          similarity: (identities[which]! + others[which]! + otherSimilar[which]!) / scale,
        },
      }),
  };
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
 * Ratio of non-synonymous to synonymous substitution rates, five decimals; null where one of them is not known or
 * zero.
 */
export function dnDsRatio({ dn, ds }: HomologyScores): string | null {
  return dn === undefined || ds === undefined || Number(ds) === 0 ? null : (Number(dn) / Number(ds)).toFixed(5);
}

/** Values of which the same stand several times running: how many of them, and one. */

export function writeRuns<T>(values: readonly T[], fields: FieldWriter, write: (value: T) => void): void {
  for (let from = 0, to = 0; from < values.length; from = to) {
    while (to < values.length && values[from] === values[to]) to++;
    fields.number(to - from);
    write(values[from]!);
  }
}

/** So many values. Throws DamagedRecord for runs of more. */
export function readRuns<T>(count: number, fields: FieldReader, read: () => T): T[] {
  const values: T[] = [];
  while (values.length < count) {
    const times = fields.number();
    if (times === 0 || times > count - values.length)
      throw new DamagedRecord(`a record of ${count} values has a run of ${times} behind ${values.length} of them`);
    const value = read();
    for (let each = 0; each < times; each++) values.push(value);
  }
  return values;
}
