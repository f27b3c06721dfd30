/** The parts of a transcript that a variant touches. They decide which consequence terms are considered. */
import type { Span } from '../genome/transcript.ts';
import { intronEndsNear, intronsNear, overlaps } from './intron-sites.ts';
import type { TranscriptModel } from './transcript-model.ts';
import { touchesExon } from './transcript-places.ts';

/** Facts about a variant and a feature that need no sequence. */
export interface Situation {
  structural: boolean;
  /** The variant covers all of the feature. */
  covers: boolean;
  within: boolean;
  exon: boolean;
  intron: boolean;
  intronEnd: boolean;
  utr: boolean;
  coding: boolean;
  /** How the length of the sequence changes; of a structural variant, what its class says. */
  length: 'same' | 'longer' | 'shorter' | 'unknown';
  biotype: string;
}

/** @param structural for a transcript that it covers, the parts stay false, as in Ensembl */
export function situationOf(
  model: TranscriptModel,
  { start, end }: Span,
  structural: boolean,
  length: Situation['length'],
): Situation {
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const covers = start <= model.start && end >= model.end;
  const within = overlaps(start, end, model.start, model.end);
  const situation: Situation = {
    structural,
    covers,
    within,
    exon: false,
    intron: false,
    intronEnd: false,
    utr: false,
    coding: false,
    length,
    biotype: within ? model.transcript.biotype : '',
  };
  if (!within || (structural && covers)) return situation;
  situation.intron = intronsNear(model.introns, low, high).length > 0;
  situation.intronEnd = intronEndsNear(model.introns, low, high).length > 0;
  situation.exon = touchesExon(model, low, high);
  if (model.coding) {
    const { genome } = model.coding;
    const meetsCoding = overlaps(low, high, genome.start, genome.end);
    situation.utr = !meetsCoding || low < genome.start || high > genome.end;
    situation.coding = meetsCoding && situation.exon && model.toCds(start, end).length > 0;
  }
  return situation;
}
