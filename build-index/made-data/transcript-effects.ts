/**
 * What the variants of a stretch do to a transcript: a walk along its exons and the variants at once, both in order of position.
 * Terms as Ensembl's API assigns them, for variants that lie within the transcript.
 */
import type { AnnotatedGene, AnnotatedTranscript } from '../demo/annotation.ts';
import { aminoAcidAt } from '../demo/genetic-code.ts';
import { firstIndex } from '../../src/index/first-index.ts';
import { bitOf } from './consequence-set.ts';
import { INSERTION, SNV, type StretchVariants } from './stretch-variants.ts';

/** One allele of a variant in one transcript; the object is reused for the next. */
export interface TranscriptEffect {
  /** Number of the variant within the stretch. */
  variant: number;
  /** Base of an SNV on the forward strand; 0 for other variants. */
  allele: number;
  terms: number;
  /** 1-based; 0 outside the coding sequence. */
  cdsStart: number;
  cdsEnd: number;
  /** `aAg/aCg` and `K/T`; empty where no codon is replaced. */
  codons: string;
  residues: string;
}

const [ACCEPTOR, DONOR, REGION, INTRON] = [bitOf('splice_acceptor_variant'), bitOf('splice_donor_variant'), bitOf('splice_region_variant'), bitOf('intron_variant')];
const [UTR5, UTR3, NON_CODING, CODING] = [bitOf('5_prime_UTR_variant'), bitOf('3_prime_UTR_variant'), bitOf('non_coding_transcript_exon_variant'), bitOf('coding_sequence_variant')];
/** Bases of an intron's ends that splicing needs, and those near the ends of introns and of exons. */
const SPLICE_SITE = 2;
const NEAR_IN_INTRON = 8;
const NEAR_IN_EXON = 3;

export class TranscriptEffects {
  readonly #variants: StretchVariants;
  readonly #transcript: AnnotatedTranscript;
  readonly #forward: boolean;
  /** Exons from the lower to the higher coordinate, with the length of the spliced sequence before each, in sense. */
  readonly #exons: { start: number; end: number; before: number }[];
  readonly #effect: TranscriptEffect = { variant: 0, allele: 0, terms: 0, cdsStart: 0, cdsEnd: 0, codons: '', residues: '' };
  readonly #codon = new Uint8Array(3);
  readonly #inAll: number;
  readonly #inIntron: number;

  constructor(variants: StretchVariants, gene: AnnotatedGene, transcript: AnnotatedTranscript) {
    this.#variants = variants;
    this.#transcript = transcript;
    this.#forward = gene.strand === 1;
    let before = 0;
    const exons = transcript.exons.map(({ start, end }) => ({ start, end, before: (before += end - start + 1) - (end - start + 1) }));
    this.#exons = this.#forward ? exons : exons.reverse();
    this.#inAll = transcript.isoform.biotype === 'nonsense_mediated_decay' ? bitOf('NMD_transcript_variant') : 0;
    this.#inIntron = transcript.translation ? 0 : bitOf('non_coding_transcript_variant');
  }

