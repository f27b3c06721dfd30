/** Keys of the release's `genome-metadata` table: a genome's description, and the names that lead to genomes. */

/** By what info/genomes may ask for genomes. */
export type MetadataIndex = 'name' | 'assembly' | 'division' | 'taxonomy' | 'sequence';

/** Key of the names of the genomes that a text stands for; blanks and underscores are the same, letters count in any case. */
export function metadataKey(index: MetadataIndex, text: string): string {
  return `${index} ${text.toLowerCase().replaceAll(' ', '_')}`;
}

/** Key of a genome's description (GenomeMetadata); by production name. */
export function genomeKey(species: string): string {
  return `genome ${species}`;
}
