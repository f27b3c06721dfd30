/**
 * Effects of placed variants: transcripts, regulatory features and motifs near them, known variants at the same place.
 * Two waves of reads: features and known variants around all variants; then sequences of the coding transcripts and
 * binding matrices of the motifs that they touch, with what options need and what is known of the known variants.
 * Another wave comes first if a variant is on a contig of a chromosome.
 */
import { ApiError } from '../../api-error.ts';
import { at } from '../../checked.ts';
import type { RequestBudgets } from '../../operation/memory-reservation.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithDna } from '../../release/sequence-reader.ts';
import { mostSevere } from '../../variants/consequences.ts';
import { ambiguityCode } from '../../variants/variant-classes.ts';
import { refseqGenome } from '../variant-recoder/named-transcripts.ts';
import { readAround, reserveForBlocks, type Around } from './around.ts';
import { colocated } from './colocated.ts';
import { matrixIdsOf, readMatrices } from './feature-blocks.ts';
import { readKnownNotes, type KnownNotes } from './known-notes.ts';
import { withNumbers } from './numbers.ts';
import { transcriptsToRead } from './moved-alleles.ts';
import type { VepOptions } from './options.ts';
import { readExtras } from './extras.ts';
import { addPredictions, type PendingPrediction } from './predictions.ts';
import type { Block } from './result.ts';
import { resultsOf } from './results.ts';
import { readSequences, type Sequences } from '../variant-recoder/transcript-sequences.ts';
import { vcfStrings, variantClass } from './variant-forms.ts';
import type { PlacedLine } from './place.ts';
import { onTopLevel } from './top-level.ts';
import { vepVariant, type VepVariant } from './vep-variant.ts';

/** The answer about each line, in the order of the lines. */
export async function predictEffects(
  release: Release,
  genome: Genome,
  lines: readonly PlacedLine[],
  options: VepOptions,
  budgets: RequestBudgets,
): Promise<unknown[]> {
  const variants = await onTopLevel(
    genome,
    lines.map((line) => ('echo' in line ? null : vepVariant(line, options.minimal))),
  );
  const placed = variants.filter((each): each is VepVariant => each !== null);
  const [dna, refseq] = await Promise.all([genomeWithDna(release, genome), refseqOf(release, genome, options)]);
  if (options.ga4gh_vrs) await refuseWithoutAccessions(genome);
  const around = await readAround({ genome, refseq, dna }, placed, options, budgets);
  await reserveForBlocks(placed, around, budgets);
  const touched = transcriptsToRead(placed, around, options);
  const [sequences, matrices, notes, extras] = await Promise.all([
    touched.size > 0 ? readSequences(dna, touched) : (new Map() as Sequences),
    readMatrices(
      genome,
      placed.flatMap((variant, index) => matrixIdsOf(variant, at(around, index).features)),
    ),
    readKnownNotes(
      genome,
      placed,
      around.map(({ known }) => known),
      options,
      budgets,
    ),
    readExtras(
      release,
      genome,
      around.flatMap(({ transcripts, nearMates }) => [...transcripts, ...nearMates]),
      options,
    ),
  ]);
  const loaded = { sequences, matrices, extras };
  let next = 0;
  const pending: PendingPrediction[] = [];
  const results = variants.map((variant) => {
    if (!variant) return null;
    const near = at(around, next++);
    return { near, found: resultsOf(variant, near, loaded, options, pending) };
  });
  // Before the answers are put together: results have their blocks in parts until then.
  await addPredictions(genome, pending);
  const answers = lines.map((line, index) => {
    const [variant, result] = [variants[index], results[index]];
    if (!variant || !result) return 'echo' in line ? { input: line.echo } : {};
    return answerOf(genome, variant, result.near, result.found, options, notes);
  });
  return answers.map(withNumbers);
}

/** The genome of RefSeq's transcripts; null where the options need none. Throws ApiError (400) where it is missing. */
export async function refseqOf(release: Release, genome: Genome, options: VepOptions): Promise<Genome | null> {
  const refseq = options.refseq || options.merged ? await refseqGenome(release, genome) : null;
  if (options.refseq && !refseq)
    throw new ApiError(`this release has no RefSeq transcripts of ${genome.species}; leave out refseq=1`);
  return refseq;
}

/** Alleles of GA4GH VRS are on sequences with accessions of RefSeq. */
async function refuseWithoutAccessions(genome: Genome): Promise<void> {
  const databases = await genome.document('external-dbs');
  if (!databases?.some(({ name }) => name === 'RefSeq_genomic'))
    throw new ApiError(`the regions of ${genome.species} have no RefSeq accessions; leave out ga4gh_vrs`);
}

/** The answer about a variant, made of its results. */
export function answerOf(
  genome: Genome,
  variant: VepVariant,
  around: Around,
  { kept, marked }: ReturnType<typeof resultsOf>,
  options: VepOptions,
  notes: KnownNotes,
): Block {
  const answer: Block = {
    input: variant.input,
    id: variant.id,
    seq_region_name: variant.sequence,
    assembly_name: genome.entry.assembly,
    start: variant.start,
    end: variant.end,
    strand: variant.strand,
    allele_string: variant.symbolic ?? variant.soClass ?? variant.alleles.join('/'),
    most_severe_consequence: mostSevere(kept.flatMap(({ terms }) => terms)) ?? '?',
  };
  if (variant.minimised) answer['minimised'] = 1;
  if (options.variant_class) answer['variant_class'] = variantClass(variant);
  if (options.vcf_string) answer['vcf_string'] = vcfStrings(variant, around.flanks);
  if (options.ambiguity && variant.soClass === null) {
    const code = ambiguityCode(variant.alleles);
    if (code !== null) answer['ambiguity'] = code;
  }
  for (const result of kept) {
    if (marked.has(result)) result.block['pick'] = 1;
    const key = `${result.kind}_consequences`;
    const list = (answer[key] ??= []) as Block[];
    list.push(result.block);
  }
  const known = variant.soClass === null ? colocated(variant, around.known, notes) : [];
  if (known.length > 0) answer['colocated_variants'] = known;
  return answer;
}
