/** What the operator says of a genome of files. */
import { readFile } from 'node:fs/promises';
import { messageOf } from '../../src/caught-error.ts';
import { DumpError } from '../dump/dump-error.ts';

export interface GenomeSpec {
  /** Scientific name, such as `Arabidopsis thaliana`, or a production name. */
  species: string;
  fasta: readonly string[];
  gff3: readonly string[];
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
}

/** Ensembl's production name: arabidopsis_thaliana. */
export function productionName(species: string): string {
  return species
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** @throws DumpError for a spec that no genome can be made of */
export function checkSpec(spec: GenomeSpec): void {
  if (productionName(spec.species) === '')
    throw new DumpError(`the species "${spec.species}" has no letters: give a name like "Arabidopsis thaliana"`);
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
