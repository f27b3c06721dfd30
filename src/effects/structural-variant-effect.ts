/** Effect of a structural variant on a transcript; conditions follow Ensembl's Variation API (release 115). */
import type { Span } from '../genome/transcript.ts';
import { TRANSCRIPT_RULES, termsOf, type TranscriptCondition } from './consequence-rules.ts';
import { intronEndsNear, intronsNear, overlaps, sitesOf } from './intron-sites.ts';
import {
  besideCoding,
  distanceTo,
  ends,
  inCdna,
  inCds,
  inMatureMirna,
  isBeside,
  numbersOf,
  onNonCodingExon,
  type Positions,
  type Reach,
} from './transcript-places.ts';
import { situationOf, type Situation } from './situation.ts';
import type { Mapped, TranscriptModel } from './transcript-model.ts';

export interface StructuralChange extends Span {
  /** Sequence Ontology term of its class: 'deletion', 'tandem_duplication', 'chromosome_breakpoint' … */
  soClass: string;
  /** Classes of the variants that support a copy number variation known by name. */
  supporting: readonly string[];
  /** Of a breakpoint: the ends on the region of the feature. */
  breakends?: readonly Span[];
}

/** How the class of a structural variant changes the amount of sequence. */
export interface StructuralKind {
  isDeletion: boolean;
  isInsertion: boolean;
  isGain: boolean;
  isBreakpoint: boolean;
  length: Situation['length'];
}

export function isBreakpointClass(soClass: string): boolean {
  return /chromosome_breakpoint/i.test(soClass);
}

export function kindOf({ soClass, supporting }: StructuralChange): StructuralKind {
  const copies = soClass === 'copy_number_variation' ? supporting : [];
  const says = (pattern: RegExp) => pattern.test(soClass) || copies.some((each) => pattern.test(each));
  const isBreakpoint = isBreakpointClass(soClass);
  const shorter = says(/deletion|loss/i);
  const longer = !shorter && says(/insertion|duplication|gain|tandem/i);
  return {
    isDeletion: says(/deletion|loss/i),
    isInsertion: says(/insertion/i),
    isGain: says(/duplication|tandem|gain/i),
    isBreakpoint,
    length: shorter || isBreakpoint ? 'shorter' : longer ? 'longer' : 'unknown',
  };
}

export class StructuralVariantEffect {
  readonly model: TranscriptModel;
  readonly change: StructuralChange;
  readonly situation: Situation;
  readonly #kind: StructuralKind;
  readonly #reach: Reach;
  readonly #codingLength: number;
  readonly #cdsParts: readonly Mapped[];