  /** In order of position. */
  forEach(visit: (effect: TranscriptEffect) => void): void {
    const { start: starts, kind, alternative, second, count } = this.#variants;
    const { start: first, end: last } = this.#transcript;
    let exon = 0;
    for (let each = firstIndex(0, count, (index) => starts[index]! < first); each < count && starts[each]! <= last; each++) {
      const start = starts[each]!;
      const end = this.#variants.endOf(each);
      if (end > last || end < first) continue;
      while (this.#exons[exon]!.end < start) exon++;
      const effect = this.#effect;
      effect.variant = each;
      for (const allele of kind[each] === SNV && second[each] !== 0 ? [alternative[each]!, second[each]!] : [alternative[each]!]) {
        effect.allele = allele;
        effect.cdsStart = effect.cdsEnd = 0;
        effect.codons = effect.residues = '';
        effect.terms = this.#inAll | this.#termsAt(exon, start, end);
        visit(effect);
      }
    }
  }

  /** @param index of the first exon that does not end before the variant */
  #termsAt(index: number, start: number, end: number): number {
    const { start: exonStart, end: exonEnd } = this.#exons[index]!;
    const isInsertion = end < start;
    if (isInsertion ? start <= exonStart : start < exonStart) {
      const beforeNext = exonStart - end;
      const afterLast = start - this.#exons[index - 1]!.end;
      if (!isInsertion && beforeNext <= 0) return (this.#forward ? ACCEPTOR : DONOR) | this.#broken();
      return this.#inIntron | this.#intronic(afterLast, beforeNext);
    }
    if (end > exonEnd) return (this.#forward ? DONOR : ACCEPTOR) | this.#broken();
    const nearStart = index > 0 && start - exonStart < NEAR_IN_EXON;
    const nearEnd = index < this.#exons.length - 1 && exonEnd - end < NEAR_IN_EXON;
    return (nearStart || nearEnd ? REGION : 0) | this.#exonic(index, start, end);
  }

  /** @param after bases from the exon before, 1 for the next to it @param before bases to the exon that follows, in coordinates */
  #intronic(after: number, before: number): number {
    let terms = 0;
    if (after <= SPLICE_SITE) terms |= this.#forward ? DONOR : ACCEPTOR;
    if (before <= SPLICE_SITE) terms |= this.#forward ? ACCEPTOR : DONOR;
    if (terms !== 0) return terms;
    return after <= NEAR_IN_INTRON || before <= NEAR_IN_INTRON ? REGION | INTRON : INTRON;
  }

  /** What a deletion over the end of an exon leaves of it. */
  #broken(): number {
    return this.#transcript.translation ? CODING | INTRON : NON_CODING | INTRON;
  }

  #exonic(index: number, start: number, end: number): number {
    const { translation, isoform, spliced } = this.#transcript;
    if (!translation) return NON_CODING;
    const exon = this.#exons[index]!;
    const cds = isoform.cds!;
    const at = exon.before + (this.#forward ? start - exon.start : exon.end - end);
    const length = Math.max(0, end - start + 1);
    const each = this.#effect.variant;
    const kind = this.#variants.kind[each];
    if (at + length <= cds.start) return UTR5;
    if (at >= cds.end) return UTR3;
    if (at < cds.start) return UTR5 | bitOf('start_lost');
    if (at + length > cds.end) return UTR3 | bitOf('stop_lost');
    const offset = at - translation.frameStart;
    this.#effect.cdsStart = offset + 1;
    this.#effect.cdsEnd = offset + length;
    if (kind !== SNV) {
      if (this.#variants.length[each]! % 3 !== 0) return bitOf('frameshift_variant');
      return kind === INSERTION ? bitOf('inframe_insertion') : bitOf('inframe_deletion');
    }
    const codonAt = at - (offset % 3);
    if (codonAt < 0 || codonAt + 3 > spliced.length) return CODING;
    return this.#replaced(codonAt, offset);
  }

  /** An SNV within a whole codon. */
  #replaced(codonAt: number, offset: number): number {
    const { spliced, isoform } = this.#transcript;
    const codon = this.#codon;
    codon[0] = spliced[codonAt]!;
    codon[1] = spliced[codonAt + 1]!;
    codon[2] = spliced[codonAt + 2]!;
    const within = offset % 3;
    const before = aminoAcidAt(codon, 0, 1);
    const old = codonText(codon, within);
    codon[within] = this.#forward ? this.#effect.allele : COMPLEMENT[this.#effect.allele]!;
    const after = aminoAcidAt(codon, 0, 1);
    this.#effect.codons = `${old}/${codonText(codon, within)}`;
    this.#effect.residues = before === after ? before : `${before}/${after}`;
    if (before === after) return before === '*' ? bitOf('stop_retained_variant') : bitOf('synonymous_variant');
    if (after === '*') return bitOf('stop_gained');
    if (before === '*') return bitOf('stop_lost');
    return offset < 3 && !isoform.startNotFound ? bitOf('start_lost') : bitOf('missense_variant');
  }
}

/** The changed base as a capital, as Ensembl writes codons. */
function codonText(codon: Uint8Array, changed: number): string {
  return String.fromCharCode(codon[0]! | (changed === 0 ? 0 : 32), codon[1]! | (changed === 1 ? 0 : 32), codon[2]! | (changed === 2 ? 0 : 32));
}

const COMPLEMENT: Record<number, number> = { 0x41: 0x54, 0x43: 0x47, 0x47: 0x43, 0x54: 0x41 };
