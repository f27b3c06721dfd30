/**
 * What the variants of a tile do to a transcript: a walk along its exons and the variants at once, both in order of
 * position. Terms as Ensembl's API assigns them, for variants that lie within the transcript: its pipeline leaves out
 * of human databases what lies beside.
 */
import type { AnnotatedGene, AnnotatedTranscript } from '../genes/annotation.ts';
import { aminoAcidAt, asText } from '../sequence/genetic-code.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { firstIndex } from '../../../src/index/tables/first-index.ts';
import type { CodingModel } from '../../../src/variants/hgvs-protein.ts';
import { bitOf, codingChange, intronTerms } from './consequences.ts';
import { INSERTION, SNV, type TileVariants } from './tile-variants.ts';

/** One allele of a variant in one transcript; the object is reused for the next. */
export interface TranscriptEffect {
  /** Number of the variant within the tile. */
  variant: number;
  /** Base of an SNV on the forward strand; 0 for other variants. */
  allele: number;
  start: number;
  /** That of an insertion is the base before it. */
  end: number;
  terms: number;
  /**
   * In the spliced transcript, 1-based; 0 in introns. Of an insertion the start is the base behind it, here and in the
   * coding sequence.
   */
  cdnaStart: number;
  cdnaEnd: number;
  /** 1-based; 0 outside the coding sequence. */
  cdsStart: number;
  cdsEnd: number;
  /** `AAG/ACG` and `K/T`; empty where there is no whole codon. */
  codons: string;
  residues: string;
}

const [ACCEPTOR, DONOR, REGION, INTRON] = [
  bitOf('splice_acceptor_variant'),
  bitOf('splice_donor_variant'),
  bitOf('splice_region_variant'),
  bitOf('intron_variant'),
];
const [UTR5, UTR3, NON_CODING, CODING] = [
  bitOf('5_prime_UTR_variant'),
  bitOf('3_prime_UTR_variant'),
  bitOf('non_coding_transcript_exon_variant'),
  bitOf('coding_sequence_variant'),
];
/** Bases near the ends of exons that splicing may need. */
const NEAR_IN_EXON = 3;

