/** The files of a genome, and names and numbers that the operator gives for it. */
import { readFile } from 'node:fs/promises';
import { messageOf } from '../../src/caught-error.ts';
import { organismOf } from './flat-file-reader.ts';
import { DumpError } from '../dump/dump-error.ts';

export interface GenomeSpec {
  /** Scientific name, such as `Arabidopsis thaliana`, or a production name. Null for that of the flat files. */
  species: string | null;
  fasta: readonly string[];
  gff3: readonly string[];
  gtf: readonly string[];
  /** GenBank or EMBL flat files, with sequences and genes. */
  flat: readonly string[];
  vcf: readonly string[];
  /** Associations of genes or products with GO terms. */
  gaf: readonly string[];
  /** Tables of cross references. */
  xrefs: readonly string[];
  /** Tables of phenotypes. */
  phenotypes: readonly string[];
  /** Alignments with other assemblies, as chain files of UCSC. */
  chains: readonly ChainFile[];
  /** Name of the assembly; null for that of the files. */
  assembly: string | null;
  /** Taxon id of NCBI. */
  taxon: string | null;
  commonName: string | null;
  /** NCBI's number of the genetic code of sequences whose genes name none. */
  codonTable: number;
  /** Names of circular sequences, in addition to those that the files mark. */
  circular: readonly string[];
  /** A file of two columns: a name in the annotation, the name of the sequence. */
  rename: string | null;
  /** Stable id and name of a gene that pages show first, as the meta keys `sample.gene_*` of Ensembl. */
  sample?: { gene: string; name: string };
}

/** A chain file, whose other side is an assembly that has no sequences here. */
export interface ChainFile {
  /** Name of the other assembly. */
  assembly: string;
  path: string;
}

/** A spec without files, in which everything is as the files say. */
export const NO_FILES: GenomeSpec = {
  species: null,
  fasta: [],
  gff3: [],
  gtf: [],
  flat: [],
  vcf: [],
  gaf: [],
  xrefs: [],
  phenotypes: [],
  chains: [],
  assembly: null,
  taxon: null,
  commonName: null,
  codonTable: 1,
  circular: [],
  rename: null,
};

/** Characters of a production name, which is a part of file names: most file systems allow 255 bytes. */
const LONGEST_NAME = 120;

/** Ensembl's production name: arabidopsis_thaliana. */
export function productionName(species: string): string {
  return species
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/**
 * The species of a spec, or of its first flat file.
 * @throws DumpError for files that name none, and for a name that is too long or without letters
 */
export async function speciesOf({ species, flat }: GenomeSpec): Promise<string> {
  const [path] = flat;
  const name = species ?? (path === undefined ? null : await organismOf(path));
  if (name === null)
    throw new DumpError(`${path ?? 'the files'}: no species is named; give --species "Arabidopsis thaliana"`);
  const { length } = productionName(name);
  if (length === 0)
    throw new DumpError(`the species "${name}" has no letters: give a name like "Arabidopsis thaliana"`);
  if (length > LONGEST_NAME)
    throw new DumpError(
      `${species === null ? path : '--species'}: "${name.slice(0, 40)}…" has ${length} characters, and the name of a ` +
        `species at most ${LONGEST_NAME}; give a shorter one with --species`,
    );
  return name;
}

/** Names of sequences by those in other files, from lines of two columns. */
export async function readRenames(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new DumpError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  });
  const renames = new Map<string, string>();
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [from, to, ...more] = line.trim().split(/\s+/);
    if (from === undefined || to === undefined || more.length > 0)
      throw new DumpError(
        `${path} line ${index + 1}: a line has two columns, the name in the annotation and that in the FASTA`,
      );
    renames.set(from, to);
  }
  return renames;
}
