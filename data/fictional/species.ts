/**
 * The fictional species and their phylogenetic tree. The made-up names are recognizable: every scientific name begins
 * with "Fict", and the taxon ids are higher than any in use.
 */
export interface DemoSpecies {
  /** The letter of its stable ids: DEMO + letter + G/T/P/E + eleven digits. */
  letter: string;
  productionName: string;
  scientificName: string;
  commonName: string;
  displayName: string;
  taxonId: number;
  assembly: string;
  accession: string;
  strain?: string;
  aliases: string[];
  /** As in vertebrates, names of sex chromosomes and the case of gene symbols differ between the groups. */
  sexChromosomes: [shared: string, degenerate: string];
  lowerCaseSymbols: boolean;
  hasBands: boolean;
}

/** A node of the tree: an extant species, or the common ancestor of its children. */
export interface TreeNode {
  name: string;
  taxonId: number;
  /** Expected substitutions per neutral site on the branch that ends at this node. */
  branchLength: number;
  species?: DemoSpecies;
  children: TreeNode[];
}

function species(
  letter: string,
  genus: string,
  epithet: string,
  animal: string,
  taxonId: number,
  more: Partial<DemoSpecies> = {},
): DemoSpecies {
  const lower = `${genus}_${epithet}`.toLowerCase();
  return {
    letter,
    productionName: lower,
    scientificName: `${genus} ${epithet}`,
    commonName: `demo ${animal}`,
    displayName: `Demo ${animal} (fictional)`,
    taxonId,
    assembly: `DEMO${letter}1`,
    accession: `GCA_99900000${taxonId % 10}.1`,
    aliases: [
      lower.replace('_', ' '),
      `demo_${animal}`,
      `demo ${animal}`,
      `demo${animal}`,
      `demo${letter.toLowerCase()}`,
      String(taxonId),
    ],
    sexChromosomes: ['X', 'Y'],
    lowerCaseSymbols: false,
    hasBands: false,
    ...more,
  };
}

/** The reference species. Only this one has the patch, the haplotype and the MANE transcripts. */
export const REFERENCE = species('A', 'Fictomys', 'demonstrans', 'mouse', 9000001, {
  assembly: 'DEMO1',
  hasBands: true,
});

export const SPECIES_TREE: TreeNode = {
  name: 'Fictovertebrata',
  taxonId: 9000100,
  branchLength: 0,
  children: [
    {
      name: 'Fictamniota',
      taxonId: 9000101,
      branchLength: 0.05,
      children: [
        {
          name: 'Fictomuridae',
          taxonId: 9000102,
          branchLength: 0.07,
          children: [
            leaf(REFERENCE, 0.04),
            leaf(
              species('B', 'Fictomys', 'parvus', 'vole', 9000002, { strain: 'DEMO/2 (fictional)', hasBands: true }),
              0.05,
            ),
          ],
        },
        leaf(species('C', 'Fictornis', 'volans', 'bird', 9000003, { sexChromosomes: ['Z', 'W'] }), 0.12),
      ],
    },
    leaf(species('D', 'Fictichthys', 'natans', 'fish', 9000004, { lowerCaseSymbols: true }), 0.18),
  ],
};

function leaf(demo: DemoSpecies, branchLength: number): TreeNode {
  return { name: demo.scientificName, taxonId: demo.taxonId, branchLength, species: demo, children: [] };
}

/** Names of the ancestors from the root to the species, as species.classification of meta lists them. */
export function lineageOf(productionName: string, node: TreeNode = SPECIES_TREE): string[] | null {
  if (node.species?.productionName === productionName) return [];
  for (const child of node.children) {
    const below = lineageOf(productionName, child);
    if (below) return [node.name, ...below];
  }
  return null;
}

export function allSpecies(node: TreeNode = SPECIES_TREE): DemoSpecies[] {
  return node.species ? [node.species] : node.children.flatMap(allSpecies);
}