  constructor(model: TranscriptModel, change: StructuralChange, reach: Reach) {
    this.model = model;
    this.change = change;
    this.#kind = kindOf(change);
    this.#reach = reach;
    const { coding } = model;
    this.#codingLength = coding ? coding.cdna.end - coding.cdna.start + 1 + model.padding : 0;
    this.#cdsParts = model.toCds(change.start, change.end);
    this.coding = {
      cdna: ends(model.toCdna(change.start, change.end), 0),
      cds: ends(this.#cdsParts, model.phase),
      protein: ends(model.toPeptide(change.start, change.end), 0),
    };
    this.situation = situationOf(model, change, true, this.#kind.length);
  }

  get terms(): string[] {
    return termsOf(TRANSCRIPT_RULES, this.situation, (condition) => this.#conditions[condition]());
  }

  /** Positions in the cDNA, the CDS and the peptide. */
  readonly coding: { cdna: Positions; cds: Positions; protein: Positions };

  get exonNumber(): string | null {
    return this.situation.exon ? numbersOf(this.model.exons, this.change) : null;
  }

  get intronNumber(): string | null {
    return this.situation.intron ? numbersOf(this.model.introns, this.change) : null;
  }

  get distance(): number {
    return distanceTo(this.model, this.change);
  }

  readonly #conditions: Record<TranscriptCondition, () => boolean> = {
    ablation: () => this.situation.covers && this.#kind.isDeletion,
    amplification: () => this.situation.covers && this.#kind.isGain,
    elongation: () => this.#inCdna && this.#isInside && (this.#kind.isGain || this.#kind.isInsertion),
    truncation: () => this.#truncates(),
    frameshift: () => this.#kind.isDeletion && this.#isInOneExon && this.#length % 3 !== 0,
    inframeDeletion: () => this.#inframeDeletion,
    stopLost: () => this.#kind.isDeletion && this.#touchesCodon('last'),
    startLost: () => this.#overlapsStart && this.#touchesCodon('first'),
    startRetained: () => this.#overlapsStart,
    codingUnknown: () => this.#codingUnknown,
    polypyrimidine: () => (this.model.strand === 1 ? this.#sites.high : this.#sites.low).polypyrimidine,
    intronic: () => this.#sites.intronic,
    matureMirna: () => this.#matureMirna,
    utr5: () => this.#inUtr(5),
    utr3: () => this.#inUtr(3),
    nonCodingExon: () => this.#nonCodingExon,
    nmd: () => true,
    nonCoding: () => !this.model.coding && !this.#matureMirna && !this.#nonCodingExon,
    codingTranscript: () => !this.#codingUnknown && this.situation.covers && this.model.coding !== null,
    upstream: () => isBeside(this.model, this.change, this.#reach, 0, 'upstream'),
    downstream: () => isBeside(this.model, this.change, this.#reach, 0, 'downstream'),
    // Only of alleles that are given as bases.
    acceptor: () => false,
    donor: () => false,
    donorFifthBase: () => false,
    donorRegion: () => false,
    spliceRegion: () => false,
    stopGained: () => false,
    inframeInsertion: () => false,
    missense: () => false,
    proteinAltering: () => false,
    partialCodon: () => false,
    stopRetained: () => false,
    synonymous: () => false,
  };

  get #length(): number {
    return this.change.end - this.change.start + 1;
  }

  get #isInside(): boolean {
    return this.change.start >= this.model.start && this.change.end <= this.model.end;
  }

  get #isInOneExon(): boolean {
    const { start, end } = this.change;
    return this.model.exons.some((exon) => start >= exon.start && end <= exon.end);
  }

  get #inframeDeletion(): boolean {
    const isWhole = this.#cdsParts.length === 1 && this.#cdsParts[0] !== null;
    return this.#kind.isDeletion && isWhole && this.#isInOneExon && this.#length % 3 === 0;
  }

  #truncates(): boolean {
    const { start, end } = this.model;
    if (this.#kind.isBreakpoint && this.change.breakends?.some((each) => overlaps(each.start, each.end, start, end)))
      return true;
    if (!this.#inCdna) return false;
    const isPartial =
      this.situation.within && !this.situation.covers && (this.change.end > end || this.change.start < start);
    return (isPartial || this.#isInside) && this.#kind.isDeletion;
  }

  #touchesCodon(which: 'first' | 'last'): boolean {
    const { coding, strand } = this.model;
    if (!coding) return false;
    const { start, end } = coding.genome;
    const isLow = (which === 'first') === (strand === 1);
    return isLow
      ? overlaps(this.change.start, this.change.end, start, start + 2)
      : overlaps(this.change.start, this.change.end, end - 2, end);
  }

  get #overlapsStart(): boolean {
    const { coding } = this.model;
    const { start, end } = this.coding.cdna;
    if (!coding || !start || !end || this.model.hasAttrib('cds_start_NF')) return false;
    return overlaps(start, end, coding.cdna.start, coding.cdna.start + 2);
  }

  get #codingUnknown(): boolean {
    if (this.situation.covers) return false;
    return this.#inCds && !this.#inframeDeletion && !this.#conditions.frameshift();
  }

  get #inCds(): boolean {
    return inCds(this.model, this.change, this.#sites.inFrameshiftIntron, this.#codingLength);
  }

  get #inCdna(): boolean {
    return inCdna(this.model, this.change, this.#sites.inFrameshiftIntron);
  }

  get #sites() {
    const { start, end } = this.change;
    const { introns } = this.model;
    const [low, high] = [Math.min(start, end), Math.max(start, end)];
    return sitesOf(intronsNear(introns, low, high), intronEndsNear(introns, low, high), [{ start, end }]);
  }

  #inUtr(side: 5 | 3): boolean {
    return besideCoding(this.model, this.change, side) && this.#inCdna;
  }

  get #nonCodingExon(): boolean {
    return onNonCodingExon(this.model, this.change, this.situation.covers);
  }

  get #matureMirna(): boolean {
    return inMatureMirna(this.model, this.change);
  }
}
