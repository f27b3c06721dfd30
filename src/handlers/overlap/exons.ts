/** Exons and coding pieces: parts of the transcripts on a slice. An exon of several transcripts is answered with each. */
import { alongSlice, type Place } from '../../genome/feature-placement.ts';
import type { ExonRecord } from '../../genome/gene-record.ts';
import type { Slice } from '../../genome/seq-region.ts';
import { codingPieces, exonsOf } from '../../genome/transcript.ts';
import { filteredTranscripts } from './genes.ts';
import { baseJson, type FeatureKind } from './kind.ts';
import type { SliceTranscript } from './scope.ts';

interface TranscriptExon extends Place {
  exon: ExonRecord;
  rank: number;
  transcript: SliceTranscript['transcript'];
}

interface CodingPart extends Place {
  /** Bases to skip to the first whole codon, as GFF3 counts. */
  phase: number;
  transcript: SliceTranscript['transcript'];
}

export const exon: FeatureKind<TranscriptExon> = {
  table: 'genes',
  async find(scope) {
    const found: TranscriptExon[] = [];
    for (const { gene, transcript } of await filteredTranscripts(scope)) {
      exonsOf(gene, transcript).forEach((exon, index) => {
        if (!meetsSlice(scope.slice, exon)) return;
        found.push({ start: exon.start, end: exon.end, strand: exon.strand, exon, rank: index + 1, transcript });
      });
    }
    return found;
  },
  json(feature, slice) {
    const { exon } = feature;
    const json = baseJson(slice, feature, 'exon');
    json.id = exon.id;
    json.exon_id = exon.id;
    if (exon.version) json.version = exon.version;
    json.Parent = feature.transcript.id;
    json.rank = feature.rank;
    json.constitutive = exon.constitutive ? 1 : 0;
    json.ensembl_phase = exon.phase;
    json.ensembl_end_phase = exon.endPhase;
    json.source = feature.transcript.source;
    return json;
  },
  gff: () => ({ type: 'exon', id: ['Name', ''], parentPrefix: 'transcript:' }),
  bed: ({ exon }) => ({ name: exon.id }),
};

/** The coding part of each coding exon, also of those beside the slice when their transcript reaches into it. */
export const cds: FeatureKind<CodingPart> = {
  table: 'genes',
  async find(scope) {
    const transcripts = await filteredTranscripts(scope);
    return transcripts.flatMap(({ gene, transcript }) => codingPieces(gene, transcript).map(({ exon, start, end }) => ({
      start, end, strand: exon.strand, phase: (3 - Math.max(exon.phase, 0)) % 3, transcript,
    })));
  },
  json(feature, slice) {
    const translation = feature.transcript.translation!;
    const json = baseJson(slice, feature, 'cds');
    json.id = translation.id;
    json.protein_id = translation.id;
    if (translation.version) json.version = translation.version;
    json.Parent = feature.transcript.id;
    json.phase = feature.phase;
    json.source = feature.transcript.source;
    return json;
  },
  gff: () => ({ type: 'CDS', parentPrefix: 'transcript:' }),
  // BED shows the whole transcript for its coding pieces: the operation asks for transcripts instead.
  bed: (feature) => ({ name: feature.transcript.translation!.id }),
};

/**
 * Ensembl's idea of an exon that overlaps: one that meets the slice with no more than the base at the slice's end, or
 * the one at its start, does not, unless it holds the slice whole.
 */
function meetsSlice(slice: Slice, exon: { start: number; end: number }): boolean {
  const place = alongSlice(slice, exon);
  if (!place) return false;
  const { start } = slice;
  const end = slice.end < start ? slice.end + slice.region.length : slice.end;
  return (start <= place.start && place.start < end) || (start < place.end && place.end <= end) || (start >= place.start && end <= place.end);
}
