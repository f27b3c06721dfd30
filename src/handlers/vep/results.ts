/** Effects of a variant, given its surroundings: one result per allele and feature, and those that the options pick. */
import { at } from '../../checked.ts';
import { blosum62 } from '../../effects/blosum62.ts';
import { escapesDecay } from '../../effects/nmd-escape.ts';
import { CodingChange, isDna, isUnambiguous, type AlleleChange } from '../../effects/coding-change.ts';
import { turnOf } from '../../effects/over-origin.ts';
import { SmallVariantEffect } from '../../effects/small-variant-effect.ts';
import type { TranscriptSequence } from '../../effects/transcript-model.ts';
import { orient, shift, type Change, type Flanks } from '../../variants/variant-shift.ts';
import { transcriptNotations, vrsAllele } from '../variant-recoder/notations.ts';
import type { Around } from './around.ts';
import { featureBlocks, type Matrices } from './feature-blocks.ts';
import { changeOf, MovedAlleles, onForward } from './moved-alleles.ts';
import type { VepOptions } from './options.ts';
import { pickBlocks, type Picked } from './pick.ts';
import type { Extras } from './extras.ts';
import type { PendingPrediction } from './predictions.ts';
import { intergenic, isNear, type Block, type Result } from './result.ts';
import { alleleScores, transcriptScores } from './scores.ts';
import { structuralResults } from './structural-results.ts';
import { TranscriptResult } from './transcript-result.ts';
import { codingModelOf, type Sequences } from '../variant-recoder/transcript-sequences.ts';
import type { VepTranscript } from './transcripts-near.ts';
import type { VepAllele, VepVariant } from './vep-variant.ts';

type Chosen = Picked<Result>;

/** Records that are read once the surroundings of variants are known. */
export interface Loaded {
  /** Of the transcripts that variants change. */
  sequences: Sequences;
  /** Of the motifs that variants touch. */
  matrices: Matrices;
  extras: Extras;
}

/**
 * The results that the options keep, and those of them that they mark. Adds what waits for predictions to `pending`.
 */
