/** Trees of gene families, grown along the tree of species: genes are lost and duplicated on its branches. */
import type { Random } from '../demo/random.ts';
import { logNormal } from './log-normal.ts';
import { COMPARED_TREE, type ComparedNode, type ComparedSpecies } from './compared-species.ts';

/** `member` is the number of a gene within the family, from 0. */
export type FamilyTree =
  | { kind: 'gene'; at: ComparedNode; member: number }
  | { kind: 'speciation' | 'duplication'; at: ComparedNode; children: [FamilyTree, FamilyTree] };

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
    const below = node.children.filter(({ species, hasReference }) => species === null && (!withReference || hasReference));
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
    return joined('speciation', at, at.children.map((child) => this.grow(child)));
  }

  #gene(at: ComparedNode, species: ComparedSpecies): FamilyTree | null {
    if (at.hasReference) {
      if (!this.#withReference || this.#referencePlaced) return null;
      this.#referencePlaced = true;
    } else if (this.#random.chance(LOSS)) {
      return null;
    }
    this.members.push(species);
    return { kind: 'gene', at, member: this.members.length - 1 };
  }
}

function joined(kind: 'speciation' | 'duplication', at: ComparedNode, children: (FamilyTree | null)[]): FamilyTree | null {
  const left = children.filter((child) => child !== null);
  return left.length === 2 ? { kind, at, children: left as [FamilyTree, FamilyTree] } : left[0] ?? null;
}
