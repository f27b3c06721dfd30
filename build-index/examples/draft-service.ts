import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { decodeGeneHead, type GeneHead } from '../../src/genome/gene-record.ts';
import type { BlockReader } from '../../src/index/blocks/block-reader.ts';
import { IntervalTable, type Interval } from '../../src/index/tables/interval-table.ts';
import { SortedTable } from '../../src/index/tables/sorted-table.ts';
import { isAncestral } from '../../src/compara/species.ts';
import type { ExampleValues } from '../../src/release/example-values.ts';
import type { Genome } from '../../src/release/genome.ts';
import type { TableEntry } from '../../src/release/manifest.ts';
import type { Release } from '../../src/release/release.ts';

/** Genes of a genome that the search for examples reads. */
const GENES = 2000;

/**
 * The service on a release that has just been compiled. Candidates for example values come from the first records of
 * tables; a candidate is chosen if the service returns data for it.
 */
export class DraftService {
  readonly release: Release;
  readonly reader: BlockReader;
  /** Core genomes. Those with the most kinds of data come first. */
  readonly genomes: readonly Genome[];
  readonly #app: ReturnType<typeof createApp>;
  readonly #genes = new Map<Genome, Promise<GeneHead[]>>();

  static async open(release: Release, reader: BlockReader): Promise<DraftService> {
    const cores = release.manifest.genomes.flatMap(({ group, species }, index) =>
      group === 'core' && !isAncestral(species) ? [index] : [],
    );
    return new DraftService(release, reader, await release.genomesAt(cores));
  }

  private constructor(release: Release, reader: BlockReader, cores: readonly Genome[]) {
    this.release = release;
    this.reader = reader;
    this.#app = createApp({ operations, openRelease: () => release });
    const kinds = ({ entry }: Genome) =>
      Object.keys(entry.tables).length + (entry.genotypes?.length ?? 0) + Number(entry.sequence !== null);
    this.genomes = cores.toSorted((a, b) => kinds(b) - kinds(a) || a.index - b.index);
  }

  /** The JSON of an answer. Null for an answer without data, and for an error. */
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer has no type
  async get(path: string): Promise<any> {
    const response = await this.#app.request(`/rest${path}`, {
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
    const text = await response.text();
    const value: unknown = response.status === 200 ? JSON.parse(text) : null;
    return containsData(value) ? value : null;
  }

  /** Does the service return data for all these paths? */
  async hasData(paths: readonly string[]): Promise<boolean> {
    for (const path of paths) if ((await this.get(path)) === null) return false;
    return true;
  }

  /** The first candidate for which the service returns data. Null without one. */
  async firstWithData<T>(candidates: Iterable<T>, paths: (candidate: T) => readonly string[]): Promise<T | null> {
    for (const candidate of candidates) if (await this.hasData(paths(candidate))) return candidate;
    return null;
  }

  /** The first result of `find` over the genomes. */
  async inFirstGenome(find: (genome: Genome) => Promise<ExampleValues | null>): Promise<ExampleValues> {
    for (const genome of this.genomes) {
      const found = await find(genome);
      if (found) return found;
    }
    return {};
  }

  /** The first genes of a genome, in the order of its regions. */
  genes(genome: Genome): Promise<GeneHead[]> {
    let genes = this.#genes.get(genome);
    if (!genes)
      this.#genes.set(
        genome,
        (genes = firstOf(genome.allGenes(), GENES).then((records) =>
          records.map(decodeGeneHead).filter(({ id }) => id),
        )),
      );
    return genes;
  }

  /** The first keys and records of a sorted table. */
  entries(table: TableEntry | undefined, count: number, from = ''): Promise<[key: string, record: Uint8Array][]> {
    return table ? firstOf(new SortedTable(table, this.reader).entries(from), count) : Promise.resolve([]);
  }

  /** The first intervals of an interval table. */
  intervals(table: TableEntry | undefined, count: number): Promise<Interval[]> {
    return table ? firstOf(new IntervalTable(table, this.reader).scan(), count) : Promise.resolve([]);
  }
}

async function firstOf<T>(values: AsyncIterable<T>, count: number): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) {
    found.push(value);
    if (found.length >= count) break;
  }
  return found;
}

/** Encodes a text for a path. */
export const part = (text: string): string => encodeURIComponent(text);

function containsData(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value === 'object' ? Object.values(value).some(containsData) : true;
}
