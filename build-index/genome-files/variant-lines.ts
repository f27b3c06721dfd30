/** Rows of a variation database for pieces of a VCF file. Threads do this, so that all cores predict effects. */
import type { DepartureKind } from '../dump/departures.ts';
import { FIRST_DEPARTURES } from '../dump/departures.ts';
import { madeName } from '../vcf/made-name.ts';
import { type Borders, ConstantEffects, type SimpleChange, simpleChange } from './effect-borders.ts';
import { PlainLines } from './plain-lines.ts';
import { type InputSequence, SequenceNames, type NamedSequences } from './sequence-names.ts';
import { type StructuralVariant, structuralVariant } from './structural-variant.ts';
import { type PredictedVariant, VariantEffects } from './variant-effects.ts';
import { type LineVariant, type RowCount, type VariantRows, VariantText, withOthers } from './variant-text.ts';
import { type BasesFile, WrittenBases } from './written-bases.ts';

/** The genome with which the lines of all files are compared. */
export interface VariantTask {
  /** A release of the genome's core tables. */
  index: string;
  production: string;
  names: NamedSequences;
  bases: BasesFile;
  borders: Borders;
}

/** Whole lines of a VCF file after its header. */
export interface VcfPiece {
  number: number;
  path: string;
  source: number;
  /** Number of the first line. */
  line: number;
  /** Id of the first line; each line has one, whether it is a variant or not. */
  id: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** Lengths of sequences that the header gives. */
  lengths: ReadonlyMap<string, number>;
}

export interface VariantPiece extends VariantRows {
  number: number;
  /** Those of the VcfPiece, whose memory can be used again. */
  bytes: Uint8Array<ArrayBuffer>;
  structural: PlacedStructural[];
  notes: PieceNote[];
  /** Names of sequences in the piece that the genome has; a sentence for one that differs. */
  found: Map<string, string | null>;
}

/** A structural variant of a line on a sequence of the genome. */
export interface PlacedStructural extends StructuralVariant {
  sequence: number;
  /** Consequence terms with commas between them, most severe first; empty if VEP predicts none. */
  terms: string;
}

/** With the first eight columns of its line and the genome's name of the sequence. */
interface StructuralLine extends PlacedStructural {
  text: string;
}

interface PieceNote {
  kind: DepartureKind;
  count: number;
  /** Sentences, without path and line, of the first ones. */
  first: string[];
}

interface ParsedLine {
  number: number;
  id: number;
  variant: LineVariant;
  /** What it changes, if that is simple. */
  change: SimpleChange | null;
  /** The number of its interval of constant effects, or -1. */
  interval: number;
  /** The first eight columns, with the genome's name of the sequence; null if the effect is known. */
  text: string | null;
  predicted: PredictedVariant | string | null;
}

interface WaitingLine extends ParsedLine {
  /** Rows of lines before it that need no prediction. */
  before: RowCount;
}

/** Lines whose effects are predicted at once. */
const LINES_AT_ONCE = 100;
const [TAB, NEWLINE, HASH] = [0x09, 0x0a, 0x23];
const COLUMNS = 8;

export class VariantLines {
  readonly #effects: VariantEffects;
  readonly #names: SequenceNames;
  readonly #bases: WrittenBases;
  readonly #constant: ConstantEffects;
  readonly #plain: PlainLines;
  /** Rows of plain lines, and of others. */
  readonly #text = new VariantText(0);
  readonly #others = new VariantText(0);
  /** Of the file that is being read. */
  #sequences = new Map<string, { sequence: InputSequence | null; sentence: string | null }>();
  #path = '';
  #notes = new Map<DepartureKind, PieceNote>();
  #found = new Map<string, string | null>();

  private constructor(effects: VariantEffects, task: VariantTask) {
    this.#effects = effects;
    this.#names = SequenceNames.of(task.names);
    this.#bases = new WrittenBases(task.bases);
    this.#constant = new ConstantEffects(task.borders);
    this.#plain = new PlainLines(this.#bases, this.#constant);
  }

  static async open(task: VariantTask): Promise<VariantLines> {
    return new VariantLines(await VariantEffects.open(task.index, task.production), task);
  }

