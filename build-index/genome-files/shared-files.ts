import type { ComparaFiles } from './compara-dump.ts';

/** Input files that belong to the release, not to one of its genomes. */
export interface SharedFiles {
  /** Ontologies as OBO. */
  ontology: readonly string[];
  /** Folder with nodes.dmp and names.dmp of NCBI, or taxdump.tar.gz; null for no taxonomy. */
  taxonomy: string | null;
  /** Alignments and gene trees of the genomes of files. */
  compara: ComparaFiles;
}

const NO_COMPARA_FILES: ComparaFiles = { maf: [], geneTrees: [], speciesTree: null };
export const NO_SHARED_FILES: SharedFiles = { ontology: [], taxonomy: null, compara: NO_COMPARA_FILES };
