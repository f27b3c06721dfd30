/**
 * The species that families of genes are compared in: that of the chromosome, and fifteen of which nothing else is
 * known; and those that the chromosome is aligned with, of which nothing but the sequence is known.
 */
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
  /** Does the species of the chromosome descend from it? */
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

/** Pairs of neighbours, pairs of pairs and so on: every node has two branches, of equal length. */
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
  if (nodes.length === 1) return { ...nodes[0]!, branchLength: 0 };
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
  /** Substitutions per base since it parted from the chromosome's species. */
  branchLength: number;
  /** Shares of blocks that it has lost, and that have turned round in it. */
  lost: number;
  turned: number;
}

/** Two of the demo's species, a near one and a far one, whose places in its tree they keep. */
export const ALIGNED_SPECIES: readonly AlignedSpecies[] = [
  ['vole', 0.09, 0.06, 0.04],
  ['bird', 0.28, 0.35, 0.12],
].map(([animal, branchLength, lost, turned], each) => ({
  genomeId: COMPARED_SPECIES.length + each + 1,
  species: allSpecies().find(({ commonName }) => commonName === `demo ${animal}`)!,
  branchLength: branchLength as number,
  lost: lost as number,
  turned: turned as number,
}));

export const ANCESTRAL_GENOME_ID = COMPARED_SPECIES.length + ALIGNED_SPECIES.length + 1;