  async close(): Promise<void> {
    this.#bases.close();
    await this.#effects.close();
  }

  /** The rows of a piece. Call it for one piece after the other. */
  async rows(piece: VcfPiece): Promise<VariantPiece> {
    if (piece.path !== this.#path) [this.#path, this.#sequences] = [piece.path, new Map()];
    [this.#notes, this.#found] = [new Map(), new Map()];
    const structural: StructuralLine[] = [];
    const waiting: WaitingLine[] = [];
    const { bytes } = piece;
    const [text, others] = [this.#text, this.#others];
    text.begin(piece.source);
    others.begin(piece.source);
    await this.#learnEffects(piece);
    // The first line on each sequence of the piece is parsed, so that the sequence is among those that were found.
    this.#plain.leave();
    const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let index = 0;
    for (let [from, end] = [0, 0]; from < bytes.length; from = end + 1, index++) {
      end = lineEnd(lines, from);
      const [number, id] = [piece.line + index, piece.id + index];
      if (this.#plain.write(bytes, from, end, id, piece.source, text)) continue;
      const line = firstColumns(bytes, from, end);
      if (line === '') continue;
      const parsed = this.#parsed(line, number, id, piece);
      if (typeof parsed === 'string') this.#note('line that is no variant', number, parsed);
      else if (parsed && 'class' in parsed) structural.push(parsed);
      else if (parsed) waiting.push({ ...parsed, before: text.size });
    }
    await this.#predict(waiting);
    const before: RowCount[] = [];
    const until: RowCount[] = [];
    for (const { number, id, variant, predicted, before: count } of waiting)
      if (typeof predicted === 'string') this.#note('line that is no variant', number, predicted);
      else if (predicted) {
        others.add(id, variant, predicted);
        before.push(count);
        until.push(others.size);
      }
    const notes = [...this.#notes.values()];
    const rows = withOthers(text, others, before, until);
    return {
      number: piece.number,
      bytes,
      ...rows,
      structural: await this.#withEffects(structural),
      notes,
      found: this.#found,
    };
  }

  /** Structural variants, among which are few, with their consequences. */
  async #withEffects(lines: readonly StructuralLine[]): Promise<PlacedStructural[]> {
    const placed: PlacedStructural[] = [];
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
      const batch = lines.slice(from, from + LINES_AT_ONCE);
      const predictions = await this.#effects.of(batch.map(({ text }) => text));
      for (const [index, { text, ...variant }] of batch.entries()) {
        const predicted = predictions[index];
        placed.push(typeof predicted === 'object' ? { ...variant, terms: predicted.terms } : variant);
      }
    }
    return placed;
  }

  /** Predicts the effects in the intervals of a piece of which nothing is known yet, from the first line in each. */
  async #learnEffects({ bytes, lengths }: VcfPiece): Promise<void> {
    const asked = new Set<string>();
    const first: { sequence: number; interval: number; text: string }[] = [];
    let sequence: InputSequence | null = null;
    this.#plain.leave();
    const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let [from, end] = [0, 0]; from < bytes.length; from = end + 1) {
      end = lineEnd(lines, from);
      if (!this.#plain.isOn(bytes, from)) {
        const [chromosome = ''] = firstColumns(bytes, from, end).split('\t', 1);
        ({ sequence } = this.#matched(chromosome, lengths));
        if (sequence) this.#plain.enter(chromosome, sequence);
      }
      const interval = sequence ? this.#plain.unknownInterval(bytes, from, end) : -1;
      if (!sequence || interval < 0 || asked.has(`${sequence.id} ${interval}`)) continue;
      asked.add(`${sequence.id} ${interval}`);
      const [, position = '', , reference = '', alternative = ''] = firstColumns(bytes, from, end).split('\t');
      first.push({ sequence: sequence.id, interval, text: lineText(sequence, position, reference, alternative) });
    }
    for (let from = 0; from < first.length; from += LINES_AT_ONCE) {
      const batch = first.slice(from, from + LINES_AT_ONCE);
      const predictions = await this.#effects.of(batch.map(({ text }) => text));
      for (const [index, line] of batch.entries()) this.#learn(line.sequence, line.interval, predictions[index]);
    }
  }

  #learn(sequence: number, interval: number, predicted: PredictedVariant | string | undefined): void {
    if (typeof predicted === 'object')
      this.#constant.set(sequence, interval, predicted.coding.length === 0 ? predicted.terms : null);
  }

  #note(kind: DepartureKind, line: number, sentence: string): void {
    const known = this.#notes.get(kind);
    if (!known) this.#notes.set(kind, { kind, count: 1, first: [`${this.#path} line ${line}: ${sentence}`] });
    else if (known.count++ < FIRST_DEPARTURES) known.first.push(`${this.#path} line ${line}: ${sentence}`);
  }

