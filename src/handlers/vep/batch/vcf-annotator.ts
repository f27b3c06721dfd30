/**
 * Predicts the effects of the variants of VCF files: lines in, annotated lines or lines of JSON out, in their order.
 */
import { ApiError, attempt, type Outcome } from '../../../api-error.ts';
import { at, present } from '../../../checked.ts';
import { refuseImpossible, vcfLine, type LineVariant } from '../../../effects/input-line.ts';
import type { SeqRegionRecord } from '../../../genome/seq-region.ts';
import type { RequestBudgets } from '../../../operation/memory-reservation.ts';
import type { Genome } from '../../../release/genome.ts';
import type { Release } from '../../../release/release.ts';
import { genomeWithDna } from '../../../release/sequence-reader.ts';
import { findRegions } from '../../resolve/slice.ts';
import type { Around } from '../around.ts';
import { needsExtras, readExtras } from '../extras.ts';
import { NO_NOTES, readKnownNotes, type KnownNotes } from '../known-notes.ts';
import { withNumbers } from '../numbers.ts';
import type { VepOptions } from '../options.ts';
import { placeLine, sequencesOf, type PlacedLine } from '../place.ts';
import { answerOf, refseqOf } from '../predict.ts';
import { addPredictions, type PendingPrediction } from '../predictions.ts';
import type { Result } from '../result.ts';
import { resultsOf } from '../results.ts';
import { transcriptsToRead } from '../moved-alleles.ts';
import { vepVariant, type VepVariant } from '../vep-variant.ts';
import { CsqWriter } from './csq.ts';
import {
  annotatedHeader,
  vcfColumns,
  WARNING_HEADER,
  withCsq,
  withTabs,
  withWarning,
  type VcfColumns,
} from './vcf-columns.ts';
import { TextBytes } from './text-bytes.ts';
import { Windows, type KeptInMemory } from './windows.ts';

export type BatchFormat = 'vcf' | 'ndjson';

export interface AnnotatorSettings {
  kept?: KeptInMemory;
  /** Lines whose surroundings are read and kept at once. */
  linesAtOnce?: number;
  /**
   * Lines that are none of VCF pass unchanged instead of a BadLine, comments between lines are left out, and lines of
   * which nothing is predicted say why.
   */
  isLenient?: boolean;
  /** Called after each `linesAtOnce` lines and after `longestTurn`, so that other requests have their turn. */
  pause?: () => Promise<void>;
  /**
   * Milliseconds after which other requests have their turn: with HGVS, a hundred lines take longer. The clock of
   * Workers does not move between reads, so there only `linesAtOnce` counts.
   */
  longestTurn?: () => number;
}

/** Names of regions that are kept. */
const MAX_REGIONS = 10_000;

/** In gVCF: any allele that was not seen. */
const NON_REFERENCE = '<NON_REF>';

/** The columns without this allele, if there are others. */
function withoutNonReference(columns: readonly string[]): string[] {
  return columns.map((value, index) => (index === 4 ? value.replace(`,${NON_REFERENCE}`, '') : value));
}

export type Counts = Omit<AnnotatedLines, 'bytes'>;

export interface AnnotatedLines {
  /** UTF-8. */
  bytes: Uint8Array<ArrayBuffer>;
  lines: number;
  /** Lines with those that are left out. */
  read: number;
  /** Lines of which nothing could be predicted. */
  unannotated: number;
  /** Why the first of them could not. */
  reason: string | null;
  /** Variants whose REF differs from the bases of the genome. */
  otherReference: number;
}

/** A line that is none of VCF. */
export class BadLine extends Error {
  override name = 'BadLine';
  /** Its place among the lines of the call, from 0. */
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

/** A line of a call, and its place among all of them, from 0. */
interface SentLine {
  text: string;
  index: number;
}

interface BatchLine {
  text: string;
  /** Null for a line that is none of VCF. */
  vcf: VcfColumns | null;
  /** An ApiError says why nothing is predicted. */
  placed: Outcome<PlacedLine>;
}

export class VcfAnnotator {
  readonly #release: Release;
  readonly #genome: Genome;
  readonly #options: VepOptions;
  readonly #format: BatchFormat;
  readonly #windows: Windows;
  readonly #csq: CsqWriter;
  readonly #budgets: RequestBudgets;
  readonly #linesAtOnce: number;
  readonly #isLenient: boolean;
  readonly #pause: () => Promise<void>;
  readonly #longestTurn: () => number;
  /** By the name that lines have; null for a name that the genome lacks. */
  readonly #regions = new Map<string, SeqRegionRecord | null>();

