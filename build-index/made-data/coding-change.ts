/** Codons and residues of an insertion or a deletion within a coding sequence, as Ensembl's API writes them, and the terms that follow from them. */
import { translateCodons } from '../../src/variants/hgvs-protein.ts';
import { bitOf } from './consequence-set.ts';

interface CodingChange {
  terms: number;
  /** `GAT/GT`; `-` for none: an insertion between two codons, or codons deleted as a whole. */
  codons: string;
  /** `D/X`: an incomplete codon is an X. */
  residues: string;
}

/**
 * Bases `start` to `end` of a coding sequence become others; an insertion stands between `end` and `start` = `end` + 1. Null where the
 * last codon touched is not whole.
 *
 * @param coding an N for each base that is missing before it
 */
export function codingChange(coding: string, start: number, end: number, alternative: string, completeStart: boolean): CodingChange | null {
  const [from, to] = [Math.ceil(start / 3) * 3 - 3, Math.ceil(end / 3) * 3];
  if (to > coding.length) return null;
  const codons = coding.slice(from, to);
  const changed = coding.slice(from, start - 1) + alternative + coding.slice(end, to);
  const [residues, otherResidues] = [residuesOf(codons), residuesOf(changed)];
  return {
    terms: termsOf(codons, changed, residues, otherResidues) | (from === 0 && completeStart && !(changed + coding.slice(to, to + 3)).startsWith('ATG') ? bitOf('start_lost') : 0),
    codons: `${codons || '-'}/${changed || '-'}`,
    residues: residues === otherResidues ? residues : `${residues}/${otherResidues}`,
  };
}

function residuesOf(codons: string): string {
  return translateCodons(codons, 1) + (codons.length % 3 === 0 ? '' : 'X') || '-';
}

function termsOf(codons: string, changed: string, residues: string, otherResidues: string): number {
  const [stopped, stops] = [residues.includes('*'), otherResidues.includes('*')];
  const stop = stops && !stopped ? bitOf('stop_gained') : stopped && !stops ? bitOf('stop_lost') : 0;
  if ((changed.length - codons.length) % 3 !== 0) return stop | bitOf('frameshift_variant');
  const [shorter, longer, whole] = changed.length > codons.length ? [codons, changed, bitOf('inframe_insertion')] : [changed, codons, bitOf('inframe_deletion')];
  if (longer.startsWith(shorter) || longer.endsWith(shorter)) return stop | whole;
  return stop || bitOf('protein_altering_variant');
}
