/** Names of sequences, assemblies and coordinate systems that follow from those in the files. */
import { basename } from 'node:path';
import type { GenomeSpec } from './genome-spec.ts';
import type { InputSequence } from './sequence-names.ts';

/** The name of an assembly whose files give none: that of its only sequence, or of its first file. */
export function nameOfFiles({ fasta, flat, gff3 }: GenomeSpec, sequences: readonly InputSequence[]): string {
  const [only] = sequences;
  if (only && sequences.length === 1) return only.name;
  return basename([...fasta, ...flat, ...gff3][0] ?? '').replace(/(\.(fa|fna|fasta|gff3?|b?gz))+$/i, '');
}

/** Types of features that cover a whole sequence. */
export const REGIONS = new Set([
  'region',
  'chromosome',
  'scaffold',
  'supercontig',
  'contig',
  'plasmid',
  'source',
  'landmark',
]);
export const CHROMOSOMES = new Set(['chromosome', 'scaffold', 'supercontig', 'contig', 'plasmid']);
const SYSTEMS = ['chromosome', 'primary_assembly', 'plasmid', 'supercontig', 'scaffold', 'contig'];

export function rankOf(system: string): number {
  const rank = SYSTEMS.indexOf(system);
  return rank < 0 ? SYSTEMS.length : rank;
}

/** The assembly that headers of Ensembl's FASTA files name: `dna:chromosome chromosome:GRCh38:1:1:248956422:1`. */
export function ensemblAssembly(sequences: readonly InputSequence[]): string | null {
  return /\bdna\w*:\w+ \w+:([^:\s]+):/.exec(sequences[0]?.description ?? '')?.[1] ?? null;
}

/** Other names of a sequence: accessions without version, and in its header. */
export function synonymsOf({ name, description }: InputSequence): string[] {
  const [word = ''] = description.split(/\s/, 1);
  const names = [name, ...(ACCESSION.test(word) ? [word] : [])].filter((each) => ACCESSION.test(each));
  return [...new Set(names.flatMap((each) => [each, each.replace(/\.\d+$/, '')]))].filter((each) => each !== name);
}

/** Letters that end a name in the path of a request. */
export const UNUSABLE = /[/:?#%\\,;]/;

export function renameKey<T>(map: Map<string, T>, from: string, to: string): void {
  const value = map.get(from);
  if (value === undefined) return;
  map.delete(from);
  map.set(to, value);
}

export const ACCESSION = /^[A-Z]{1,6}_?\d{5,}(\.\d+)?$/;
