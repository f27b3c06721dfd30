/** Kinds of databases with genes that a release may hold, as values of the parameter `db_type`; any other has nothing. */
export const DATABASE_KINDS = ['core', 'otherfeatures', 'cdna', 'rnaseq'];
