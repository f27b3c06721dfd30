/**
 * The species of the scaled compara database: that of the chromosome, fifteen that have only genes in families, and two
 * whose genomes are aligned with the chromosome.
 */
import { at, found } from '../../../src/checked.ts';
import { allSpecies, REFERENCE, type DemoSpecies } from '../species.ts';

export interface ComparedSpecies {
  genomeId: number;
  /** Letter of its stable ids. */
  letter: string;
  productionName: string;
  scientificName: string;
  displayName: string;
  taxonId: number;
  assembly: string;
}

export interface ComparedNode {
  name: string;
  taxonId: number;
  branchLength: number;
  species: ComparedSpecies | null;
  children: ComparedNode[];
  /** Whether it is or contains the species of the chromosome. */
  hasReference: boolean;
}

const OTHERS = 'lepus canis felis equus cervus ursus capra sorex talpa cetus didel ornis saurus rana salmo'.split(' ');
const FIRST_TAXON = 9_001_001;
const FIRST_CLADE = 9_001_101;

export const COMPARED_SPECIES: readonly ComparedSpecies[] = [
  {
    genomeId: 1,
    letter: REFERENCE.letter,
    productionName: REFERENCE.productionName,
    scientificName: REFERENCE.scientificName,
    displayName: REFERENCE.displayName,
    taxonId: REFERENCE.taxonId,
    assembly: REFERENCE.assembly,
  },
  ...OTHERS.map(
    (animal, index): ComparedSpecies => ({
      genomeId: index + 2,
      letter: String.fromCharCode(0x42 + index),
      productionName: `ficto${animal}_comparatus`,
      scientificName: `Ficto${animal} comparatus`,
      displayName: `Made ${animal} (fictional)`,
      taxonId: FIRST_TAXON + index,
      assembly: `MADE${index + 1}`,
    }),
  ),
];

/** A balanced binary tree of all species. */
export const COMPARED_TREE: ComparedNode = pairUp(
  COMPARED_SPECIES.map((species) => ({
    name: species.scientificName,
    taxonId: species.taxonId,
    branchLength: 0.1,
    species,
    children: [],
    hasReference: species.genomeId === 1,
  })),
);

function pairUp(nodes: ComparedNode[], clades = 0): ComparedNode {
  if (nodes.length === 1) return { ...at(nodes, 0), branchLength: 0 };
  const parents: ComparedNode[] = [];
  for (let each = 0; each < nodes.length; each += 2) {
    const children = nodes.slice(each, each + 2);
    const number = clades + parents.length;
    parents.push({
      name: `Fictoclade${number + 1}`,
      taxonId: FIRST_CLADE + number,
      branchLength: 0.08,
      species: null,
      children,
      hasReference: children.some(({ hasReference }) => hasReference),
    });
  }
  return pairUp(parents, clades + parents.length);
}

export interface AlignedSpecies {
  genomeId: number;
  species: DemoSpecies;
  /** Substitutions per base since the common ancestor with the chromosome's species. */
  branchLength: number;
  /** Share of blocks that it lacks. */
  lost: number;
  /** Share of blocks that are inverted in it. */
  inverted: number;
}

/** Two species of the demo: a close relative and a distant one. */
export const ALIGNED_SPECIES: readonly AlignedSpecies[] = (
  [
    ['vole', 0.09, 0.06, 0.04],
    ['bird', 0.28, 0.35, 0.12],
  ] as const
).map(([animal, branchLength, lost, inverted], each) => ({
  genomeId: COMPARED_SPECIES.length + each + 1,
  species: found(allSpecies(), ({ commonName }) => commonName === `demo ${animal}`),
  branchLength,
  lost,
  inverted,
}));

export const ANCESTRAL_GENOME_ID = COMPARED_SPECIES.length + ALIGNED_SPECIES.length + 1;
