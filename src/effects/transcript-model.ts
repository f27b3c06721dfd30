/**
 * A transcript as effects of variants are computed on it: exons, introns, coding interval, and how intervals of the
 * genome map to the spliced transcript (cDNA), the coding sequence (CDS) and the peptide. Genomic positions are forward
 * ones, 1-based inclusive; an insertion has start = end + 1. RNA edits are ignored: positions are those of the genome.
 *
 * Mapping follows Ensembl's TranscriptMapper, which reports what does not map as gaps, in the order of the transcript.
 */
import { at } from '../checked.ts';
import { hasAttrib, type ExonRecord, type TranscriptRecord } from '../genome/gene-record.ts';
import { cdnaCodingRegion, cdnaLength, exonsOf, mappingPhase, startPhase, type Span } from '../genome/transcript.ts';

/** An intron of at most this many bases plus one is an artefact that repairs the reading frame. */
const FRAMESHIFT_INTRON = 12;

interface Exon extends Span {
  /** Position of its first base in the cDNA. */
  cdna: number;
}

export interface Intron extends Span {
  /** So short that Ensembl takes it for a correction of the reading frame: it has no splice sites. */
  frameshift: boolean;
}

/** The parts of a spliced transcript, in upper case. */
export interface TranscriptSequence {
  /** From the first to the last coding base, with an N for each missing base of the first codon. */
  coding: string;
  /** 5' and 3' untranslated bases. */
  before: string;
  after: string;
  /** The reference peptide with its edits, without the stop at its end. */
  readonly peptide: string;
}

/** Part of a mapped interval; null for a gap. */
export type Mapped = Span | null;

export class TranscriptModel {
  readonly transcript: TranscriptRecord;
  readonly strand: 1 | -1;
  readonly start: number;
  readonly end: number;
  /** 5' to 3'. */
  readonly exons: readonly Exon[];
  /** 5' to 3', also those of no length: the index is the number of the intron minus one. */
  readonly introns: readonly Intron[];
  readonly hasFrameshiftIntron: boolean;
  readonly cdnaLength: number;
  /** The coding interval in the cDNA and in the genome; null for a transcript without a translation. */
  readonly coding: { cdna: Span; genome: Span } | null;
  /** Missing bases of the first codon that positions in the CDS count. */
  readonly phase: number;
  /** Missing bases that the sequence has as N. */
  readonly padding: number;
  readonly codonTable: number;

  constructor(transcript: TranscriptRecord, exons: readonly ExonRecord[], codonTable: number) {
    this.transcript = transcript;
    this.strand = transcript.strand === -1 ? -1 : 1;
    this.start = transcript.start;
    this.end = transcript.end;
    this.codonTable = codonTable;
    let cdna = 1;
    this.exons = exons.map(({ start, end }) => {
      const exon = { start, end, cdna };
      cdna += end - start + 1;
      return exon;
    });
    this.cdnaLength = cdnaLength(exons);
    this.introns = this.exons.slice(1).map((exon, index) => {
      const before = at(this.exons, index);
      const [start, end] = this.strand === 1 ? [before.end + 1, exon.start - 1] : [exon.end + 1, before.start - 1];
      return { start, end, frameshift: start <= end && end - start <= FRAMESHIFT_INTRON };
    });
    this.hasFrameshiftIntron = this.introns.some(({ frameshift }) => frameshift);
    const { translation } = transcript;
    this.phase = translation ? mappingPhase(exons) : 0;
    this.padding = translation ? startPhase(exons, translation) : 0;
    if (translation) {
      const span = cdnaCodingRegion(exons, translation);
      const [one, other] = [this.genomicOf(span.start), this.genomicOf(span.end)];
      this.coding = { cdna: span, genome: { start: Math.min(one, other), end: Math.max(one, other) } };
    } else this.coding = null;
  }