export function resultsOf(...given: Parameters<typeof resultSteps>): Chosen {
  const steps = resultSteps(...given);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of one effect, between which a caller may let others run: a line may have thousands of them. */
export function* resultSteps(
  variant: VepVariant,
  around: Around,
  loaded: Loaded,
  options: VepOptions,
  pending: PendingPrediction[],
): Generator<void, Chosen> {
  const results =
    variant.soClass === null
      ? yield* smallResults(variant, around, loaded, options, pending)
      : yield* structuralResults(variant, around, loaded.extras, options);
  return pickBlocks(results, options);
}

function* smallResults(
  variant: VepVariant,
  around: Around,
  { sequences, matrices, extras }: Loaded,
  options: VepOptions,
  pending: PendingPrediction[],
): Generator<void, Result[]> {
  const results: Result[] = [];
  const { scores, phenotypes } = around;
  const common = (allele: VepAllele): Block => ({
    ...alleleScores(allele, scores, options),
    ...(phenotypes.length > 0 && { phenotypes }),
    ...(options.minimal && { allele_num: allele.number }),
    ...(options.ga4gh_vrs && vrsOf(variant, allele)),
  });
  const hasCommon = options.minimal || options.ga4gh_vrs || options.plugins.size > 0;
  const alleles = new MovedAlleles(variant, options, around.flanks);
  for (const near of around.transcripts) {
    const sequence = sequences.get(near.transcript) ?? null;
    const turn = turnOf(variant, near.model, variant.region.length);
    const flanks = turn === 0 ? around.flanks : around.flanks.movedBy(turn);
    for (const [index, { allele, change, shift: moved, shown }] of alleles.along(near.model).entries()) {
      yield;
      const effect = new SmallVariantEffect(near.model, change, sequence, options.reach, moved);
      if (!isNear(effect)) continue;
      const named = moved && namesMovedLetters(effect) ? change.alternative : shown;
      const result = new TranscriptResult(near, allele.alternative, named, effect, extras, sequences, options);
      const block = result.more;
      const substitution = effect.situation.within && effect.situation.coding ? effect.coding.residueChange : null;
      if (substitution && sequence) pending.push({ block, sequence, ...substitution });
      if (options.plugins.size > 0)
        addPlugins(block, variant, at(variant.computed, index), near, effect, around, options);
      if (options.shift_genomic) block['location'] = locationOf(variant, change);
      if (options.hgvs && effect.situation.within) addHgvs(block, near, allele, flanks, sequences, effect);
      if (hasCommon) Object.assign(block, common(at(variant.computed, index)));
      results.push(result);
    }
  }
  const hasTranscripts = results.length > 0;
  // As in Ensembl, a transcript that is not near leaves nothing, not even regulatory features.
  if (!hasTranscripts && options.onlyTranscript !== null) return results;
  for (const { kind, allele, terms, block } of featureBlocks(variant, around.features, around.flanks, matrices))
    results.push({
      kind,
      allele: allele.alternative,
      terms,
      transcript: null,
      block: { ...block, ...common(allele) },
    });
  if (!hasTranscripts) {
    for (const { allele, change, shown } of alleles.forward) {
      const isIndel = allele.reference === '-' || allele.alternative === '-';
      const hasLocation = isIndel && options.shift_genomic && options.shift_3prime;
      const location = hasLocation ? { location: locationOf(variant, change) } : {};
      results.push(intergenic(allele.alternative, shown, { ...location, ...common(allele) }));
    }
  }
  return results;
}

/** As in Ensembl, answers name the moved letters of an insertion where they change codons. */
function namesMovedLetters({ situation, change, coding }: SmallVariantEffect): boolean {
  if (!situation.within || !situation.coding || change.alternative === '') return false;
  return coding.protein.start !== undefined && coding.protein.end !== undefined;
}

function locationOf({ sequence, region }: VepVariant, { start, end }: AlleleChange): string {
  const turn = region.circular && Math.min(start, end) > region.length ? region.length : 0;
  const [low, high] = [Math.min(start, end) - turn, Math.max(start, end) - turn];
  return `${sequence}:${low === high ? low : `${low}-${high}`}`;
}

function addHgvs(
  block: Block,
  near: VepTranscript,
  allele: VepAllele,
  flanks: Flanks,
  sequences: Sequences,
  effect: SmallVariantEffect,
): void {
  const change = onForward(changeOf(allele));
  if (!isUnambiguous(change.alternative)) return;
  const sequence = sequences.get(near.transcript);
  const models = new Map(sequence ? [[near.transcript, codingModelOf(near, sequence)]] : []);
  const around = { flanks, transcripts: [], known: [] };
  const { movable, isSnp } = allele;
  const { strand } = near.model;
  const oriented = orient(change, strand);
  const moved = movable ? shift(oriented, flanks.along(strand)) : oriented;
  const distance = moved.start - oriented.start;
  const predicted = effect.situation.coding ? effect : null;
  const { hgvsc, hgvsp } = transcriptNotations(near, change, isSnp, around, models, { movable, predicted });
  if (hgvsc !== null) block['hgvsc'] = hgvsc;
  const described = hgvsp !== null && hasResidues(effect, distance === 0 ? null : orient(moved, strand), sequence);
  if (described) block['hgvsp'] = hgvsp;
  if (distance !== 0 && (hgvsc !== null || described)) block['hgvs_offset'] = distance * strand;
}

/**
 * Does a change have residues where HGVS describes it?
 *
 * @param moved on the forward strand; null for a change that is described where it is
 */
function hasResidues(effect: SmallVariantEffect, moved: Change | null, sequence: TranscriptSequence | undefined) {
  if (!effect.situation.coding) return false;
  const { start, end } = effect.change;
  const isThere = !moved || (moved.start === start && moved.end === end);
  const coding = isThere ? effect.coding : new CodingChange(effect.model, { ...moved, strand: 1 }, sequence ?? null);
  return coding.aminoAcids !== null;
}

/** What plugins say of an allele on a transcript. */
function addPlugins(
  block: Block,
  variant: VepVariant,
  allele: VepAllele,
  near: VepTranscript,
  effect: SmallVariantEffect,
  { scores }: Around,
  { plugins }: VepOptions,
): void {
  Object.assign(block, transcriptScores(variant, allele, near, effect, scores));
  if (!effect.situation.within) return;
  if (plugins.has('Blosum62')) {
    const [, one = '', other = ''] = /^([A-Z])\/([A-Z])$/.exec(effect.coding.aminoAcids ?? '') ?? [];
    const score = blosum62(one, other);
    if (score !== null) block['blosum62'] = score;
  }
  const turn = turnOf(variant, near.model, variant.region.length);
  const place = { start: allele.start + turn, end: allele.end + turn };
  if (plugins.has('NMD') && escapesDecay(near.model, place, effect.coding.cds, effect.terms))
    block['nmd'] = 'NMD_escaping_variant';
}

function vrsOf({ region }: VepVariant, allele: VepAllele): Block {
  const change = onForward(changeOf(allele));
  const described = isDna(change.alternative) ? vrsAllele(region, change) : null;
  return described ? { ga4gh_vrs: described } : {};
}
