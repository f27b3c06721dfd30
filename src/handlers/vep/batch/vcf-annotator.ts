/**
 * Predicts the effects of the variants of VCF files: lines in, annotated lines or lines of JSON out, in their order.
 */
import { ApiError } from '../../../api-error.ts';
import { at, present } from '../../../checked.ts';
import type { RequestBudgets } from '../../../operation/memory-reservation.ts';
import type { Genome } from '../../../release/genome.ts';
import type { Release } from '../../../release/release.ts';
import { genomeWithDna } from '../../../release/sequence-reader.ts';
import { NANOSECONDS } from '../../../work-budget.ts';
import { BLOCK_MEMORY, countNear, type Around, type VepGenomes } from '../around.ts';
import { needsExtras, readExtras } from '../extras.ts';
import { NO_NOTES, readKnownNotes, type KnownNotes } from '../known-notes.ts';
import { withNumbers } from '../numbers.ts';
import type { VepOptions } from '../options.ts';
import { answerOf, refseqOf } from '../predict.ts';
import { addPredictions, type PendingPrediction } from '../predictions.ts';
import type { Result } from '../result.ts';
import { resultSteps, type resultsOf } from '../results.ts';
import { transcriptsToRead } from '../moved-alleles.ts';
import type { VepVariant } from '../vep-variant.ts';
import { CsqWriter } from './csq.ts';
import { LinePlaces, NON_REFERENCE, tooManyEffects, type PlacedVcfLine, type SentLine } from './line-places.ts';
import { annotatedHeader, WARNING_HEADER, withCsq, withTabs, withWarning, type VcfColumns } from './vcf-columns.ts';
import { TextBytes } from './text-bytes.ts';
import { Turn } from './turn.ts';
import { basesReadSingly, Windows, type KeptInMemory } from './windows.ts';

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
  /** Most effects that are computed for a line: its alleles times the transcripts and features near it. */
  mostEffects?: number;
  /** Called after each `linesAtOnce` lines and at the end of each turn, so that other requests have theirs. */
  pause?: () => Promise<void>;
  /** Milliseconds after which a turn ends, also within a line; it also ends after EFFECTS_OF_TURN. */
  longestTurn?: () => number;
}

/**
 * Effects of a turn, and of the lines that are in memory until their predictions are read. A hundred usual lines have
 * as many. The clock of Workers does not move between reads, so there only this ends a turn.
 */
const EFFECTS_OF_TURN = 1_000;
/** Bases of the variants that are in no window, of lines that are read together. */
const LONGEST_RUN = 1_000_000;
/** Bytes of the pieces in which annotated lines are handed on. */
const PIECE_BYTES = 256 * 1024;

export type Counts = Omit<AnnotatedLines, 'bytes'>;