  /** A sentence for a line that is no variant; null for one on a sequence that the genome lacks. */
  #parsed(
    line: string,
    number: number,
    id: number,
    { lengths }: VcfPiece,
  ): ParsedLine | StructuralLine | string | null {
    const columns = line.split('\t', COLUMNS);
    const [chromosome = '', position = '', ids = '', reference = '', alternatives = '', , , info = ''] = columns;
    if (columns.length < 5)
      return `a variant has at least 8 columns with tabs between them, this line has ${columns.length}`;
    if (alternatives === '.' || alternatives === '') return 'it has no alternative allele';
    const isSmall = SMALL.test(reference) && SMALL_ALTERNATIVES.test(alternatives);
    const structural = isSmall ? null : structuralVariant(columns);
    if (typeof structural === 'string') return structural;
    const sequence = this.#sequenceOf(chromosome, number, lengths);
    if (!sequence) return null;
    this.#plain.enter(chromosome, sequence);
    const start = Number(position);
    const named = ids === '.' || ids === '' ? [] : ids.split(';');
    if (structural) {
      if (!(structural.start >= 1 && structural.end <= sequence.length))
        return `${structural.start}-${structural.end} is not on ${sequence.name} of ${sequence.length} bases`;
      const made = `${sequence.name}-${structural.start}-${structural.end}-${structural.class}`;
      const text = [sequence.name, ...columns.slice(1), '.', '.', '.'].slice(0, COLUMNS).join('\t');
      return { ...structural, names: named.length > 0 ? named : [made], sequence: sequence.id, terms: '', text };
    }
    const end = start + reference.length - 1;
    if (!(start >= 1 && end <= sequence.length))
      return `position ${position} is not on ${sequence.name} of ${sequence.length} bases`;
    const alleles = [reference.toUpperCase(), alternatives.toUpperCase()];
    const bases = this.#bases.read(sequence, start, end);
    if (bases !== alleles[0])
      this.#note(
        'reference allele that differs',
        number,
        `REF is ${reference}, but the genome has ${bases}; is it another assembly?`,
      );
    const variant: LineVariant = {
      names: named.length > 0 ? named : [madeName(sequence.name, start, [reference, ...alternatives.split(',')])],
      sequence: sequence.id,
      ancestral: /^[ACGT]+/i.exec(valueOf(info, 'AA') ?? '')?.[0].toUpperCase() ?? null,
      minor: minorOf(info, alternatives),
    };
    const [upper = '', others = ''] = alleles;
    const change = simpleChange(start, upper, others);
    const interval = change ? this.#constant.interval(sequence.id, change) : -1;
    const parsed: ParsedLine = { number, id, variant, change, interval, text: null, predicted: null };
    parsed.predicted = this.#known(parsed);
    if (!parsed.predicted) parsed.text = lineText(sequence, position, upper, others);
    return parsed;
  }

  /** The effect of a line, if that of an earlier line in its interval is known. */
  #known({ variant, change, interval }: ParsedLine): PredictedVariant | null {
    const terms = change && interval >= 0 ? this.#constant.get(variant.sequence, interval) : undefined;
    if (!change || typeof terms !== 'string') return null;
    return { start: change.start, end: change.end, alleles: change.alleles, terms, coding: [] };
  }

  #sequenceOf(name: string, line: number, lengths: VcfPiece['lengths']): InputSequence | null {
    const { sequence, sentence } = this.#matched(name, lengths);
    if (!sequence) this.#note('sequence that the genome lacks', line, sentence ?? name);
    else if (!this.#found.has(name))
      this.#found.set(name, sentence === null ? null : `${this.#path} line ${line}: ${sentence}`);
    return sequence;
  }

  /** The sequence that a file names, and a sentence about its name if it is not that of the genome. */
  #matched(name: string, lengths: VcfPiece['lengths']): { sequence: InputSequence | null; sentence: string | null } {
    let known = this.#sequences.get(name);
    if (!known) {
      const match = this.#names.find(name, lengths.get(name));
      const sentence = !match
        ? this.#names.missing(name)
        : match.by && `${name} is taken for ${match.sequence.name} (by ${match.by})`;
      this.#sequences.set(name, (known = { sequence: match?.sequence ?? null, sentence }));
    }
    return known;
  }

  /** Predicts effects that are not known. */
  async #predict(lines: readonly WaitingLine[]): Promise<void> {
    const unknown = lines.filter(({ predicted }) => predicted === null);
    for (let from = 0; from < unknown.length; from += LINES_AT_ONCE) {
      const batch = unknown.slice(from, from + LINES_AT_ONCE);
      const predictions = await this.#effects.of(batch.map(({ text }) => text ?? ''));
      for (const [index, line] of batch.entries()) {
        line.predicted = predictions[index] ?? 'nothing is predicted';
        if (line.interval >= 0) this.#learn(line.variant.sequence, line.interval, line.predicted);
      }
    }
  }
}

