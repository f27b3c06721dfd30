import { partSamples, placeSamples } from '../../build-index/samples/gene-samples.ts';
import { chooseTree } from '../../src/compara/gene-member.ts';
import { leavesOf } from '../../src/compara/gene-tree.ts';
import { decodeGene, type GeneRecord } from '../../src/genome/gene-record.ts';
import type { SampleName, Samples } from '../../src/operation/samples.ts';
import { comparaName } from '../../src/release/compara-names.ts';
import type { Compara } from '../../src/release/compara.ts';
import type { SampledIndex } from './draw-samples.ts';

/** Bases of a region that is asked for between assemblies, or in an alignment. */
const SHOWN = 1000;
/** Larger trees are measured by themselves: bench/gene-tree.ts. */
const LARGEST_TREE = 500;

/** Named coding genes of the sampled species, with their parts and places; and regions of those species that have mappings and alignments. */
export async function drawGenes(index: SampledIndex): Promise<Samples[][]> {
  const genome = index.genome('species');
  const genes = genome ? await genesOf(index, 'species') : [];
  const placed: Samples[] = [];
  for (const gene of genes) placed.push({ ...await placeSamples({ genome: genome!, gene }), ...partSamples(gene) });
  const mapped = (await genesOf(index, 'mapped_species')).map(({ region, start }) => ({ mapped_region: `${region.name}:${start}..${start + SHOWN - 1}:1` }));
  const aligned = (await genesOf(index, 'alignment_species')).map(({ region, start }) => ({ alignment_region: `${region.name}:${start}-${start + SHOWN - 1}` }));
  return [placed, mapped, aligned];
}

/** Genes that have a tree, gains and losses, and homologues. */
export async function drawFamilies(index: SampledIndex): Promise<Samples[][]> {
  return [await drawTrees(index, 'tree'), await drawTrees(index, 'cafe'), await drawHomologies(index)];
}

async function drawTrees(index: SampledIndex, kind: 'tree' | 'cafe'): Promise<Samples[]> {
  const compara = comparaOf(index, `${kind}_compara`);
  const drawn: Samples[] = [];
  for (const gene of compara ? await genesOf(index, `${kind}_species`) : []) {
    const [[member] = []] = await compara!.members([gene.id]);
    const tree = member && chooseTree(member);
    if (!tree || (kind === 'cafe' && !tree.cafe)) continue;
    const { id, root } = await compara!.geneTreeAt(tree.place);
    if (id === null || leavesOf(root).length > LARGEST_TREE) continue;
    drawn.push(kind === 'tree'
      ? { tree_gene: gene.id, tree_symbol: gene.displayName!, gene_tree: id }
      : { cafe_gene: gene.id, cafe_symbol: gene.displayName!, cafe_tree: id });
  }
  return drawn;
}

async function drawHomologies(index: SampledIndex): Promise<Samples[]> {
  const compara = comparaOf(index, 'homology_compara');
  const genes = compara ? await genesOf(index, 'homology_species') : [];
  const found = compara ? await compara.homologies(genes.map(({ id }) => id)) : [];
  return genes.flatMap(({ id, displayName }, each) => (found[each]!.length > 0 ? [{ homology_gene: id, homology_symbol: displayName! }] : []));
}

function comparaOf({ release, samples }: SampledIndex, name: SampleName): Compara | null {
  const entry = release.manifest.comparas?.find((each) => comparaName(each) === samples[name]);
  return entry ? release.compara(entry) : null;
}

async function genesOf(index: SampledIndex, species: SampleName): Promise<GeneRecord[]> {
  const genes = (await index.intervals(index.genome(species)?.entry.tables.genes)).map(({ payload }) => decodeGene(payload));
  return genes.filter(({ biotype, displayName, start, end }) => biotype === 'protein_coding' && displayName && start <= end);
}
