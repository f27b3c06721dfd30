/**
 * Arithmetic of transcripts: coding regions, and coordinates on the genome, the spliced transcript (cDNA) and the
 * peptide. All coordinates are 1-based inclusive; genomic ones are on the forward strand.
 *
 * On a circular region an exon over the origin has start > end. Pass the region's length (`circularLength`) wherever
 * such an exon may occur. Elsewhere an exon that ends before it starts is a fault of the database and has no bases.
 */
import { at, last } from '../checked.ts';
import type { ExonRecord, GeneBody, TranscriptRecord, TranslationRecord, GeneRecord } from './gene-record.ts';
import type { RegionRef } from './seq-region.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';
import { sameId } from './stable-id.ts';

/** A start and an end, 1-based inclusive, on any sequence. */
export interface Span {
  start: number;
  end: number;
}

/** The parts of a gene that determine its coding regions. */
export interface CodingGene extends Pick<GeneBody, 'exons'> {
  region?: Pick<RegionRef, 'circularLength'>;
}

/** The coding part of one exon. */
interface CodingPiece extends Span {
  exon: ExonRecord;
  /** 1-based position of the exon in the transcript. */
  rank: number;
}

/** Exons of a transcript in rank order: 5' to 3'. */
export function exonsOf(gene: Pick<GeneBody, 'exons'>, transcript: TranscriptRecord): ExonRecord[] {
  return transcript.exons.map((index) => at(gene.exons, index));
}

/** All translations of a transcript: the principal one first, then the alternatives; empty for a non-coding one. */
export function translationsOf(transcript: TranscriptRecord): TranslationRecord[] {
  return transcript.translation ? [transcript.translation, ...(transcript.alternativeTranslations ?? [])] : [];
}

/** Wraps a position beyond either end of a circular region; returns positions on linear regions unchanged. */
function wrapPosition(position: number, circularLength: number): number {
  if (circularLength === 0) return position;
  return position > circularLength ? position - circularLength : position < 1 ? position + circularLength : position;
}

export function exonLength(exon: Span, circularLength = 0): number {
  return Math.max(0, exon.end - exon.start + 1 + (exon.start > exon.end ? circularLength : 0));
}

/** Length of the spliced transcript, before sequence edits. */
export function cdnaLength(exons: readonly Span[], circularLength = 0): number {
  return exons.reduce((length, exon) => length + exonLength(exon, circularLength), 0);
}

/** Introns in the order of the transcript. Adjacent exons (frameshift introns of length 0) have none between them. */
export function intronsOf(exons: readonly ExonRecord[]): Span[] {
  const introns: Span[] = [];
  for (let rank = 1; rank < exons.length; rank++) {
    const [before, after] =
      at(exons, rank).strand === -1 ? [at(exons, rank), at(exons, rank - 1)] : [at(exons, rank - 1), at(exons, rank)];
    if (before.end + 1 !== after.start) introns.push({ start: before.end + 1, end: after.start - 1 });
  }
  return introns;
}

/** The coding part of each exon that has one, 5' to 3'; empty for a non-coding transcript. */
export function codingPieces(
  gene: CodingGene,
  transcript: TranscriptRecord,
  translation: TranslationRecord | null = transcript.translation,
): CodingPiece[] {
  if (!translation) return [];
  const pieces: CodingPiece[] = [];
  const circularLength = gene.region?.circularLength ?? 0;
  for (let index = translation.startExon; index <= translation.endExon; index++) {
    const exon = at(gene.exons, at(transcript.exons, index));
    let { start, end } = exon;
    if (exon.strand === -1) {
      if (index === translation.startExon) end = exon.end - (translation.startOffset - 1);
      if (index === translation.endExon) start = exon.end - (translation.endOffset - 1);
    } else {
      if (index === translation.startExon) start = exon.start + (translation.startOffset - 1);
      if (index === translation.endExon) end = exon.start + (translation.endOffset - 1);
    }
    pieces.push({
      exon,
      rank: index + 1,
      start: wrapPosition(start, circularLength),
      end: wrapPosition(end, circularLength),
    });
  }
  return pieces;
}

/**
 * The span from the lowest to the highest coding base on the forward strand; start > end over the origin of a circular
 * region. Null for a non-coding transcript.
 */
export function codingRegion(
  gene: CodingGene,
  transcript: TranscriptRecord,
  translation: TranslationRecord | null = transcript.translation,
): Span | null {
  const pieces = codingPieces(gene, transcript, translation);
  if (pieces.length === 0) return null;
  const [five, three] = [at(pieces, 0), last(pieces)];
  return five.exon.strand === -1 ? { start: three.start, end: five.end } : { start: five.start, end: three.end };
}

