/** Effect of a change on the start codon and on the stop codon; follows Ensembl's VariationEffect. */
import { translateCodons } from '../variants/hgvs-protein.ts';
import { isUnambiguous, type CodingChange } from './coding-change.ts';
import { overlaps } from './intron-sites.ts';

export class TerminalCodons {
  readonly #coding: CodingChange;
  readonly #lengthChanges: boolean;

  /** @param lengthChanges the alleles are of different lengths */
  constructor(coding: CodingChange, lengthChanges: boolean) {
    this.#coding = coding;
    this.#lengthChanges = lengthChanges;
  }

  get overlapsStart(): boolean {
    const { coding } = this.#coding.model;
    const { start, end } = this.#coding.cdna;
    if (!coding || !start || !end || this.#coding.model.hasAttrib('cds_start_NF')) return false;
    return overlaps(start, end, coding.cdna.start, coding.cdna.start + 2);
  }

  get overlapsStop(): boolean {
    const { coding } = this.#coding.model;
    const { start, end } = this.#coding.cdna;
    if (!coding || !start || !end || this.#coding.model.hasAttrib('cds_end_NF')) return false;
    return overlaps(start, end, coding.cdna.end - 2, coding.cdna.end);
  }

  /** An insertion or deletion that changes the coding sequence, or the bases up to the start codon. */
  get changesStart(): boolean {
    if (!isUnambiguous(this.#coding.alternative) || !this.overlapsStart || !this.#lengthChanges) return false;
    const around = this.#coding.changedFromStart();
    if (!around) return false;
    const { before, changed } = around;
    if (before !== '' && changed.startsWith(`${before}ATG`)) return false;
    return !changed.endsWith(this.#coding.bases);
  }

  /** The three bases after an untouched length of 5' UTR are no longer ATG. */
  losesStartCodon(): boolean {
    if (!isUnambiguous(this.#coding.alternative) || !this.overlapsStart) return false;
    const around = this.#coding.changedFromStart();
    if (!around || around.before === '') return false;
    if ((this.#coding.cdna.end ?? 0) > around.before.length + this.#coding.bases.length) return false;
    return around.changed.slice(around.before.length, around.before.length + 3) !== 'ATG';
  }

  get startRetained(): boolean {
    if (!this.overlapsStart) return false;
    if (this.#lengthChanges) return !this.changesStart;
    if (!isUnambiguous(this.#coding.alternative)) return true;
    const around = this.#coding.changedFromStart();
    return around === null || around.changed.slice(-this.#coding.bases.length).startsWith('ATG');
  }

  get changesStop(): boolean {
    if (
      !isUnambiguous(this.#coding.alternative) ||
      !this.overlapsStop ||
      !this.#lengthChanges ||
      !this.#coding.sequence
    )
      return false;
    const { start: first, end: lastBase } = this.#coding.cdna;
    const { start } = this.#coding.cds;
    if (!first || !lastBase || !start) return false;
    const { coding, after } = this.#coding.sequence;
    const all = coding + after;
    const changed = all.slice(0, start - 1) + this.#coding.alternative + all.slice(start + lastBase - first);
    if (changed.length < coding.length) return true;
    return translateCodons(changed.slice(coding.length - 3, coding.length), this.#coding.model.codonTable) !== '*';
  }

  /** Does the changed protein end where the reference does? */
  endsAlike(reference: string, alternative: string): boolean {
    if (reference === 'X' && alternative === 'X') return false;
    const peptide = this.#coding.sequence?.peptide ?? '';
    const { start = 1, end = 0 } = this.#coding.protein;
    if (start > peptide.length && alternative.startsWith('*')) return true;
    const changed = peptide.slice(0, start - 1) + alternative + peptide.slice(Math.max(end, start - 1));
    const beyond = changed.length > peptide.length ? changed.length - peptide.length : Infinity;
    return (
      (alternative.includes('*') && reference === alternative[0]) ||
      (beyond < 3 && changed.startsWith(peptide)) ||
      (reference.includes('*') && reference.indexOf('*') === alternative.indexOf('*'))
    );
  }
}
