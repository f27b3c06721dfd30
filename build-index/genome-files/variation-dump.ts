/** Turns VCF files into a folder with the tables of a variation database. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Departures, ReadingDepartures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { CoreDump } from './core-dump.ts';
import type { SequenceNames } from './sequence-names.ts';
import { lineBatches } from './text-lines.ts';
import type { VariantEffects } from './variant-effects.ts';
import { type LineVariant, VariationRows } from './variation-rows.ts';
import type { WrittenBases } from './written-bases.ts';

/** A VCF file with samples, whose genotypes the build compiles. */
export interface GenotypedFile {
  path: string;
  source: string;
  /** Names that the file has for sequences. */
  chromosomes: string[];
}

/** Lines whose effects are predicted at once. */
const LINES_AT_ONCE = 2000;
/** Letters of alleles that a made name contains; longer ones get a hash. */
const NAMED_ALLELES = 60;

/**
 * Writes the tables of a variation database to `folder`, with the effects of each variant on the genome's transcripts.
 * Memory holds the names of the variants.
 *
 * @throws DumpError for a file that is no VCF
 */
export async function writeVariationDump(
  paths: readonly string[],
  folder: string,
  { names, production, assembly, openBases }: CoreDump,
  effects: VariantEffects,
  departures: Departures,
  progress?: (bytes: number) => void,
): Promise<GenotypedFile[]> {
  const db = new VariationRows(folder, production, assembly, names.all);
  const genotyped: GenotypedFile[] = [];
  const bases = openBases();
  try {
    for (const path of paths) {
      const file = new VcfFile(path, db, names, effects, bases, departures.reading(path, ''));
      const found = await file.read(progress);
      if (found) genotyped.push(found);
    }
    if (db.count === 0)
      throw new DumpError(
        `${paths.join(', ')}: no line is a variant of the genome; compare the names of its sequences (CHROM) with ` +
          'those of the genome',
      );
  } finally {
    bases.close();
    db.close();
  }
  return genotyped;
}

interface WaitingLine {
  number: number;
  variant: LineVariant;
  /** The first eight columns, with the genome's name of the sequence. */
  text: string;
}

class VcfFile {
  readonly #path: string;
  readonly #db: VariationRows;
  readonly #names: SequenceNames;
  readonly #effects: VariantEffects;
  readonly #bases: WrittenBases;
  readonly #reading: ReadingDepartures;
  readonly #lengths = new Map<string, number>();
  readonly #chromosomes = new Map<string, LineVariant['sequence'] | null>();
  #source = 0;
  #waiting: WaitingLine[] = [];

  constructor(
    path: string,
    db: VariationRows,
    names: SequenceNames,
    effects: VariantEffects,
    bases: WrittenBases,
    reading: ReadingDepartures,
  ) {
    this.#path = path;
    this.#db = db;
    this.#names = names;
    this.#effects = effects;
    this.#bases = bases;
    this.#reading = reading;
  }

