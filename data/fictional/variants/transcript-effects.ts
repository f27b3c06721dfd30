/**
 * Effects of a tile's variants on a transcript, found in one pass over exons and variants in order of position. Terms
 * are those of Ensembl's API. Only variants within the transcript have effects: in human databases Ensembl's pipeline
 * omits upstream and downstream variants.
 */
import { at, present } from '../../../src/checked.ts';
import type { AnnotatedGene, AnnotatedTranscript } from '../genes/annotation.ts';
import { aminoAcidAt, asText, complementOf } from '../sequence/genetic-code.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { firstIndex } from '../../../src/index/tables/first-index.ts';
import type { CodingModel } from '../../../src/variants/hgvs-protein.ts';
import { bitOf, codingChange, intronTerms } from './consequences.ts';
import { INSERTION, SNV, type TileVariants } from './tile-variants.ts';

/** The effect of one allele of a variant on one transcript. The object is reused for the next effect. */
export interface TranscriptEffect {
  /** Number of the variant within the tile. */
  variant: number;
  /** Alternative base of an SNV on the forward strand; 0 for other variants. */
  allele: number;
  /** An insertion is between `end` and `start` = `end` + 1; this holds for all coordinates. */
  start: number;
  end: number;
  /** Bit mask of terms. */
  terms: number;
  /** 1-based in the spliced transcript; 0 in introns. */
  cdnaStart: number;
  cdnaEnd: number;
  /** 1-based; 0 outside the coding sequence. */
  cdsStart: number;
  cdsEnd: number;
  /** `AAG/ACG` and `K/T`; empty without a complete codon. */
  codons: string;
  residues: string;
}

const ACCEPTOR = bitOf('splice_acceptor_variant');
const DONOR = bitOf('splice_donor_variant');
const REGION = bitOf('splice_region_variant');
const INTRON = bitOf('intron_variant');
const UTR5 = bitOf('5_prime_UTR_variant');
const UTR3 = bitOf('3_prime_UTR_variant');
const NON_CODING = bitOf('non_coding_transcript_exon_variant');
const CODING = bitOf('coding_sequence_variant');
/** Bases at the ends of an exon that belong to the splice region. */
const NEAR_IN_EXON = 3;

export class TranscriptEffects {
  readonly #variants: TileVariants;
  readonly #transcript: AnnotatedTranscript;
  readonly #model: CodingModel | null;
  readonly #forward: boolean;
  /** Exons by ascending coordinate. `before` is the length of the spliced sequence before the exon, in sense. */
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
  /** Terms of all variants, and additional ones of those in introns. */
  readonly #inAll: number;
  readonly #inIntron: number;

  /** @param model the coding sequence; null for a non-coding transcript */
  constructor(variants: TileVariants, gene: AnnotatedGene, transcript: AnnotatedTranscript, model: CodingModel | null) {
    this.#variants = variants;
    this.#transcript = transcript;
    this.#model = model;
    this.#forward = gene.strand === 1;
    let spliced = 0;
    const exons = transcript.exons.map(({ start, end }) => {
      const before = spliced;
      spliced += end - start + 1;
      return { start, end, before };
    });
    this.#exons = this.#forward ? exons : exons.reverse();
    this.#inAll = transcript.isoform.biotype === 'nonsense_mediated_decay' ? bitOf('NMD_transcript_variant') : 0;
    this.#inIntron = transcript.translation ? 0 : bitOf('non_coding_transcript_variant');
  }

  /** Visits all effects in order of position. */
  forEach(visit: (effect: TranscriptEffect) => void): void {
    const variants = this.#variants;
    const { start: first, end: last } = this.#transcript;
    let exon = 0;
    for (
      let index = firstIndex(0, variants.count, (each) => variants.startOf(each) < first);
      index < variants.count && variants.startOf(index) <= last;
      index++
    ) {
      const start = variants.startOf(index);
      const end = variants.endOf(index);
      if (end > last || end < first) continue;
      while (this.#exons[exon]!.end < start) exon++;
      const effect = this.#effect;
      effect.variant = index;
      effect.start = start;
      effect.end = end;
      this.#visit(exon, variants.alternativeOf(index), visit);
      const second = variants.second[index]!;
      if (second !== 0) this.#visit(exon, second, visit);
    }
  }

  /** @param index the first exon that does not end before the variant */
  #visit(index: number, allele: number, visit: (effect: TranscriptEffect) => void): void {
    const effect = this.#effect;
    effect.allele = allele;
    effect.cdnaStart = effect.cdnaEnd = effect.cdsStart = effect.cdsEnd = 0;
    effect.codons = effect.residues = '';
    effect.terms = this.#inAll | this.#termsAt(index, effect.start, effect.end);
    visit(effect);
  }

