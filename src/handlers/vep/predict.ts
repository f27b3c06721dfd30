/**
 * Effects of placed variants: transcripts, regulatory features and motifs near them, known variants at the same place.
 * Two waves of reads: features and known variants around all variants; then sequences of the coding transcripts that
 * they touch, with what options need.
 */
import { ApiError } from '../../api-error.ts';
import { at } from '../../checked.ts';
import type { AlleleChange } from '../../effects/coding-change.ts';
import { SmallVariantEffect, type Shift } from '../../effects/small-variant-effect.ts';
import { needsSequence } from '../../effects/transcript-places.ts';
import { StructuralVariantEffect, type StructuralChange } from '../../effects/structural-variant-effect.ts';
import type { RequestBudgets } from '../../operation/memory-reservation.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithDna } from '../../release/sequence-reader.ts';
import { impactOf, mostSevere } from '../../variants/consequences.ts';
import { ambiguityCode } from '../../variants/variant-classes.ts';
import { orient, shift, type Change, type Flanks } from '../../variants/variant-shift.ts';
import { refseqGenome } from '../variant-recoder/named-transcripts.ts';
import { accessionOf, transcriptNotations } from '../variant-recoder/notations.ts';
import { readAround, type Around } from './around.ts';
import { colocated } from './colocated.ts';
import { featureBlocks } from './feature-blocks.ts';
import { withNumbers } from './numbers.ts';
import type { VepOptions } from './options.ts';
import { pickBlocks, type Candidate } from './pick.ts';
import { readExtras, type Extras } from './extras.ts';
import { addPredictions, type PendingPrediction } from './predictions.ts';
import { addCodingChange, overlapOf, transcriptBlock } from './transcript-block.ts';
import { codingModelOf, readSequences, type Sequences, type VepTranscript } from './transcripts-near.ts';
import { vcfStrings, variantClass } from './variant-forms.ts';
import type { PlacedLine } from './place.ts';
import { vepVariant, type VepAllele, type VepVariant } from './vep-variant.ts';

type Block = Record<string, unknown>;
type BlockKind = 'transcript' | 'regulatory_feature' | 'motif_feature' | 'intergenic';

interface Result extends Candidate {
  kind: BlockKind;
  block: Block;
}

/** The answer about each line, in the order of the lines. */
export async function predictEffects(
  release: Release,
  genome: Genome,
  lines: readonly PlacedLine[],
  options: VepOptions,
  budgets: RequestBudgets,
): Promise<unknown[]> {
  const variants = lines.map((line) => ('echo' in line ? null : vepVariant(line, options.minimal)));
  const placed = variants.filter((each): each is VepVariant => each !== null);
  const dna = genomeWithDna(release, genome);
  const refseq = options.refseq || options.merged ? refseqGenome(release, genome) : null;
  if (options.refseq && !refseq)
    throw new ApiError(`this release has no RefSeq transcripts of ${genome.species}; leave out refseq=1`);
  if (options.ga4gh_vrs) await refuseWithoutAccessions(genome);
  const around = await readAround({ genome, refseq, dna }, placed, options, budgets);
  const touched = new Set(
    placed.flatMap((variant, index) =>
      at(around, index).transcripts.filter(({ model }) =>
        movedAlleles(variant, options, at(around, index).flanks, model.strand).some(({ change }) =>
          needsSequence(model, change),
        ),
      ),
    ),
  );
  const [sequences, extras] = await Promise.all([
    touched.size > 0 ? readSequences(dna, touched) : (new Map() as Sequences),
    readExtras(
      release,
      genome,
      around.flatMap(({ transcripts }) => transcripts),
      options,
    ),
  ]);
  let next = 0;
  const pending: PendingPrediction[] = [];
  const answers = lines.map((line, index) => {
    const variant = variants[index];
    if (!variant) return 'echo' in line ? { input: line.echo } : {};
    return answerFor(genome, variant, at(around, next++), sequences, extras, options, pending);
  });
  await addPredictions(genome, pending);
  return answers.map(withNumbers);
}

/** Alleles of GA4GH VRS are on sequences with accessions of RefSeq. */
async function refuseWithoutAccessions(genome: Genome): Promise<void> {
  const databases = await genome.document('external-dbs');
  if (!databases?.some(({ name }) => name === 'RefSeq_genomic'))
    throw new ApiError(`the regions of ${genome.species} have no RefSeq accessions; leave out ga4gh_vrs`);
}

