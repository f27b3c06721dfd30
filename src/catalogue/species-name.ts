/** How most operations describe their parameter `species`. */
export const SPECIES_NAME = 'Name of the species: production name, alias or taxon id, in any case';
