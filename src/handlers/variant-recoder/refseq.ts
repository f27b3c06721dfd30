/**
 * Transcripts of RefSeq: Ensembl keeps them in the otherfeatures database of a species, beside models from other sources, and
 * names variants on them as on its own.
 */
import type { TranscriptRecord } from '../../genome/gene-record.ts';
import { findRegion, type SeqRegionRecord } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';

/** 'NM_000546.6', 'XR_001', 'NP_000537' … */
export function isRefseqTranscript(id: string): boolean {
  return /^[NX][MRP]_\d+/i.test(id);
}

/** The genome that holds them; null when the release has none for the species. */
export function refseqGenome(release: Release, genome: Genome): Genome | null {
  return release.findGenome(genome.species, 'otherfeatures');
}

/**
 * Is a transcript of that genome one of RefSeq's that counts? Databases hold some twice, from an earlier import: on GRCh37 what
 * was imported for that assembly is superseded by what was mapped from GRCh38.
 */
export function isCurrentRefseq({ id, logicName }: Pick<TranscriptRecord, 'id' | 'logicName'>, assembly: string | null): boolean {
  return /^[A-Z]{2}_\d+/.test(id) && !(assembly?.startsWith('GRCh37') ? /^refseq.+import$/ : /^refseq_[a-z]+_import$/).test(logicName);
}

/** The transcript under the accession that it is displayed with, which has RefSeq's version where the id has none. */
export function underOwnName(transcript: TranscriptRecord): TranscriptRecord {
  const { displayName } = transcript;
  return displayName !== null && isRefseqTranscript(displayName) ? { ...transcript, id: displayName } : transcript;
}

/** The regions of that genome which are those of the core genome, in their order; null for one that it lacks. One wave of reads. */
export async function regionsIn(refseq: Genome, regions: readonly SeqRegionRecord[]): Promise<(SeqRegionRecord | null)[]> {
  const names = [...new Set(regions.map(({ name }) => name))];
  const named = new Map(names.map((name, each) => [name, each]));
  const found = await refseq.seqRegions(names);
  return regions.map((region) => findRegion(found[named.get(region.name)!]!, region) ?? null);
}