function noLines(): Counts {
  return { lines: 0, read: 0, unannotated: 0, reason: null, otherReference: 0 };
}

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
  readonly #mostEffects: number;
  readonly #turn: Turn;
  readonly #places: LinePlaces;

  /** @param budgets for variants that are long; their memory is released after each piece of lines */
  static async open(
    release: Release,
    genome: Genome,
    options: VepOptions,
    format: BatchFormat,
    budgets: RequestBudgets,
    settings?: AnnotatorSettings,
  ): Promise<VcfAnnotator> {
    const [refseq, dna] = await Promise.all([refseqOf(release, genome, options), genomeWithDna(release, genome)]);
    return new VcfAnnotator(release, { genome, refseq, dna }, options, format, budgets, settings);
  }

  private constructor(
    release: Release,
    genomes: VepGenomes,
    options: VepOptions,
    format: BatchFormat,
    budgets: RequestBudgets,
    {
      kept,
      linesAtOnce = 50,
      isLenient = false,
      mostEffects = Infinity,
      pause = async () => {},
      longestTurn = () => Infinity,
    }: AnnotatorSettings = {},
  ) {
    this.#release = release;
    this.#genome = genomes.genome;
    this.#options = options;
    this.#format = format;
    this.#windows = new Windows(genomes, options, budgets, kept);
    this.#csq = new CsqWriter(options);
    this.#budgets = budgets;
    this.#linesAtOnce = linesAtOnce;
    this.#isLenient = isLenient;
    this.#mostEffects = mostEffects;
    this.#turn = new Turn(pause, longestTurn, EFFECTS_OF_TURN);
    this.#places = new LinePlaces(genomes.genome, { isLenient, mostEffects, minimal: options.minimal });
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
    const out = new TextBytes();
    const counts = noLines();
    for await (const line of this.#annotated(text, counts)) out.add(line);
    return { bytes: out.take(), ...counts };
  }

  /** The same in pieces: lines with many effects are several hundred times as long afterwards. */
  async *annotatePieces(text: string): AsyncGenerator<Uint8Array> {
    const out = new TextBytes();
    const counts = noLines();
    for await (const line of this.#annotated(text, counts)) {
      out.add(line);
      if (out.length >= PIECE_BYTES) yield out.take();
    }
    if (out.length > 0) yield out.take();
  }

  /** The text for each line, in their order. */
  async *#annotated(text: string, counts: Counts): AsyncGenerator<string> {
    const all = linesOf(text).map((line, index): SentLine => ({ text: line, index }));
    const filled = all.filter((line) => line.text !== '');
    const lines = this.#isLenient
      ? filled
          .filter((line) => !line.text.startsWith('#'))
          .map((line) => ({ text: withTabs(line.text), index: line.index }))
      : filled;
    counts.lines = lines.length;
    counts.read = all.length;
    for (let from = 0; from < lines.length; from += this.#linesAtOnce)
      yield* this.#annotatedAtOnce(lines.slice(from, from + this.#linesAtOnce), counts);
    // Empty lines without end must not keep others waiting either.
    if (lines.length === 0) await this.#turn.end();
  }

  async *#annotatedAtOnce(sent: readonly SentLine[], counts: Counts): AsyncGenerator<string> {
    const lines = await this.#places.of(sent);
    for (const run of runsOfLines(lines)) {
      yield* this.#annotatedRun(run, counts);
      // What long variants reserved; their texts are short.
      this.#budgets.memory.release();
      await this.#turn.end();
    }
  }

  async *#annotatedRun(lines: readonly PlacedVcfLine[], counts: Counts): AsyncGenerator<string> {
    const predicted = this.#predicted(lines, (...made) => this.#text(...made));
    for (const { vcf, text, variant } of lines) {
      const found = variant instanceof ApiError ? variant : await nextOf(predicted);
      if (found instanceof ApiError) {
        counts.unannotated++;
        counts.reason ??= found.message;
        yield this.#format === 'vcf'
          ? this.#unannotated(text, vcf, found)
          : `${JSON.stringify({ input: vcf?.columns.join('\t') ?? text, error: found.message })}\n`;
        continue;
      }
      if (found.isOther) counts.otherReference++;
      yield this.#format === 'vcf' ? withCsq(present(vcf, 'the columns'), found.made()) : `${found.made()}\n`;
    }
  }

  #unannotated(text: string, vcf: VcfColumns | null, { message }: ApiError): string {
    if (vcf === null) return `${text}\n`;
    // Files of whole genomes have many lines without an alternative allele; VEP says nothing about them. The same
    // holds for the blocks of gVCF.
    const [, , , , alternatives] = vcf.columns;
    if (!this.#isLenient || alternatives === '.' || alternatives === NON_REFERENCE) return withCsq(vcf, '');
    return withWarning(vcf, message.replace(/^variant skipped \(.*?\): /, ''));
  }

  /**
   * Hands the results for each line to `read`, and returns what it makes of them, in the order of the lines; or a
   * sentence for a line of which nothing is predicted.
   */
  async predictions<T extends object>(
    texts: readonly string[],
    read: (variant: VepVariant, results: readonly Result[]) => T,
  ): Promise<(T | string)[]> {
    const lines = await this.#places.of(texts.map((text, index) => ({ text, index })));
    const predicted = this.#predicted(lines, (variant, _, { kept }) => read(variant, kept));
    const made: (T | string)[] = [];
    for (const { variant } of lines) {
      const found = variant instanceof ApiError ? variant : await nextOf(predicted);
      made.push(found instanceof ApiError ? found.message : found.made());
    }
    this.#budgets.memory.release();
    return made;
  }

  /**
   * What `make` makes of the effects of each variant, in their order; an ApiError for one with too many effects.
   * @param make is called when all that it reads is in memory
   */
  async *#predicted<T>(
    lines: readonly PlacedVcfLine[],
    make: (...results: Results) => T,
  ): AsyncGenerator<Predicted<T> | ApiError> {
    const variants = lines.flatMap(({ variant }) => (variant instanceof ApiError ? [] : variant));
    const windows = this.#windows;
    const options = this.#options;
    const around = await windows.around(variants);
    const near = variants.map((variant, index) => countNear(variant, at(around, index)));
    const isWithin = (index: number) => effectsOf(variants, near, index) <= this.#mostEffects;
    const [some, aroundSome] = [
      variants.filter((_, index) => isWithin(index)),
      around.filter((_, index) => isWithin(index)),
    ];
    const [notes, matrices] = await Promise.all([
      this.#readNotes(some, aroundSome),
      windows.readMatrices(some, aroundSome),
      windows.readSequences(transcriptsToRead(some, aroundSome, options)),
    ]);
    const extras = await readExtras(
      this.#release,
      this.#genome,
      needsExtras(options) ? aroundSome.flatMap(({ transcripts, nearMates }) => [...transcripts, ...nearMates]) : [],
      options,
    );
    const loaded = { sequences: windows.sequences, matrices, extras };
    let made: (Predicted<T> | ApiError)[] = [];
    let pending: PendingPrediction[] = [];
    let effects = 0;
    for (const [index, variant] of variants.entries()) {
      if (!isWithin(index)) {
        made.push(tooManyEffects(this.#mostEffects, variant.computed.length, at(near, index)));
        continue;
      }
      if (effects > EFFECTS_OF_TURN) {
        await addPredictions(this.#genome, pending);
        yield* made;
        [made, pending, effects] = [[], [], 0];
      }
      const ofVariant = effectsOf(variants, near, index);
      effects += ofVariant;
      // Fewer are part of what each line takes.
      if (ofVariant > EFFECTS_OF_TURN) {
        this.#budgets.work.spend(ofVariant * NANOSECONDS.effect, 'parts of the file');
        await this.#budgets.memory.reserve(ofVariant * BLOCK_MEMORY);
      }
      const surroundings = at(around, index);
      const before = pending.length;
      const steps = resultSteps(variant, surroundings, loaded, options, pending);
      let step = steps.next();
      for (; !step.done; step = steps.next()) if (this.#turn.isOver()) await this.#turn.end();
      const chosen = step.value;
      const isOther = differsFromGenome(variant, surroundings);
      if (pending.length > before) {
        made.push({ made: () => make(variant, surroundings, chosen, notes), isOther });
        continue;
      }
      // Made at once, so that the many objects of a result are garbage before the next.
      const each = make(variant, surroundings, chosen, notes);
      made.push({ made: () => each, isOther });
    }
    await addPredictions(this.#genome, pending);
    yield* made;
  }

  /** What CSQ has of known variants is in their features. */
  async #readNotes(variants: readonly VepVariant[], around: readonly Around[]): Promise<KnownNotes> {
    if (this.#format === 'vcf') return NO_NOTES;
    const known = around.map((near) => near.known);
    return readKnownNotes(this.#genome, variants, known, this.#options, this.#budgets);
  }

  /** The value of CSQ, or a line of JSON. */
  #text(...[variant, near, chosen, notes]: Results): string {
    return this.#format === 'vcf'
      ? this.#csq.value(variant, chosen, near)
      : JSON.stringify(withNumbers(answerOf(this.#genome, variant, near, chosen, this.#options, notes)));
  }
}

/** All that is known of a variant. */
type Results = [variant: VepVariant, near: Around, chosen: ReturnType<typeof resultsOf>, notes: KnownNotes];

/** Lines whose surroundings are read together: those of long variants take much memory. */
function runsOfLines(lines: readonly PlacedVcfLine[]): PlacedVcfLine[][] {
  const runs: PlacedVcfLine[][] = [];
  let bases = 0;
  for (const line of lines) {
    bases += line.variant instanceof ApiError ? 0 : basesReadSingly(line.variant);
    const run = runs.at(-1);
    if (run && bases <= LONGEST_RUN) {
      run.push(line);
      continue;
    }
    runs.push([line]);
    bases = line.variant instanceof ApiError ? 0 : basesReadSingly(line.variant);
  }
  return runs;
}

interface Predicted<T> {
  /** To be called when predictions have been read. */
  made: () => T;
  /** REF differs from the genome. */
  isOther: boolean;
}

async function nextOf<T>(predicted: AsyncGenerator<T>): Promise<T> {
  const { done, value } = await predicted.next();
  if (done) throw new Error('there are fewer predictions than lines');
  return value;
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

function effectsOf(variants: readonly VepVariant[], near: readonly number[], index: number): number {
  const { soClass, computed } = at(variants, index);
  return at(near, index) * (soClass === null ? computed.length : 1);
}
