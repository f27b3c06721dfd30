/** Whole-genome alignments of a region: alignment/region. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import type { AlignmentRow } from '../../compara/alignment-columns.ts';
import { nodesInOrder, pruneTree, restrictedTree, type AlignmentNode } from '../../compara/alignment-tree.ts';
import { isAncestral } from '../../compara/ancestral-genomes.ts';
import { parseRegionQuery } from '../../genome/region-query.ts';
import { sliceLength, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import type { Mask } from '../../index/sequence-chunk.ts';
import type { AlignmentSet } from '../../release/alignments.ts';
import { findCompara } from '../../release/compara-names.ts';
import type { ComparaMethods } from '../../release/information.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithDna, readBases } from '../../release/sequence-reader.ts';
import { StoreError } from '../../store/store.ts';
import { alignmentDocument, alignmentValue } from './alignment-answer.ts';
import { checkTotalLength } from '../sequence/slice.ts';
import { resolveSlice } from '../slice-request.ts';

const LONGEST_SLICE = 1_000_000;
const DEFAULT_GROUP = 'mammals';
const NO_ALIGNMENT = 'no alignment available for this region';

export interface AlignmentParams {
  species: string;
  region: string;
  compara: string;
  aligned: boolean;
  compact: boolean;
  no_branch_lengths: boolean;
  mask: Mask | undefined;
  method: string;
  species_set: readonly string[];
  species_set_group: string | undefined;
  display_species_set: readonly string[];
}

export async function alignmentOfRegion({ params, release, format }: OperationRequest<AlignmentParams>): Promise<Answer> {
  const genome = release.genome(params.species);
  const entry = findCompara(release.manifest, params.compara);
  const compara = release.compara(entry);
  const alignments = release.alignments(entry);
  const { name } = parseRegionQuery(params.region);
  const [slice, methods, species, named] = await Promise.all([
    resolveSlice(genome, params.region), release.comparaMethods(entry), compara.species(), alignments.region(genome.species, name),
  ]);
  checkLength(slice);
  const set = chooseSet(release, methods, params);
  const shown = params.display_species_set.filter((name) => name !== '').map((name) => productionName(release, name));
  // Most clients call a region by its name, which then has been looked up beside it.
  const numbers = slice.region.name.toLowerCase() === name.toLowerCase() ? named : await alignments.region(genome.species, slice.region.name);
  const region = numbers.find(([method, which]) => method === set.method && which === set.set)?.[2] ?? null;
  const trees: AlignmentNode[] = [];
  const pieces = slice.start <= slice.end ? [[slice.start, slice.end]] as const : [[slice.start, slice.region.length], [1, slice.end]] as const;
  for (const [start, end] of region === null ? [] : pieces) {
    for (const block of await alignments.blocks(region!, start, end)) {
      const tree = restrictedTree(block, start, end, slice.strand);
      const pruned = tree && shown.length > 0 ? pruneTree(tree, (name) => shown.includes(name)) : tree;
      if (pruned) trees.push(pruned);
    }
  }
  if (trees.length === 0) throw new ApiError(NO_ALIGNMENT);
  const bases = await basesOfRows(release, trees.flatMap((tree) => nodesInOrder(tree).flatMap(({ rows }) => rows)), params.mask);
  const form = {
    aligned: params.aligned, compact: params.compact, methodClass: set.methodClass,
    noBranchLengths: params.no_branch_lengths && set.methodClass !== 'GenomicAlignBlock.pairwise_alignment',
    basesOf: (row: AlignmentRow) => bases.get(row)!,
  };
  // Ensembl's XML of alignments is PhyloXML, whatever it is called.
  if (format !== 'phyloxml' && format !== 'xml') return { kind: 'value', value: trees.map((tree) => alignmentValue(tree, form)) };
  return { kind: 'stream', chunks: (async function* () { yield* alignmentDocument(trees, species, form); })() };
}

function checkLength(slice: Slice): void {
  const length = sliceLength(slice);
  if (length <= LONGEST_SLICE) return;
  throw new ApiError(`${length} is greater than the maximum allowed length of ${LONGEST_SLICE}. Request smaller regions of sequence`);
}

/** The set of species that method and species_set or species_set_group mean. Throws ApiError (400), in Ensembl's words. */
function chooseSet(release: Release, { methods, speciesSets }: ComparaMethods, params: AlignmentParams): AlignmentSet & { methodClass: string } {
  const names = params.species_set.filter((name) => name !== '');
  if (names.length > 0 && params.species_set_group) throw new ApiError('Please define species_set OR species_set_group');
  const method = methods.find(({ type }) => type.toLowerCase() === params.method.toLowerCase());
  if (!method) throw new ApiError(`The method '${params.method}' is not understood by this service`);
  if (!method.class.startsWith('GenomicAlign')) throw new ApiError(`The method '${params.method}' is not used for genome alignments`);
  const sets = speciesSets[method.type] ?? [];
  let set: number;
  let wanted: string;
  if (names.length > 0) {
    const genomes = new Set(names.map((name) => productionName(release, name)));
    set = sets.findIndex(({ species_set }) => species_set.length === genomes.size && species_set.every((name) => genomes.has(name)));
    wanted = `species_set ${names.join(',')}`;
  } else {
    const group = withoutPrefix(params.species_set_group || DEFAULT_GROUP);
    set = sets.findIndex(({ species_set_group }) => withoutPrefix(species_set_group).toLowerCase() === group.toLowerCase());
    wanted = `species_set_group ${group} `;
  }
  if (set < 0) throw new ApiError(`No method_link_specices_set found for method ${params.method} and ${wanted}`);
  return { method: method.type, set, methodClass: method.class };
}

const withoutPrefix = (group: string): string => group.replace('collection-', '');

function productionName(release: Release, name: string): string {
  const [index] = release.genomesNamed(name);
  if (index === undefined) throw new ApiError(`Database alias ${name} is not known`);
  return release.manifest.genomes[index]!.species;
}

/** Bases of rows on their strand: their regions in one wave of reads, what stands there in another. Ancestors are never masked. */
async function basesOfRows(release: Release, rows: readonly AlignmentRow[], mask: Mask | undefined): Promise<Map<AlignmentRow, string>> {
  const byGenome = new Map<string, AlignmentRow[]>();
  for (const row of rows) byGenome.set(row.genome, [...(byGenome.get(row.genome) ?? []), row]);
  const planned = await Promise.all([...byGenome].map(async ([name, own]) => {
    const genome = genomeWithDna(release, release.genome(name));
    const found = await genome.seqRegions(own.map(({ region }) => region));
    return { genome, own, slices: own.map((row, each): Slice => ({ region: regionOf(row, found[each]!), start: row.start, end: row.end, strand: row.strand })) };
  }));
  checkTotalLength(planned.flatMap(({ slices }) => slices));
  const decoder = new TextDecoder();
  const bases = new Map<AlignmentRow, string>();
  await Promise.all(planned.map(async ({ genome, own, slices }) => {
    const read = await readBases(genome, slices, isAncestral(genome.species) ? undefined : mask);
    own.forEach((row, each) => bases.set(row, decoder.decode(read[each]!)));
  }));
  return bases;
}

function regionOf(row: AlignmentRow, named: readonly SeqRegionRecord[]): SeqRegionRecord {
  const region = named.find(({ name, coordSystem }) => name === row.region && coordSystem === row.coordSystem) ?? named.find(({ name }) => name === row.region);
  if (!region || row.end > region.length) throw new StoreError(`${row.genome} has no ${row.region}:${row.start}-${row.end}, which is aligned`);
  return region;
}
