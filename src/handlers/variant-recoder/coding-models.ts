/** The coding sequences that changes fall into. */
import type { ExonRecord, TranscriptRecord, TranslationRecord } from '../../genome/gene-record.ts';
import type { SeqRegionRecord, Slice } from '../../genome/seq-region.ts';
import { exonLength, startPhase } from '../../genome/transcript.ts';
import { codingSequence, splice } from '../../genome/translation.ts';
import type { CodingModel } from '../../variants/hgvs-protein.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import { hasAttribute, type NearTranscript } from './near-transcript.ts';

export type CodingModels = ReadonlyMap<TranscriptRecord, CodingModel>;

/** The coding sequences of transcripts that code for something, by their transcripts. One wave of reads; an exon that several share is read once. */
export async function readCodingModels(dna: Genome, transcripts: readonly NearTranscript[]): Promise<CodingModels> {
  const coding = transcripts.filter(({ transcript }) => transcript.translation);
  const exons = new Map<string, Slice>();
  for (const { region, exons: its } of coding) {
    for (const { start, end, strand } of its) exons.set(exonKey(region, { start, end, strand }), { region, start, end, strand: strand === -1 ? -1 : 1 });
  }
  const bases = await readBases(dna, [...exons.values()]);
  const byKey = new Map([...exons.keys()].map((key, each) => [key, bases[each]!]));
  return new Map(coding.map((near) => [near.transcript, codingModel(near, near.exons.map((exon) => byKey.get(exonKey(near.region, exon))!))]));
}

function exonKey({ ordinal }: SeqRegionRecord, { start, end, strand }: Pick<ExonRecord, 'start' | 'end' | 'strand'>): string {
  return [ordinal, start, end, strand].join(' ');
}

/** As the genome has it: positions of variants know nothing of edits of the RNA. */
function codingModel({ transcript, exons, region, positions }: NearTranscript, bases: Uint8Array[]): CodingModel {
  const unedited = { ...transcript, attribs: [] };
  const translation: TranslationRecord = transcript.translation!;
  const spliced = splice(unedited, bases);
  return {
    coding: asText(codingSequence(unedited, exons, exons.map((exon) => exonLength(exon)), translation, spliced)),
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
