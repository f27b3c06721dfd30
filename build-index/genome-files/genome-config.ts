/** Genomes of files as a configuration file lists them, in YAML or JSON. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { load } from 'js-yaml';
import { messageOf } from '../../src/caught-error.ts';
import { get } from '../../src/checked.ts';
import { CodonTable } from '../../src/genome/codon-table.ts';
import { DumpError } from '../dump/dump-error.ts';
import { type GenomeSpec, NO_FILES } from './genome-spec.ts';
import type { SharedFiles } from './shared-files.ts';

type Kind = 'files' | 'file' | 'chains' | 'text' | 'texts' | 'number';

interface Key {
  kind: Kind;
  spec: keyof GenomeSpec;
  description: string;
}

/** The keys of a genome, with the member of GenomeSpec that each sets. */
const KEYS: ReadonlyMap<string, Key> = new Map(
  Object.entries<Key>({
    species: { kind: 'text', spec: 'species', description: 'Scientific name, such as Arabidopsis thaliana' },
    fasta: { kind: 'files', spec: 'fasta', description: 'Sequences; plain, gzip or bgzip' },
    gff3: { kind: 'files', spec: 'gff3', description: 'Genes as GFF3' },
    gtf: { kind: 'files', spec: 'gtf', description: 'Genes as GTF' },
    flat: { kind: 'files', spec: 'flat', description: 'Sequences and genes as GenBank or EMBL flat files' },
    vcf: { kind: 'files', spec: 'vcf', description: 'Variants' },
    gaf: { kind: 'files', spec: 'gaf', description: 'Associations with GO terms as GAF' },
    xrefs: { kind: 'files', spec: 'xrefs', description: 'Tables of cross references' },
    phenotypes: { kind: 'files', spec: 'phenotypes', description: 'Tables of phenotypes' },
    chain: { kind: 'chains', spec: 'chains', description: 'Chain files by the name of the other assembly' },
    assembly: { kind: 'text', spec: 'assembly', description: 'Name of the assembly' },
    taxon: { kind: 'text', spec: 'taxon', description: 'Taxon id of NCBI' },
    common_name: { kind: 'text', spec: 'commonName', description: 'Common name' },
    codon_table: { kind: 'number', spec: 'codonTable', description: 'Genetic code of CDSs that name none' },
    circular: { kind: 'texts', spec: 'circular', description: 'Circular sequences that the files do not mark' },
    rename: {
      kind: 'file',
      spec: 'rename',
      description: 'Lines of two columns: a name in the annotation, the name of the sequence',
    },
  }),
);

const TEXT = { type: ['string', 'number'] };
const FILES = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const SCHEMAS: Readonly<Record<Kind, object>> = {
  file: { type: 'string' },
  files: FILES,
  chains: { type: 'object', additionalProperties: FILES },
  text: TEXT,
  texts: { anyOf: [TEXT, { type: 'array', items: TEXT }] },
  number: { type: 'integer', minimum: 1 },
};

/** The JSON Schema of a configuration file. */
export function genomeConfigSchema(): object {
  const properties = [...KEYS].map(([key, { kind, description }]) => [
    key,
    { description, ...get(new Map(Object.entries(SCHEMAS)), kind) },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Genomes of a build',
    description: 'File of genomic-edge build --config. Paths are relative to the folder of the file.',
    type: 'object',
    additionalProperties: false,
    properties: {
      ontology: { description: 'Ontologies as OBO', ...FILES },
      taxonomy: {
        description: "NCBI's taxdump.tar.gz, or a folder with nodes.dmp and names.dmp",
        type: 'string',
      },
      maf: { description: 'Alignments of the genomes as MAF', ...FILES },
      gene_trees: { description: 'Gene trees as Newick with members as FASTA: files, or folders of them', ...FILES },
      species_tree: { description: 'Tree of the genomes as Newick', type: 'string' },
      genomes: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) },
      },
    },
  };
}

/** The content of a configuration file. */
export interface GenomeConfig {
  genomes: GenomeSpec[];
  shared: SharedFiles;
}

