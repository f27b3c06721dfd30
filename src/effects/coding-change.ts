/**
 * What a change does to the coding sequence and the peptide of a transcript: positions, codons and residues, after
 * Ensembl's TranscriptVariationAllele.
 */
import { at } from '../checked.ts';
import { reverseComplementOf } from '../genome/bases.ts';
import { peptideEdits } from '../genome/sequence-edits.ts';
import { translateCodons } from '../variants/hgvs-protein.ts';
import { alleleBases } from '../variants/variant-alleles.ts';
import type { Mapped, TranscriptModel, TranscriptSequence } from './transcript-model.ts';
import { ends, type Positions } from './transcript-places.ts';

/** Bases `start` to `end` become others. For an insertion, `start` = `end` + 1. */
export interface AlleleChange {
  start: number;
  end: number;
  /** The strand that the alleles are written on. */
  strand: 1 | -1;
  /** Upper case; empty for an insertion or a deletion. */
  reference: string;
  alternative: string;
}

const UNAMBIGUOUS = /^[ACGT]*$/;

/** Does an allele consist of bases, known or not, unlike '<*>' and 'INS'? */
export function isDna(bases: string): boolean {
  return /^[ACGTRYKMSWBDHVN]*$/.test(bases);
}

/** Are all letters of an allele known bases? */
export function isUnambiguous(bases: string): boolean {
  return UNAMBIGUOUS.test(bases);
}

export class CodingChange {
  readonly model: TranscriptModel;
  readonly change: AlleleChange;
  readonly sequence: TranscriptSequence | null;
  /** The alleles on the strand of the transcript. */
  readonly reference: string;
  readonly alternative: string;
  readonly #known = new Map<string, unknown>();

  /** @param sequence needed where `needsSequence` says so */
  constructor(model: TranscriptModel, change: AlleleChange, sequence: TranscriptSequence | null) {
    this.model = model;
    this.change = change;
    this.sequence = sequence;
    const orient = (bases: string) => (change.strand === model.strand ? bases : reverseComplementOf(bases));
    this.reference = orient(change.reference);
    this.alternative = orient(change.alternative);
  }

  /** Positions in the cDNA; undefined where an end is outside the exons. */
  get cdna(): Positions {
    return this.#once('cdna', () => ends(this.model.toCdna(this.change.start, this.change.end), 0));
  }

  get cds(): Positions {
    return this.#once('cds', () => ends(this.cdsParts, this.model.phase));
  }

  get protein(): Positions {
    return this.#once('protein', () => ends(this.model.toPeptide(this.change.start, this.change.end), 0));
  }

