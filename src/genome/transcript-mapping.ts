/**
 * Maps spans of a transcript's sequences (spliced transcript, coding sequence, peptide) to the genome. Positions beyond
 * the transcript's end and bases that RNA editing inserts are gaps. As in Ensembl's TranscriptMapper, positions are
 * those of the edited sequence. All coordinates are 1-based inclusive.
 */
import type { ExonRecord, TranscriptRecord, TranslationRecord } from './gene-record.ts';
import type { Strand } from './seq-region.ts';
import { editedCodingSpan, lengthChange, transcriptEdits, type SequenceEdit } from './sequence-edits.ts';
import { cdnaCodingRegion, exonLength, mappingPhase, type Span } from './transcript.ts';

/** A span of the mapped sequence and its place in the genome; `genome` is null for a gap. */
export interface TranscriptSpan extends Span {
  genome: (Span & { strand: Strand }) | null;
}

/** A span of the edited spliced transcript whose bases are contiguous in the genome. */
interface Block extends Span {
  /** Genomic position of the lowest base; counted beyond the length of a circular region. */
  from: number;
  strand: Strand;
}

export class TranscriptMapping {
  readonly #exons: readonly ExonRecord[];
  readonly #blocks: readonly Block[];
  readonly #transcript: Pick<TranscriptRecord, 'attribs'>;
  readonly #circularLength: number;

  /** @param exons of the transcript in rank order; @param circularLength length of a circular region, else 0 */
  constructor(transcript: Pick<TranscriptRecord, 'attribs'>, exons: readonly ExonRecord[], circularLength = 0) {
    this.#exons = exons;
    this.#circularLength = circularLength;
    this.#transcript = transcript;
    const edits = transcriptEdits(transcript.attribs)
      .filter((edit) => lengthChange(edit) !== 0)
      .reverse();
    this.#blocks = blocksOf(exons, edits, circularLength);
  }

