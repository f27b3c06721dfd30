/**
 * The surroundings of many variants, for batches. Variants of a VCF file come sorted, so genes, features and bases are
 * read once for a window of the region, and models and sequences of transcripts are kept from one window to the next.
 * The results are those of readAround.
 */
import { at } from '../../../checked.ts';
import type { TranscriptSequence } from '../../../effects/transcript-model.ts';
import type { BindingMatrixRecord } from '../../../genome/feature-records.ts';
import { decodeGeneHead, type TranscriptRecord } from '../../../genome/gene-record.ts';
import type { Placed } from '../../../genome/projection.ts';
import { forwardSlice, type SeqRegionRecord, type Slice } from '../../../genome/seq-region.ts';
import { MEMORY_OF_STORED_BYTE } from '../../../memory-budget.ts';
import { reserveMemory, type RequestBudgets } from '../../../operation/memory-reservation.ts';
import { readBases } from '../../../release/sequence-reader.ts';
import { Flanks } from '../../../variants/variant-shift.ts';
import { byId, bytesOfPlugins, marginOf, readAround, readsPlugins, type Around, type VepGenomes } from '../around.ts';
import { colocatedSlice, readKnownFeatures } from '../colocated.ts';
import {
  matrixIdsOf,
  readFeatures,
  readMatrices,
  WINDOW,
  type Matrices,
  type NearFeatures,
} from '../feature-blocks.ts';
import type { VepOptions } from '../options.ts';
import { readPhenotypes } from '../phenotypes.ts';
import { readRefseqGenes } from '../refseq-genes.ts';
import { readScores } from '../scores.ts';
import { asText, readSequences, type Sequences } from '../../variant-recoder/transcript-sequences.ts';
import { transcriptsOf, type VepTranscript } from '../transcripts-near.ts';
import type { VepVariant } from '../vep-variant.ts';

export interface KeptInMemory {
  /** Each has some 50 kB of bases and what is annotated there. */
  windows: number;
  /** Genes with their models and sequences. */
  genes: number;
  /** Stored bytes of scores and phenotypes that are decoded at once. */
  pluginBytes: number;
}

/** Of a process that does nothing else. */
const MUCH: KeptInMemory = { windows: 32, genes: 400, pluginBytes: 4 * 1024 * 1024 };

interface Window {
  /** In Ensembl's order. */
  transcripts: readonly VepTranscript[];
  features: NearFeatures;
  /** Forward position of the first base. */
  first: number;
  bases: string;
}

/** Binding matrices that are kept in memory, of a few kB each. */
const MAX_MATRICES = 100;

/** A map that forgets what was used least recently. */
class Recent<T> {
  readonly #most: number;
  readonly #values = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}

export class Windows {
  readonly #genomes: VepGenomes;
  readonly #options: VepOptions;
  readonly #budgets: RequestBudgets;
  readonly #windows: Recent<Window>;
  readonly #genes: Recent<VepTranscript[]>;
  readonly #matrices = new Recent<BindingMatrixRecord | null>(MAX_MATRICES);
  readonly #pluginBytes: number;
  readonly #sequences = new WeakMap<TranscriptRecord, TranscriptSequence>();

  /** @param budgets for variants that are not within one window */
  constructor(genomes: VepGenomes, options: VepOptions, budgets: RequestBudgets, kept = MUCH) {
    this.#windows = new Recent(kept.windows);
    this.#genes = new Recent(kept.genes);
    this.#pluginBytes = kept.pluginBytes;
    this.#genomes = genomes;
    this.#options = options;
    this.#budgets = budgets;
  }

  /** Sequences of the transcripts that `readSequences` has been called with and that are still in memory. */
  get sequences(): Sequences {
    return this.#sequences;
  }