  /** Residues before and after, 'R/A' or 'L'; null where they are not known. */
  get aminoAcids(): string | null {
    const [reference, alternative] = [this.#referencePeptide, this.alternativePeptide];
    if (!reference || !alternative) return null;
    return reference === alternative ? reference : `${reference}/${alternative}`;
  }

  /** Codons before and after, changed bases in upper case. */
  get codons(): string | null {
    const [reference, alternative] = [this.referenceCodon, this.alternativeCodon];
    if (!reference || !alternative) return null;
    return `${this.#shown(reference, this.reference)}/${this.#shown(alternative, this.alternative)}`;
  }

  /** The one residue that becomes another, for predictions; null for all else. */
  get residueChange(): { position: number; alternative: string } | null {
    const { start } = this.protein;
    const found = /^[A-Z]\/([ACDEFGHIKLMNPQRSTVWY])$/.exec(this.aminoAcids ?? '');
    return found && start !== undefined ? { position: start, alternative: at(found, 1) } : null;
  }

  get cdsParts(): Mapped[] {
    return this.#once('cdsParts', () => this.model.toCds(this.change.start, this.change.end));
  }

  get referenceCodon(): string | null {
    return this.#once('referenceCodon', () => {
      const place = this.#codonPlace;
      return place && (this.bases.slice(place.from, place.from + place.length) || '-');
    });
  }

  get alternativeCodon(): string | null {
    return this.#once('alternativeCodon', () => {
      const place = this.#codonPlace;
      if (!place || !isDna(this.alternative)) return null;
      const changed = this.#changedCoding();
      const length = place.length + this.alternative.length - place.replaced;
      return changed === null ? null : changed.slice(place.from, place.from + Math.max(0, length)) || '-';
    });
  }

  /** Where the whole codons of the change begin in the CDS (0-based), how long they are, and how much is replaced. */
  get #codonPlace(): { from: number; length: number; replaced: number } | null {
    const { start: first, end: lastResidue } = this.protein;
    const { start, end } = this.cds;
    if (!first || !lastResidue || start === undefined || end === undefined || !this.sequence) return null;
    return { from: first * 3 - 3, length: (lastResidue - first + 1) * 3, replaced: end - start + 1 };
  }

  get bases(): string {
    return this.sequence?.coding ?? '';
  }

  /** The CDS with the alternative allele, and the 3' UTR behind it. */
  #changedCoding(): string | null {
    const { start, end } = this.cds;
    if (start === undefined || end === undefined || !this.sequence) return null;
    const changed = this.bases.slice(0, start - 1) + this.alternative + this.bases.slice(end);
    if (changed === '') return null;
    return (changed.length < 3 ? '' : changed) + this.sequence.after;
  }

  get #referencePeptide(): string | null {
    return this.#once('referencePeptide', () => {
      const codon = this.referenceCodon;
      if (codon === null || !isUnambiguous(this.reference)) return null;
      if (codon === '-') return '-';
      return this.#withEdits(this.#translated(codon), codon);
    });
  }

  get alternativePeptide(): string | null {
    return this.#once('alternativePeptide', () => {
      const codon = this.alternativeCodon;
      if (codon === null || !isUnambiguous(this.alternative)) return null;
      return codon === '-' ? '-' : this.#translated(codon);
    });
  }

  /** Residues of whole codons, and X for what is left, except after a lone stop. */
  #translated(codon: string): string {
    const residues = translateCodons(codon, this.model.codonTable);
    const all = codon.length % 3 !== 0 && residues !== '*' ? `${residues}X` : residues;
    return all || '-';
  }

  /** The reference residues with selenocysteines and the like; null where an edit is shorter than what it replaces. */
  #withEdits(residues: string, codon: string): string | null {
    const edits = peptideEdits(this.model.transcript.translation?.attribs ?? []);
    if (edits.length === 0) return residues;
    const { start, end } = this.protein;
    if (start === undefined || end === undefined) return residues;
    const [first, lastResidue] = [Math.min(start, end), Math.max(start, end)];
    const letters = [...translateCodons(codon, this.model.codonTable)];
    for (const edit of edits) {
      for (let position = Math.max(first, edit.start); position <= Math.min(lastResidue, edit.end); position++) {
        const replacement = edit.replacement[position - edit.start];
        if (replacement === undefined) return null;
        letters[position - first] = replacement;
      }
    }
    const edited = letters.join('');
    return codon.length % 3 !== 0 && edited !== '*' ? `${edited}X` : edited || '-';
  }

  #shown(codon: string, allele: string): string {
    const lower = codon.toLowerCase();
    const position = this.#codonPosition;
    if (position === null || allele === '') return lower;
    const from = position - 1;
    return (
      lower.slice(0, from) + lower.slice(from, from + allele.length).toUpperCase() + lower.slice(from + allele.length)
    );
  }

  /** 1 to 3: where in its codon the change begins. */
  get #codonPosition(): number | null {
    const { start } = this.cdna;
    const { coding, phase } = this.model;
    if (start === undefined || !coding) return null;
    return ((((start - coding.cdna.start + phase) % 3) + 3) % 3) + 1;
  }

  /** Both peptides, an empty text for none; null unless both are known. */
  get peptides(): [reference: string, alternative: string] | null {
    const [reference, alternative] = [this.#referencePeptide, this.alternativePeptide];
    if (!reference || !alternative) return null;
    return [alleleBases(reference), alleleBases(alternative)];
  }

  /** The 5' UTR and the CDS with the alternative allele. */
  changedFromStart(): { before: string; changed: string } | null {
    const { start, end } = this.cdna;
    if (!this.sequence || !start || !end) return null;
    const { before, coding } = this.sequence;
    const all = before + coding;
    return { before, changed: all.slice(0, start - 1) + this.alternative + all.slice(end) };
  }

  #once<T>(name: string, value: () => T): T {
    if (!this.#known.has(name)) this.#known.set(name, value());
    return this.#known.get(name) as T;
  }
}