interface MovedAllele {
  allele: VepAllele;
  change: AlleleChange;
  shift: Shift | null;
  /** As the answer names the alternative allele. */
  shown: string;
}

/** The alleles of a variant, moved along a strand where the options ask for it. */
function movedAlleles(variant: VepVariant, options: VepOptions, flanks: Flanks, strand: 1 | -1): MovedAllele[] {
  return variant.computed.map((allele) => {
    const change = changeOf(allele);
    if (!options.shift_3prime || (change.reference === '') === (change.alternative === ''))
      return { allele, change, shift: null, shown: allele.alternative };
    const forward = onForward(change);
    const moved = orient(shift(orient(forward, strand), flanks.along(strand)), strand);
    const length = Math.abs(moved.start - forward.start);
    const turned = change.strand === 1 ? moved : orient(moved, -1);
    const shifted: AlleleChange = {
      start: moved.start,
      end: moved.end,
      strand: change.strand,
      reference: turned.reference,
      alternative: turned.alternative,
    };
    return {
      allele,
      change: shifted,
      shift: { unmoved: { start: change.start, end: change.end }, length },
      shown: options.shift_genomic && change.alternative !== '' ? shifted.alternative : allele.alternative,
    };
  });
}

function changeOf({ start, end, strand, reference, alternative }: VepAllele): AlleleChange {
  const bases = (allele: string) => (allele === '-' ? '' : allele);
  return { start, end, strand, reference: bases(reference), alternative: bases(alternative) };
}

/** The change with its alleles on the forward strand. */
function onForward({ start, end, strand, reference, alternative }: AlleleChange): Change {
  const turned = strand === 1 ? { reference, alternative } : orient({ start, end, reference, alternative }, -1);
  return { start, end, reference: turned.reference, alternative: turned.alternative };
}

function answerFor(
  genome: Genome,
  variant: VepVariant,
  around: Around,
  sequences: Sequences,
  extras: Extras,
  options: VepOptions,
  pending: PendingPrediction[],
): Block {
  const results =
    variant.soClass === null
      ? smallResults(variant, around, sequences, extras, options, pending)
      : structuralResults(variant, around, extras, options);
  const { kept, marked } = pickBlocks(results, options);
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
  const known = variant.soClass === null ? colocated(variant, around.known) : [];
  if (known.length > 0) answer['colocated_variants'] = known;
  return answer;
}

function smallResults(
  variant: VepVariant,
  around: Around,
  sequences: Sequences,
  extras: Extras,
  options: VepOptions,
  pending: PendingPrediction[],
): Result[] {
  const results: Result[] = [];
  const common = (allele: VepAllele): Block => ({
    ...(options.minimal && { allele_num: allele.number }),
    ...(options.ga4gh_vrs && vrsOf(variant, allele)),
  });
  for (const near of around.transcripts) {
    const sequence = sequences.get(near.transcript) ?? null;
    for (const { allele, change, shift: moved, shown } of movedAlleles(
      variant,
      options,
      around.flanks,
      near.model.strand,
    )) {
      const effect = new SmallVariantEffect(near.model, change, sequence, options.reach, moved);
      if (!isNear(effect)) continue;
      const block = transcriptBlock(near, effect, shown, extras.of(near), options);
      addCodingChange(block, effect);
      const substitution = effect.situation.within && effect.situation.coding ? effect.coding.residueChange : null;
      if (substitution && sequence) pending.push({ block, peptide: sequence.peptide, ...substitution });
      if (options.shift_genomic) block['location'] = locationOf(variant, change);
      if (options.hgvs && effect.situation.within)
        addHgvs(block, near, allele, around.flanks, sequences, effect.coding.aminoAcids !== null);
      Object.assign(block, common(allele));
      results.push(transcriptResult(near, allele.alternative, effect.terms, block, sequences));
    }
  }
  const hasTranscripts = results.length > 0;
  for (const { kind, allele, terms, block } of featureBlocks(variant, around.features, around.flanks))
    results.push({
      kind,
      allele: allele.alternative,
      terms,
      transcript: null,
      block: { ...block, ...common(allele) },
    });
  if (!hasTranscripts && options.onlyTranscript === null) {
    const moved = movedAlleles(variant, options, around.flanks, 1);
    for (const { allele, change, shown } of moved) {
      const isIndel = allele.reference === '-' || allele.alternative === '-';
      const hasLocation = isIndel && options.shift_genomic && options.shift_3prime;
      const location = hasLocation ? { location: locationOf(variant, change) } : {};
      results.push(intergenic(allele.alternative, shown, { ...location, ...common(allele) }));
    }
  }
  return results;
}