  #termsAt(index: number, start: number, end: number): number {
    const { start: exonStart, end: exonEnd } = at(this.#exons, index);
    const isInsertion = end < start;
    if (isInsertion ? start <= exonStart : start < exonStart) {
      const beforeNext = exonStart - end;
      if (!isInsertion && beforeNext <= 0)
        return (this.#forward ? ACCEPTOR : DONOR) | this.#broken(index, exonStart, end);
      const afterLast = start - at(this.#exons, index - 1).end;
      const [donor, acceptor] = this.#forward ? [afterLast, beforeNext] : [beforeNext, afterLast];
      return this.#inIntron | intronTerms(donor, acceptor, end - start + 1);
    }
    if (end > exonEnd) return (this.#forward ? DONOR : ACCEPTOR) | this.#broken(index, start, exonEnd);
    const nearStart = index > 0 && start - exonStart < NEAR_IN_EXON;
    const nearEnd = index < this.#exons.length - 1 && exonEnd - end < NEAR_IN_EXON;
    return (nearStart || nearEnd ? REGION : 0) | this.#exonic(index, start, end);
  }

  /**
   * Terms of a deletion across an end of an exon. Only one end of the deletion has a cDNA position.
   * @param start,end the deleted part of the exon
   */
  #broken(index: number, start: number, end: number): number {
    const beginsInIntron = start > this.#effect.start === this.#forward;
    if (beginsInIntron) this.#effect.cdnaEnd = this.#splicedAt(index, start, end) + end - start + 1;
    else this.#effect.cdnaStart = this.#splicedAt(index, start, end) + 1;
    return this.#transcript.translation ? CODING | INTRON : NON_CODING | INTRON;
  }

  /** Length of the spliced sequence before a part of an exon. */
  #splicedAt(index: number, start: number, end: number): number {
    const exon = at(this.#exons, index);
    return exon.before + (this.#forward ? start - exon.start : exon.end - end);
  }

  #exonic(index: number, start: number, end: number): number {
    const { translation, isoform } = this.#transcript;
    const { cds } = isoform;
    const before = this.#splicedAt(index, start, end);
    const length = end - start + 1;
    const effect = this.#effect;
    effect.cdnaStart = before + 1;
    effect.cdnaEnd = before + length;
    if (!translation || !cds) return NON_CODING;
    if (before + length <= cds.start) return UTR5;
    if (before >= cds.end) return UTR3;
    if (before < cds.start) return UTR5 | bitOf('start_lost');
    if (before + length > cds.end) return UTR3 | bitOf('stop_lost');
    const offset = before - translation.frameStart;
    effect.cdsStart = offset + 1;
    effect.cdsEnd = offset + length;
    if (this.#variants.kind[effect.variant] !== SNV) return this.#resized(offset + 1, offset + length);
    const codonAt = before - (offset % 3);
    if (codonAt < 0) return CODING;
    return codonAt + 3 > cds.end
      ? CODING | bitOf('incomplete_terminal_codon_variant')
      : this.#replaced(codonAt, offset);
  }

  /** Terms of an SNV within a complete codon. */
  #replaced(codonAt: number, offset: number): number {
    const { spliced, isoform } = this.#transcript;
    const codon = this.#codon;
    codon.set(spliced.subarray(codonAt, codonAt + 3));
    const before = aminoAcidAt(codon, 0, 1);
    const old = String.fromCharCode(...codon);
    codon[offset % 3] = this.#forward ? this.#effect.allele : complementOf(this.#effect.allele);
    const after = aminoAcidAt(codon, 0, 1);
    this.#effect.codons = `${old}/${String.fromCharCode(...codon)}`;
    this.#effect.residues = before === after ? before : `${before}/${after}`;
    if (before === after) return before === '*' ? bitOf('stop_retained_variant') : bitOf('synonymous_variant');
    if (after === '*') return bitOf('stop_gained');
    if (before === '*') return bitOf('stop_lost');
    return offset < 3 && !isoform.startNotFound ? bitOf('start_lost') : bitOf('missense_variant');
  }

  /** Terms of an insertion or deletion within the coding sequence. */
  #resized(cdsStart: number, cdsEnd: number): number {
    const { variant } = this.#effect;
    const inserted = this.#variants.kind[variant] === INSERTION ? this.#variants.insertedAt(variant) : new Uint8Array();
    const alternative = asText(this.#forward ? inserted : reverseComplement(inserted));
    const { coding, completeStart } = present(this.#model, 'the coding sequence');
    const change = codingChange(coding, cdsStart, cdsEnd, alternative, completeStart);
    if (change === null) return CODING | bitOf('incomplete_terminal_codon_variant');
    this.#effect.codons = change.codons;
    this.#effect.residues = change.residues;
    return change.terms;
  }
}
