/** What answers say of the taxa of genomes and of the nodes at which genes parted: worked out once for each of them. */
import type { ComparaSpecies, ComparedGenome, SpeciesTreeNode } from '../../compara/species.ts';
import { property, type OrthoSpecies } from '../../formats/orthoxml.ts';
import type { PhyloTaxonomy } from '../../formats/phyloxml.ts';

/**
 * A function of an object, worked out once for each; species are the same objects for as long as their document is in
 * memory.
 */
function once<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = of(key)));
    return value;
  };
}

/** JSON at a leaf of a gene tree. */
export const genomeTaxonomy = once(({ taxonId, scientificName, displayName }: ComparedGenome) => ({
  id: taxonId,
  scientific_name: scientificName,
  ...(displayName ? { common_name: displayName } : {}),
}));

/** JSON at an inner node. */
export const nodeTaxonomy = once(({ taxonId, scientificName, commonName, divergence }: SpeciesTreeNode) => ({
  id: taxonId,
  scientific_name: scientificName,
  ...(commonName ? { common_name: commonName } : {}),
  ...(Number(divergence) ? { timetree_mya: Number(divergence) } : {}),
}));

export const genomePhylo = once(
  ({ taxonId, scientificName, displayName }: ComparedGenome): PhyloTaxonomy => ({
    id: taxonId,
    scientificName,
    commonName: displayName,
  }),
);
export const nodePhylo = once(
  ({ taxonId, scientificName, commonName }: SpeciesTreeNode): PhyloTaxonomy => ({
    id: taxonId,
    scientificName,
    commonName: commonName || null,
  }),
);

/** Properties of an OrthoXML group. */
const nodeProperties = once(({ name, taxonId, commonName, divergence }: SpeciesTreeNode): readonly string[] => [
  property('taxon_name', name),
  ...(taxonId === null
    ? []
    : [
        property('taxon_id', taxonId),
        ...(commonName ? [property('common_name', commonName)] : []),
        ...(divergence ? [property('timetree_mya', divergence)] : []),
      ]),
]);

/** What OrthoXML says of the taxon at which genes parted: nothing where the database does not tell which it is. */
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
