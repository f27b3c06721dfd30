/** Taxonomy of genomes and species tree nodes for answers, computed once for each. */
import type { ComparaSpecies, ComparedGenome, SpeciesTreeNode } from '../../compara/species.ts';
import { property, type OrthoSpecies } from '../../formats/orthoxml.ts';
import type { PhyloTaxonomy } from '../../formats/phyloxml.ts';

/** Caches the results of a function by its argument: species are the same objects while their document is in memory. */
function memoized<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = of(key)));
    return value;
  };
}

/** JSON at a leaf of a gene tree. */
export const genomeTaxonomy = memoized(({ taxonId, scientificName, displayName }: ComparedGenome) => ({
  id: taxonId,
  scientific_name: scientificName,
  ...(displayName ? { common_name: displayName } : {}),
}));

/** JSON at an inner node. */
export const nodeTaxonomy = memoized(({ taxonId, scientificName, commonName, divergence }: SpeciesTreeNode) => ({
  id: taxonId,
  scientific_name: scientificName,
  ...(commonName ? { common_name: commonName } : {}),
  ...(Number(divergence) ? { timetree_mya: Number(divergence) } : {}),
}));

export const genomePhylo = memoized(
  ({ taxonId, scientificName, displayName }: ComparedGenome): PhyloTaxonomy => ({
    id: taxonId,
    scientificName,
    commonName: displayName,
  }),
);
export const nodePhylo = memoized(
  ({ taxonId, scientificName, commonName }: SpeciesTreeNode): PhyloTaxonomy => ({
    id: taxonId,
    scientificName,
    commonName: commonName || null,
  }),
);

/** Properties of an OrthoXML group. */
const nodeProperties = memoized(({ name, taxonId, commonName, divergence }: SpeciesTreeNode): readonly string[] => [
  property('taxon_name', name),
  ...(taxonId === null
    ? []
    : [
        property('taxon_id', taxonId),
        ...(commonName ? [property('common_name', commonName)] : []),
        ...(divergence ? [property('timetree_mya', divergence)] : []),
      ]),
]);

/** Properties of the taxon of a speciation or duplication in OrthoXML; none if the taxon is unknown. */
export function taxonProperties(speciesTreeNode: number | null, species: ComparaSpecies): readonly string[] {
  const node = species.node(speciesTreeNode);
  return node ? nodeProperties(node) : [];
}

export function orthoSpecies(genome: ComparedGenome | undefined): Omit<OrthoSpecies, 'genes'> {
  return {
    taxonId: genome?.taxonId ?? null,
    name: genome?.name ?? '',
    databaseVersion: genome ? `${genome.assembly}/${genome.genebuild}` : '',
  };
}