function isNear({ situation, terms }: { situation: { within: boolean }; terms: readonly string[] }): boolean {
  return situation.within || !terms.includes('intergenic_variant');
}

function intergenic(allele: string, shown: string, more: Block): Result {
  const terms = ['intergenic_variant'];
  const block = { variant_allele: shown, consequence_terms: terms, impact: impactOf('intergenic_variant'), ...more };
  return { kind: 'intergenic', allele, terms, transcript: null, block };
}

function transcriptResult(
  near: VepTranscript,
  allele: string,
  terms: readonly string[],
  block: Block,
  sequences: Sequences,
): Result {
  const { transcript, gene, model, source } = near;
  const { coding } = model;
  const length = coding ? coding.cdna.end - coding.cdna.start + 1 + model.padding : model.cdnaLength;
  return {
    kind: 'transcript',
    allele,
    terms,
    transcript: {
      gene: gene.id,
      attribs: transcript.attribs,
      canonical: transcript.canonical,
      biotype: transcript.biotype,
      ccds: transcript.ccds !== null,
      length: sequences.get(transcript)?.coding.length || length,
      source,
    },
    block,
  };
}

function locationOf({ sequence }: VepVariant, { start, end }: AlleleChange): string {
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  return `${sequence}:${low === high ? low : `${low}-${high}`}`;
}

function addHgvs(
  block: Block,
  near: VepTranscript,
  allele: VepAllele,
  flanks: Flanks,
  sequences: Sequences,
  hasResidues: boolean,
): void {
  const change = onForward(changeOf(allele));
  const isSnp = [allele.reference, allele.alternative].every((each) => /^[ACGTN]$/.test(each));
  const sequence = sequences.get(near.transcript);
  const models = new Map(sequence ? [[near.transcript, codingModelOf(near, sequence)]] : []);
  const around = { flanks, transcripts: [], known: [] };
  const { hgvsc, hgvsp } = transcriptNotations(near, change, isSnp, around, models);
  if (hgvsc !== null) block['hgvsc'] = hgvsc;
  if (hgvsp !== null && hasResidues) block['hgvsp'] = hgvsp;
  if (hgvsc === null && hgvsp === null) return;
  const { strand } = near.model;
  const oriented = orient(change, strand);
  const distance = shift(oriented, flanks.along(strand)).start - oriented.start;
  if (distance !== 0) block['hgvs_offset'] = distance * strand;
}

/** An allele of GA4GH's Variation Representation Specification, where the region has an accession of NCBI. */
function vrsOf({ region }: VepVariant, allele: VepAllele): Block {
  const accession = accessionOf(region);
  const { start, reference, alternative } = onForward(changeOf(allele));
  if (!accession.startsWith('NC')) return {};
  return {
    ga4gh_vrs: {
      type: 'Allele',
      location: {
        type: 'SequenceLocation',
        sequence_id: `refseq:${accession}`,
        interval: { type: 'SimpleInterval', start: start - 1, end: start - 1 + reference.length },
      },
      state: { type: 'SequenceState', sequence: alternative },
    },
  };
}

function structuralResults(variant: VepVariant, around: Around, extras: Extras, options: VepOptions): Result[] {
  const { soClass } = variant;
  if (soClass === null) return [];
  const change: StructuralChange = { start: variant.start, end: variant.end, soClass, supporting: variant.supporting };
  const results: Result[] = [];
  const more: Block = options.minimal ? { allele_num: 1 } : {};
  for (const near of around.transcripts) {
    const effect = new StructuralVariantEffect(near.model, change, options.reach);
    if (!isNear(effect)) continue;
    const block = transcriptBlock(near, effect, soClass, extras.of(near), options);
    Object.assign(block, overlapOf(near.model, variant), more);
    results.push(transcriptResult(near, soClass, effect.terms, block, new Map()));
  }
  const hasTranscripts = results.length > 0;
  for (const { kind, terms, block } of featureBlocks(variant, around.features, around.flanks))
    results.push({ kind, allele: soClass, terms, transcript: null, block: { ...block, ...more } });
  if (!hasTranscripts && options.onlyTranscript === null) results.push(intergenic(soClass, soClass, more));
  return results;
}