  /** Returns the file if it has genotypes. */
  async read(progress?: (bytes: number) => void): Promise<GenotypedFile | null> {
    const source = basename(this.#path).replace(/(\.(vcf|b?gz))+$/i, '');
    let samples: string[] | null = null;
    for await (const { first, lines } of lineBatches(this.#path, progress))
      for (const [index, line] of lines.entries()) {
        if (line.startsWith('##')) this.#readHeader(line);
        else if (line.startsWith('#CHROM')) {
          samples = line.split('\t').slice(9);
          this.#source = this.#db.source(source, `Variants of ${basename(this.#path)}`);
          this.#db.samples(`${source}:ALL`, samples);
        } else if (line.trim() !== '') {
          if (!samples)
            throw new DumpError(
              `${this.#path} line ${first + index}: there is no line #CHROM before the variants, so the file is no VCF`,
            );
          this.#take(line, first + index);
          if (this.#waiting.length >= LINES_AT_ONCE) await this.#predict();
        }
      }
    if (!samples) throw new DumpError(`${this.#path} has no line #CHROM, so it is no VCF file`);
    await this.#predict();
    const chromosomes = [...this.#chromosomes].flatMap(([name, sequence]) => (sequence ? [name] : []));
    return samples.length > 0 ? { path: this.#path, source, chromosomes } : null;
  }

  #readHeader(line: string): void {
    const [, name, length] = /^##contig=<ID=([^,>]+).*?,length=(\d+)/.exec(line) ?? [];
    if (name !== undefined) this.#lengths.set(name, Number(length));
  }

  #take(line: string, number: number): void {
    const waiting = this.#parsed(line, number);
    if (typeof waiting === 'string')
      this.#reading.note('line that is no variant', () => `${this.#path} line ${number}: ${waiting}`);
    else if (waiting) this.#waiting.push(waiting);
  }

  /** A sentence for a line that is no variant; null for one on a sequence that the genome lacks. */
  #parsed(line: string, number: number): WaitingLine | string | null {
    const columns = line.split('\t', 8);
    const [chromosome = '', position = '', ids = '', reference = '', alternatives = '', , , info = ''] = columns;
    if (columns.length < 5)
      return `a variant has at least 8 columns with tabs between them, this line has ${columns.length}`;
    if (alternatives === '.' || alternatives === '') return 'it has no alternative allele';
    if (!/^[ACGTN]+$/i.test(reference) || !/^[ACGTN,*]+$/i.test(alternatives))
      return `${reference} and ${alternatives.slice(0, 40)} are no bases; structural variants are left out`;
    const sequence = this.#sequenceOf(chromosome, number);
    if (!sequence) return null;
    const start = Number(position);
    const end = start + reference.length - 1;
    if (!(start >= 1 && end <= sequence.length))
      return `position ${position} is not on ${sequence.name} of ${sequence.length} bases`;
    const bases = this.#bases.read(sequence, start, end);
    if (bases !== reference.toUpperCase())
      this.#reading.note(
        'reference allele that differs',
        () => `${this.#path} line ${number}: REF is ${reference}, but the genome has ${bases}; is it another assembly?`,
      );
    const named = ids === '.' || ids === '' ? [] : ids.split(';');
    const variant = {
      names: named.length > 0 ? named : [madeName(sequence.name, position, reference, alternatives)],
      sequence,
      ancestral: /(?:^|;)AA=([ACGTacgt]+)(?:[;|]|$)/.exec(info)?.[1]?.toUpperCase() ?? null,
      minor: minorOf(info, alternatives.split(',').length),
    };
    const alleles = [reference.toUpperCase(), alternatives.toUpperCase()];
    return { number, variant, text: [sequence.name, position, '.', ...alleles, '.', '.', '.'].join('\t') };
  }

  #sequenceOf(name: string, number: number): LineVariant['sequence'] | null {
    const known = this.#chromosomes.get(name);
    if (known !== undefined) {
      if (known === null)
        this.#reading.note('sequence that the genome lacks', () => `${this.#path} line ${number}: ${name}`);
      return known;
    }
    const match = this.#names.find(name, this.#lengths.get(name));
    this.#chromosomes.set(name, match?.sequence ?? null);
    if (!match)
      this.#reading.note(
        'sequence that the genome lacks',
        () => `${this.#path} line ${number}: ${this.#names.missing(name)}`,
      );
    else if (match.by)
      this.#reading.note(
        'name of a sequence that differs',
        () => `${this.#path} line ${number}: ${name} is taken for ${match.sequence.name} (by ${match.by})`,
      );
    return match?.sequence ?? null;
  }

  async #predict(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = [];
    const predictions = await this.#effects.of(lines.map(({ text }) => text));
    for (const [index, { number, variant }] of lines.entries()) {
      const predicted = predictions[index];
      if (predicted !== undefined && typeof predicted !== 'string') this.#db.variant(this.#source, variant, predicted);
      else
        this.#reading.note(
          'line that is no variant',
          () => `${this.#path} line ${number}: ${predicted ?? 'nothing is predicted'}`,
        );
    }
  }
}

/** Names of variants without an ID, such as 1-55051215-G-GA. */
function madeName(sequence: string, position: string, reference: string, alternatives: string): string {
  const alleles = `${reference}-${alternatives.replaceAll(',', '-')}`;
  const short =
    alleles.length <= NAMED_ALLELES ? alleles : createHash('sha1').update(alleles).digest('hex').slice(0, 12);
  return `${sequence}-${position}-${short}`;
}

/** The second most frequent allele by the counts AC and AN of the INFO column. */
function minorOf(info: string, alternatives: number): LineVariant['minor'] {
  const counts = /(?:^|;)AC=([\d,]+)/.exec(info)?.[1]?.split(',').map(Number);
  const total = Number(/(?:^|;)AN=(\d+)/.exec(info)?.[1] ?? 0);
  if (!counts || total === 0 || counts.length !== alternatives) return null;
  const first = total - counts.reduce((sum, count) => sum + count, 0);
  const ranked = [first, ...counts].map((count, index) => ({ index, count })).sort((a, b) => b.count - a.count);
  const [, second] = ranked;
  if (!second || second.count === 0) return null;
  return { ...second, frequency: second.count / total };
}
