/** Descriptions and values of parameters that several groups of operations share. */

/**
 * Kinds of databases with genes that a release may hold, as values of the parameter `db_type`; any other has nothing.
 */
export const DATABASE_KINDS = ['core', 'otherfeatures', 'cdna', 'rnaseq'];

/** How most operations describe their parameter `species`. */
export const SPECIES_NAME = 'Name of the species: production name, alias or taxon id, in any case';