/** @throws DumpError with one sentence for a file that cannot be read or breaks the schema */
export async function readGenomeConfig(path: string): Promise<GenomeConfig> {
  let config: unknown;
  try {
    config = load(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new DumpError(`${path} cannot be read: ${messageOf(cause).split('\n')[0]}`, { cause });
  }
  const {
    genomes = [],
    ontology = [],
    taxonomy = null,
    maf = [],
    gene_trees: geneTrees = [],
    species_tree: speciesTree = null,
    ...others
  } = isObject(config) ? config : {};
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new DumpError(`${path}: unknown key '${unknown}'; choose from ${TOP_KEYS.join(', ')}`);
  const folder = dirname(path);
  const shared: SharedFiles = {
    ontology: pathsOf(ontology, `${path}: ontology`, folder),
    taxonomy: pathOf(taxonomy, `${path}: taxonomy`, folder),
    compara: {
      maf: pathsOf(maf, `${path}: maf`, folder),
      geneTrees: pathsOf(geneTrees, `${path}: gene_trees`, folder),
      speciesTree: pathOf(speciesTree, `${path}: species_tree`, folder),
    },
  };
  if (!Array.isArray(genomes) || (genomes.length === 0 && shared.ontology.length === 0 && shared.taxonomy === null))
    throw new DumpError(`${path} should have a list 'genomes' with at least one genome`);
  return { genomes: genomes.map((genome, index) => specOf(genome, `${path}: genome ${index + 1}`, folder)), shared };
}

const TOP_KEYS = ['genomes', 'ontology', 'taxonomy', 'maf', 'gene_trees', 'species_tree'];

function pathOf(value: unknown, where: string, folder: string): string | null {
  return value === null ? null : (pathsOf([value], where, folder)[0] ?? null);
}

function pathsOf(value: unknown, where: string, folder: string): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((each) => {
    if (typeof each === 'string') return resolve(folder, each);
    throw new DumpError(`${where} should be a path`);
  });
}

function specOf(genome: unknown, where: string, folder: string): GenomeSpec {
  if (!isObject(genome)) throw new DumpError(`${where} should have keys such as species and fasta`);
  const members = Object.entries(genome).map(([key, value]) => {
    const known = KEYS.get(key);
    if (!known) throw new DumpError(`${where}: unknown key '${key}'; choose from ${[...KEYS.keys()].join(', ')}`);
    return [known.spec, valueOf(known.kind, value, `${where}: ${key}`, folder)];
  });
  const spec: GenomeSpec = { ...NO_FILES, ...Object.fromEntries(members) };
  if (spec.fasta.length + spec.flat.length + spec.gff3.length === 0)
    throw new DumpError(`${where} has no sequences: give fasta, flat, or a gff3 file with a ##FASTA section`);
  if (!CodonTable.isKnown(spec.codonTable)) throw new DumpError(`${where}: codon_table is no genetic code of NCBI`);
  return spec;
}

function valueOf(kind: Kind, value: unknown, where: string, folder: string): unknown {
  if (kind === 'number') {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw new DumpError(`${where} should be a whole number`);
    return value;
  }
  if (kind === 'chains') {
    if (!isObject(value)) throw new DumpError(`${where} should have names of assemblies with their chain files`);
    return Object.entries(value).flatMap(([assembly, paths]) =>
      pathsOf(paths, `${where}: ${assembly}`, folder).map((path) => ({ assembly, path })),
    );
  }
  const isList = kind === 'files' || kind === 'texts';
  const isFile = kind === 'files' || kind === 'file';
  const values: unknown[] = isList && Array.isArray(value) ? value : [value];
  const texts = values.map((each) => {
    if (typeof each === 'string') return isFile ? resolve(folder, each) : each;
    if (typeof each === 'number' && !isFile) return String(each);
    throw new DumpError(`${where} should be ${isFile ? 'a path' : 'a text'}${isList ? ' or a list of them' : ''}`);
  });
  return isList ? texts : texts[0];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