  /** The forward position of a base of the cDNA; beyond the ends, as if the outer exons went on. */
  genomicOf(cdna: number): number {
    const exon = this.exons.findLast((each) => each.cdna <= cdna) ?? at(this.exons, 0);
    return this.strand === 1 ? exon.start + (cdna - exon.cdna) : exon.end - (cdna - exon.cdna);
  }

  /** The bases of an interval of the cDNA, exon by exon. */
  genomicParts(first: number, last: number): Span[] {
    return this.exons.flatMap(({ start, end, cdna }) => {
      const [from, to] = [Math.max(first, cdna), Math.min(last, cdna + end - start)];
      if (from > to) return [];
      const [one, other] = [this.genomicOf(from), this.genomicOf(to)];
      return [{ start: Math.min(one, other), end: Math.max(one, other) }];
    });
  }

  hasAttrib(code: string): boolean {
    return hasAttrib(this.transcript.attribs, code);
  }

  /** The parts of an interval of the genome on the cDNA. */
  toCdna(start: number, end: number): Mapped[] {
    return start > end ? this.#insertionToCdna(end, start) : this.#intervalToCdna(start, end);
  }

  /** The parts on the CDS, without the phase; what is untranslated is a gap. */
  toCds(start: number, end: number): Mapped[] {
    return this.#toCoding(start, end, (position) => position);
  }

  /** The parts on the peptide, in residues. */
  toPeptide(start: number, end: number): Mapped[] {
    return this.#toCoding(start, end, (position) => Math.floor((position + this.phase + 2) / 3));
  }

  #intervalToCdna(start: number, end: number): Mapped[] {
    const mapped: Mapped[] = [];
    const isForward = this.strand === 1;
    // Positions along the transcript, so that one loop serves both strands. Pairs in arrays would be a third of the
    // memory that effects take.
    const first = isForward ? start : -end;
    const last = isForward ? end : -start;
    let next = first;
    for (const exon of this.exons) {
      const exonFirst = isForward ? exon.start : -exon.end;
      const from = Math.max(first, exonFirst);
      const to = Math.min(last, isForward ? exon.end : -exon.start);
      if (from > to) continue;
      if (from > next) mapped.push(null);
      mapped.push({ start: exon.cdna + (from - exonFirst), end: exon.cdna + (to - exonFirst) });
      next = to + 1;
    }
    if (next <= last) mapped.push(null);
    return mapped;
  }

  /** Between two neighbouring bases, of which one may be outside the exon: then the other one says where. */
  #insertionToCdna(low: number, high: number): Mapped[] {
    const around = this.#intervalToCdna(low, high);
    if (around.length === 1) {
      const [both] = around;
      return both ? [{ start: both.end, end: both.start }] : [null];
    }
    const [before, after] = around;
    return [
      ...(before ? [{ start: before.end + 1, end: before.end }] : []),
      ...(after ? [{ start: after.start, end: after.start - 1 }] : []),
    ];
  }

  #toCoding(start: number, end: number, unit: (position: number) => number): Mapped[] {
    if (!this.coding) return [null];
    const { cdna } = this.coding;
    const onCds = (position: number) => unit(position - cdna.start + 1);
    return this.toCdna(start, end).flatMap((piece): Mapped[] => {
      if (!piece || piece.end < cdna.start || piece.start > cdna.end) return [null];
      const [from, to] = [Math.max(piece.start, cdna.start), Math.min(piece.end, cdna.end)];
      // An insertion has no bases that could be cut off.
      const inside = { start: onCds(from), end: onCds(to) };
      return [...(piece.start < cdna.start ? [null] : []), inside, ...(piece.end > cdna.end ? [null] : [])];
    });
  }
}

export function modelOf(
  gene: { exons: readonly ExonRecord[] },
  transcript: TranscriptRecord,
  codonTable: number,
): TranscriptModel {
  return new TranscriptModel(transcript, exonsOf({ exons: [...gene.exons] }, transcript), codonTable);
}
