/** The surroundings of variants: transcripts, regulatory features and motifs, known variants, and the bases around. */
import { at } from '../../checked.ts';
import { linearSlice, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import { reserveForRecords, reserveMemory, type RequestBudgets } from '../../operation/memory-reservation.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import { Flanks } from '../../variants/variant-shift.ts';
import { NANOSECONDS } from '../../work-budget.ts';
import { asText } from '../variant-recoder/transcript-sequences.ts';
import { colocatedSlice, readKnownFeatures, type KnownFeature } from './colocated.ts';
import { readFeatures, touchedFeatures, type NearFeatures } from './feature-blocks.ts';
import type { VepOptions } from './options.ts';
import { phenotypeInterval, readPhenotypes } from './phenotypes.ts';
import { readRefseqGenes } from './refseq-genes.ts';
import { NO_SCORES, readScores, scoreInterval, scoreSources, type FoundScores } from './scores.ts';
import { transcriptsOf, type VepTranscript } from './transcripts-near.ts';
import type { VepVariant } from './vep-variant.ts';

/** Bases on either side in which an insertion or deletion is moved. */
const MAX_SHIFT = 1000;
/** Bases on either side that motifs may need. */
const NEAR = 64;

/** The surroundings of a variant. */
export interface Around {
  transcripts: readonly VepTranscript[];
  /** Transcripts near the mates of a breakpoint that are not among `transcripts`. */
  nearMates: readonly VepTranscript[];
  features: NearFeatures;
  /** Features at each mate of a breakpoint. */
  mateFeatures: readonly NearFeatures[];
  known: readonly KnownFeature[];
  flanks: Flanks;
  scores: FoundScores;
  /** As answers show them; empty where the options do not ask for them. */
  phenotypes: readonly object[];
}

/** Genomes that a request reads: of Ensembl's genes, of RefSeq's where the options ask for them, and of the bases. */
export interface VepGenomes {
  genome: Genome;
  refseq: Genome | null;
  dna: Genome;
}

/** Reads the directories that effects need, in the same wave as what comes before. */
export function prefetchAround(genome: Genome): Promise<unknown> {
  return Promise.all([
    genome.prefetchDirectories([
      'genes',
      'regulatory-features',
      'motif-features',
      'variant-features',
      'hidden-variant-features',
    ]),
    // Those of notes on known variants.
    genome.entry.tables.phenotypes && genome.phenotypes.bytesAt([]),
    genome.entry.listsFrequencies && genome.variation.bytesOfFrequencies([]),
  ]);
}

const ASK_FOR_LESS = 'fewer variants, smaller ones, or a shorter distance';

/** One wave of reads, after the directories of tables. Throws ApiError for more than the budgets allow. */
export async function readAround(
  { genome, refseq, dna }: VepGenomes,
  variants: readonly VepVariant[],
  options: VepOptions,
  budgets: RequestBudgets,
): Promise<Around[]> {
  const reach = Math.max(options.reach.upstream, options.reach.downstream);
  const spans = variants.map(({ start, end }) => ({ low: Math.min(start, end), high: Math.max(start, end) }));
  const slices = (margin: number) =>
    variants.map(({ region }, index) => {
      const { low, high } = at(spans, index);
      return linearSlice(region, { start: low - margin, end: high + margin });
    });
  const margin = marginOf(options);
  // Of a structural variant no bases are needed but the one before it.
  const bases = variants.map(({ region, soClass }, index) => {
    const { low, high } = at(spans, index);
    const end = soClass === null ? high + margin : low;
    return linearSlice(region, { start: low - margin, end });
  });
  // The slices around variants, then those around the mates of breakpoints.
  const mates = variants.flatMap((variant) => variant.mates);
  const wide = [
    ...slices(reach),
    ...mates.map(({ region, position }) => linearSlice(region, { start: position - reach, end: position + reach })),
  ];
  const near = [
    ...slices(0),
    ...mates.map(({ region, position }) => linearSlice(region, { start: position, end: position })),
  ];
  // Known variants have alleles; structural variants have none to compare with them.
  const small = variants.filter(({ soClass }) => soClass === null);
  const known = small.map(colocatedSlice);
  const bytes = await Promise.all([
    bytesAround(genome, refseq, { wide, near, known }),
    bytesOfPlugins(genome, variants, small, options),
  ]);
  await reserveForRecords(budgets, bytes[0] + bytes[1], ASK_FOR_LESS);
  const [genes, refseqGenes, features, knownOfSmall, scoresOfSmall, phenotypes, letters] = await Promise.all([
    options.refseq ? [] : genome.overlappingGenes(wide),
    refseq ? readRefseqGenes(refseq, wide) : [],
    readFeatures(genome, near),
    readKnownFeatures(genome, known, options.failed),
    readScores(genome, small, options),
    readPhenotypes(genome, variants, options),
    readBases(dna, bases),
  ]);
  const scoresOf = new Map(small.map((variant, index) => [variant, at(scoresOfSmall, index)]));
  const knownOf = new Map(small.map((variant, index) => [variant, at(knownOfSmall, index)]));
  const transcriptsIn = (index: number, region: SeqRegionRecord) => [
    ...transcriptsOf(genes[index] ?? [], region, options, 'Ensembl'),
    ...transcriptsOf(refseqGenes[index] ?? [], region, options, 'RefSeq'),
  ];
  let [nextMate, nextMateFeatures] = [variants.length, variants.length];
  return variants.map((variant, index) => ({
    transcripts: transcriptsIn(index, variant.region).sort(byId),
    nearMates: variant.mates.flatMap((mate) => transcriptsIn(nextMate++, mate.region)),
    features: at(features, index),
    mateFeatures: variant.mates.map(() => at(features, nextMateFeatures++)),
    known: knownOf.get(variant) ?? [],
    flanks: new Flanks(at(bases, index).start, asText(at(letters, index))),
    scores: scoresOf.get(variant) ?? NO_SCORES,
    phenotypes: at(phenotypes, index),
  }));
}

async function bytesAround(
  genome: Genome,
  refseq: Genome | null,
  { wide, near, known }: Record<'wide' | 'near' | 'known', readonly Slice[]>,
): Promise<number> {
  const bytes = await Promise.all([
    genome.bytesOverlappingAny('genes', wide),
    genome.bytesOverlappingAny('regulatory-features', near),
    genome.bytesOverlappingAny('motif-features', near),
    genome.bytesOverlappingAny('variant-features', known),
  ]);
  // Genes of RefSeq take about as much as those of Ensembl.
  return bytes.reduce((sum, each) => sum + each, refseq ? at(bytes, 0) : 0);
}

/** Do the options ask for scores or phenotypes that the index has? */
export function readsPlugins(genome: Genome, options: VepOptions): boolean {
  return scoreSources(genome, options).length > 0 || options.plugins.has('Phenotypes');
}

/** Stored bytes of scores and phenotypes that the options ask for. Reads only directories. */
export async function bytesOfPlugins(
  genome: Genome,
  variants: readonly VepVariant[],
  small: readonly VepVariant[],
  options: VepOptions,
): Promise<number> {
  const bytes = await Promise.all([
    ...scoreSources(genome, options).map((source) => genome.scores.bytesAt(source, small.map(scoreInterval))),
    options.plugins.has('Phenotypes') ? genome.phenotypes.bytesAt(variants.map(phenotypeInterval)) : 0,
  ]);
  return bytes.reduce((sum, each) => sum + each, 0);
}

/** The transcripts and features near a variant, each of which has an effect of each allele; at least 1. */
export function countNear(variant: VepVariant, { transcripts, nearMates, features }: Around): number {
  const { regulatory, motifs } = touchedFeatures(features, variant);
  return transcripts.length + nearMates.length + regulatory.length + motifs.length + 1;
}

/** Bytes of a block of an answer, without its alleles. */
export const BLOCK_MEMORY = 2000;

/** Counts the effects to compute, one for each feature and allele, and reserves the memory of their blocks. */
export async function reserveForBlocks(
  variants: readonly VepVariant[],
  around: readonly Around[],
  { work, memory }: RequestBudgets,
): Promise<void> {
  let [blocks, bytes] = [0, 0];
  variants.forEach((variant, index) => {
    const { soClass, computed } = variant;
    const featureCount = countNear(variant, at(around, index));
    blocks += featureCount * (soClass === null ? computed.length : 1);
    // A block shows its alleles about three times: itself, in codons and in HGVS.
    for (const { reference, alternative } of computed)
      bytes += featureCount * 3 * (reference.length + alternative.length);
  });
  work.spend(blocks * NANOSECONDS.effect + bytes * NANOSECONDS.letter, ASK_FOR_LESS);
  await reserveMemory(memory, blocks * BLOCK_MEMORY + bytes);
}

/** Bases on either side of a variant that the options need. */
export function marginOf(options: VepOptions): number {
  return options.hgvs || options.shift_3prime || options.shift_genomic ? MAX_SHIFT : NEAR;
}

export function byId({ transcript: one }: VepTranscript, { transcript: other }: VepTranscript): number {
  const [a, b] = [`${one.id}_${one.dbId}`, `${other.id}_${other.dbId}`];
  return a < b ? -1 : a > b ? 1 : 0;
}