const SMALL = /^[ACGTN]+$/i;
const SMALL_ALTERNATIVES = /^[ACGTN,*]+$/i;

/** @param text a Buffer, whose search is several times as fast as that of other arrays */
function lineEnd(text: Buffer, from: number): number {
  const end = text.indexOf(NEWLINE, from);
  return end < 0 ? text.length : end;
}

/** A line of eight columns for a prediction. */
function lineText(sequence: InputSequence, position: string, reference: string, alternatives: string): string {
  return [sequence.name, position, '.', reference, alternatives, '.', '.', '.'].join('\t');
}

/** The first eight columns of a line; an empty text for one that is empty or a comment. */
function firstColumns(bytes: Uint8Array, from: number, end: number): string {
  if (bytes[from] === HASH) return '';
  let [last, tabs] = [from, 0];
  for (; last < end; last++) if (bytes[last] === TAB && ++tabs === COLUMNS) break;
  return decoder.decode(bytes.subarray(from, last)).trimEnd();
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The value of a key of the INFO column. */
function valueOf(info: string, key: string): string | undefined {
  for (let at = info.indexOf(`${key}=`); at !== -1; at = info.indexOf(`${key}=`, at + 1)) {
    if (at !== 0 && info[at - 1] !== ';') continue;
    const end = info.indexOf(';', at);
    return info.slice(at + key.length + 1, end < 0 ? undefined : end);
  }
  return undefined;
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0;

/** The second most frequent allele by the counts AC and AN of the INFO column. */
function minorOf(info: string, alternatives: string): LineVariant['minor'] {
  const given = valueOf(info, 'AC');
  const total = Number(valueOf(info, 'AN') ?? 0);
  if (given === undefined || !isCount(total) || total === 0) return null;
  if (!given.includes(',') && !alternatives.includes(',')) {
    const count = Number(given);
    const reference = total - count;
    if (!isCount(count) || reference < 0) return null;
    const second = count > reference ? { index: 0, count: reference } : { index: 1, count };
    return second.count === 0 ? null : { ...second, frequency: second.count / total };
  }
  const counts = given.split(',').map(Number);
  if (counts.length !== alternatives.split(',').length || !counts.every(isCount)) return null;
  const first = total - counts.reduce((sum, count) => sum + count, 0);
  if (first < 0) return null;
  const ranked = [first, ...counts].map((count, index) => ({ index, count })).sort((a, b) => b.count - a.count);
  const [, second] = ranked;
  if (!second || second.count === 0) return null;
  return { ...second, frequency: second.count / total };
}
