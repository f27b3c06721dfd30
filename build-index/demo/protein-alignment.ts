/**
 * Alignments of the products of related genes, without guessing: residues stand in one column when their codons go back to
 * the same ancestral codon, which the homology columns of the first bases tell.
 */
import type { AnnotatedGene } from './annotation.ts';

export interface AlignedGene {
  peptide: string;
  /** Coding bases without the stop. */
  coding: string;
  /** Homology column of each codon. */
  codons: Int32Array;
}

/** The product of a gene's canonical transcript. */
export function alignedGene({ locus, transcripts, stableId }: AnnotatedGene): AlignedGene {
  const { peptide } = transcripts[0]!.translation!;
  const { start } = locus.cds!;
  const coding = new TextDecoder().decode(locus.cdna.bases.subarray(start, start + 3 * peptide.length));
  if (coding.length !== 3 * peptide.length) throw new Error(`${stableId}: the canonical product is not that of the locus`);
  return { peptide, coding, codons: Int32Array.from(peptide, (_, residue) => locus.cdna.columns[start + 3 * residue]!) };
}

/** Columns of all genes together, in an order that is every gene's own. */
export function mergedColumns(genes: readonly Pick<AlignedGene, 'codons'>[]): number[] {
  const merged: number[] = [];
  for (const { codons } of genes) {
    const place = new Map(merged.map((column, index) => [column, index]));
    let at = 0;
    let shift = 0;
    for (const column of codons) {
      const known = place.get(column);
      if (known === undefined) {
        merged.splice(at++, 0, column);
        shift++;
      } else {
        at = known + shift + 1;
      }
    }
  }
  return merged;
}

/** How a gene runs through some columns. */
export function cigarLine({ codons }: Pick<AlignedGene, 'codons'>, columns: readonly number[]): string {
  const own = new Set(codons);
  let line = '';
  let length = 0;
  columns.forEach((column, index) => {
    length++;
    const operation = own.has(column);
    if (index + 1 < columns.length && own.has(columns[index + 1]!) === operation) return;
    line += `${length === 1 ? '' : length}${operation ? 'M' : 'D'}`;
    length = 0;
  });
  return line;
}

const SIMILAR = ['ILVM', 'FYW', 'KRH', 'DE', 'NQ', 'ST', 'AG'];

/** Residues of `one` that stand with the same, and with the same or a similar one of `other`, in percent of its length. */
export function likeness(one: AlignedGene, other: AlignedGene): { identity: number; similarity: number; coverage: number } {
  const residueAt = new Map([...other.codons].map((column, residue) => [column, other.peptide[residue]!]));
  let [identical, similar, covered] = [0, 0, 0];
  one.codons.forEach((column, residue) => {
    const [own, its] = [one.peptide[residue]!, residueAt.get(column)];
    if (its === undefined) return;
    covered++;
    if (own === its) identical++;
    else if (SIMILAR.some((group) => group.includes(own) && group.includes(its))) similar++;
  });
  const percent = (count: number) => Math.round(100 * count / one.peptide.length);
  return { identity: percent(identical), similarity: percent(identical + similar), coverage: percent(covered) };
}
