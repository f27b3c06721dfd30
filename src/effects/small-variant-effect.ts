/**
 * Effect of an alternative allele, given as bases, on a transcript: consequence terms, positions, codons and residues.
 * Conditions follow Ensembl's Variation API (release 115), including what is odd about them, because clients compare.
 */
import type { Span } from '../genome/transcript.ts';
import { alleleBases } from '../variants/variant-alleles.ts';
import { CodingChange, isDna, type AlleleChange } from './coding-change.ts';
import { TRANSCRIPT_RULES, termsOf, type TranscriptCondition } from './consequence-rules.ts';
import { intronEndsNear, intronsNear, sitesOf, type IntronSites } from './intron-sites.ts';
import { situationOf, type Situation } from './situation.ts';
import { TerminalCodons } from './terminal-codons.ts';
import type { TranscriptModel, TranscriptSequence } from './transcript-model.ts';
import {
  besideCoding,
  distanceTo,
  inCdna,
  inCds,
  inMatureMirna,
  isBeside,
  numbersOf,
  onNonCodingExon,
  type Reach,
} from './transcript-places.ts';

/** A change moved along the transcript; see `shifted` in the handler. */
export interface Shift {
  /** The change at its first place. */
  unmoved: Span;
  /** Bases that it was moved by, along the transcript. */
  length: number;
}

export class SmallVariantEffect {
  readonly model: TranscriptModel;
  readonly change: AlleleChange;
  readonly #sequence: TranscriptSequence | null;
  readonly #reach: Reach;
  readonly #shift: Shift | null;
  readonly situation: Situation;
  #codingChange: CodingChange | null = null;
  #terminalCodons: TerminalCodons | null = null;
  #terms: string[] | null = null;
  #values: Map<string, unknown> | null = null;

  /** @param sequence needed where `needsSequence` says so */
  constructor(
    model: TranscriptModel,
    change: AlleleChange,
    sequence: TranscriptSequence | null,
    reach: Reach,
    shift: Shift | null = null,
  ) {
    this.model = model;
    this.change = change;
    this.#sequence = sequence;
    this.#reach = reach;
    this.#shift = shift;
    this.situation = situationOf(model, change, false, lengthChange(change));
  }

