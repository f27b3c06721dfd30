/**
 * HGVS numbering of a transcript: from the first base of the start codon ('c.76'), before it ('c.-14'), after the stop
 * codon ('c.*37'), and in introns by the nearest exonic base ('c.88+2', 'c.89-1'). Non-coding transcripts are numbered
 * from their first base. Two peculiarities are Ensembl's:
 *
 * - If a transcript begins within a codon, the missing bases are counted only for single nucleotide variants in the
 *   coding sequence (`snpText`).
 * - Introns next to the last coding base are numbered from the stop codon: 'c.*5' and 'c.*-5'. The former is ambiguous
 *   and reads as a base after the stop codon.
 *
 * Genomic positions are on the forward strand. Transcripts over the origin of a circular region are not supported.
 */
import { at } from '../checked.ts';
import type { ExonRecord, TranslationRecord } from '../genome/gene-record.ts';
import { cdnaCodingRegion, exonLength, mappingPhase, startPhase, type Span } from '../genome/transcript.ts';

/** A position in a notation. */
export interface HgvsPosition {
  /** From 1; negative before the start codon; 0 only in 'c.*-5', for the last coding base. */
  base: number;
  /** `base` is counted from the base after the stop codon. */
  afterStop: boolean;
  /** Number of bases into the intron after that base, or, if negative, before it; 0 for the base itself. */
  offset: number;
}

interface NumberedExon extends Span {
  /** Position of its first base on the spliced transcript. */
  cdna: number;
}

export class HgvsPositions {
  readonly strand: 1 | -1;
  /** 5' to 3'. */
  readonly #exons: NumberedExon[];
  /** The coding region on the spliced transcript; null for a non-coding one. */
  readonly coding: Span | null;
  /** Missing bases of the first codon: startPhase for translating, mappingPhase for Ensembl's placing of variants. */
  readonly #startPhase: number;
  readonly #mappingPhase: number;

  /** @param exons in the order of the transcript; without exons, all positions are null */
  constructor(exons: readonly ExonRecord[], translation: TranslationRecord | null) {
    this.strand = exons[0]?.strand === -1 ? -1 : 1;
    let cdna = 1;
    this.#exons = exons.map((exon) => {
      const numbered = { start: exon.start, end: exon.end, cdna };
      cdna += exonLength(exon);
      return numbered;
    });
    this.coding = translation && cdnaCodingRegion(exons, translation);
    this.#startPhase = translation ? startPhase(exons, translation) : 0;
    this.#mappingPhase = translation ? mappingPhase(exons) : 0;
  }

  /** Position on the spliced transcript; null in introns and outside the transcript. */
  cdnaOf(genomic: number): number | null {
    const exon = this.#exons.find(({ start, end }) => genomic >= start && genomic <= end);
    return exon ? exon.cdna + this.#into(exon, genomic) : null;
  }

  /** Does a span of the genome begin or end within the coding sequence? Then its notation needs the protein. */
  touchesCoding({ start, end }: Span): boolean {
    return this.#codes(this.cdnaOf(start)) || this.#codes(this.cdnaOf(end));
  }

  /**
   * The span of a change in the coding sequence, counting the missing bases at its start; null unless the change begins
   * and ends there. It may contain introns; an insertion may be at the end of an exon.
   * @param change positions along the transcript's strand, negative on the reverse one
   */
  codingPlace({ start, end }: Span): Span | null {
    const isInsertion = start > end;
    const [atStart, atEnd] = [this.cdnaOf(start * this.strand), this.cdnaOf(end * this.strand)];
    const first = atStart ?? (isInsertion ? atEnd && atEnd + 1 : null);
    const last = atEnd ?? (isInsertion ? atStart && atStart - 1 : null);
    if (!this.coding || first === null || last === null) return null;
    if (!this.#codes(first) || !this.#codes(last) || (isInsertion && first !== last + 1)) return null;
    const before = this.coding.start - 1 - this.#startPhase;
    return { start: first - before, end: last - before };
  }

  #codes(cdna: number | null): boolean {
    return this.coding !== null && cdna !== null && cdna >= this.coding.start && cdna <= this.coding.end;
  }

  /**
   * The genomic position of a base of the coding sequence, counting the missing bases at its start; null if the
   * transcript has no such base.
   */
  codingBase(base: number): number | null {
    const at = base - this.#startPhase;
    if (!this.coding || at < 1 || this.coding.start + at - 1 > this.coding.end) return null;
    return this.genomic({ base: at, afterStop: false, offset: 0 });
  }

  /** The text of the genomic position of a single nucleotide variant, in a numbering where codons end at 3n. */
  snpText(genomic: number): string | null {
    const cdna = this.cdnaOf(genomic);
    if (cdna === null || !this.coding || !this.#codes(cdna)) return this.text(genomic);
    return String(cdna - this.coding.start + 1 + this.#mappingPhase);
  }

  /** The text of a genomic position; null outside the transcript. */
  text(genomic: number): string | null {
    const cdna = this.cdnaOf(genomic);
    if (cdna !== null) return this.#number(cdna);
    for (let each = 1; each < this.#exons.length; each++) {
      const [before, after] = [at(this.#exons, each - 1), at(this.#exons, each)];
      const fromBefore = this.#into(before, genomic) - (exonLength(before) - 1);
      const toAfter = -this.#into(after, genomic);
      if (fromBefore <= 0 || toAfter <= 0) continue;
      // The middle of an intron belongs to the exon before it.
      return fromBefore <= toAfter ? this.#inIntron(after.cdna - 1, fromBefore) : this.#inIntron(after.cdna, -toAfter);
    }
    return null;
  }

  /** The genomic position; null if the transcript has no such base. */
  genomic({ base, afterStop, offset }: HgvsPosition): number | null {
    if ((base === 0 && !(afterStop && offset < 0)) || (!this.coding && (afterStop || base < 0))) return null;
    const { start, end } = this.coding ?? { start: 1, end: 0 };
    const cdna = afterStop ? end + base : start + base - (base > 0 ? 1 : 0);
    const exon = this.#exons.findLast((each) => each.cdna <= cdna);
    if (!exon || cdna >= exon.cdna + exonLength(exon)) return null;
    const into = cdna - exon.cdna + offset;
    return this.strand === 1 ? exon.start + into : exon.end - into;
  }

  /** Bases from the first base of an exon to a genomic position, along the transcript. */
  #into(exon: Span, genomic: number): number {
    return this.strand === 1 ? genomic - exon.start : exon.end - genomic;
  }

  /** @param offset into the intron after a base, or, if negative, into the one before it */
  #inIntron(cdna: number, offset: number): string {
    if (cdna === this.coding?.end) return `*${offset}`;
    return `${this.#number(cdna)}${offset > 0 ? '+' : ''}${offset}`;
  }

  #number(cdna: number): string {
    if (!this.coding) return String(cdna);
    const { start, end } = this.coding;
    if (cdna > end) return `*${cdna - end}`;
    return String(cdna >= start ? cdna - start + 1 : cdna - start);
  }
}
