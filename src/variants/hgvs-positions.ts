/**
 * Positions of a transcript as HGVS numbers them: from the first base of the start codon on ('c.76'), before it
 * ('c.-14'), behind the stop codon ('c.*37'), and in introns by the nearest exonic base ('c.88+2', 'c.89-1');
 * non-coding transcripts from their first base on. Where a transcript begins within a codon, Ensembl counts the bases
 * that it lacks of that for a single nucleotide variant in the coding sequence only (`snpText`); introns beside the
 * last coding base it numbers from the stop codon on, 'c.*5' and 'c.*-5', of which the former reads as a base behind
 * the stop codon. Genomic positions are forward ones; transcripts over the origin of a circle are not numbered.
 */
import { at } from '../checked.ts';
import type { ExonRecord, TranslationRecord } from '../genome/gene-record.ts';
import { cdnaCodingRegion, exonLength, mappingPhase, startPhase, type Span } from '../genome/transcript.ts';

/** A position as a notation writes it. */
export interface HgvsPosition {
  /** Counted from 1, negative before the start codon; 0 only in 'c.*-5', of the last coding base. */
  base: number;
  /** Counted from behind the stop codon. */
  afterStop: boolean;
  /** Bases into the intron behind (above 0) or before (below 0) that base. */
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
  /** The coding stretch on the spliced transcript; null when it codes nothing. */
  readonly coding: Span | null;
  /**
   * Bases of the first codon that are missing, as translations count them, and as Ensembl does that places variants
   * on transcripts.
   */
  readonly #startPhase: number;
  readonly #mappingPhase: number;

  /** @param exons in the order of the transcript; a transcript whose exons the database lacks has no positions */
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

  /** Position on the spliced transcript; null in introns and outside of the transcript. */
  cdnaOf(genomic: number): number | null {
    const exon = this.#exons.find(({ start, end }) => genomic >= start && genomic <= end);
    return exon ? exon.cdna + this.#into(exon, genomic) : null;
  }

  /** Does a stretch of the genome begin or end within the coding sequence, so that the protein has to be known? */
  touchesCoding({ start, end }: Span): boolean {
    return this.#codes(this.cdnaOf(start)) || this.#codes(this.cdnaOf(end));
  }

  /**
   * Where a change lies in the coding sequence, the bases that are missing at its start counted; null unless it
   * begins and ends there. It may take introns along; an insertion may stand where an exon meets an intron.
   * @param change positions along the transcript's strand, negative on the reverse one
   */
  codingPlace({ start, end }: Span): Span | null {
    const isInsertion = start > end;
    let [first, last] = [this.cdnaOf(start * this.strand), this.cdnaOf(end * this.strand)];
    if (isInsertion) [first, last] = [first ?? (last && last + 1), last ?? (first && first - 1)];
    if (!this.#codes(first) || !this.#codes(last) || (isInsertion && first! !== last! + 1)) return null;
    const before = this.coding!.start - 1 - this.#startPhase;
    return { start: first! - before, end: last! - before };
  }

  #codes(cdna: number | null): boolean {
    return this.coding !== null && cdna !== null && cdna >= this.coding.start && cdna <= this.coding.end;
  }

  /**
   * The genomic position of a base of the coding sequence, the bases that are missing at its start counted; null
   * where the transcript has none.
   */
  codingBase(base: number): number | null {
    const at = base - this.#startPhase;
    if (!this.coding || at < 1 || this.coding.start + at - 1 > this.coding.end) return null;
    return this.genomic({ base: at, afterStop: false, offset: 0 });
  }

  /** The text of the genomic position of a single nucleotide variant: a codon ends at a multiple of three there. */
  snpText(genomic: number): string | null {
    const cdna = this.cdnaOf(genomic);
    return this.#codes(cdna) ? String(cdna! - this.coding!.start + 1 + this.#mappingPhase) : this.text(genomic);
  }

  /** The text of a genomic position; null outside of the transcript. */
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

  /** The genomic position; null when the transcript has no such base. */
  genomic({ base, afterStop, offset }: HgvsPosition): number | null {
    if ((base === 0 && !(afterStop && offset < 0)) || (!this.coding && (afterStop || base < 0))) return null;
    const { start, end } = this.coding ?? { start: 1, end: 0 };
    const cdna = afterStop ? end + base : start + base - (base > 0 ? 1 : 0);
    const exon = this.#exons.findLast((each) => each.cdna <= cdna);
    if (!exon || cdna >= exon.cdna + exonLength(exon)) return null;
    const into = cdna - exon.cdna + offset;
    return this.strand === 1 ? exon.start + into : exon.end - into;
  }

  /** Bases from the first of an exon to a genomic position, along the transcript. */
  #into(exon: Span, genomic: number): number {
    return this.strand === 1 ? genomic - exon.start : exon.end - genomic;
  }

  /** @param offset into the intron behind a base, or below 0 into the one before it */
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
