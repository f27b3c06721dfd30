/** Transcripts near variants, with their models and, where an effect needs them, their sequences. */
import { at, get } from '../../checked.ts';
import { isOverOrigin, unrolled } from '../../effects/over-origin.ts';
import { TranscriptModel, type TranscriptSequence } from '../../effects/transcript-model.ts';
import {
  hasAttrib,
  sharedGene,
  type ExonRecord,
  type GeneRecord,
  type TranscriptRecord,
} from '../../genome/gene-record.ts';
import type { Placed } from '../../genome/projection.ts';
import { isShown } from '../../genome/projection.ts';
import { forwardSlice, type SeqRegionRecord, type Slice, type Strand } from '../../genome/seq-region.ts';
import { exonLength, exonsOf } from '../../genome/transcript.ts';
import { codingSequence, splice, translate } from '../../genome/translation.ts';
import { isHeld } from '../../index/tables/parsed-records.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import { HgvsPositions } from '../../variants/hgvs-positions.ts';
import type { CodingModel } from '../../variants/hgvs-protein.ts';
import { asText, type NearTranscript } from '../variant-recoder/coding-models.ts';
import type { VepOptions } from './options.ts';

/** The transcripts of genes that requests share. */
const prepared = new WeakMap<TranscriptRecord, VepTranscript>();

/** A transcript with what effects and their descriptions need of it. */
export interface VepTranscript extends NearTranscript {
  model: TranscriptModel;
  source: 'Ensembl' | 'RefSeq';
}

/** A gene whose record has been decoded. */
export interface NearGene {
  placed: Placed<Uint8Array>;
  gene: GeneRecord;
}

/** The transcripts of genes near a slice that the options let through, in Ensembl's order. */
export function transcriptsOf(
  genes: readonly (Placed<Uint8Array> | NearGene)[],
  region: SeqRegionRecord,
  options: VepOptions,
  source: VepTranscript['source'],
): VepTranscript[] {
  return genes.flatMap((each) => {
    const { placed, gene: record } = 'gene' in each ? each : { placed: each, gene: sharedGene(each.record) };
    const gene = asPlaced(record, placed, region);
    return gene.transcripts.flatMap((transcript) => {
      if (!isOffered(transcript, options) || !isShown(placed, transcript)) return [];
      const known = prepared.get(transcript);
      if (known?.region === region && known.source === source) return [known];
      const unwound = unwind(transcript, exonsOf(gene, transcript), region);
      if (!unwound) return [];
      const { exons } = unwound;
      const model = new TranscriptModel(unwound.transcript, exons, region.codonTable);
      const positions = new HgvsPositions(exons, transcript.translation);
      const near = { gene, transcript: unwound.transcript, region, exons, positions, model, source };
      if (isHeld(gene)) prepared.set(transcript, near);
      return [near];
    });
  });
}

/** With positions that ascend; null for a transcript without exons, and for one whose ends are wrong. */
function unwind(transcript: TranscriptRecord, exons: ExonRecord[], { circular, length }: SeqRegionRecord) {
  if (exons.length === 0) return null;
  if (!isOverOrigin(transcript, exons)) return { transcript, exons };
  return circular && transcript.start > transcript.end ? unrolled(transcript, exons, length) : null;
}

function isOffered({ biotype, attribs, id }: TranscriptRecord, { attributes, onlyTranscript }: VepOptions): boolean {
  if (biotype === 'artifact' || hasAttrib(attribs, 'readthrough_tra')) return false;
  if (onlyTranscript !== null && id !== onlyTranscript) return false;
  return attributes.every((code) => hasAttrib(attribs, code));
}

/** The gene with the positions that the region shows it at; the record of one that is at home there. */
function asPlaced(gene: GeneRecord, placed: Placed<unknown>, region: SeqRegionRecord): GeneRecord {
  if (!placed.projected) return gene;
  const turn = placed.flipped;
  const move = <T extends { start: number; end: number; strand: Strand }>(part: T): T => {
    const [start, end] = turn
      ? [placed.end - (part.end - gene.start), placed.end - (part.start - gene.start)]
      : [placed.start + part.start - gene.start, placed.start + part.end - gene.start];
    return { ...part, start, end, strand: turn ? (-part.strand as Strand) : part.strand };
  };
  const { name, coordSystem, version, ordinal } = region;
  return {
    ...move(gene),
    region: { name, coordSystem, version, ordinal },
    transcripts: gene.transcripts.map(move),
    exons: gene.exons.map(move),
  };
}

export type Sequences = Pick<ReadonlyMap<TranscriptRecord, TranscriptSequence>, 'get'>;

/** Sequences of transcripts; an exon that several share is read once. One wave of reads. */
export async function readSequences(
  dna: Genome,
  transcripts: Iterable<VepTranscript>,
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

function sequenceOf({ transcript, exons, region, model }: VepTranscript, bases: Uint8Array[]): TranscriptSequence {
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
export function codingModelOf({ transcript, model }: VepTranscript, sequence: TranscriptSequence): CodingModel {
  return {
    coding: sequence.coding,
    utr: sequence.after,
    codonTable: model.codonTable,
    completeStart: model.padding === 0 && !hasAttrib(transcript.attribs, 'cds_start_NF'),
    attribs: transcript.translation?.attribs ?? [],
  };
}
