/** VCF files of several collections, chromosome by chromosome: those of one region are read together. */
import { DumpError } from '../../dump/dump-error.ts';
import { InfoFrequencies } from '../../vcf/info-frequencies.ts';
import type { RegionOf } from '../../vcf/line-faults.ts';
import type { VcfCollection } from '../../vcf/vcf-config.ts';
import { VcfRecords } from '../../vcf/vcf-records.ts';
import type { FrequencyCounter } from '../genotypes/genotype-frequencies.ts';
import type { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import { MatchedLines } from './matched-lines.ts';
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

  private constructor(source: number, path: string, { strictNames, populations, referenceAt }: VcfCollection, regionOf: RegionOf, callers: VcfCallers, first: string | null, isPart: boolean) {
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
   * @param isPart only a part of the places is asked for: a region that comes twice in the file is refused, as who stops behind the first would miss the second
   */
  static async of(source: number, path: string, collection: VcfCollection, regionOf: RegionOf, samples: GenotypedSamples, counter: FrequencyCounter, isPart: boolean): Promise<SteppedFile> {
    const records = await VcfRecords.open(path, regionOf);
    try {
      const callers = new VcfCallers(records.samples.map((name) => samples.named(collection.samplePrefix + name)), counter);
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
      if (this.#passed.has(region)) throw new DumpError(`${this.#records?.where ?? this.#path}: lines of chromosome ${this.#chromosome} stand in several places: sort the file`);
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
 * Goes through all files, to their ends unless it is told to stop. Those that have a region next are taken together with the first that has; who has it later comes to it in a further step.
 *
 * @param region of a chromosome; null for one that the genome does not have, which is passed
 * @param through `isLast`: no file will come to the region again; what is left of the lines afterwards is passed; false ends it all
 */
export async function eachStep(
  files: readonly SteppedFile[], regionOf: RegionOf, through: (region: number, step: Step, isLast: boolean) => Promise<boolean>,
): Promise<void> {
  const regionOfNext = ({ chromosome }: SteppedFile) => (chromosome === null ? null : regionOf(chromosome));
  for (let first = files.find(({ chromosome }) => chromosome !== null); first; first = files.find(({ chromosome }) => chromosome !== null)) {
    const region = regionOfNext(first);
    const together = region === null ? [first] : files.filter((file) => regionOfNext(file) === region);
    const step: { file: SteppedFile; lines: MatchedLines }[] = [];
    for (const file of together) step.push({ file, lines: await file.lines(region) });
    const isLast = files.every((file) => file.chromosome === null || together.includes(file));
    if (region !== null && !await through(region, step, isLast)) return;
    for (const { file, lines } of step) await file.pass(lines);
  }
}
