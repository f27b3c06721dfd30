/** A transcript over a place of a variant. */
import type { Attribs, ExonRecord, GeneRecord, TranscriptRecord } from '../../genome/gene-record.ts';
import { findRegion, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import { exonsOf } from '../../genome/transcript.ts';
import { HgvsPositions } from '../../variants/hgvs-positions.ts';

export interface NearTranscript {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  region: SeqRegionRecord;
  exons: ExonRecord[];
  positions: HgvsPositions;
}

/**
 * The transcripts of a gene over a slice that have all of some attributes: those that stand on the very region, since positions of others are not those
 * of the slice.
 */
export function transcriptsOver(gene: GeneRecord, { region, start, end }: Slice, attributes: readonly string[]): NearTranscript[] {
  if (!findRegion([region], gene.region)) return [];
  return gene.transcripts.flatMap((transcript) => {
    const exons = exonsOf(gene, transcript);
    const linear = exons.length > 0 && exons.every((exon) => exon.start <= exon.end) && transcript.start <= transcript.end;
    if (!linear || transcript.end < start || transcript.start > end || !attributes.every((code) => hasAttribute(transcript.attribs, code))) return [];
    return [{ gene, transcript, region, exons, positions: new HgvsPositions(exons, transcript.translation) }];
  });
}

/** Does it code anything within a slice, or right beside it, where an insertion may stand? */
export function codesIn({ exons, positions }: NearTranscript, { start, end }: Slice): boolean {
  const { coding } = positions;
  return coding !== null && exons.some((exon) => {
    const ends = [Math.max(exon.start, start - 1), Math.min(exon.end, end + 1)] as const;
    if (ends[0] > ends[1]) return false;
    const [one, other] = ends.map((position) => positions.cdnaOf(position)!) as [number, number];
    return Math.min(one, other) <= coding.end && Math.max(one, other) >= coding.start;
  });
}

export function hasAttribute(attribs: Attribs, code: string): boolean {
  return attribs.some(([name]) => name === code);
}
