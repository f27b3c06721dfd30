/** A genome of the model: chromosomes as rows of inherited elements. Coordinates come later (placement.ts). */
import type { Locus } from './locus.ts';
import type { Tract } from './tract.ts';

export type Element = { kind: 'spacer'; tract: Tract; strand: 1 | -1 } | { kind: 'locus'; locus: Locus };

/** `sex` is the chromosome that both sexes have (X, Z), `degenerate` its shrunken partner (Y, W). */
export type ChromosomeKind = 'autosome' | 'sex' | 'degenerate' | 'unplaced' | 'mitochondrion';

export interface Chromosome {
  /** A number or a letter; species name the sex chromosomes after their own fashion. */
  name: string;
  kind: ChromosomeKind;
  elements: Element[];
}

export interface Genome {
  /** The tree node that this genome stands at. */
  node: string;
  chromosomes: Chromosome[];
}

export function lociOf(chromosome: Chromosome): Locus[] {
  return chromosome.elements.flatMap((element) => (element.kind === 'locus' ? [element.locus] : []));
}
