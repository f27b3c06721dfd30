/** Trees of gene families, grown along the tree of species: genes are lost and duplicated on its branches. */
import { logNormal, type Random } from '../random.ts';
import { aminoAcidAt, asText, randomCodingSequence, substitute } from '../sequence/genetic-code.ts';
import { COMPARED_TREE, type ComparedNode, type ComparedSpecies } from './scaled-species.ts';
import { basesIn } from './alignment-columns.ts';

export interface FamilyTree {
  kind: 'gene' | 'speciation' | 'duplication';
  at: ComparedNode;
  /** Number of a gene within the family, from 0; -1 of other nodes. */
  member: number;
  /** Two, or none of a gene. */
  children: readonly FamilyTree[];
}

export interface Family {
  root: FamilyTree;
  /** Species of each member; where the chromosome has a gene of the family, that is the first of its species. */
  members: ComparedSpecies[];
}

const LOSS = 0.07;
/** Most families hardly ever duplicate, some do again and again. */
const DUPLICATION_MEDIAN = 0.02;
const MOST_MEMBERS = 80;

/** @param withReference is there a gene of the chromosome in it? No other family has one of its species */
export function growFamily(random: Random, withReference: boolean): Family {
  for (;;) {
    const duplication = Math.min(0.35, logNormal(random, 1000 * DUPLICATION_MEDIAN, 1, 1, 1000) / 1000);
    const grower = new Grower(random, duplication, withReference);
    const root = grower.grow(origin(random, withReference));
    if (root && root.kind !== 'gene') return { root, members: grower.members };
  }
}

/** Most families are as old as the tree; others began on a branch of it. */
function origin(random: Random, withReference: boolean): ComparedNode {
  let node = COMPARED_TREE;
  while (random.chance(0.12)) {
    const below = node.children.filter(
      ({ species, hasReference }) => species === null && (!withReference || hasReference),
    );
    if (below.length === 0) break;
    node = random.pick(below);
  }
  return node;
}

class Grower {
  readonly members: ComparedSpecies[] = [];
  readonly #random: Random;
  readonly #duplication: number;
  readonly #withReference: boolean;
  #referencePlaced = false;

  constructor(random: Random, duplication: number, withReference: boolean) {
    this.#random = random;
    this.#duplication = duplication;
    this.#withReference = withReference;
  }