/** The coding region on the spliced transcript, before sequence edits. */
export function cdnaCodingRegion(exons: readonly Span[], translation: TranslationRecord, circularLength = 0): Span {
  return {
    start: cdnaLength(exons.slice(0, translation.startExon), circularLength) + translation.startOffset,
    end: cdnaLength(exons.slice(0, translation.endExon), circularLength) + translation.endOffset,
  };
}

/**
 * The spans of the spliced transcript that a span of the genome covers, 5' to 3': one per exon, or two if a span over
 * the origin of a circular region overlaps both ends of the exon.
 */
export function genomeToCdna(exons: readonly ExonRecord[], start: number, end: number, circularLength = 0): Span[] {
  const pieces: Span[] = [];
  const last = start + exonLength({ start, end }, circularLength) - 1;
  let before = 0;
  for (const exon of exons) {
    const length = exonLength(exon, circularLength);
    const exonEnd = exon.start + length - 1;
    const turns = circularLength === 0 ? [0] : [-circularLength, 0, circularLength];
    for (const turn of exon.strand === -1 ? turns.reverse() : turns) {
      const from = Math.max(start + turn, exon.start);
      const to = Math.min(last + turn, exonEnd);
      if (from > to) continue;
      pieces.push(
        exon.strand === -1
          ? { start: before + (exonEnd - to) + 1, end: before + (exonEnd - from) + 1 }
          : { start: before + (from - exon.start) + 1, end: before + (to - exon.start) + 1 },
      );
    }
    before += length;
  }
  return pieces;
}

/** The span of residues that a span of the genome codes for; null if there are none. */
export function genomeToPeptide(
  exons: readonly ExonRecord[],
  translation: TranslationRecord,
  start: number,
  end: number,
  circularLength = 0,
): Span | null {
  const coding = cdnaCodingRegion(exons, translation, circularLength);
  const pieces = genomeToCdna(exons, start, end, circularLength)
    .map((piece) => ({ start: Math.max(piece.start, coding.start), end: Math.min(piece.end, coding.end) }))
    .filter((piece) => piece.start <= piece.end);
  if (pieces.length === 0) return null;
  // A coding region that begins within a codon is numbered as if the codon's missing bases were present.
  const shift = mappingPhase(exons);
  const residue = (cdna: number) => Math.floor((cdna - coding.start + shift) / 3) + 1;
  return { start: residue(at(pieces, 0).start), end: residue(last(pieces).end) };
}

/**
 * Number of missing bases of the first codon, for mapping positions of a peptide: as in Ensembl's TranscriptMapper, the
 * phase of the transcript's first exon, even if the translation starts in another exon.
 */
export function mappingPhase(exons: readonly ExonRecord[]): number {
  return Math.max(0, exons[0]?.phase ?? 0);
}

/** Number of missing bases of the first codon: the phase of the exon that the translation starts in, at least 0. */
export function startPhase(exons: readonly ExonRecord[], translation: TranslationRecord): number {
  return Math.max(0, exons[translation.startExon]?.phase ?? 0);
}

/*
 * The part of a gene's record with a stable id. The id index maps the id to the gene: each function throws
 * DamagedRecord if the record does not contain the part.
 */

export function transcriptOf(gene: GeneRecord, id: string): TranscriptRecord {
  return partOf(
    gene,
    id,
    gene.transcripts.find((each) => sameId(each.id, id)),
  );
}

export function exonOf(gene: GeneRecord, id: string): ExonRecord {
  return partOf(
    gene,
    id,
    gene.exons.find((each) => sameId(each.id, id)),
  );
}

/** A translation, principal or alternative, and its transcript. */
export function translationOf(
  gene: GeneRecord,
  id: string,
): { transcript: TranscriptRecord; translation: TranslationRecord } {
  const all = gene.transcripts.flatMap((transcript) =>
    translationsOf(transcript).map((translation) => ({ transcript, translation })),
  );
  return partOf(
    gene,
    id,
    all.find(({ translation }) => sameId(translation.id, id)),
  );
}

function partOf<T>(gene: GeneRecord, id: string, part: T | undefined): T {
  if (part !== undefined) return part;
  throw new DamagedRecord(`the index says that ${id} belongs to ${gene.id}, whose record does not contain it`);
}
