/** Transcripts near variants, with their models. */
import { isOverOrigin, unrolled } from '../../effects/over-origin.ts';
import { TranscriptModel } from '../../effects/transcript-model.ts';
import {
  hasAttrib,
  sharedGene,
  type ExonRecord,
  type GeneRecord,
  type TranscriptRecord,
} from '../../genome/gene-record.ts';
import type { Placed } from '../../genome/projection.ts';
import { isShown } from '../../genome/projection.ts';
import type { SeqRegionRecord, Strand } from '../../genome/seq-region.ts';
import { exonsOf } from '../../genome/transcript.ts';
import { isHeld } from '../../index/tables/parsed-records.ts';
import { HgvsPositions } from '../../variants/hgvs-positions.ts';
import { isDescribed, type NearTranscript } from '../variant-recoder/coding-models.ts';
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

function isOffered(transcript: TranscriptRecord, { attributes, onlyTranscript }: VepOptions): boolean {
  if (!isDescribed(transcript) || (onlyTranscript !== null && transcript.id !== onlyTranscript)) return false;
  return attributes.every((code) => hasAttrib(transcript.attribs, code));
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
