/**
 * Alignments of the products of related genes, without guessing: residues stand in one column when their codons go
 * back to the same ancestral codon, which the homology columns of the first bases tell.
 */
import type { AnnotatedGene } from '../genes/annotation.ts';

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
  if (coding.length !== 3 * peptide.length)
    throw new Error(`${stableId}: the canonical product is not that of the locus`);
  return {
    peptide,
    coding,
    codons: Int32Array.from(peptide, (_, residue) => locus.cdna.columns[start + 3 * residue]!),
  };
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

/** Which of some columns a row has. */
export function maskOf(codons: Int32Array, columns: readonly number[]): Uint8Array {
  const own = new Set(codons);
  return Uint8Array.from(columns, (column) => Number(own.has(column)));
}

const SIMILAR = ['ILVM', 'FYW', 'KRH', 'DE', 'NQ', 'ST', 'AG'];

/**
 * Residues of `one` that stand with the same, and with the same or a similar one of `other`, in percent of its length.
 */
export function likeness(
  one: AlignedGene,
  other: AlignedGene,
): { identity: number; similarity: number; coverage: number } {
  const residueAt = new Map([...other.codons].map((column, residue) => [column, other.peptide[residue]!]));
  let [identical, similar, covered] = [0, 0, 0];
  one.codons.forEach((column, residue) => {
    const [own, its] = [one.peptide[residue]!, residueAt.get(column)];
    if (its === undefined) return;
    covered++;
    if (own === its) identical++;
    else if (SIMILAR.some((group) => group.includes(own) && group.includes(its))) similar++;
  });
  const percent = (count: number) => Math.round((100 * count) / one.peptide.length);
  return { identity: percent(identical), similarity: percent(identical + similar), coverage: percent(covered) };
}

/** Rows of an alignment as masks: for each column 1 where the row has a base or residue, else 0. */

/** How a row runs through all columns; with `others`, through those that any of them or itself has. */
export function cigarLine(mask: Uint8Array, others?: readonly Uint8Array[]): string {
  let line = '';
  let [length, last] = [0, -1];
  const end = (): void => {
    if (length > 0) line += `${length === 1 ? '' : length}${last === 1 ? 'M' : 'D'}`;
  };
  for (let column = 0; column < mask.length; column++) {
    const own = mask[column]!;
    if (own === 0 && others && !isInAny(others, column)) continue;
    if (own !== last) {
      end();
      [length, last] = [0, own];
    }
    length++;
  }
  end();
  return line;
}

function isInAny(masks: readonly Uint8Array[], column: number): boolean {
  for (const mask of masks) if (mask[column] === 1) return true;
  return false;
}

/** Columns that any row has. */
export function columnCount([first, ...others]: readonly Uint8Array[]): number {
  let count = 0;
  for (let column = 0; column < first!.length; column++) if (first![column] === 1 || isInAny(others, column)) count++;
  return count;
}

/** Columns that a row has, of those from `from` to before `to`. */
export function basesIn(mask: Uint8Array, from = 0, to = mask.length): number {
  let count = 0;
  for (let column = from; column < to; column++) count += mask[column]!;
  return count;
}

/**
 * Masks of a tract and of what it became elsewhere. What a descendant gained stands right before the base of the
 * tract that it came to stand before, in columns of its own.
 *
 * @param length of the tract, whose homology columns are 0, 1, 2 …
 * @param descendants homology columns of each; those from `length` on it gained
 * @returns the tract's own mask, and then one for each descendant
 */
export function descentMasks(
  length: number,
  descendants: readonly Int32Array[],
): [tract: Uint8Array, ...descendants: Uint8Array[]] {
  const gained = descendants.reduce(
    (sum, columns) => sum + columns.reduce((count, column) => count + (column >= length ? 1 : 0), 0),
    0,
  );
  const tract = new Uint8Array(length + gained);
  const masks = descendants.map(() => new Uint8Array(length + gained));
  const next = descendants.map(() => 0);
  let column = 0;
  const takeGained = (): void =>
    descendants.forEach((its, each) => {
      while (its[next[each]!]! >= length) {
        masks[each]![column++] = 1;
        next[each]!++;
      }
    });
  for (let base = 0; base < length; base++) {
    takeGained();
    tract[column] = 1;
    for (let each = 0; each < descendants.length; each++) {
      if (descendants[each]![next[each]!] !== base) continue;
      masks[each]![column] = 1;
      next[each]!++;
    }
    column++;
  }
  takeGained();
  return [tract, ...masks];
}