  /** Consequence terms, most severe first. */
  get terms(): string[] {
    return (this.#terms ??= termsOf(TRANSCRIPT_RULES, this.situation, (condition) =>
      SmallVariantEffect.#conditions[condition](this),
    ));
  }

  /** Positions, codons and residues. */
  get coding(): CodingChange {
    return this.#coding;
  }

  // Most transcripts near a variant need neither, so that both wait until they are asked for.
  get #coding(): CodingChange {
    return (this.#codingChange ??= new CodingChange(this.model, this.change, this.#sequence));
  }

  get #terminal(): TerminalCodons {
    return (this.#terminalCodons ??= new TerminalCodons(this.#coding, this.#lengthChanges));
  }

  get stopRetained(): boolean {
    return this.#stopRetained;
  }

  get startLost(): boolean {
    return this.#startLost();
  }

  /** '3/11', '3-4/11'; null outside of exons. Of a shifted change, from its first place, as are introns. */
  get exonNumber(): string | null {
    return this.situation.exon ? numbersOf(this.model.exons, this.#shift?.unmoved ?? this.change) : null;
  }

  get intronNumber(): string | null {
    return this.situation.intron ? numbersOf(this.model.introns, this.#shift?.unmoved ?? this.change) : null;
  }

  /** Of a shifted change, from its first place. */
  get distance(): number {
    return distanceTo(this.model, this.#shift?.unmoved ?? this.change);
  }

  get #sites(): IntronSites {
    return this.#once('sites', () => {
      const { start, end } = this.change;
      const [low, high] = [Math.min(start, end), Math.max(start, end)];
      const regions = this.#differing.map((part) => ({ start: start + part.start, end: start + part.end }));
      const from = this.#shift?.unmoved.start ?? start;
      const unmoved = this.#differing.map((part) => ({ start: from + part.start, end: from + part.end }));
      return sitesOf(
        intronsNear(this.model.introns, low, high),
        intronEndsNear(this.model.introns, low, high),
        regions,
        unmoved,
      );
    });
  }

  /** The parts of the change in which the alleles differ, counted from its start. */
  get #differing(): Span[] {
    const { reference, alternative, start, end } = this.change;
    if (reference.length < 2 || alternative.length < 2) return [{ start: 0, end: end - start }];
    const parts: Span[] = [];
    for (let index = 0; index < Math.max(reference.length, alternative.length); index++) {
      if (reference[index] === alternative[index]) continue;
      const before = parts.at(-1);
      if (before?.end === index - 1) before.end = index;
      else parts.push({ start: index, end: index });
    }
    return parts;
  }

  get #codonPair(): [reference: string, alternative: string] | null {
    if (this.#frameshift) return null;
    const [reference, alternative] = [this.#coding.referenceCodon, this.#coding.alternativeCodon];
    if (reference === null || alternative === null) return null;
    return [alleleBases(reference), alleleBases(alternative)];
  }

  // Conditions ------------------------------------------------------------------------------------------------------

  static readonly #conditions: Record<TranscriptCondition, (effect: SmallVariantEffect) => boolean> = {
    ablation: (effect) => effect.situation.covers && effect.change.reference.length > effect.change.alternative.length,
    amplification: (effect) => effect.situation.covers && effect.#repeatsReference(),
    // Only structural variants.
    elongation: () => false,
    truncation: () => false,
    acceptor: (effect) => (effect.model.strand === 1 ? effect.#sites.high : effect.#sites.low).spliceSite,
    donor: (effect) => effect.#donor.spliceSite,
    donorFifthBase: (effect) => effect.#donor.fifthBase,
    donorRegion: (effect) => !effect.#donor.fifthBase && effect.#donor.donorRegion,
    polypyrimidine: (effect) => (effect.model.strand === 1 ? effect.#sites.high : effect.#sites.low).polypyrimidine,
    spliceRegion: (effect) =>
      !effect.#sites.low.spliceSite &&
      !effect.#sites.high.spliceSite &&
      !effect.#donor.fifthBase &&
      !effect.#donor.donorRegion &&
      effect.#sites.spliceRegion,
    intronic: (effect) => effect.#sites.intronic,
    stopGained: (effect) => effect.#stopGained,
    frameshift: (effect) => effect.#frameshift,
    stopLost: (effect) => effect.#stopLost,
    startLost: (effect) => effect.#startLost(),
    inframeInsertion: (effect) => effect.#inframeInsertion(),
    inframeDeletion: (effect) => effect.#inframeDeletion,
    missense: (effect) => effect.#missense(),
    proteinAltering: (effect) => effect.#proteinAltering,
    partialCodon: (effect) => effect.#partialCodon,
    startRetained: (effect) => effect.#terminal.startRetained,
    stopRetained: (effect) => effect.#stopRetained,
    synonymous: (effect) => effect.#synonymous(),
    codingUnknown: (effect) => effect.#codingUnknown,
    matureMirna: (effect) => effect.#matureMirna,
    utr5: (effect) => effect.#inUtr(5),
    utr3: (effect) => effect.#inUtr(3),
    nonCodingExon: (effect) => effect.#nonCodingExon,
    nmd: () => true,
    nonCoding: (effect) => !effect.model.coding && !effect.#matureMirna && !effect.#nonCodingExon,
    codingTranscript: (effect) => effect.situation.covers && effect.model.coding !== null && !effect.#codingUnknown,
    upstream: (effect) => isBeside(effect.model, effect.change, effect.#reach, effect.#shift?.length ?? 0, 'upstream'),
    downstream: (effect) =>
      isBeside(effect.model, effect.change, effect.#reach, effect.#shift?.length ?? 0, 'downstream'),
  };

  get #donor() {
    return this.model.strand === 1 ? this.#sites.low : this.#sites.high;
  }

  #repeatsReference(): boolean {
    const { reference, alternative } = this.change;
    return (
      reference !== '' &&
      alternative.length > reference.length &&
      alternative.length % reference.length === 0 &&
      alternative === reference.repeat(alternative.length / reference.length)
    );
  }

  get #lengthChanges(): boolean {
    return this.situation.length !== 'same';
  }

  get #partialCodon(): boolean {
    return this.#once('partialCodon', () => {
      const { start } = this.#coding.protein;
      if (start === undefined) return false;
      const left = this.#coding.bases.length - (start * 3 - 3);
      return left > 0 && left < 3;
    });
  }

  get #frameshift(): boolean {
    return this.#once('frameshift', () => {
      if (this.#partialCodon || this.#stopRetained || !isDna(this.#coding.alternative)) return false;
      const { start, end } = this.#coding.cds;
      if (start === undefined || end === undefined) return false;
      return Math.abs(this.#coding.alternative.length - (end - start + 1)) % 3 !== 0;
    });
  }

  get #stopLost(): boolean {
    return this.#once('stopLost', () => {
      const pair = this.#coding.peptides;
      return pair ? !pair[1].includes('*') && pair[0].includes('*') : this.#terminal.changesStop;
    });
  }

  get #stopGained(): boolean {
    return this.#once('stopGained', () => {
      if (this.#stopRetained) return false;
      const pair = this.#coding.peptides;
      return pair?.[1].includes('*') === true && !pair[0].includes('*');
    });
  }

  get #stopRetained(): boolean {
    return this.#once('stopRetained', () => {
      if (this.#partialCodon || this.#stopLost) return false;
      const pair = this.#coding.peptides;
      if (pair?.[1]) return this.#terminal.endsAlike(pair[0], pair[1]);
      return this.#lengthChanges && this.#terminal.overlapsStop && !this.#terminal.changesStop;
    });
  }

  #startLost(): boolean {
    // Ensembl asks for in-frame changes while it decides this, and they ask for it: then it is not yet true.
    return this.#once('startLost', () => {
      this.#known.set('startLost', false);
      if (!this.#terminal.overlapsStart) return false;
      if (this.#terminal.changesStart && !this.#inframeInsertion() && !this.#inframeDeletion) return true;
      if (this.#terminal.losesStartCodon()) return true;
      const pair = this.#coding.peptides;
      if (!pair?.[0] || !pair[1] || pair[1] === 'X') return false;
      const [reference, alternative] = pair;
      return this.#coding.protein.start === 1 && !alternative.endsWith(reference) && !alternative.startsWith(reference);
    });
  }

  #inframeInsertion(): boolean {
    const codons = this.#codonPair;
    if (this.#startLost() || !codons || codons[1].length <= codons[0].length) return false;
    const pair = this.#coding.peptides;
    if (!pair) return false;
    const [reference, alternative] = pair;
    if (this.#terminal.startRetained && alternative.endsWith(reference)) return false;
    const upToStop = alternative.replace(/\*.+/, '*');
    return upToStop.startsWith(reference) || upToStop.endsWith(reference);
  }

  get #inframeDeletion(): boolean {
    return this.#once('inframeDeletion', () => {
      if (this.#partialCodon) return false;
      const codons = this.#codonPair;
      if (!codons || codons[1].length >= codons[0].length) return false;
      const [reference, alternative] = codons;
      if (reference.startsWith(alternative) || reference.endsWith(alternative)) return true;
      let [head, tail] = [0, 0];
      while (head < alternative.length && reference[head] === alternative[head]) head++;
      while (tail < alternative.length - head && reference.at(-1 - tail) === alternative.at(-1 - tail)) tail++;
      return head + tail === alternative.length && (reference.length - head - tail) % 3 === 0;
    });
  }

  #missense(): boolean {
    const pair = this.#coding.peptides;
    if (!pair || this.#startLost() || this.#stopLost || this.#stopGained || this.#partialCodon || this.#stopRetained)
      return false;
    return pair[0] !== pair[1] && pair[0].length === pair[1].length;
  }

  get #proteinAltering(): boolean {
    return this.#once('proteinAltering', () => {
      const pair = this.#coding.peptides;
      if (!pair) return false;
      const [reference, alternative] = pair;
      if (reference.length === alternative.length || reference.startsWith('*') || alternative.startsWith('*'))
        return false;
      if (alternative.startsWith(reference) || alternative.endsWith(reference)) return false;
      return !this.#inframeDeletion && !this.#startLost() && !this.#frameshift;
    });
  }

  #synonymous(): boolean {
    const pair = this.#coding.peptides;
    if (!pair?.[0] || pair[0] !== pair[1]) return false;
    return !this.#stopRetained && !this.#terminal.startRetained && !pair[0].includes('X');
  }

  get #codingUnknown(): boolean {
    return this.#once('codingUnknown', () => {
      if (this.situation.covers || !this.#inCds) return false;
      const pair = this.#coding.peptides;
      const isUnknown = !pair || (this.#coding.alternativePeptide ?? '').includes('X') || pair[0].includes('X');
      if (!isUnknown) return false;
      const isNamed =
        this.#frameshift ||
        this.#inframeDeletion ||
        this.#proteinAltering ||
        this.#terminal.startRetained ||
        this.#startLost() ||
        this.#stopRetained ||
        this.#stopLost;
      return !isNamed;
    });
  }

  get #inCds(): boolean {
    return inCds(this.model, this.change, this.#sites.inFrameshiftIntron, this.#coding.bases.length);
  }

  #inUtr(side: 5 | 3): boolean {
    return (
      besideCoding(this.model, this.change, side) && inCdna(this.model, this.change, this.#sites.inFrameshiftIntron)
    );
  }

  get #nonCodingExon(): boolean {
    return this.#once('nonCodingExon', () => onNonCodingExon(this.model, this.change, this.situation.covers));
  }

  get #matureMirna(): boolean {
    return this.#once('matureMirna', () => inMatureMirna(this.model, this.change));
  }

  get #known(): Map<string, unknown> {
    return (this.#values ??= new Map());
  }

  #once<T>(name: string, value: () => T): T {
    if (!this.#known.has(name)) this.#known.set(name, value());
    return this.#known.get(name) as T;
  }
}

function lengthChange({ start, end, alternative }: AlleleChange): Situation['length'] {
  const before = end - start + 1;
  if (alternative.length === before) return 'same';
  return alternative.length > before ? 'longer' : 'shorter';
}
