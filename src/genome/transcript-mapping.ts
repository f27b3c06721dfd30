/**
 * Where stretches of a transcript's sequences (spliced transcript, coding sequence, peptide) stand in the genome,
 * with what stands nowhere: positions beyond the transcript's end, bases that RNA editing put in. Edits count, as in
 * Ensembl's TranscriptMapper: positions are those of the edited sequence. All coordinates 1-based inclusive.
 */
import type { ExonRecord, TranscriptRecord, TranslationRecord } from './gene-record.ts';
import type { Strand } from './seq-region.ts';
import { editedCodingSpan, lengthChange, transcriptEdits, type SequenceEdit } from './sequence-edits.ts';
import { cdnaCodingRegion, exonLength, mappingPhase, type Span } from './transcript.ts';

/** A stretch of the sequence asked about, and where it stands; `genome` is null for a gap. */
export interface TranscriptSpan extends Span {
  genome: (Span & { strand: Strand }) | null;
}

/** A stretch of the edited spliced transcript whose bases stand side by side in the genome. */
interface Block extends Span {
  /** Genomic position of the lowest base; counted on beyond the origin of a circular region. */
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
   * A stretch of the spliced transcript, 5' to 3'. One that starts right behind its end is the place between the two.
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

  /** A stretch of the coding sequence, cut off at its end; null when it begins behind the end. */
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
   * A stretch of the peptide; `start` and `end` of what comes back are positions of the spliced transcript. The
   * codons of residues behind the last are the bases behind the coding sequence; the bases that a first, incomplete
   * codon lacks are a gap, at positions below 1 where the transcript begins with it.
   */
  peptide(translation: TranslationRecord, start: number, end: number): TranscriptSpan[] {
    const before = this.#codingSpan(translation).start - 1 - mappingPhase(this.#exons);
    return this.cdna(3 * start - 2 + before, 3 * end + before);
  }

  #codingSpan(translation: TranslationRecord): Span {
    return editedCodingSpan(this.#transcript, cdnaCodingRegion(this.#exons, translation, this.#circularLength));
  }

  /**
   * Between two bases that stand side by side in the genome, too; else, as in Ensembl, behind the first and before the
   * second, of those that stand anywhere.
   */
  #between(first: number, second: number): TranscriptSpan[] {
    const [one, other] = this.cdna(first, second) as [TranscriptSpan, TranscriptSpan?];
    const place = { start: second, end: first };
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

function blocksOf(exons: readonly ExonRecord[], edits: readonly SequenceEdit[], circularLength: number): Block[] {
  const blocks: Block[] = [];
  const kept = keptSpans(edits);
  let before = 0;
  for (const exon of exons) {
    const length = exonLength(exon, circularLength);
    for (const stretch of kept) {
      const [start, end] = [Math.max(stretch.start, before + 1), Math.min(stretch.end, before + length)];
      if (start > end) continue;
      const from = exon.start + (exon.strand === -1 ? before + length - end : start - before - 1);
      blocks.push({ start: start + stretch.shift, end: end + stretch.shift, from, strand: exon.strand });
    }
    before += length;
  }
  return blocks;
}

/**
 * The stretches of the unedited transcript that the edited one still has, and how far each has moved. Of bases that an
 * edit replaces by more, the added ones come first; of those that it replaces by fewer, the first are gone.
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