export class TranscriptEffects {
  readonly #variants: TileVariants;
  readonly #transcript: AnnotatedTranscript;
  readonly #model: CodingModel | null;
  readonly #forward: boolean;
  /** Exons from the lower to the higher coordinate, with the length of the spliced sequence before each, in sense. */
  readonly #exons: { start: number; end: number; before: number }[];
  readonly #effect: TranscriptEffect = {
    variant: 0,
    allele: 0,
    start: 0,
    end: 0,
    terms: 0,
    cdnaStart: 0,
    cdnaEnd: 0,
    cdsStart: 0,
    cdsEnd: 0,
    codons: '',
    residues: '',
  };
  readonly #codon = new Uint8Array(3);
  readonly #inAll: number;
  readonly #inIntron: number;

  /** @param model its coding sequence; null where it has none */
  constructor(variants: TileVariants, gene: AnnotatedGene, transcript: AnnotatedTranscript, model: CodingModel | null) {
    this.#variants = variants;
    this.#transcript = transcript;
    this.#model = model;
    this.#forward = gene.strand === 1;
    let before = 0;
    const exons = transcript.exons.map(({ start, end }) => ({
      start,
      end,
      before: (before += end - start + 1) - (end - start + 1),
    }));
    this.#exons = this.#forward ? exons : exons.reverse();
    this.#inAll = transcript.isoform.biotype === 'nonsense_mediated_decay' ? bitOf('NMD_transcript_variant') : 0;
    this.#inIntron = transcript.translation ? 0 : bitOf('non_coding_transcript_variant');
  }

  /** In order of position. */
  forEach(visit: (effect: TranscriptEffect) => void): void {
    const { start: starts, kind, alternative, second, count } = this.#variants;
    const { start: first, end: last } = this.#transcript;
    let exon = 0;
    for (
      let each = firstIndex(0, count, (index) => starts[index]! < first);
      each < count && starts[each]! <= last;
      each++
    ) {
      const start = starts[each]!;
      const end = this.#variants.endOf(each);
      if (end > last || end < first) continue;
      while (this.#exons[exon]!.end < start) exon++;
      const effect = this.#effect;
      effect.variant = each;
      effect.start = start;
      effect.end = end;
      this.#visit(exon, alternative[each]!, visit);
      if (kind[each] === SNV && second[each] !== 0) this.#visit(exon, second[each]!, visit);
    }
  }

  /** @param index of the first exon that does not end before the variant */
  #visit(index: number, allele: number, visit: (effect: TranscriptEffect) => void): void {
    const effect = this.#effect;
    effect.allele = allele;
    effect.cdnaStart = effect.cdnaEnd = effect.cdsStart = effect.cdsEnd = 0;
    effect.codons = effect.residues = '';
    effect.terms = this.#inAll | this.#termsAt(index, effect.start, effect.end);
    visit(effect);
  }

  #termsAt(index: number, start: number, end: number): number {
    const { start: exonStart, end: exonEnd } = this.#exons[index]!;
    const isInsertion = end < start;
    if (isInsertion ? start <= exonStart : start < exonStart) {
      const beforeNext = exonStart - end;
      if (!isInsertion && beforeNext <= 0)
        return (this.#forward ? ACCEPTOR : DONOR) | this.#broken(index, exonStart, end);
      const afterLast = start - this.#exons[index - 1]!.end;
      return (
        this.#inIntron |
        (this.#forward
          ? intronTerms(afterLast, beforeNext, end - start + 1)
          : intronTerms(beforeNext, afterLast, end - start + 1))
      );
    }
    if (end > exonEnd) return (this.#forward ? DONOR : ACCEPTOR) | this.#broken(index, start, exonEnd);
    const nearStart = index > 0 && start - exonStart < NEAR_IN_EXON;
    const nearEnd = index < this.#exons.length - 1 && exonEnd - end < NEAR_IN_EXON;
    return (nearStart || nearEnd ? REGION : 0) | this.#exonic(index, start, end);
  }

  /**
   * What a deletion over the end of an exon leaves of it. Only one of its ends is a base of the transcript.
   * @param start,end what it takes of the exon
   */
  #broken(index: number, start: number, end: number): number {
    const beginsInIntron = start > this.#effect.start === this.#forward;
    if (beginsInIntron) this.#effect.cdnaEnd = this.#splicedAt(index, start, end) + end - start + 1;
    else this.#effect.cdnaStart = this.#splicedAt(index, start, end) + 1;
    return this.#transcript.translation ? CODING | INTRON : NON_CODING | INTRON;
  }

  /** Bases of the spliced sequence before a tile of an exon. */
  #splicedAt(index: number, start: number, end: number): number {
    const exon = this.#exons[index]!;
    return exon.before + (this.#forward ? start - exon.start : exon.end - end);
  }

  #exonic(index: number, start: number, end: number): number {
    const { translation, isoform } = this.#transcript;
    const at = this.#splicedAt(index, start, end);
    const length = end - start + 1;
    const effect = this.#effect;
    effect.cdnaStart = at + 1;
    effect.cdnaEnd = at + length;
    if (!translation) return NON_CODING;
    const cds = isoform.cds!;
    if (at + length <= cds.start) return UTR5;
    if (at >= cds.end) return UTR3;
    if (at < cds.start) return UTR5 | bitOf('start_lost');
    if (at + length > cds.end) return UTR3 | bitOf('stop_lost');
    const offset = at - translation.frameStart;
    effect.cdsStart = offset + 1;
    effect.cdsEnd = offset + length;
    if (this.#variants.kind[effect.variant] !== SNV) return this.#resized(offset + 1, offset + length);
    const codonAt = at - (offset % 3);
    if (codonAt < 0) return CODING;
    return codonAt + 3 > cds.end
      ? CODING | bitOf('incomplete_terminal_codon_variant')
      : this.#replaced(codonAt, offset);
  }

  /** An SNV within a whole codon. */
  #replaced(codonAt: number, offset: number): number {
    const { spliced, isoform } = this.#transcript;
    const codon = this.#codon;
    codon[0] = spliced[codonAt]!;
    codon[1] = spliced[codonAt + 1]!;
    codon[2] = spliced[codonAt + 2]!;
    const before = aminoAcidAt(codon, 0, 1);
    const old = String.fromCharCode(codon[0], codon[1], codon[2]);
    codon[offset % 3] = this.#forward ? this.#effect.allele : COMPLEMENT[this.#effect.allele]!;
    const after = aminoAcidAt(codon, 0, 1);
    this.#effect.codons = `${old}/${String.fromCharCode(codon[0], codon[1], codon[2])}`;
    this.#effect.residues = before === after ? before : `${before}/${after}`;
    if (before === after) return before === '*' ? bitOf('stop_retained_variant') : bitOf('synonymous_variant');
    if (after === '*') return bitOf('stop_gained');
    if (before === '*') return bitOf('stop_lost');
    return offset < 3 && !isoform.startNotFound ? bitOf('start_lost') : bitOf('missense_variant');
  }

  /** An insertion or deletion. */
  #resized(cdsStart: number, cdsEnd: number): number {
    const { variant } = this.#effect;
    const inserted = this.#variants.kind[variant] === INSERTION ? this.#variants.insertedAt(variant) : new Uint8Array();
    const change = codingChange(
      this.#model!.coding,
      cdsStart,
      cdsEnd,
      asText(this.#forward ? inserted : reverseComplement(inserted)),
      this.#model!.completeStart,
    );
    if (change === null) return CODING | bitOf('incomplete_terminal_codon_variant');
    this.#effect.codons = change.codons;
    this.#effect.residues = change.residues;
    return change.terms;
  }
}

/** Of bases in upper case. */
export const COMPLEMENT: Readonly<Record<number, number>> = { 65: 0x54, 67: 0x47, 71: 0x43, 84: 0x41 };
