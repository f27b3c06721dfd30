/** The genomes of a build as trees and alignments name them, and their rows in a compara database. */
import { get } from '../../src/checked.ts';
import type { ComparaDatabase, SpeciesNode } from '../dump-writer/compara-database.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { NewickNode } from './newick-reader.ts';
import { SequenceNames } from './sequence-names.ts';
import type { WrittenCore, WrittenRegion } from './written-core.ts';

export interface GenomeOfBuild {
  /** genome_db_id. */
  id: number;
  core: WrittenCore;
}

/** A node of the species tree. */
export interface SpeciesBranch extends SpeciesNode<SpeciesBranch> {
  genome: GenomeOfBuild | null;
  children: SpeciesBranch[];
}

/** Maximum of nodes above each other in a species tree, which is visited by recursion. */
const DEEPEST = 1_000;

export class ComparedGenomes {
  readonly all: readonly GenomeOfBuild[];
  readonly #db: ComparaDatabase;
  readonly #byName = new Map<string, GenomeOfBuild>();
  readonly #dnafrags = new Map<string, number>();
  readonly #regions = new Map<GenomeOfBuild, { names: SequenceNames; byId: ReadonlyMap<number, WrittenRegion> }>();

  constructor(db: ComparaDatabase, cores: readonly WrittenCore[]) {
    this.#db = db;
    this.all = cores.map((core, index) => ({ id: index + 1, core }));
    for (const genome of this.all) {
      const { production, displayName, assembly, taxon, regions } = genome.core;
      for (const name of [production, displayName, assembly]) this.#byName.set(keyOf(name), genome);
      const byId = new Map(regions.map((region) => [region.id, region]));
      this.#regions.set(genome, { names: new SequenceNames(regions), byId });
      db.addGenome(genome.id, { taxonId: taxon, productionName: production, assembly, displayName }, { genebuild: '' });
      if (taxon === null) continue;
      db.insert('ncbi_taxa_node', {
        taxon_id: taxon,
        parent_id: 1,
        rank: 'species',
        genbank_hidden_flag: 1,
        left_index: 2 * genome.id,
        right_index: 2 * genome.id + 1,
        root_id: 1,
      });
      db.insert('ncbi_taxa_name', { taxon_id: taxon, name: displayName, name_class: 'scientific name' });
    }
  }

  get names(): string {
    return this.all.map(({ core }) => core.production).join(', ');
  }

  /** The genome with a production name, scientific name or name of the assembly, in any case. */
  find(name: string): GenomeOfBuild | undefined {
    return this.#byName.get(keyOf(name));
  }

  /** The genome and sequence of a name such as `hg38.chr1`; null for others. */
  place(source: string): { genome: GenomeOfBuild; region: WrittenRegion | null; name: string } | null {
    for (let point = source.indexOf('.'); point !== -1; point = source.indexOf('.', point + 1)) {
      const genome = this.find(source.slice(0, point));
      if (!genome) continue;
      const name = source.slice(point + 1);
      const sequence = get(this.#regions, genome).names.find(name)?.sequence;
      const region = sequence ? get(get(this.#regions, genome).byId, sequence.id) : null;
      return { genome, region, name };
    }
    return null;
  }

  /** dnafrag_id of a region. @param region its seq_region_id, or the region */
  dnafrag(genome: GenomeOfBuild, region: number | WrittenRegion): number {
    const its = typeof region === 'number' ? get(get(this.#regions, genome).byId, region) : region;
    const key = `${genome.id} ${its.id}`;
    let id = this.#dnafrags.get(key);
    if (id === undefined) {
      id = this.#db.addDnafrag(genome.id, its.name, its.length, { system: its.system });
      this.#dnafrags.set(key, id);
    }
    return id;
  }

  /**
   * The species tree: that of a file without genomes that the build lacks, or one node above all genomes.
   * @throws DumpError for a tree with a genome twice, without one of the build, or deeper than DEEPEST
   */
  speciesTree(tree: NewickNode | null, path: string): SpeciesBranch {
    const used = new Set<GenomeOfBuild>();
    const branchOf = (node: NewickNode, length: number, depth: number): SpeciesBranch | null => {
      if (depth > DEEPEST) throw new DumpError(`${path}: the species tree is more than ${DEEPEST} nodes deep`);
      const branchLength = length + (node.length ?? 0);
      if (node.children.length === 0) {
        const genome = this.find(node.name);
        if (!genome) return null;
        if (used.has(genome)) throw new DumpError(`${path}: the genome ${node.name} is twice in the species tree`);
        used.add(genome);
        return leafOf(genome, branchLength);
      }
      const below = node.children.flatMap((child) => branchOf(child, 0, depth + 1) ?? []);
      const [only] = below;
      if (!only || below.length > 1) return only ? innerOf(node.name, branchLength, below) : null;
      return { ...only, branchLength: only.branchLength + branchLength };
    };
    const root = tree && branchOf(tree, 0, 0);
    const missing = this.all.filter((genome) => !used.has(genome));
    if (tree && missing.length > 0)
      throw new DumpError(
        `${path}: the species tree lacks ${missing.map(({ core }) => core.production).join(', ')}; its leaves are ` +
          'names of the genomes of the build',
      );
    return root && root.children.length > 0
      ? { ...root, branchLength: 0 }
      : innerOf(
          'root',
          0,
          this.all.map((genome) => leafOf(genome, 0)),
        );
  }
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

function leafOf(genome: GenomeOfBuild, branchLength: number): SpeciesBranch {
  const { displayName, taxon } = genome.core;
  return { name: displayName, taxonId: taxon, branchLength, children: [], genome };
}

/** A node without a name, or with its support as name, gets one of its first and last descendants. */
function innerOf(name: string, branchLength: number, children: SpeciesBranch[]): SpeciesBranch {
  const leaf = (branch: SpeciesBranch, index: number): string => {
    const child = branch.children.at(index);
    return child ? leaf(child, index) : branch.name;
  };
  const given = /^[\d.]*$/.test(name) ? null : name;
  const [first, last] = [children.at(0), children.at(-1)];
  const made = first && last ? `${leaf(first, 0)} - ${leaf(last, -1)}` : '';
  return { name: given ?? made, taxonId: null, branchLength, children, genome: null };
}
