/** Effects of variants on the genes of a genome, by the same code that answers VEP requests. */
import { parameters } from '../../src/catalogue/vep.ts';
import { VcfAnnotator } from '../../src/handlers/vep/batch/vcf-annotator.ts';
import { readOptions, type VepParams } from '../../src/handlers/vep/options.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { MemoryBudget } from '../../src/operation/memory-reservation.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { WorkBudget } from '../../src/work-budget.ts';

/** The effect of one allele on one transcript; positions only where the variant is in the transcript or its CDS. */
interface TranscriptEffect {
  transcript_id: string;
  variant_allele: string;
  consequence_terms: string[];
  distance?: number;
  cdna_start?: number;
  cdna_end?: number;
  cds_start?: number;
  cds_end?: number;
  protein_start?: number;
  protein_end?: number;
  codons?: string;
  amino_acids?: string;
}

/** A variant as Ensembl places it: an insertion has start = end + 1. */
export interface PredictedVariant {
  seq_region_name: string;
  start: number;
  end: number;
  allele_string: string;
  most_severe_consequence: string;
  transcript_consequences?: TranscriptEffect[];
}

/** Bytes of decoded blocks that stay in memory. */
const CACHE_BYTES = 96 * 1024 * 1024;

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
    const values = Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(undefined, name)]);
    const options = readOptions({ ...Object.fromEntries(values), species } as unknown as VepParams);
    const budgets = { work: new WorkBudget(Infinity), memory: new MemoryBudget(Infinity).forRequest() };
    const annotator = new VcfAnnotator(release, release.genome(species), options, 'ndjson', budgets, {
      isLenient: true,
    });
    return new VariantEffects(annotator, store);
  }

  /**
   * Predictions for lines of VCF with eight columns, in their order; a sentence where there is none.
   * @param lines names of sequences are those of the genome
   */
  async of(lines: readonly string[]): Promise<(PredictedVariant | string)[]> {
    if (lines.length === 0) return [];
    const { bytes } = await this.#annotator.annotate(`${lines.join('\n')}\n`);
    const answers = new TextDecoder().decode(bytes).trimEnd().split('\n');
    return answers.map((text) => {
      const answer: PredictedVariant | { error: string } = JSON.parse(text);
      return 'error' in answer ? answer.error : answer;
    });
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
