/** Genotypes of a collection of samples: which populations they are of, and the variants. */
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
import { attachedDirectory } from './stored-tables.ts';
import type { GenotypesEntry } from './manifest.ts';

/**
 * Attachment of the document of a collection's populations: the column of each sample in the collection's files,
 * varints.
 */
export const COLUMNS = 'columns';

/**
 * A population with samples in a collection: one element of its document, whose attachment of that number is the plane
 * of its samples.
 */
export interface GenotypedPopulation {
  name: string;
  /** Is it among those that a request for all populations means? Not so populations that pool others. */
  linkage: boolean;
}

/** A population's samples in one collection. */
export interface PopulationSamples extends GenotypedPopulation {
  collection: GenotypeCollection;
  selection: SampleSelection;
}

interface OpenPopulation extends GenotypedPopulation {
  /** Made when it is first asked for. Shared between requests: nothing changes it. */
  readonly selection: SampleSelection;
}

interface OpenDocument {
  populations: OpenPopulation[];
  readonly columns: Uint32Array;
}

/** By the decoded block: what the cache lets go, this lets go. */
const opened = new WeakMap<Uint8Array, OpenDocument>();

function openDocument(document: Uint8Array, samples: number): OpenDocument {
  const { value, attachments } = decodeDocument(document);
  let columns: Uint32Array | undefined;
  return {
    populations: (value as GenotypedPopulation[]).map((population, index) => {
      let selection: SampleSelection | undefined;
      return {
        ...population,
        get selection() {
          return (selection ??= new SampleSelection(
            present(attachments[index], `the samples of population ${index}`),
            samples,
          ));
        },
      };
    }),
    get columns() {
      const reader = new FieldReader(attachments[COLUMNS] ?? new Uint8Array(0));
      return (columns ??= Uint32Array.from({ length: samples }, () => reader.number()));
    },
  };
}

export class GenotypeCollection {
  readonly entry: GenotypesEntry;
  readonly #reader: BlockReader;
  readonly #matrix: GenotypeMatrix;

  constructor(entry: GenotypesEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.entry = entry;
    this.#reader = reader;
    this.#matrix = new GenotypeMatrix(entry.matrix, reader, attachedDirectory(entry.matrix, attachments));
  }

  /**
   * Populations with samples in the collection, those of which `wanted` says so. One read, together with that of the
   * matrix's
   * directory, so that `variants` is one more.
   */
  async populations(wanted: (population: GenotypedPopulation) => boolean): Promise<PopulationSamples[]> {
    return (await this.#document()).populations.filter(wanted).map((population) => ({
      name: population.name,
      linkage: population.linkage,
      collection: this,
      selection: population.selection,
    }));
  }

  /** Brings the matrix's directory to hand. */
  async prepare(): Promise<void> {
    await this.#matrix.plan([]);
  }

  /** The column of each sample in the collection's files. The same read as that of `populations`. */
  async columns(): Promise<Uint32Array> {
    return (await this.#document()).columns;
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
