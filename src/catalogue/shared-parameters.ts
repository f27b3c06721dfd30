/** Descriptions and values of parameters that several groups of operations share. */

/** Values of `object_type` for objects that are no part of a gene. */
export const OTHER_OBJECT_TYPES = ['predictiontranscript', 'operon', 'operontranscript'];

/** Values of the parameter `db_type`: the kinds of databases that contain genes. */
export const DATABASE_KINDS = ['core', 'otherfeatures', 'cdna', 'rnaseq'];

/** Description of the parameter `species` in most operations. */
export const SPECIES_NAME = 'Name of the species: production name, alias or taxon id, in any case';
