/** Effects of variants on the genes of a genome, by the same code that answers VEP requests. */
import { VcfAnnotator } from '../../src/handlers/vep/batch/vcf-annotator.ts';
import { defaultOptions } from '../../src/handlers/vep/options.ts';
import type { Result } from '../../src/handlers/vep/result.ts';
import { TranscriptResult } from '../../src/handlers/vep/transcript-result.ts';
import type { VepVariant } from '../../src/handlers/vep/vep-variant.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { MemoryBudget } from '../../src/operation/memory-reservation.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { CONSEQUENCE_TYPES, severityOf } from '../../src/variants/consequences.ts';
import { WorkBudget } from '../../src/work-budget.ts';

/** The effect of one allele on the coding sequence of a transcript. */
interface CodingEffect {
  transcript: string;
  allele: string;
  /** Consequence terms with commas between them. */
  terms: string;
  cds: Ends;
  cdna: Ends;
  protein: Ends;
  codons: string | null;
  residues: string | null;
}

/** In ascending order; null where an end is not known. */
type Ends = readonly [start: number | null, end: number | null];

/** A variant as Ensembl places it: an insertion has start = end + 1. */
export interface PredictedVariant {
  start: number;
  end: number;
  /** Alleles with slashes between them. */
  alleles: string;
  /** Consequence terms on all transcripts, with commas between them, most severe first. */
  terms: string;
  coding: CodingEffect[];
}

/** Bytes of decoded blocks that stay in memory. */
const CACHE_BYTES = 48 * 1024 * 1024;

export class VariantEffects {
  readonly #annotator: VcfAnnotator;
  readonly #store: LocalFolder;

  private constructor(annotator: VcfAnnotator, store: LocalFolder) {
    this.#annotator = annotator;
    this.#store = store;
  }

  /** @param index a release of the genome's core tables */
  static async open(index: string, species: string): Promise<VariantEffects> {
    const store = new LocalFolder(index);
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(CACHE_BYTES)));
    const budgets = { work: new WorkBudget(Infinity), memory: new MemoryBudget(Infinity).forRequest() };
    const genome = await release.genome(species);
    const annotator = await VcfAnnotator.open(release, genome, defaultOptions(species), 'ndjson', budgets, {
      isLenient: true,
    });
    return new VariantEffects(annotator, store);
  }

  /**
   * Predictions for lines of VCF with eight columns, in their order; a sentence where there is none.
   * @param lines names of sequences are those of the genome
   */
  async of(lines: readonly string[]): Promise<(PredictedVariant | string)[]> {
    return lines.length === 0 ? [] : this.#annotator.predictions(lines, predictedOf);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

function predictedOf(variant: VepVariant, results: readonly Result[]): PredictedVariant {
  const terms = new Set(results.flatMap((result) => result.terms));
  return {
    start: variant.start,
    end: variant.end,
    alleles: variant.alleles.join('/'),
    terms: [...terms]
      .filter((term) => KNOWN.has(term))
      .sort((a, b) => severityOf(a) - severityOf(b))
      .join(),
    coding: results.flatMap((result) => (result instanceof TranscriptResult ? codingEffect(result) : [])),
  };
}

function codingEffect({ near, shown, effect, terms }: TranscriptResult): CodingEffect[] {
  const { within, exon, coding: isCoding } = effect.situation;
  if (!within || !exon || !isCoding) return [];
  const { coding } = effect;
  const cds = ascending(coding.cds);
  if (cds[1] === null) return [];
  return [
    {
      transcript: near.transcript.id,
      allele: shown,
      terms: terms.join(),
      cds,
      cdna: ascending(coding.cdna),
      protein: ascending(coding.protein),
      codons: coding.codons === '-' ? null : coding.codons,
      residues: coding.aminoAcids === '-' ? null : coding.aminoAcids,
    },
  ];
}

/** An unknown end is that of the other, an unknown start is left out. */
function ascending({ start, end }: { start?: number | undefined; end?: number | undefined }): Ends {
  if (start === undefined) return [null, end ?? null];
  const other = end ?? start;
  return [Math.min(start, other), Math.max(start, other)];
}

const KNOWN = new Set<string>(CONSEQUENCE_TYPES.map(({ term }) => term));
