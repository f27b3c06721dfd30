/** Results of a structural variant: one per feature; of a breakpoint with mates one per end and transcript. */
import {
  isBreakpointClass,
  StructuralVariantEffect,
  type StructuralChange,
} from '../../effects/structural-variant-effect.ts';
import { turnOf } from '../../effects/over-origin.ts';
import type { Span } from '../../genome/transcript.ts';
import { byId, type Around } from './around.ts';
import { breakpointFeatureResults, isClose, type End } from './breakpoint-features.ts';
import type { Extras } from './extras.ts';
import { featureBlocks, type Matrices } from './feature-blocks.ts';
import type { VepOptions } from './options.ts';
import { intergenic, isNear, type Block, type Result } from './result.ts';
import { overlapOf, transcriptBlock } from './transcript-block.ts';
import { pickedBy } from './transcript-result.ts';
import type { Sequences } from '../variant-recoder/transcript-sequences.ts';
import type { VepTranscript } from './transcripts-near.ts';
import { shownClass } from './variant-forms.ts';
import type { VepVariant } from './vep-variant.ts';

/** Of structural variants no bases are read. */
const NO_SEQUENCES: Sequences = new Map();
/** Nor are their effects on motifs computed. */
const NO_MATRICES: Matrices = new Map();
/** A position that no transcript is near. */
const NOWHERE = -1e12;

/** In steps of one effect. */
export function* structuralResults(
  variant: VepVariant,
  around: Around,
  extras: Extras,
  options: VepOptions,
): Generator<void, Result[]> {
  const { soClass, region, start, end, mates } = variant;
  if (soClass === null) return [];
  const own: End = { shown: shownClass(variant), region, start, end };
  const ends = [own, ...mates.map((mate) => ({ ...mate, shown: mate.text, start: mate.position, end: mate.position }))];
  const results: Result[] = [];
  const { phenotypes } = around;
  const more: Block = { ...(options.minimal && { allele_num: 1 }), ...(phenotypes.length > 0 && { phenotypes }) };
  for (const near of transcriptsOf(around)) {
    for (const each of ends) {
      yield;
      if (mates.length > 0 && !isClose(each, near.region, near.model, options.reach)) continue;
      const effect = new StructuralVariantEffect(near.model, changeOf(variant, soClass, each, near), options.reach);
      if (mates.length === 0 && !isNear(effect)) continue;
      const block = transcriptBlock(near, effect, each.shown, extras.of(near), options);
      Object.assign(block, isBreakpointClass(soClass) ? {} : overlapOf(near.model, effect.change), more);
      results.push({
        kind: 'transcript',
        allele: soClass,
        terms: effect.terms,
        transcript: pickedBy(near, NO_SEQUENCES),
        block,
      });
    }
  }
  const hasTranscripts = results.length > 0;
  if (!hasTranscripts && options.onlyTranscript !== null) return results;
  if (mates.length > 0) results.push(...breakpointFeatureResults(variant, ends, around, more));
  else
    for (const { kind, terms, block } of featureBlocks(variant, around.features, around.flanks, NO_MATRICES))
      results.push({ kind, allele: soClass, terms, transcript: null, block: { ...block, ...more } });
  // As in Ensembl, a breakpoint with mates that is near no feature has no result at all.
  if (!hasTranscripts && mates.length === 0) results.push(intergenic(soClass, soClass, more));
  return results;
}

/** In Ensembl's order; a transcript that both ends are near comes once. */
function transcriptsOf({ transcripts, nearMates }: Around): readonly VepTranscript[] {
  if (nearMates.length === 0) return transcripts;
  const all = new Map(
    [...transcripts, ...nearMates].map((near) => [`${near.region.ordinal} ${near.transcript.id} ${near.source}`, near]),
  );
  return [...all.values()].sort(byId);
}

/** As in Ensembl, an end decides whether it truncates a transcript; all else is asked of the place of the variant. */
function changeOf(
  { region, start, end, supporting, mates }: VepVariant,
  soClass: string,
  each: End,
  near: VepTranscript,
): StructuralChange {
  const onTurn = (span: Span) => {
    const turn = turnOf(span, near.model, near.region.length);
    return { start: span.start + turn, end: span.end + turn };
  };
  const place = region.ordinal === near.region.ordinal ? onTurn({ start, end }) : { start: NOWHERE, end: NOWHERE };
  return {
    ...place,
    soClass,
    supporting,
    ...(isBreakpointClass(soClass) && mates.length > 0 && { breakends: [onTurn(each)] }),
  };
}