  /**
   * Maps a span of the spliced transcript, 5' to 3'. A span with start = end + 1 is the place between the two bases.
   */
  cdna(start: number, end: number): TranscriptSpan[] {
    if (start === end + 1) return this.#between(end, start);
    const mapped: TranscriptSpan[] = [];
    let next = start;
    for (const block of this.#blocks) {
      if (block.end < start) continue;
      if (block.start > end) break;
      if (next < block.start) mapped.push({ start: next, end: block.start - 1, genome: null });
      const piece = { start: Math.max(start, block.start), end: Math.min(end, block.end) };
      mapped.push({ ...piece, genome: this.#place(block, piece) });
      next = piece.end + 1;
    }
    if (next <= end) mapped.push({ start: next, end, genome: null });
    return mapped;
  }

  /** Maps a span of the coding sequence, cut off at its end; null if the span begins after the end. */
  cds(translation: TranslationRecord, start: number, end: number): TranscriptSpan[] | null {
    const coding = this.#codingSpan(translation);
    const before = coding.start - 1;
    if (start + before > coding.end) return null;
    return this.cdna(start + before, Math.min(end + before, coding.end)).map((each) => ({
      ...each,
      start: each.start - before,
      end: each.end - before,
    }));
  }

  /**
   * Maps a span of the peptide; `start` and `end` of the results are positions of the spliced transcript. Residues
   * after the last map to the bases after the coding sequence. Missing bases of an incomplete first codon are a gap, at
   * positions below 1 if the transcript begins with that codon.
   */
  peptide(translation: TranslationRecord, start: number, end: number): TranscriptSpan[] {
    const before = this.#codingSpan(translation).start - 1 - mappingPhase(this.#exons);
    return this.cdna(3 * start - 2 + before, 3 * end + before);
  }

  /**
   * Ensembl's first coordinate for a span of the genome in the peptide, 5' to 3': the residues up to the first place
   * where an edit inserts or removes bases. If that coordinate is a gap, its positions are returned as Ensembl does:
   * those of the genome for bases that the edited transcript lacks, those of the spliced transcript for bases outside
   * the coding sequence.
   */
  firstResidues(translation: TranslationRecord, { start, end }: Span): Span {
    const turn = this.#circularLength;
    const stop = end < start ? end + turn : end;
    const first = this.#blocks
      .flatMap((block) => cdnaSpan(block, start, stop) ?? cdnaSpan(block, start + turn, stop + turn) ?? [])
      .at(0);
    if (!first) return { start, end };
    if (first.skipped > 0)
      return this.#exons[0]?.strand === -1
        ? { start: end - first.skipped + 1, end }
        : { start, end: start + first.skipped - 1 };
    const coding = this.#codingSpan(translation);
    if (first.end < coding.start || first.start > coding.end) return { start: first.start, end: first.end };
    if (first.start < coding.start) return { start: first.start, end: coding.start - 1 };
    const shift = mappingPhase(this.#exons);
    const residue = (base: number) => Math.floor((base - coding.start + shift) / 3) + 1;
    return { start: residue(first.start), end: residue(Math.min(first.end, coding.end)) };
  }

  #codingSpan(translation: TranslationRecord): Span {
    return editedCodingSpan(this.#transcript, cdnaCodingRegion(this.#exons, translation, this.#circularLength));
  }

  /**
   * Maps the place between two bases: one place if the bases are adjacent in the genome, else, as in Ensembl, the place
   * after the first and the place before the second, without those that are gaps.
   */
  #between(first: number, second: number): TranscriptSpan[] {
    const [one, other] = this.cdna(first, second);
    const place = { start: second, end: first };
    if (!one) return [];
    if (!other)
      return [{ ...place, genome: one.genome && { ...one.genome, start: one.genome.end, end: one.genome.start } }];
    return [[one, 1] as const, [other, -1] as const].flatMap(([{ genome }, side]) => {
      if (!genome) return [];
      const behind = genome.strand * side === 1;
      return [
        { ...place, genome: { ...genome, start: genome.start + (behind ? 1 : 0), end: genome.end - (behind ? 0 : 1) } },
      ];
    });
  }

  #place(block: Block, piece: Span): Span & { strand: Strand } {
    const length = piece.end - piece.start + 1;
    const before = block.strand === -1 ? block.end - piece.end : piece.start - block.start;
    const onRegion = (position: number) =>
      this.#circularLength > 0 && position > this.#circularLength ? position - this.#circularLength : position;
    const start = block.from + before;
    return { start: onRegion(start), end: onRegion(start + length - 1), strand: block.strand };
  }
}

/**
 * The part of the spliced transcript that a block has of a span of the genome, and the number of bases of the span
 * before it; null if they do not overlap.
 */
function cdnaSpan(block: Block, start: number, end: number): (Span & { skipped: number }) | null {
  const [from, to] = [Math.max(start, block.from), Math.min(end, block.from + block.end - block.start)];
  if (from > to) return null;
  const reverse = block.strand === -1;
  const first = block.start + (reverse ? block.from + block.end - block.start - to : from - block.from);
  return { start: first, end: first + to - from, skipped: reverse ? end - to : from - start };
}

function blocksOf(exons: readonly ExonRecord[], edits: readonly SequenceEdit[], circularLength: number): Block[] {
  const blocks: Block[] = [];
  const kept = keptSpans(edits);
  let before = 0;
  for (const exon of exons) {
    const length = exonLength(exon, circularLength);
    for (const span of kept) {
      const [start, end] = [Math.max(span.start, before + 1), Math.min(span.end, before + length)];
      if (start > end) continue;
      const from = exon.start + (exon.strand === -1 ? before + length - end : start - before - 1);
      blocks.push({ start: start + span.shift, end: end + span.shift, from, strand: exon.strand });
    }
    before += length;
  }
  return blocks;
}

/**
 * The spans of the unedited transcript that the edited one contains, and how far each has moved. If an edit replaces
 * bases by more, the added ones come first; if by fewer, the first ones are removed.
 */
function keptSpans(edits: readonly SequenceEdit[]): (Span & { shift: number })[] {
  const kept: (Span & { shift: number })[] = [];
  let [next, shift] = [1, 0];
  for (const edit of edits) {
    const change = lengthChange(edit);
    kept.push({ start: next, end: edit.start - 1, shift });
    next = Math.max(next, change > 0 ? edit.start : edit.start - change);
    shift += change;
  }
  kept.push({ start: next, end: Infinity, shift });
  return kept;
}
