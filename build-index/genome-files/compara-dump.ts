/** Turns alignments and gene trees of files into a folder with the tables of a compara database. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ComparaDatabase } from '../dump-writer/compara-database.ts';
import { SPECIES_ROOT } from '../dump-writer/gene-tree-rows.ts';
import type { Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { ComparedGenomes, type SpeciesBranch } from './compared-genomes.ts';
import { type GeneTreeFile, writeGeneTrees } from './gene-trees.ts';
import { writeAlignments } from './genome-alignments.ts';
import { readNewick } from './newick-reader.ts';
import { lineBatches } from './text-lines.ts';
import { WrittenCore } from './written-core.ts';

/** Files that compare the genomes of a build. */
export interface ComparaFiles {
  /** Whole-genome alignments as MAF. */
  maf: readonly string[];
  /** Gene trees as Newick, and their members as FASTA: files, or folders of them. */
  geneTrees: readonly string[];
  /** A tree of the genomes as Newick. */
  speciesTree: string | null;
}

/** method_link_id of gene trees. */
const PROTEIN_TREES = 401;
/** Distance of the node_ids of species trees. */
const SPECIES_TREE = 100_000;
const FASTA = /\.(fa|fasta|faa|aln|afa|pep)(\.gz)?$/i;
const NEWICK = /\.(nwk|nw|newick|tree|tre|nh|nhx|treefile)(\.gz)?$/i;

/**
 * The files that a build reads, of those named and in the folders named.
 * @throws DumpError for a folder without trees
 */
export async function comparaPaths({ maf, geneTrees, speciesTree }: ComparaFiles): Promise<string[]> {
  return [...maf, ...(await treePaths(geneTrees)), ...(speciesTree === null ? [] : [speciesTree])];
}

async function treePaths(named: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const path of named) {
    const stats = await stat(path).catch((cause: Error) => {
      throw new DumpError(`${path} cannot be read: ${cause.message}`, { cause });
    });
    if (!stats.isDirectory()) {
      paths.push(path);
      continue;
    }
    const names = (await readdir(path)).filter((name) => FASTA.test(name) || NEWICK.test(name)).sort();
    if (!names.some((name) => NEWICK.test(name)))
      throw new DumpError(`${path} has no gene trees: their names end with .nwk, .newick, .tree or .treefile`);
    paths.push(...names.map((name) => join(path, name)));
  }
  return paths;
}

/**
 * Writes the tables of a compara database to `folder`.
 * @param genomes folders of the tables of the build's genomes
 * @throws DumpError with file and line for files of another format, or of other genomes
 */
export async function writeComparaDump(
  { maf, geneTrees, speciesTree }: ComparaFiles,
  genomes: readonly string[],
  folder: string,
  departures: Departures,
  progress?: (bytes: number) => void,
): Promise<void> {
  const [first] = [...maf, ...geneTrees];
  if (genomes.length === 0)
    throw new DumpError(`${first} compares genomes of files: give their sequences with --fasta, --flat or --config`);
  const cores = await Promise.all(genomes.map((path) => WrittenCore.open(path)));
  const methods = geneTrees.length > 0 ? ([16, 19, 201, 202, 401] as const) : ([16, 19] as const);
  const db = new ComparaDatabase(folder, 'files', methods);
  try {
    const compared = new ComparedGenomes(db, cores);
    const [species] = speciesTree === null ? [] : await readNewick(speciesTree);
    const tree = compared.speciesTree(species?.root ?? null, speciesTree ?? '');
    let trees = 0;
    const addSpeciesTree = (set: number, label: string) =>
      db.addSpeciesTree<SpeciesBranch>(tree, ({ genome }) => genome?.id ?? null, {
        rootId: SPECIES_ROOT + SPECIES_TREE * trees++,
        label,
        trees: set,
      });
    if (geneTrees.length > 0) {
      const ids = compared.all.map(({ id }) => id);
      const set = db.addSet(PROTEIN_TREES, 'protein trees', 'collection-default', ids);
      for (const { id, core } of compared.all) {
        db.addParalogues(id, core.displayName);
        for (const other of compared.all)
          if (other.id > id) db.addOrthologues(id, other.id, `${core.displayName}-${other.core.displayName}`);
      }
      const nodes = addSpeciesTree(set, 'default');
      const { files, sequences } = await readTrees(await treePaths(geneTrees));
      await writeGeneTrees(files, db, compared, { tree, ids: nodes, trees: set }, sequences);
    }
    for (const path of maf) {
      const group = basename(path).replace(/(\.(maf|b?gz))+$/i, '');
      const { id, isMultiple } = await writeAlignments(path, group, db, compared, departures, progress);
      if (isMultiple) addSpeciesTree(id, 'default');
    }
  } finally {
    db.close();
  }
}

/** The trees, and sequences of their members by name in lower case. */
async function readTrees(
  paths: readonly string[],
): Promise<{ files: GeneTreeFile[]; sequences: ReadonlyMap<string, string> }> {
  const files: GeneTreeFile[] = [];
  const sequences = new Map<string, string>();
  for (const path of paths) {
    if (FASTA.test(path)) await readSequences(path, sequences);
    else for (const tree of await readNewick(path)) files.push({ path, tree });
  }
  return { files, sequences };
}

/** @throws DumpError with file and line for a file that is no FASTA file */
async function readSequences(path: string, sequences: Map<string, string>): Promise<void> {
  let [name, text] = ['', ''];
  const end = () => {
    if (name !== '') sequences.set(name.toLowerCase(), text);
    text = '';
  };
  for await (const { first, lines } of lineBatches(path))
    for (const [index, line] of lines.entries())
      if (line.startsWith('>')) {
        end();
        name = /^>\s*(\S+)/.exec(line)?.[1] ?? '';
        if (name === '') throw new DumpError(`${path} line ${first + index}: the sequence has no name after ">"`);
      } else if (line.trim() !== '') {
        if (name === '' || !/^[A-Za-z*.\s-]+$/.test(line))
          throw new DumpError(`${path} line ${first + index}: "${line.slice(0, 20)}" is no line of a FASTA file`);
        text += line.replaceAll(/\s/g, '');
      }
  end();
}
