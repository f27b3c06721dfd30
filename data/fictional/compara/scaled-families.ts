/** Random gene families: trees with losses and duplications along the species tree, and aligned products. */
import { at } from '../../../src/checked.ts';
import { logNormal, type Random } from '../random.ts';
import { aminoAcidAt, asText, randomCodingSequence, substitute } from '../sequence/genetic-code.ts';
import { COMPARED_TREE, type ComparedNode, type ComparedSpecies } from './scaled-species.ts';

export interface FamilyTree {
  kind: 'gene' | 'speciation' | 'duplication';
  /** Its node of the species tree. */
  at: ComparedNode;
  /** Index of a gene in the family's members; -1 for inner nodes. */
  member: number;
  /** Two, or none for a gene. */
  children: readonly FamilyTree[];
}

export interface Family {
  root: FamilyTree;
  /** Species of each member. */
  members: ComparedSpecies[];
}

const LOSS = 0.07;
/** Median rate of duplications per branch. Most families have few, some have many. */
const DUPLICATION_MEDIAN = 0.02;
const MOST_MEMBERS = 80;

/** @param withReference whether the family has a gene of the chromosome. Other families have none of that species. */
export function growFamily(random: Random, withReference: boolean): Family {
  for (;;) {
    const duplication = Math.min(0.35, logNormal(random, 1000 * DUPLICATION_MEDIAN, 1, 1, 1000) / 1000);
    const grower = new Grower(random, duplication, withReference);
    const root = grower.grow(origin(random, withReference));
    if (root && root.kind !== 'gene') return { root, members: grower.members };
  }
}

/** The species tree node at which a family begins: mostly the root. */
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

  /** The gene tree of a lineage that reaches a node; null if it was lost. */
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

/** The product of a gene in the alignment of its family. */
export interface AlignedMember {
  /** For each column of the alignment, 1 if the member has a residue. */
  mask: Uint8Array;
  /** Residues by column, and their codons. Values in columns without a residue are undefined. */
  residues: Uint8Array;
  coding: Uint8Array;
}

/** Columns of a family's alignment: about 415 residues, the median of human proteins, and gaps. */
const PRODUCT = { median: 470, sigma: 0.65, least: 50, most: 5000 };
/**
 * Gives the cigar lines of homologues Ensembl's lengths: about 0.07 characters per residue; one in ten has 0.18 or
 * more.
 */
const COLUMNS_PER_GAP = 65;
const MOST_GAPS = 80;

/** Coding bases of a random product without the stop; its codons are the columns of the alignment. */
export function drawFounder(random: Random): Uint8Array {
  return randomCodingSequence(
    random,
    logNormal(random, PRODUCT.median, PRODUCT.sigma, PRODUCT.least, PRODUCT.most),
    1,
  ).slice(0, -3);
}

/** A member without gaps. @param coding bases without the stop */
export function wholeMember(coding: Uint8Array): AlignedMember {
  const columns = coding.length / 3;
  return { mask: new Uint8Array(columns).fill(1), residues: translated(coding), coding };
}

/** A member with substitutions and gaps. */
export function divergedMember(founder: AlignedMember, random: Random): AlignedMember {
  const mask = founder.mask.slice();
  const residues = founder.residues.slice();
  const coding = founder.coding.slice();
  const rate = random.integer(5, 35) / 100;
  for (let site = 3 + random.skip(rate); site < coding.length; site += 1 + random.skip(rate)) {
    const codon = site - (site % 3);
    const before = at(coding, site);
    const old = at(residues, codon / 3);
    coding[site] = substitute(random, before);
    const now = aminoAcidAt(coding, codon, 1).charCodeAt(0);
    // Selection removes most changes of the product and all new stops.
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
  return asText(residues.filter((_, column) => mask[column] === 1));
}

/** Coding bases of the product, without gaps. */
export function codingOf({ mask, coding }: AlignedMember): string {
  return asText(coding.filter((_, site) => mask[Math.floor(site / 3)] === 1));
}

/** The number of residues aligned with the same residue of the other member, and with any. */
export function sharedResidues(one: AlignedMember, other: AlignedMember): { identical: number; covered: number } {
  let [identical, covered] = [0, 0];
  for (let column = 0; column < one.mask.length; column++) {
    if (one.mask[column] === 0 || other.mask[column] === 0) continue;
    covered++;
    if (one.residues[column] === other.residues[column]) identical++;
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