  /** Reads the sequences of transcripts that are not in memory. One wave of reads. */
  async readSequences(transcripts: Iterable<VepTranscript>): Promise<void> {
    const missing = [...transcripts].filter(({ transcript }) => !this.#sequences.has(transcript));
    if (missing.length === 0) return;
    for (const [transcript, sequence] of await readSequences(this.#genomes.dna, missing))
      this.#sequences.set(transcript, sequence);
  }

  /** The binding matrices of the motifs that variants touch. One wave of reads, none for matrices in memory. */
  async readMatrices(variants: readonly VepVariant[], around: readonly Around[]): Promise<Matrices> {
    const found = new Map<string, BindingMatrixRecord | null>();
    const missing = new Set<string>();
    for (const id of variants.flatMap((variant, index) => matrixIdsOf(variant, at(around, index).features))) {
      const known = this.#matrices.get(id);
      if (known === undefined) missing.add(id);
      else found.set(id, known);
    }
    for (const [id, matrix] of await readMatrices(this.#genomes.genome, missing)) {
      this.#matrices.set(id, matrix);
      found.set(id, matrix);
    }
    return found;
  }

  /** The surroundings of each variant. One wave of reads, none for windows in memory but for known variants. */
  async around(variants: readonly VepVariant[]): Promise<Around[]> {
    const [inside, others] = [variants.filter(isInWindow), variants.filter((variant) => !isInWindow(variant))];
    const [windows, known, plugins, singly] = await Promise.all([
      this.#windowsOf(inside),
      readKnownFeatures(this.#genomes.genome, inside.map(colocatedSlice), this.#options.failed),
      this.#readPlugins(inside),
      others.length > 0 ? readAround(this.#genomes, others, this.#options, this.#budgets) : [],
    ]);
    const reach = Math.max(this.#options.reach.upstream, this.#options.reach.downstream);
    const margin = marginOf(this.#options);
    let [next, nextOther] = [0, 0];
    return variants.map((variant): Around => {
      if (!isInWindow(variant)) return at(singly, nextOther++);
      const window = at(windows, next);
      const [low, high] = spanOf(variant);
      // An insertion or deletion may be moved before its distance is taken.
      const [from, to] = [low - reach - margin, high + reach + margin];
      const first = Math.max(1, low - margin);
      return {
        transcripts: window.transcripts.filter(({ model: { start, end } }) => start <= to && end >= from),
        nearMates: [],
        mateFeatures: [],
        features: window.features,
        known: at(known, next),
        ...at(plugins, next++),
        flanks: new Flanks(first, window.bases.slice(first - window.first, high + margin + 1 - window.first)),
      };
    });
  }

  /**
   * Scores and phenotypes of variants, of which few remain in memory. Lines far from each other read a block each:
   * those that do not fit are read after the others.
   */
  async #readPlugins(variants: readonly VepVariant[]): Promise<Pick<Around, 'scores' | 'phenotypes'>[]> {
    const { genome } = this.#genomes;
    const half = Math.ceil(variants.length / 2);
    if (half > 0 && readsPlugins(genome, this.#options)) {
      const excess = (await bytesOfPlugins(genome, variants, variants, this.#options)) - this.#pluginBytes;
      if (excess > 0) {
        if (variants.length > 1)
          return [
            ...(await this.#readPlugins(variants.slice(0, half))),
            ...(await this.#readPlugins(variants.slice(half))),
          ];
        await reserveMemory(this.#budgets.memory, excess * MEMORY_OF_STORED_BYTE);
      }
    }
    const [scores, phenotypes] = await Promise.all([
      readScores(genome, variants, this.#options),
      readPhenotypes(genome, variants, this.#options),
    ]);
    return variants.map((_, index) => ({ scores: at(scores, index), phenotypes: at(phenotypes, index) }));
  }

  async #windowsOf(variants: readonly VepVariant[]): Promise<Window[]> {
    const wanted = new Map<string, Slice>();
    const keys = variants.map(({ region, start, end }) => {
      const number = Math.floor((Math.min(start, end) - 1) / WINDOW);
      const key = `${region.ordinal} ${number}`;
      if (!wanted.has(key))
        wanted.set(key, forwardSlice(region, { start: number * WINDOW + 1, end: (number + 1) * WINDOW }));
      return key;
    });
    const windows = new Map<string, Window>();
    const missing: [key: string, slice: Slice][] = [];
    for (const [key, slice] of wanted) {
      const window = this.#windows.get(key);
      if (window) windows.set(key, window);
      else missing.push([key, slice]);
    }
    const read = await this.#read(missing.map(([, slice]) => slice));
    missing.forEach(([key], index) => {
      windows.set(key, at(read, index));
      this.#windows.set(key, at(read, index));
    });
    return keys.map((key) => windows.get(key) as Window);
  }

  async #read(slices: readonly Slice[]): Promise<Window[]> {
    if (slices.length === 0) return [];
    const { reach, refseq: onlyRefseq } = this.#options;
    const margin = marginOf(this.#options);
    const widened = (by: number) =>
      slices.map(({ region, start, end }) => forwardSlice(region, { start: start - by, end: end + by }));
    const bases = slices.map(({ region, start, end }) =>
      forwardSlice(region, { start: Math.max(1, start - margin), end: Math.min(end, region.length) + margin }),
    );
    const wide = widened(Math.max(reach.upstream, reach.downstream));
    const [genes, refseqGenes, features, letters] = await Promise.all([
      onlyRefseq ? [] : this.#genomes.genome.overlappingGenes(wide),
      this.#genomes.refseq ? readRefseqGenes(this.#genomes.refseq, wide) : [],
      readFeatures(this.#genomes.genome, slices),
      readBases(this.#genomes.dna, bases),
    ]);
    return slices.map(({ region }, index): Window => {
      const { start } = at(bases, index);
      return {
        transcripts: [
          ...(genes[index] ?? []).flatMap((placed) => this.#transcriptsOf(placed, region)),
          ...transcriptsOf(refseqGenes[index] ?? [], region, this.#options, 'RefSeq'),
        ].sort(byId),
        features: at(features, index),
        first: start,
        bases: asText(at(letters, index)),
      };
    });
  }

  #transcriptsOf(placed: Placed<Uint8Array>, region: SeqRegionRecord): VepTranscript[] {
    const { id } = decodeGeneHead(placed.record);
    const key = [region.ordinal, placed.start, placed.end, placed.window?.start, id].join(' ');
    const known = this.#genes.get(key);
    if (known) return known;
    const transcripts = transcriptsOf([placed], region, this.#options, 'Ensembl');
    this.#genes.set(key, transcripts);
    return transcripts;
  }
}

function spanOf({ start, end }: VepVariant): [low: number, high: number] {
  return start <= end ? [start, end] : [end, start];
}

/** Bases of the variants whose surroundings are read singly, and not from a window. */
export function basesReadSingly(variant: VepVariant): number {
  const [low, high] = spanOf(variant);
  return isInWindow(variant) ? 0 : high - low + 1;
}

/** Does a window have all that is near the variant? */
function isInWindow(variant: VepVariant): boolean {
  const { region, soClass } = variant;
  const [low, high] = spanOf(variant);
  if (soClass !== null || region.circular || low < 1 || high > region.length) return false;
  return Math.floor((low - 1) / WINDOW) === Math.floor((high - 1) / WINDOW);
}
