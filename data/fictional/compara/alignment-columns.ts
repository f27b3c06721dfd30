/**
 * Exact alignments of related sequences. Residues are in the same column if their codons descend from the same
 * ancestral codon, that is, if the first bases have the same homology column. A mask is a row of an alignment: for each
 * column 1 if the row has a base or residue there, else 0.
 */
import { at, present } from '../../../src/checked.ts';
import type { AnnotatedGene } from '../genes/annotation.ts';

export interface AlignedGene {
  peptide: string;
  /** Coding bases without the stop. */
  coding: string;
  /** Homology column of each codon. */
  codons: Int32Array;
}

/** Coding bases of a gene's canonical transcript, without the stop. */
export function codingBasesOf({ locus, transcripts, stableId }: AnnotatedGene): string {
  const { peptide } = present(at(transcripts, 0).translation, `the translation of ${stableId}`);
  const { start } = present(locus.cds, `the coding sequence of ${stableId}`);
  const coding = new TextDecoder().decode(locus.cdna.bases.subarray(start, start + 3 * peptide.length));
  if (coding.length !== 3 * peptide.length)
    throw new Error(`the canonical product of ${stableId} is longer than the coding sequence of its locus`);
  return coding;
}

/** The product of a gene's canonical transcript, for a gene whose bases have homology columns. */
export function alignedGene(gene: AnnotatedGene): AlignedGene {
  const { locus, transcripts, stableId } = gene;
  const { peptide } = present(at(transcripts, 0).translation, `the translation of ${stableId}`);
  const { start } = present(locus.cds, `the coding sequence of ${stableId}`);
  return {
    peptide,
    coding: codingBasesOf(gene),
    codons: Int32Array.from(peptide, (_, residue) => at(locus.cdna.columns, start + 3 * residue)),
  };
}

/** The union of the columns of all genes, in an order that is consistent with each gene. */
export function mergedColumns(genes: readonly Pick<AlignedGene, 'codons'>[]): number[] {
  const merged: number[] = [];
  for (const { codons } of genes) {
    const place = new Map(merged.map((column, index) => [column, index]));
    let next = 0;
    let shift = 0;
    for (const column of codons) {
      const known = place.get(column);
      if (known === undefined) {
        merged.splice(next++, 0, column);
        shift++;
      } else {
        next = known + shift + 1;
      }
    }
  }
  return merged;
}

/** The mask of a row in some columns. */
export function maskOf(codons: Int32Array, columns: readonly number[]): Uint8Array {
  const own = new Set(codons);
  return Uint8Array.from(columns, (column) => Number(own.has(column)));
}

const SIMILAR = ['ILVM', 'FYW', 'KRH', 'DE', 'NQ', 'ST', 'AG'];

/**
 * Percentages of the residues of `one`: aligned with the same residue of `other` (identity), with the same or a similar
 * one (similarity), with any (coverage).
 */
export function likeness(
  one: AlignedGene,
  other: AlignedGene,
): { identity: number; similarity: number; coverage: number } {
  const residueAt = new Map([...other.codons].map((column, residue) => [column, other.peptide.charAt(residue)]));
  let [identical, similar, covered] = [0, 0, 0];
  for (const [residue, column] of one.codons.entries()) {
    const [own, its] = [one.peptide.charAt(residue), residueAt.get(column)];
    if (its === undefined) continue;
    covered++;
    if (own === its) identical++;
    else if (SIMILAR.some((group) => group.includes(own) && group.includes(its))) similar++;
  }
  const percent = (count: number) => Math.round((100 * count) / one.peptide.length);
  return { identity: percent(identical), similarity: percent(identical + similar), coverage: percent(covered) };
}

/** The cigar line of a row. With `others`, columns that neither the row nor any of them has are skipped. */
export function cigarLine(mask: Uint8Array, others?: readonly Uint8Array[]): string {
  let line = '';
  let [length, current] = [0, -1];
  const endRun = (): void => {
    if (length > 0) line += `${length === 1 ? '' : length}${current === 1 ? 'M' : 'D'}`;
  };
  for (const [column, own] of mask.entries()) {
    if (own === 0 && others && !isInAny(others, column)) continue;
    if (own !== current) {
      endRun();
      [length, current] = [0, own];
    }
    length++;
  }
  endRun();
  return line;
}

function isInAny(masks: readonly Uint8Array[], column: number): boolean {
  for (const mask of masks) if (mask[column] === 1) return true;
  return false;
}

/** The number of columns that at least one row has. */
export function columnCount(masks: readonly Uint8Array[]): number {
  let count = 0;
  for (let column = 0; column < at(masks, 0).length; column++) if (isInAny(masks, column)) count++;
  return count;
}

/** The number of bases or residues of a row in columns `from` (inclusive) to `to` (exclusive). */
export function basesIn(mask: Uint8Array, from = 0, to = mask.length): number {
  let count = 0;
  for (const bit of mask.subarray(from, to)) count += bit;
  return count;
}

/**
 * Masks of a tract and of its descendants. Inserted bases of each descendant have their own columns, right before the
 * next base of the tract.
 *
 * @param length of the tract, whose homology columns are 0, 1, 2 …
 * @param descendants homology columns of each; columns from `length` on are insertions
 * @returns the mask of the tract, followed by those of the descendants
 */
export function descentMasks(
  length: number,
  descendants: readonly Int32Array[],
): [tract: Uint8Array, ...descendants: Uint8Array[]] {
  const inserted = descendants.reduce(
    (sum, columns) => sum + columns.reduce((count, column) => count + (column >= length ? 1 : 0), 0),
    0,
  );
  const tract = new Uint8Array(length + inserted);
  const rows = descendants.map((columns) => ({ columns, next: 0, mask: new Uint8Array(length + inserted) }));
  let column = 0;
  const placeInsertions = (): void => {
    for (const row of rows) {
      for (; (row.columns[row.next] ?? -1) >= length; row.next++) row.mask[column++] = 1;
    }
  };
  for (let base = 0; base < length; base++) {
    placeInsertions();
    tract[column] = 1;
    for (const row of rows) {
      if (row.columns[row.next] !== base) continue;
      row.mask[column] = 1;
      row.next++;
    }
    column++;
  }
  placeInsertions();
  return [tract, ...rows.map(({ mask }) => mask)];
}
