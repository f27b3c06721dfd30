/** Reads the VCF files of several collections chromosome by chromosome; the files of a region are read together. */
import { at, present } from '../../../src/checked.ts';
import { DumpError } from '../../dump/dump-error.ts';
import { InfoFrequencies, type MatchedLine } from '../../vcf/info-frequencies.ts';
import type { RegionOf } from '../../vcf/line-faults.ts';
import type { ListedAlleles } from '../../vcf/listed-alleles.ts';
import type { VcfCollection } from '../../vcf/vcf-config.ts';
import { type VcfRecord, VcfRecords } from '../../vcf/vcf-records.ts';
import type { FrequencyCounter } from '../genotypes/genotype-frequencies.ts';
import type { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import type { FirstPlaces } from './first-places.ts';
import { matchedAlleles, onForwardStrand } from './matched-alleles.ts';
import { VcfSamples } from './vcf-samples.ts';

/** Lines from which the usual totals of a file are learnt. */
const LINES_LEARNT = 1000;

/** A file that is read chromosome by chromosome. */
export class SteppedFile {
  /** Its place among the files. */
  readonly source: number;
  readonly samples: VcfSamples;
  readonly frequencies: InfoFrequencies;
  readonly #path: string;
  readonly #strictNames: boolean;
  readonly #regionOf: RegionOf;
  /** Chromosome of the first line; null for a file without lines. */
  readonly #first: string | null;
  /** Null before the first chromosome is read and after the last: a release has hundreds of files. */
  #records: VcfRecords | null = null;
  /** Chromosome of the next line; null at the end. */
  #chromosome: string | null;
  /** Regions that have been read; null if a region may occur several times. */
  readonly #passed: Set<number> | null;

  private constructor(
    source: number,
    path: string,
    { strictNames, populations, referenceAt }: VcfCollection,
    regionOf: RegionOf,
    samples: VcfSamples,
    first: string | null,
    isPart: boolean,
  ) {
    this.source = source;
    this.samples = samples;
    this.frequencies = new InfoFrequencies(populations, referenceAt);
    this.#path = path;
    this.#strictNames = strictNames;
    this.#regionOf = regionOf;
    this.#first = this.#chromosome = first;
    this.#passed = isPart ? new Set() : null;
  }

  /**
   * Opens a file, numbers its samples, and closes it again.
   *
   * @param isPart true if only a part of the places is read. A region that occurs twice in the file is then rejected,
   *   because a reader that stops after the first occurrence would miss the second
   */
  static async of(
    source: number,
    path: string,
    collection: VcfCollection,
    regionOf: RegionOf,
    samples: GenotypedSamples,
    counter: FrequencyCounter,
    isPart: boolean,
  ): Promise<SteppedFile> {
    const records = await VcfRecords.open(path, regionOf);
    try {
      const fileSamples = new VcfSamples(
        records.samples.map((name) => samples.named(collection.samplePrefix + name)),
        counter,
      );
      const file = new SteppedFile(source, path, collection, regionOf, fileSamples, await records.chromosome(), isPart);
      if (collection.populations.length > 0) await file.#learn(records);
      return file;
    } finally {
      records.close();
    }
  }

  async #learn(records: VcfRecords): Promise<void> {
    for (let lines = 0; lines < LINES_LEARNT && this.#first !== null; lines++) {
      const record = await records.peek(this.#first);
      if (!record) return;
      this.frequencies.learn(record);
      records.take();
      records.release(record);
    }
  }

  get chromosome(): string | null {
    return this.#chromosome;
  }

  /**
   * The lines of the next chromosome.
   * @param region region of the chromosome; null if the genome does not contain it
   * @throws DumpError if the file contains the region twice and only a part of it is read
   */
  async lines(region: number | null): Promise<MatchedLines> {
    if (region !== null && this.#passed) {
      if (this.#passed.has(region))
        throw new DumpError(
          `${this.#records?.where ?? this.#path}: lines of chromosome ${this.#chromosome} are in several places; ` +
            'sort the file',
        );
      this.#passed.add(region);
    }
    this.#records ??= await VcfRecords.open(this.#path, this.#regionOf);
    return new MatchedLines(this.#records, present(this.#chromosome, 'the next chromosome'), this.#strictNames);
  }

  /** Skips the rest of the current chromosome. */
  async pass(lines: MatchedLines): Promise<void> {
    await lines.pass();
    this.#chromosome = await present(this.#records, 'the open file').chromosome();
    if (this.#chromosome === null) this.close();
  }

  /** Starts again at the first line. */
  rewind(): void {
    this.close();
    this.#passed?.clear();
    this.#chromosome = this.#first;
  }

  close(): void {
    this.#records?.close();
    this.#records = null;
  }
}

/** The files that are read together for a region, with their lines. */
export type Step = readonly { file: SteppedFile; lines: MatchedLines }[];

/**
 * Reads all files region by region. Each step takes the next region of the first unfinished file, together with the
 * other files whose next region is the same. A file that contains the region later reads it in a later step.
 *
 * @param regionOf region of a chromosome; null for a chromosome that the genome does not contain, which is skipped
 * @param through reads the lines of a region; the lines that it leaves are skipped. `isLast`: will no further file
 *   reach this region? Reading ends if it returns false
 */
export async function eachStep(
  files: readonly SteppedFile[],
  regionOf: RegionOf,
  through: (region: number, step: Step, isLast: boolean) => Promise<boolean>,
): Promise<void> {
  const regionOfNext = ({ chromosome }: SteppedFile) => (chromosome === null ? null : regionOf(chromosome));
  for (
    let first = files.find(({ chromosome }) => chromosome !== null);
    first;
    first = files.find(({ chromosome }) => chromosome !== null)
  ) {
    const region = regionOfNext(first);
    const together = region === null ? [first] : files.filter((file) => regionOfNext(file) === region);
    const step: { file: SteppedFile; lines: MatchedLines }[] = [];
    for (const file of together) step.push({ file, lines: await file.lines(region) });
    const isLast = files.every((file) => file.chromosome === null || together.includes(file));
    if (region !== null && !(await through(region, step, isLast))) return;
    for (const { file, lines } of step) await file.pass(lines);
  }
}

const NONE: MatchedLine[] = [];
/** Lines of a file that Ensembl tries at a place. */
const LINES_TRIED = 10;

/**
 * Finds the lines of a VCF file that belong to variants, place after place along a chromosome. Places and lines are in
 * order of position. A line belongs to a variant if it has the variant's name or one of its synonyms (also the number
 * of a submission without 'ss') or, unless names must match, if they share an alternative allele. The lines that follow
 * belong to the variant as long as they share an alternative allele with it.
 */
class MatchedLines {
  readonly #records: VcfRecords;
  readonly #chromosome: string;
  readonly #strictNames: boolean;
  #near: VcfRecord[] = [];
  /** The line after `#near`; null after the last line of the chromosome, undefined if it has not been read yet. */
  #next: VcfRecord | null | undefined;

  constructor(records: VcfRecords, chromosome: string, strictNames: boolean) {
    this.#records = records;
    this.#chromosome = chromosome;
    this.#strictNames = strictNames;
  }

  /**
   * Reads lines up to a place, which must not precede the previous place. Returns true if there are lines near it, or a
   * promise if the file must be read first.
   */
  reach(start: number, end: number): boolean | Promise<boolean> {
    const first = start - 1;
    const behind = Math.max(start, end) + 2;
    if (this.#near.length > 0) this.#releaseBefore(first);
    while (this.#near.length < LINES_TRIED) {
      let next = this.#next;
      if (next === undefined) {
        const peeked = this.#records.peek(this.#chromosome);
        if (peeked instanceof Promise) return peeked.then(() => this.reach(start, end));
        this.#next = next = peeked;
      }
      if (!next || next.position > behind) break;
      this.#records.take();
      this.#next = undefined;
      if (next.position >= first) this.#near.push(next);
      else this.#records.release(next);
    }
    return this.#near.length > 0;
  }

  /** The lines of the variant at the place of the last call of `reach`. Valid until the next call. */
  of(places: FirstPlaces, place: number, alleles: ListedAlleles): readonly MatchedLine[] {
    const forward = onForwardStrand(alleles, places.strand(place));
    const start = at(places.starts, place);
    let lines = NONE;
    for (const record of this.#near) {
      const matched = matchedAlleles(forward, start, record.alleles, record.position);
      const belongs =
        lines.length === 0
          ? (!this.#strictNames && matched.length > 0) ||
            places.someName(place, (bytes, from, to) => record.hasId(bytes, from, to))
          : matched.length > 0 && lines[0]!.matched.length > 0;
      if (belongs && lines === NONE) lines = [{ record, matched }];
      else if (belongs) lines.push({ record, matched });
      else if (lines.length > 0) break;
    }
    return lines;
  }

  /** Skips the rest of the chromosome. */
  pass(): Promise<void> {
    return this.#records.pass(this.#chromosome);
  }

  /** Releases the lines before a position. */
  #releaseBefore(first: number): void {
    const near = this.#near;
    let kept = 0;
    for (const record of near) {
      if (record.position >= first) near[kept++] = record;
      else this.#records.release(record);
    }
    near.length = kept;
  }
}