  /** What of the family is left of the lineage that enters a node; null when it was lost. */
  grow(at: ComparedNode): FamilyTree | null {
    if (this.members.length < MOST_MEMBERS && this.#random.chance(this.#duplication)) {
      return joined('duplication', at, [this.#lineage(at), this.#lineage(at)]);
    }
    return this.#lineage(at);
  }

  #lineage(at: ComparedNode): FamilyTree | null {
    if (at.species) return this.#gene(at, at.species);
    const isNeeded = this.#withReference && at.hasReference && !this.#referencePlaced;
    if (!isNeeded && this.#random.chance(LOSS)) return null;
    return joined(
      'speciation',
      at,
      at.children.map((child) => this.grow(child)),
    );
  }

  #gene(at: ComparedNode, species: ComparedSpecies): FamilyTree | null {
    if (at.hasReference) {
      if (!this.#withReference || this.#referencePlaced) return null;
      this.#referencePlaced = true;
    } else if (this.#random.chance(LOSS)) {
      return null;
    }
    this.members.push(species);
    return { kind: 'gene', at, member: this.members.length - 1, children: [] };
  }
}

function joined(
  kind: 'speciation' | 'duplication',
  at: ComparedNode,
  children: (FamilyTree | null)[],
): FamilyTree | null {
  const left = children.filter((child) => child !== null);
  return left.length === 2 ? { kind, at, member: -1, children: left } : (left[0] ?? null);
}

// Products of a family's genes in one alignment: a member has lost tiles of the columns and has other bases in
// some codons.
export interface AlignedMember {
  /** For each column of the alignment, 1 where the member has a residue. */
  mask: Uint8Array;
  /** Residues by column, and their codons; what stands where the member has none means nothing. */
  residues: Uint8Array;
  coding: Uint8Array;
}

/** Columns of a family: human proteins have some 415 residues, and each lacks some columns. */
const PRODUCT = { median: 470, sigma: 0.65, least: 50, most: 5000 };
/**
 * A member lacks a tile in so many columns: cigar lines of homologues have some 0.07 characters a residue, as
 * Ensembl's have, one in ten of them 0.18 and more.
 */
const COLUMNS_PER_GAP = 65;
const MOST_GAPS = 80;

/** A product of some length, whose columns all members share. */
export function drawFounder(random: Random): Uint8Array {
  return randomCodingSequence(
    random,
    logNormal(random, PRODUCT.median, PRODUCT.sigma, PRODUCT.least, PRODUCT.most),
    1,
  ).slice(0, -3);
}

/** The founder itself, as one of the family. @param coding bases without the stop */
export function wholeMember(coding: Uint8Array): AlignedMember {
  const columns = coding.length / 3;
  return { mask: new Uint8Array(columns).fill(1), residues: translated(coding), coding };
}

/** A member that has gone its own way. */
export function divergedMember(founder: AlignedMember, random: Random): AlignedMember {
  const { mask, residues, coding } = {
    mask: founder.mask.slice(),
    residues: founder.residues.slice(),
    coding: founder.coding.slice(),
  };
  const rate = random.integer(5, 35) / 100;
  for (let site = 3 + random.skip(rate); site < coding.length; site += 1 + random.skip(rate)) {
    const codon = site - (site % 3);
    const before = coding[site]!;
    const old = residues[codon / 3]!;
    coding[site] = substitute(random, before);
    const now = aminoAcidAt(coding, codon, 1).charCodeAt(0);
    // Selection spares most changes of the product, and every new stop.
    if (now === STOP || (now !== old && random.chance(0.7))) coding[site] = before;
    else residues[codon / 3] = now;
  }
  for (let lost = logNormal(random, mask.length / COLUMNS_PER_GAP, 0.8, 0, MOST_GAPS); lost > 0; lost--) {
    const from = random.integer(1, mask.length - 1);
    mask.fill(0, from, Math.min(mask.length, from + logNormal(random, 6, 1, 1, Math.max(1, mask.length >> 3))));
  }
  return { mask, residues, coding };
}

/** Letters of the product, without gaps. */
export function productOf({ mask, residues }: AlignedMember): string {
  const letters = new Uint8Array(basesIn(mask));
  let at = 0;
  for (let column = 0; column < mask.length; column++) if (mask[column] === 1) letters[at++] = residues[column]!;
  return asText(letters);
}

/** Its coding bases. */
export function codingOf({ mask, coding }: AlignedMember): string {
  const bases = new Uint8Array(3 * basesIn(mask));
  let at = 0;
  for (let column = 0; column < mask.length; column++) {
    if (mask[column] === 0) continue;
    for (let site = 3 * column; site < 3 * column + 3; site++) bases[at++] = coding[site]!;
  }
  return asText(bases);
}

/** Residues that stand with the same one, and with any, of the other. */
export function sharedResidues(one: AlignedMember, other: AlignedMember): { identical: number; covered: number } {
  let [identical, covered] = [0, 0];
  for (let column = 0; column < one.mask.length; column++) {
    const both = one.mask[column]! & other.mask[column]!;
    covered += both;
    if (both === 1 && one.residues[column] === other.residues[column]) identical++;
  }
  return { identical, covered };
}

const STOP = 0x2a;

function translated(coding: Uint8Array): Uint8Array {
  const residues = new Uint8Array(coding.length / 3);
  for (let codon = 0; codon < residues.length; codon++)
    residues[codon] = aminoAcidAt(coding, 3 * codon, 1).charCodeAt(0);
  return residues;
}
