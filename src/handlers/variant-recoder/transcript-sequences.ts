/** Sequences of transcripts, from which effects and HGVS of proteins are computed. */
import { at, get } from '../../checked.ts';
import type { TranscriptModel, TranscriptSequence } from '../../effects/transcript-model.ts';
import { hasAttrib, type ExonRecord, type TranscriptRecord } from '../../genome/gene-record.ts';
import { forwardSlice, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import { exonLength } from '../../genome/transcript.ts';
import { codingSequence, splice, translate } from '../../genome/translation.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import type { CodingModel } from '../../variants/hgvs-protein.ts';

interface ModelledTranscript {
  transcript: TranscriptRecord;
  region: SeqRegionRecord;
  exons: readonly ExonRecord[];
  model: TranscriptModel;
}

const decoder = new TextDecoder();

/** The text of ASCII bytes in upper case. */
export function asText(bases: Uint8Array): string {
  return decoder.decode(bases).toUpperCase();
}

export type Sequences = Pick<ReadonlyMap<TranscriptRecord, TranscriptSequence>, 'get'>;

/** Sequences of transcripts; an exon that several share is read once. One wave of reads. */
export async function readSequences(
  dna: Genome,
  transcripts: Iterable<ModelledTranscript>,
): Promise<Map<TranscriptRecord, TranscriptSequence>> {
  const wanted = [...new Set(transcripts)];
  const slices = new Map<string, Slice>();
  for (const { region, exons } of wanted)
    for (const { start, end, strand } of exons)
      slices.set(exonKey(region, { start, end, strand }), {
        ...forwardSlice(region, { start, end }),
        strand: strand === -1 ? -1 : 1,
      });
  const bases = await readBases(dna, [...slices.values()]);
  const byKey = new Map([...slices.keys()].map((key, index) => [key, at(bases, index)]));
  return new Map(
    wanted.map((near) => [
      near.transcript,
      sequenceOf(
        near,
        near.exons.map((exon) => get(byKey, exonKey(near.region, exon))),
      ),
    ]),
  );
}

function exonKey({ ordinal }: SeqRegionRecord, exon: Pick<ExonRecord, 'start' | 'end' | 'strand'>): string {
  return `${ordinal} ${exon.start} ${exon.end} ${exon.strand}`;
}

/** Without RNA edits, since positions of variants ignore them. */
function sequenceOf({ transcript, exons, region, model }: ModelledTranscript, bases: Uint8Array[]): TranscriptSequence {
  const unedited = { ...transcript, attribs: [] };
  const spliced = splice(unedited, bases);
  const { translation } = transcript;
  if (!translation || !model.coding) return { coding: '', before: asText(spliced), after: '', peptide: '' };
  const lengths = exons.map((exon) => exonLength(exon));
  const coding = codingSequence(unedited, exons, lengths, translation, spliced);
  const { cdna } = model.coding;
  let peptide: string | undefined;
  return {
    coding: asText(coding),
    before: asText(spliced.subarray(0, cdna.start - 1)),
    after: asText(spliced.subarray(cdna.end)),
    // Few effects need it: those of substitutions that have predictions.
    get peptide() {
      return (peptide ??= asText(translate(coding, region.codonTable, translation)));
    },
  };
}

/** The sequence as HGVS of proteins uses it. */
export function codingModelOf(
  { transcript, model }: Pick<ModelledTranscript, 'transcript' | 'model'>,
  sequence: TranscriptSequence,
): CodingModel {
  return {
    coding: sequence.coding,
    utr: sequence.after,
    codonTable: model.codonTable,
    completeStart: model.padding === 0 && !hasAttrib(transcript.attribs, 'cds_start_NF'),
    attribs: transcript.translation?.attribs ?? [],
  };
}
