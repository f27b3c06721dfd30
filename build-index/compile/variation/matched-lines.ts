/** VCF files of several collections, chromosome by chromosome: those of one region are read together. */
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
import { VcfCallers } from './vcf-callers.ts';

/** Of so many first lines is learnt what totals are usual. */
const LINES_LEARNT = 1000;

/** A file, as far as it has been read. */
export class SteppedFile {
  /** Its place among the files. */
  readonly source: number;
  readonly callers: VcfCallers;
  readonly frequencies: InfoFrequencies;
  readonly #path: string;
  readonly #strictNames: boolean;
  readonly #regionOf: RegionOf;
  /** Of its first line; null where it has none. */
  readonly #first: string | null;
  /** Null before the first chromosome is read, and after the last: a release has hundreds of files. */
  #records: VcfRecords | null = null;
  /** Of the next line; null at the end. */
  #chromosome: string | null;
  /** Regions that have been passed; null where they may come again. */
  readonly #passed: Set<number> | null;

  private constructor(
    source: number,
    path: string,
    { strictNames, populations, referenceAt }: VcfCollection,
    regionOf: RegionOf,
    callers: VcfCallers,
    first: string | null,
    isPart: boolean,
  ) {
    this.source = source;
    this.callers = callers;
    this.frequencies = new InfoFrequencies(populations, referenceAt);
    this.#path = path;
    this.#strictNames = strictNames;
    this.#regionOf = regionOf;
    this.#first = this.#chromosome = first;
    this.#passed = isPart ? new Set() : null;
  }

  /**
   * Numbers its samples, and closes it again.
   *
   * @param isPart only a part of the places is asked for: a region that comes twice in the file is refused, as who
   *   stops behind the first would miss the second
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
      const callers = new VcfCallers(
        records.samples.map((name) => samples.named(collection.samplePrefix + name)),
        counter,
      );
      const file = new SteppedFile(source, path, collection, regionOf, callers, await records.chromosome(), isPart);
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

  /** The lines of the next chromosome, which is a region, or null for none that the genome has. */
  async lines(region: number | null): Promise<MatchedLines> {
    if (region !== null && this.#passed) {
      if (this.#passed.has(region))
        throw new DumpError(
          `${this.#records?.where ?? this.#path}: lines of chromosome ${this.#chromosome} stand in several places: ` +
            'sort the file',
        );
      this.#passed.add(region);
    }
    this.#records ??= await VcfRecords.open(this.#path, this.#regionOf);
    return new MatchedLines(this.#records, this.#chromosome!, this.#strictNames);
  }

  /** Goes past the next chromosome, or what is left of it. */
  async pass(lines: MatchedLines): Promise<void> {
    await lines.pass();
    this.#chromosome = await this.#records!.chromosome();
    if (this.#chromosome === null) this.close();
  }

  /** Begins anew. */
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

/** Files that go through a region together, with their lines there. */
export type Step = readonly { file: SteppedFile; lines: MatchedLines }[];

/**
 * Goes through all files, to their ends unless it is told to stop. Those that have a region next are taken together
 * with the first that has; who has it later comes to it in a further step.
 *
 * @param region of a chromosome; null for one that the genome does not have, which is passed
 * @param through `isLast`: no file will come to the region again; what is left of the lines afterwards is passed; false
 *   ends it all
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
/** Ensembl looks at so many lines of a file before it gives up. */
const LINES_TRIED = 10;

/**
 * The lines of a VCF file that variants may have, at one place of a chromosome after another: both are in order of
 * position. A line belongs to a variant when it has its name or a synonym of it (the number of a submission without its
 * 'ss', too) or, unless names must match, when they share an alternative allele. Further lines of alleles that they
 * share may follow.
 */
class MatchedLines {
  readonly #records: VcfRecords;
  readonly #chromosome: string;
  readonly #strictNames: boolean;
  #near: VcfRecord[] = [];
  /** The line behind them; null behind the last of the chromosome, undefined where nobody has looked. */
  #next: VcfRecord | null | undefined;

  constructor(records: VcfRecords, chromosome: string, strictNames: boolean) {
    this.#records = records;
    this.#chromosome = chromosome;
    this.#strictNames = strictNames;
  }

  /**
   * Reads lines up to a place, which is behind the one before; a promise where the file has to be waited for. Returns
   * whether there are any near it.
   */
  reach(start: number, end: number): boolean | Promise<boolean> {
    const first = start - 1;
    const behind = Math.max(start, end) + 2;
    if (this.#near.length > 0) this.#leave(first);
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

  /** The lines of the variant at a place that has been reached, which is good until the next is. */
  of(places: FirstPlaces, place: number, alleles: ListedAlleles): readonly MatchedLine[] {
    const forward = onForwardStrand(alleles, places.strands[place]!);
    let lines = NONE;
    for (let each = 0; each < this.#near.length; each++) {
      const record = this.#near[each]!;
      const matched = matchedAlleles(forward, places.starts[place]!, record.alleles, record.position);
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

  /** Goes past what is left of the chromosome. */
  pass(): Promise<void> {
    return this.#records.pass(this.#chromosome);
  }

  /** Keeps those that a variant may have yet. */
  #leave(first: number): void {
    const near = this.#near;
    let kept = 0;
    for (let each = 0; each < near.length; each++) {
      if (near[each]!.position >= first) near[kept++] = near[each]!;
      else this.#records.release(near[each]!);
    }
    near.length = kept;
  }
}
