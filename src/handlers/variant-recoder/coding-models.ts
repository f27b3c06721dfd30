/** Coding sequences of the transcripts around variants. */
import { get, present } from '../../checked.ts';
import { SmallVariantEffect } from '../../effects/small-variant-effect.ts';
import { TranscriptModel, type TranscriptSequence } from '../../effects/transcript-model.ts';
import { hasAttrib, type ExonRecord, type GeneRecord, type TranscriptRecord } from '../../genome/gene-record.ts';
import { type SeqRegionRecord, type Slice, findRegion } from '../../genome/seq-region.ts';
import { exonsOf } from '../../genome/transcript.ts';
import type { Genome } from '../../release/genome.ts';
import type { CodingModel, PredictedEffect } from '../../variants/hgvs-protein.ts';
import { HgvsPositions } from '../../variants/hgvs-positions.ts';
import type { Change } from '../../variants/variant-shift.ts';
import { codingModelOf, readSequences } from './transcript-sequences.ts';

/** The coding sequence of a transcript, and what effects of changes are computed from. */
export interface CodingTranscript extends CodingModel {
  model: TranscriptModel;
  sequence: TranscriptSequence;
}

export type CodingModels = ReadonlyMap<TranscriptRecord, CodingTranscript>;

/** Coding sequences by transcript, without non-coding transcripts. One wave of reads; shared exons are read once. */
export async function readCodingModels(dna: Genome, transcripts: readonly NearTranscript[]): Promise<CodingModels> {
  const coding = transcripts.filter(({ transcript }) => transcript.translation);
  const modelled = coding.map((near) => ({
    ...near,
    model: new TranscriptModel(near.transcript, near.exons, near.region.codonTable),
  }));
  const sequences = await readSequences(dna, modelled);
  return new Map(
    modelled.map(({ transcript, model }) => {
      const sequence = get(sequences, transcript);
      return [transcript, { ...codingModelOf({ transcript, model }, sequence), model, sequence }];
    }),
  );
}

/** Facts from the effect of a change of the forward strand; null where it does not touch the coding sequence. */
export function predictedEffect({ model, sequence }: CodingTranscript, change: Change): PredictedEffect | null {
  const effect = new SmallVariantEffect(model, { ...change, strand: 1 }, sequence, { upstream: 0, downstream: 0 });
  return effect.situation.coding ? effect : null;
}

export interface NearTranscript {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  region: SeqRegionRecord;
  exons: ExonRecord[];
  positions: HgvsPositions;
}

/** Whether VEP and the recoder describe changes on a transcript: no artifacts, no readthroughs of two genes. */
export function isDescribed({ biotype, attribs }: TranscriptRecord): boolean {
  return biotype !== 'artifact' && !hasAttrib(attribs, 'readthrough_tra');
}

/**
 * The described transcripts of a gene that overlap a slice and have all of some attributes. None if the gene is on
 * another region than the slice, since its positions differ.
 */
export function transcriptsOver(
  gene: GeneRecord,
  { region, start, end }: Slice,
  attributes: readonly string[],
): NearTranscript[] {
  if (!findRegion([region], gene.region)) return [];
  return gene.transcripts.flatMap((transcript) => {
    const exons = exonsOf(gene, transcript);
    const linear =
      exons.length > 0 && exons.every((exon) => exon.start <= exon.end) && transcript.start <= transcript.end;
    if (
      !linear ||
      !isDescribed(transcript) ||
      transcript.end < start ||
      transcript.start > end ||
      !attributes.every((code) => hasAttrib(transcript.attribs, code))
    )
      return [];
    return [{ gene, transcript, region, exons, positions: new HgvsPositions(exons, transcript.translation) }];
  });
}

/** Whether the transcript has coding bases within a slice or next to it, where an insertion may be. */
export function codesIn({ exons, positions }: NearTranscript, { start, end }: Slice): boolean {
  const { coding } = positions;
  return (
    coding !== null &&
    exons.some((exon) => {
      const [first, last] = [Math.max(exon.start, start - 1), Math.min(exon.end, end + 1)];
      if (first > last) return false;
      const one = present(positions.cdnaOf(first), 'the position in the cDNA');
      const other = present(positions.cdnaOf(last), 'the position in the cDNA');
      return Math.min(one, other) <= coding.end && Math.max(one, other) >= coding.start;
    })
  );
}
