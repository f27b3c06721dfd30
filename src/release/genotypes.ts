/** Genotypes of a collection of samples: its populations and its variants. */
import { only, present } from '../checked.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import { decodeDocument } from '../index/document.ts';
import { FieldReader } from '../index/blocks/fields.ts';
import {
  GenotypeMatrix,
  type MatrixQuery,
  type MatrixVariant,
  type VariantRun,
} from '../index/genotypes/genotype-matrix.ts';
import { SampleSelection } from '../index/genotypes/genotype-row.ts';
import { decodedFrom } from '../index/blocks/damaged-record.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { IntervalTable } from '../index/tables/interval-table.ts';
import { decodeLine, type GenotypedLine } from '../variants/genotyped-line.ts';
import { StoreError } from '../store/store.ts';
import { attachedDirectory } from './stored-tables.ts';
import type { GenotypesEntry } from './manifest.ts';

/**
 * Name of the attachment of a collection's document of populations: the column of each sample in the VCF files, as
 * varints.
 */
export const COLUMNS = 'columns';
/** Name of the attachment with the names of the samples as the database spells them, one per line. */
export const NAMES = 'names';

/**
 * A population with samples in a collection: one element of the document of populations. The attachment with the
 * element's index is the bit plane of its samples.
 */
export interface GenotypedPopulation {
  name: string;
  /** Whether a request for all populations includes it. Populations that pool others are not included. */
  linkage: boolean;
}

/** A line of a VCF file at its position in the matrix. */
export interface PlacedLine {
  position: number;
  line: GenotypedLine;
}

/** A population's samples in one collection. */
export interface PopulationSamples extends GenotypedPopulation {
  collection: GenotypeCollection;
  selection: SampleSelection;
}

/** A population's samples in one collection. */
export interface PopulationMembers {
  name: string;
  /** Sample s is bit s % 8 of byte s >> 3, the lowest bit first. Shared with the cache: do not modify. */
  members: Uint8Array;
}

interface OpenPopulation extends GenotypedPopulation {
  /** Created on first use. Shared between requests: do not modify. */
  readonly selection: SampleSelection;
  /** Plane of its samples. */
  readonly members: Uint8Array;
}

interface OpenDocument {
  populations: OpenPopulation[];
  readonly columns: Uint32Array;
  readonly names: readonly string[];
}

/** By decoded block: a parsed document lives as long as its block stays in the cache. */
const opened = new WeakMap<Uint8Array, OpenDocument>();

function openDocument(document: Uint8Array, samples: number): OpenDocument {
  const { value, attachments } = decodeDocument(document);
  let columns: Uint32Array | undefined;
  let names: readonly string[] | undefined;
  return {
    populations: (value as GenotypedPopulation[]).map((population, index) => {
      let selection: SampleSelection | undefined;
      const members = present(attachments[index], `the samples of population ${index}`);
      return {
        ...population,
        members,
        get selection() {
          return (selection ??= new SampleSelection(members, samples));
        },
      };
    }),
    get columns() {
      const reader = new FieldReader(attachments[COLUMNS] ?? new Uint8Array(0));
      return (columns ??= Uint32Array.from({ length: samples }, () => reader.number()));
    },
    get names() {
      return (names ??= utf8.decode(attachments[NAMES] ?? new Uint8Array(0)).split('\n'));
    },
  };
}

export class GenotypeCollection {
  readonly entry: GenotypesEntry;
  readonly #reader: BlockReader;
  readonly #matrix: GenotypeMatrix;
  readonly #attachments: Record<string, Uint8Array>;

  constructor(entry: GenotypesEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.entry = entry;
    this.#reader = reader;
    this.#attachments = attachments;
    this.#matrix = new GenotypeMatrix(entry.matrix, reader, attachedDirectory(entry.matrix, attachments));
  }

  /**
   * The populations with samples in the collection that satisfy `wanted`. One wave of reads, which also reads the
   * matrix's directory; `variants` then needs one more.
   */
  async populations(wanted: (population: GenotypedPopulation) => boolean): Promise<PopulationSamples[]> {
    return (await this.#document()).populations.filter(wanted).map((population) => ({
      name: population.name,
      linkage: population.linkage,
      collection: this,
      selection: population.selection,
    }));
  }

  /** Prefetches the directory of the matrix. */
  async prepare(): Promise<void> {
    await this.#matrix.plan([]);
  }

  /** The column of each sample in the collection's VCF files. Same read as `populations`. */
  async columns(): Promise<Uint32Array> {
    return (await this.#document()).columns;
  }

  /**
   * The samples of each population, and the names of all samples as the database spells them. Same read as
   * `populations`. Throws StoreError if there are not as many names as samples.
   *
   * @param named false leaves the names out, which takes less time
   */
  async samples(named: boolean): Promise<{ populations: PopulationMembers[]; names: readonly string[] }> {
    const document = await this.#document();
    const names = named ? document.names : [];
    if (named && names.length !== this.entry.samples)
      throw new StoreError(
        `${this.entry.populations.object} has ${names.length} names for ${this.entry.samples} samples`,
      );
    return { populations: document.populations.map(({ name, members }) => ({ name, members })), names };
  }

  /** The lines of the VCF files at some positions, in their order. One wave of reads. */
  async lines(queries: readonly MatrixQuery[]): Promise<PlacedLine[][]> {
    const { lines } = this.entry;
    if (!lines) return queries.map(() => []);
    const table = new IntervalTable(lines, this.#reader, attachedDirectory(lines, this.#attachments));
    const found = await table.overlapping(queries);
    return found.map((list) =>
      decodedFrom(lines.object, () =>
        list.map(({ start, payload }) => ({ position: start, line: decodeLine(payload) })),
      ),
    );
  }

  async #document(): Promise<OpenDocument> {
    const { object, size } = this.entry.populations;
    const [blocks] = await Promise.all([
      this.#reader.blocks([{ object, offset: 0, length: size }]),
      this.#matrix.plan([]),
    ]);
    const bytes = only(blocks);
    const known = opened.get(bytes) ?? openDocument(bytes, this.entry.samples);
    opened.set(bytes, known);
    return known;
  }

  /** See GenotypeMatrix. */
  memory(queries: readonly MatrixQuery[]): Promise<number> {
    return this.#matrix.memory(queries);
  }

  /** See GenotypeMatrix. */
  variants(queries: readonly MatrixQuery[]): Promise<MatrixVariant[][]> {
    return this.#matrix.variants(queries);
  }

  /** See GenotypeMatrix. */
  runs(queries: readonly MatrixQuery[]): Promise<VariantRun[][]> {
    return this.#matrix.runs(queries);
  }
}
