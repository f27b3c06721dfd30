/** The coding sequences that changes fall into. */
import { at, get } from '../../checked.ts';
import type { ExonRecord, TranscriptRecord, TranslationRecord, Attribs, GeneRecord } from '../../genome/gene-record.ts';
import { type SeqRegionRecord, type Slice, findRegion } from '../../genome/seq-region.ts';
import { exonLength, startPhase, exonsOf } from '../../genome/transcript.ts';
import { codingSequence, splice } from '../../genome/translation.ts';
import type { CodingModel } from '../../variants/hgvs-protein.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import { HgvsPositions } from '../../variants/hgvs-positions.ts';

export type CodingModels = ReadonlyMap<TranscriptRecord, CodingModel>;

/**
 * The coding sequences of transcripts that code for something, by their transcripts. One wave of reads; an exon that
 * several share is read once.
 */
export async function readCodingModels(dna: Genome, transcripts: readonly NearTranscript[]): Promise<CodingModels> {
  const coding = transcripts.filter(({ transcript }) => transcript.translation);
  const exons = new Map<string, Slice>();
  for (const { region, exons: its } of coding) {
    for (const { start, end, strand } of its)
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

/** As the genome has it: positions of variants know nothing of edits of the RNA. */
function codingModel({ transcript, exons, region, positions }: NearTranscript, bases: Uint8Array[]): CodingModel {
  const unedited = { ...transcript, attribs: [] };
  const translation: TranslationRecord = transcript.translation!;
  const spliced = splice(unedited, bases);
  return {
    coding: asText(
      codingSequence(
        unedited,
        exons,
        exons.map((exon) => exonLength(exon)),
        translation,
        spliced,
      ),
    ),
    utr: asText(spliced.subarray(positions.coding!.end)),
    codonTable: region.codonTable,
    completeStart: startPhase(exons, translation) === 0 && !hasAttribute(transcript.attribs, 'cds_start_NF'),
    attribs: translation.attribs,
  };
}

const decoder = new TextDecoder();

/** In upper case. */
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
 * The transcripts of a gene over a slice that have all of some attributes: those that stand on the very region, since
 * positions of others are not those of the slice.
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
      !attributes.every((code) => hasAttribute(transcript.attribs, code))
    )
      return [];
    return [{ gene, transcript, region, exons, positions: new HgvsPositions(exons, transcript.translation) }];
  });
}

/** Does it code anything within a slice, or right beside it, where an insertion may stand? */
export function codesIn({ exons, positions }: NearTranscript, { start, end }: Slice): boolean {
  const { coding } = positions;
  return (
    coding !== null &&
    exons.some((exon) => {
      const ends = [Math.max(exon.start, start - 1), Math.min(exon.end, end + 1)] as const;
      if (ends[0] > ends[1]) return false;
      const [one, other] = ends.map((position) => positions.cdnaOf(position)!) as [number, number];
      return Math.min(one, other) <= coding.end && Math.max(one, other) >= coding.start;
    })
  );
}

export function hasAttribute(attribs: Attribs, code: string): boolean {
  return attribs.some(([name]) => name === code);
}
