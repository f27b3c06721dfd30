/** Coding sequences of the transcripts around variants. */
import { at, get, present } from '../../checked.ts';
import {
  hasAttrib,
  type ExonRecord,
  type GeneRecord,
  type TranscriptRecord,
  type TranslationRecord,
} from '../../genome/gene-record.ts';
import { type SeqRegionRecord, type Slice, findRegion } from '../../genome/seq-region.ts';
import { exonLength, startPhase, exonsOf } from '../../genome/transcript.ts';
import { codingSequence, splice, translate } from '../../genome/translation.ts';
import type { CodingModel, PredictedEffect } from '../../variants/hgvs-protein.ts';
import { SmallVariantEffect } from '../../effects/small-variant-effect.ts';
import { TranscriptModel, type TranscriptSequence } from '../../effects/transcript-model.ts';
import type { Change } from '../../variants/variant-shift.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import { HgvsPositions } from '../../variants/hgvs-positions.ts';

/** The coding sequence of a transcript, and what effects of changes are computed from. */
export interface CodingTranscript extends CodingModel {
  model: TranscriptModel;
  sequence: TranscriptSequence;
}

export type CodingModels = ReadonlyMap<TranscriptRecord, CodingTranscript>;

/** Coding sequences by transcript, without non-coding transcripts. One wave of reads; shared exons are read once. */
export async function readCodingModels(dna: Genome, transcripts: readonly NearTranscript[]): Promise<CodingModels> {
  const coding = transcripts.filter(({ transcript }) => transcript.translation);
  const exons = new Map<string, Slice>();
  for (const { region, exons: ofTranscript } of coding) {
    for (const { start, end, strand } of ofTranscript)
      exons.set(exonKey(region, { start, end, strand }), { region, start, end, strand: strand === -1 ? -1 : 1 });
  }
  const bases = await readBases(dna, [...exons.values()]);
  const byKey = new Map([...exons.keys()].map((key, each) => [key, at(bases, each)]));
  return new Map(
    coding.map((near) => [
      near.transcript,
      codingModel(
        near,
        near.exons.map((exon) => get(byKey, exonKey(near.region, exon))),
      ),
    ]),
  );
}

function exonKey(
  { ordinal }: SeqRegionRecord,
  { start, end, strand }: Pick<ExonRecord, 'start' | 'end' | 'strand'>,
): string {
  return [ordinal, start, end, strand].join(' ');
}

/** The coding sequence without RNA edits, since positions of variants ignore them. */
function codingModel({ transcript, exons, region, positions }: NearTranscript, bases: Uint8Array[]): CodingTranscript {
  const unedited = { ...transcript, attribs: [] };
  const translation: TranslationRecord = present(transcript.translation, 'the translation');
  const spliced = splice(unedited, bases);
  const lengths = exons.map((exon) => exonLength(exon));
  const coded = codingSequence(unedited, exons, lengths, translation, spliced);
  const { start, end } = present(positions.coding, 'the coding region');
  const [coding, utr] = [asText(coded), asText(spliced.subarray(end))];
  let peptide: string | undefined;
  return {
    coding,
    utr,
    codonTable: region.codonTable,
    completeStart: startPhase(exons, translation) === 0 && !hasAttrib(transcript.attribs, 'cds_start_NF'),
    attribs: translation.attribs,
    model: new TranscriptModel(transcript, exons, region.codonTable),
    sequence: {
      coding,
      before: asText(spliced.subarray(0, start - 1)),
      after: utr,
      get peptide() {
        return (peptide ??= asText(translate(coded, region.codonTable, translation)));
      },
    },
  };
}

/** Facts from the effect of a change of the forward strand; null where it does not touch the coding sequence. */
export function predictedEffect({ model, sequence }: CodingTranscript, change: Change): PredictedEffect | null {
  const effect = new SmallVariantEffect(model, { ...change, strand: 1 }, sequence, { upstream: 0, downstream: 0 });
  return effect.situation.coding ? effect : null;
}

const decoder = new TextDecoder();

/** The text of ASCII bytes in upper case. */
export function asText(bases: Uint8Array): string {
  return decoder.decode(bases).toUpperCase();
}

export interface NearTranscript {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  region: SeqRegionRecord;
  exons: ExonRecord[];
  positions: HgvsPositions;
}

/**
 * The transcripts of a gene that overlap a slice and have all of some attributes. None if the gene is on another region
 * than the slice, since its positions differ.
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