  /** @param budgets for variants that are long; their memory is released after each piece of lines */
  constructor(
    release: Release,
    genome: Genome,
    options: VepOptions,
    format: BatchFormat,
    budgets: RequestBudgets,
    {
      kept,
      linesAtOnce = 50,
      isLenient = false,
      pause = async () => {},
      longestTurn = () => Infinity,
    }: AnnotatorSettings = {},
  ) {
    this.#release = release;
    this.#genome = genome;
    this.#options = options;
    this.#format = format;
    this.#windows = new Windows(
      { genome, refseq: refseqOf(release, genome, options), dna: genomeWithDna(release, genome) },
      options,
      budgets,
      kept,
    );
    this.#csq = new CsqWriter(options);
    this.#budgets = budgets;
    this.#linesAtOnce = linesAtOnce;
    this.#isLenient = isLenient;
    this.#pause = pause;
    this.#longestTurn = longestTurn;
  }

  /** The lines before the first annotated line. @param lines the header of the file, without line ends */
  header(lines: readonly string[]): string {
    if (this.#format === 'ndjson') return '';
    const { version } = this.#release.manifest;
    const { species, entry } = this.#genome;
    const source = `##genomic-edge="release=${version} species=${species} assembly=${entry.assembly}"`;
    return annotatedHeader(lines, [source, this.#csq.header, ...(this.#isLenient ? [WARNING_HEADER] : [])]);
  }

  /** Annotates whole lines, without the empty ones. Throws BadLine for the first that is none of VCF. */
  async annotate(text: string): Promise<AnnotatedLines> {
    const all = linesOf(text).map((line, index): SentLine => ({ text: line, index }));
    const filled = all.filter((line) => line.text !== '');
    const lines = this.#isLenient
      ? filled
          .filter((line) => !line.text.startsWith('#'))
          .map((line) => ({ text: withTabs(line.text), index: line.index }))
      : filled;
    const out = new TextBytes();
    const counts: Counts = { lines: lines.length, read: all.length, unannotated: 0, reason: null, otherReference: 0 };
    for (let from = 0; from < lines.length; from += this.#linesAtOnce) {
      await this.#annotateBatch(lines.slice(from, from + this.#linesAtOnce), counts, out);
      await this.#pause();
    }
    return { bytes: out.bytes, ...counts };
  }

  async #annotateBatch(sent: readonly SentLine[], counts: Counts, out: TextBytes): Promise<void> {
    const lines = await this.#place(sent);
    const variants = lines.map(({ placed }) =>
      placed instanceof ApiError || 'echo' in placed ? null : vepVariant(placed, this.#options.minimal),
    );
    const predicted = await this.#predict(
      variants.filter((each) => each !== null),
      (...results) => this.#text(...results),
    );
    // What long variants reserved; their texts are short.
    this.#budgets.memory.release();
    let next = 0;
    lines.forEach((line, index) => {
      if (!variants[index]) {
        counts.unannotated++;
        counts.reason ??= reasonOf(line);
        out.add(this.#format === 'vcf' ? this.#unannotated(line) : `${unanswered(line)}\n`);
        return;
      }
      const { made, isOther } = at(predicted, next++);
      if (isOther) counts.otherReference++;
      out.add(this.#format === 'vcf' ? withCsq(present(line.vcf, 'the columns'), made()) : `${made()}\n`);
    });
  }

  /**
   * Hands the results for each line to `read`, and returns what it makes of them, in the order of the lines; or a
   * sentence for a line of which nothing is predicted.
   */
  async predictions<T extends object>(
    lines: readonly string[],
    read: (variant: VepVariant, results: readonly Result[]) => T,
  ): Promise<(T | string)[]> {
    const placed = await this.#place(lines.map((text, index) => ({ text, index })));
    const variants = placed.map(({ placed: line }) =>
      line instanceof ApiError || 'echo' in line ? null : vepVariant(line, this.#options.minimal),
    );
    const predicted = await this.#predict(
      variants.filter((each) => each !== null),
      (variant, _, { kept }) => read(variant, kept),
    );
    this.#budgets.memory.release();
    let next = 0;
    return placed.map((line, index) => (variants[index] ? at(predicted, next++).made() : reasonOf(line)));
  }

  /** Finds the regions of lines. One wave of reads for names that are new. */
  async #place(sent: readonly SentLine[]): Promise<BatchLine[]> {
    const parsed = sent.map(({ text, index }) => {
      const vcf = this.#columnsOf(text, index);
      if (vcf instanceof ApiError) return { text, vcf: null, line: vcf };
      const line = attempt((): LineVariant => {
        const variant = vcfLine({ columns: withoutNonReference(vcf.columns), joint: '\t' });
        const [, position = ''] = vcf.columns;
        refuseImpossible(variant, { start: position, end: position });
        return { ...variant, input: vcf.columns.join('\t') };
      });
      return { text, vcf, line };
    });
    const names = new Set<string>();
    for (const { line } of parsed)
      if (!(line instanceof ApiError))
        for (const name of sequencesOf(line)) if (!this.#regions.has(name)) names.add(name);
    if (names.size > 0) {
      if (this.#regions.size > MAX_REGIONS) this.#regions.clear();
      const asked = [...names];
      const found = await findRegions(
        this.#genome,
        asked.map((name) => name.replace(/^M$/, 'MT')),
      );
      asked.forEach((name, index) => this.#regions.set(name, at(found, index)));
    }
    return parsed.map(({ text, vcf, line }) => ({
      text,
      vcf,
      placed: line instanceof ApiError ? line : attempt(() => placeLine(line, (name) => this.#regions.get(name))),
    }));
  }

  #columnsOf(line: string, index: number): Outcome<VcfColumns> {
    const columns = attempt(() => vcfColumns(line));
    if (columns instanceof ApiError && !this.#isLenient) throw new BadLine(index, columns.message);
    return columns;
  }

  #unannotated(line: BatchLine): string {
    if (line.vcf === null) return `${line.text}\n`;
    // Files of whole genomes have many lines without an alternative allele; VEP says nothing about them. The same
    // holds for the blocks of gVCF.
    const [, , , , alternatives] = line.vcf.columns;
    if (!this.#isLenient || alternatives === '.' || alternatives === NON_REFERENCE) return withCsq(line.vcf, '');
    return withWarning(line.vcf, reasonOf(line).replace(/^variant skipped \(.*?\): /, ''));
  }

  /** @param make is called for each variant, when all that it reads is in memory */
  async #predict<T>(variants: readonly VepVariant[], make: (...results: Made) => T): Promise<Predicted<T>[]> {
    const windows = this.#windows;
    const options = this.#options;
    const around = await windows.around(variants);
    const [notes] = await Promise.all([
      this.#readNotes(variants, around),
      windows.readSequences(transcriptsToRead(variants, around, options)),
    ]);
    const extras = await readExtras(
      this.#release,
      this.#genome,
      needsExtras(options) ? around.flatMap(({ transcripts, nearMates }) => [...transcripts, ...nearMates]) : [],
      options,
    );
    const pending: PendingPrediction[] = [];
    const predicted: Predicted<T>[] = [];
    let begun = performance.now();
    for (const [index, variant] of variants.entries()) {
      if (performance.now() - begun > this.#longestTurn()) {
        await this.#pause();
        begun = performance.now();
      }
      const near = at(around, index);
      const before = pending.length;
      const chosen = resultsOf(variant, near, windows.sequences, extras, options, pending);
      const isOther = differsFromGenome(variant, near);
      if (pending.length > before) {
        predicted.push({ made: () => make(variant, near, chosen, notes), isOther });
        continue;
      }
      // Made at once, so that the many objects of a result are garbage before the next.
      const made = make(variant, near, chosen, notes);
      predicted.push({ made: () => made, isOther });
    }
    await addPredictions(this.#genome, pending);
    return predicted;
  }

  /** What CSQ has of known variants is in their features. */
  async #readNotes(variants: readonly VepVariant[], around: readonly Around[]): Promise<KnownNotes> {
    if (this.#format === 'vcf') return NO_NOTES;
    const known = around.map((near) => near.known);
    return readKnownNotes(this.#genome, variants, known, this.#options, this.#budgets);
  }

  /** The value of CSQ, or a line of JSON. */
  #text(...[variant, near, chosen, notes]: Made): string {
    return this.#format === 'vcf'
      ? this.#csq.value(variant, chosen, near)
      : JSON.stringify(withNumbers(answerOf(this.#genome, variant, near, chosen, this.#options, notes)));
  }
}

/** All that is known of a variant. */
type Made = [variant: VepVariant, near: Around, chosen: ReturnType<typeof resultsOf>, notes: KnownNotes];

interface Predicted<T> {
  /** Known when predictions have been read. */
  made: () => T;
  /** REF differs from the genome. */
  isOther: boolean;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return text.includes('\r') ? lines.map((line) => line.replace(/\r$/, '')) : lines;
}

function differsFromGenome(variant: VepVariant, { flanks }: Around): boolean {
  const [reference = ''] = variant.alleles;
  if (variant.soClass !== null || reference === '-' || variant.strand !== 1) return false;
  return flanks.along(1).bases(variant.start, variant.end) !== reference;
}

function reasonOf({ placed }: BatchLine): string {
  if (placed instanceof ApiError) return placed.message;
  return 'the structural variant has no known class or no end';
}

/** The line of JSON for a line of which nothing is predicted. */
function unanswered(line: BatchLine): string {
  return JSON.stringify({ input: line.vcf?.columns.join('\t') ?? line.text, error: reasonOf(line) });
}
