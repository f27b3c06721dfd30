/** The species of the release: info/species. */
import { isAncestral } from '../../compara/ancestral-genomes.ts';
import { sameName } from '../../names/name-text.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { SpeciesEntry } from '../../release/manifest.ts';

interface SpeciesParams {
  division: string | undefined;
  strain_collection: string | undefined;
  hide_strain_info: boolean;
}

/** All species, or those of a division and of a collection of strains (both in any case). No read beyond the root. */
export function listSpecies({ params, release }: OperationRequest<SpeciesParams>): Answer {
  const { division, strain_collection: collection, hide_strain_info: hideStrain } = params;
  const species = release.manifest.species
    .filter(({ name }) => !isAncestral(name))
    .filter((each) => !division || sameName(each.division, division))
    // Without strain information there is no collection left to choose by.
    .filter((each) => !collection || (!hideStrain && sameName(each.strainCollection, collection)))
    .map((each) => describe(each, hideStrain));
  return { kind: 'value', value: { species } };
}

function describe(species: SpeciesEntry, hideStrain: boolean): Record<string, unknown> {
  return {
    name: species.name,
    display_name: species.displayName,
    common_name: species.commonName,
    taxon_id: species.taxonId,
    assembly: species.assembly,
    accession: species.accession,
    release: species.release,
    division: species.division,
    aliases: species.aliases.filter((alias) => alias !== species.name),
    groups: species.groups,
    ...(hideStrain ? {} : { strain: species.strain, strain_collection: species.strainCollection }),
  };
}
