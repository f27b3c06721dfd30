/** Exons and coding parts of a transcript from the pieces that a file gives. */
import { at } from '../../src/checked.ts';
import type { Piece } from './feature.ts';

/** A CDS of a transcript: places of its first and last base among the exons. */
export interface CodingPlace {
  startExon: number;
  startOffset: number;
  endExon: number;
  endOffset: number;
  /** Bases that the first codon lacks: 0, 1, 2. */
  missing: number;
}

/**
 * Pieces in the order of the transcript. Pieces on both strands (trans-splicing) stay in the order of the file. If
 * pieces of a circular sequence touch its origin from both sides, the transcript crosses it.
 */
export function inOrder(pieces: readonly Piece[], circularLength: number): Piece[] {
  const [first] = pieces;
  if (!first || pieces.some(({ strand }) => strand !== first.strand)) return [...pieces];
  const rising = [...pieces].sort((a, b) => a.start - b.start || a.end - b.end);
  const last = rising.at(-1);
  if (circularLength > 0 && rising[0]?.start === 1 && last?.end === circularLength && rising.length > 1) {
    // The widest gap is where the transcript is not.
    const gaps = rising.slice(1).map((piece, index) => piece.start - at(rising, index).end);
    const widest = gaps.indexOf(gaps.reduce((most, gap) => Math.max(most, gap), -Infinity)) + 1;
    const crossing = [
      ...rising.slice(widest),
      ...rising.slice(0, widest).map((piece) => ({ ...piece, ...shifted(piece, circularLength) })),
    ];
    return merged(first.strand === 1 ? crossing : crossing.reverse());
  }
  return first.strand === 1 ? rising : rising.reverse();
}

function shifted({ start, end }: Piece, by: number): { start: number; end: number } {
  return { start: start + by, end: end + by };
}

/**
 * Pieces that are in order already. Pieces that meet at the origin of a circular sequence become one, and those after
 * it get positions past the length.
 */
export function acrossOrigin(pieces: readonly Piece[], circularLength: number): Piece[] {
  const at = pieces.findIndex((piece, index) => {
    const next = pieces[index + 1];
    if (!next || next.strand !== piece.strand) return false;
    const [before, after] = piece.strand === 1 ? [piece, next] : [next, piece];
    return before.end === circularLength && after.start === 1;
  });
  if (at < 0 || circularLength === 0) return [...pieces];
  const isAfter = (index: number) => (pieces[at]?.strand === 1 ? index > at : index <= at);
  const moved = pieces.map((piece, index) =>
    isAfter(index) ? { ...piece, ...shifted(piece, circularLength) } : piece,
  );
  return [...moved.slice(0, at), ...merged(moved.slice(at, at + 2)), ...moved.slice(at + 2)];
}

/** Joins neighbours without bases between them, such as an untranslated part and the CDS after it. */
export function merged(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const before = result.at(-1);
    const touches =
      before?.strand === piece.strand &&
      (piece.strand === 1
        ? piece.start <= before.end + 1 && piece.start >= before.start
        : piece.end >= before.start - 1 && piece.end <= before.end);
    if (!before || !touches) result.push({ ...piece });
    else {
      before.start = Math.min(before.start, piece.start);
      before.end = Math.max(before.end, piece.end);
    }
  }
  return result;
}

/**
 * Exons that each contain at most one piece of the CDS. Where a ribosome slips, the CDS has two pieces in one exon,
 * which becomes two exons, as in Ensembl. Where exons overlap, the first of them has the piece.
 */
export function splitByCds(exons: readonly Piece[], cds: readonly Piece[]): Piece[] {
  const piecesOf = new Map<Piece, Piece[]>();
  // Both are in the order of the transcript, so the next piece is usually in the same exon or the one after it.
  let last = 0;
  for (const piece of cds) {
    const isAround = (exon: Piece) => contains(exon, piece);
    const next = [last, last + 1].find((index) => exons[index] && isAround(at(exons, index)));
    const found = next ?? exons.findIndex(isAround);
    const exon = exons[found];
    if (!exon) continue;
    last = found;
    const within = piecesOf.get(exon);
    if (within) within.push(piece);
    else piecesOf.set(exon, [piece]);
  }
  return exons.flatMap((exon) => {
    const within = piecesOf.get(exon) ?? [];
    if (within.length < 2) return [exon];
    return within.map((piece, index) => {
      const [isFirst, isLast] = [index === 0, index === within.length - 1];
      const [before, after] = exon.strand === 1 ? [isFirst, isLast] : [isLast, isFirst];
      return { ...exon, start: before ? exon.start : piece.start, end: after ? exon.end : piece.end };
    });
  });
}

function contains(exon: Piece, piece: Piece): boolean {
  return exon.strand === piece.strand && exon.start <= piece.start && exon.end >= piece.end;
}

/** Where a CDS lies among exons. Null if its first or last piece is in none of them. */
export function placeOfCds(exons: readonly Piece[], cds: readonly Piece[]): CodingPlace | null {
  const [first, last] = [cds[0], cds.at(-1)];
  if (!first || !last) return null;
  const startExon = exons.findIndex((exon) => contains(exon, first));
  const endExon = exons.findLastIndex((exon) => contains(exon, last));
  const [from, to] = [exons[startExon], exons[endExon]];
  if (!from || !to || endExon < startExon) return null;
  const phase = first.phase ?? 0;
  const startOffset = first.strand === 1 ? first.start - from.start + 1 : from.end - first.end + 1;
  const endOffset = last.strand === 1 ? last.end - to.start + 1 : to.end - last.start + 1;
  // A first codon without all bases is at the beginning of the transcript; elsewhere it is not translated.
  const isAtStart = startExon === 0 && startOffset === 1;
  return {
    startExon,
    startOffset: isAtStart ? startOffset : startOffset + phase,
    endExon,
    endOffset,
    missing: isAtStart ? (3 - phase) % 3 : 0,
  };
}

/** Phases of each exon, -1 where it is not coding: the bases of a codon before its first base, and after its last. */
export function phasesOf(exons: readonly Piece[], place: CodingPlace | null): [phase: number, endPhase: number][] {
  let bases = place?.missing ?? 0;
  return exons.map((exon, index) => {
    if (!place || index < place.startExon || index > place.endExon) return [-1, -1];
    const length = exon.end - exon.start + 1;
    const from = index === place.startExon ? place.startOffset : 1;
    const to = index === place.endExon ? place.endOffset : length;
    const phase = from === 1 ? bases % 3 : -1;
    bases += to - from + 1;
    return [phase, to === length ? bases % 3 : -1];
  });
}

/** Do the phases of a file agree with the lengths of the pieces? Also if the file gives none. */
export function arePhasesRight(cds: readonly Piece[]): boolean {
  let bases = (3 - (cds[0]?.phase ?? 0)) % 3;
  return cds.every(({ start, end, phase }) => {
    const expected = (3 - (bases % 3)) % 3;
    bases += end - start + 1;
    return phase === null || phase === expected;
  });
}

/** Bases of a CDS, without those of an incomplete first codon. */
export function codingLength(cds: readonly Piece[]): number {
  return cds.reduce((sum, { start, end }) => sum + end - start + 1, 0) - (cds[0]?.phase ?? 0);
}
