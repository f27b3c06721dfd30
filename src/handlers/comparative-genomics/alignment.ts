/** Whole-genome alignments of a region: alignment/region. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import type { AlignmentRow } from '../../compara/alignment-columns.ts';
import type { AlignmentNode } from '../../compara/alignment-tree.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import { phyloxmlAsRead, type PhylogenyToRead } from '../../formats/phyloxml.ts';
import { parseRegionQuery } from '../../genome/region-query.ts';
import { sliceLength } from '../../genome/seq-region.ts';
import type { Mask } from '../../index/sequence-chunk.ts';
import { bytesToRead } from '../../release/alignments.ts';
import type { Release } from '../../release/release.ts';
import { chosenSet, namedSet, shownSpecies, type ChosenSet, type SetParams } from './aligned-set.ts';
import { alignmentPhylogeny, alignmentTexts, rowsOfPhylogeny, rowsOfValue, type AlignmentForm, type BlocksWithBases } from './alignment-answer.ts';
import { AlignmentSearch, shownBlocks, type ShownBlock } from './alignment-blocks.ts';
import { comparaOf } from './compared-genome.ts';
import { RowBases } from './row-bases.ts';
import { setAsideInPieces } from '../set-aside.ts';
import { checkSliceLength } from '../slice-length.ts';
import { resolveSlice } from '../slice-request.ts';

export interface AlignmentParams extends SetParams {
  species: string;
  region: string;
  compara: string | undefined;
  aligned: boolean;
  compact: boolean;
  no_branch_lengths: boolean;
  mask: Mask | undefined;
  display_species_set: readonly string[];
}

/**
 * Two dependent reads: what is aligned, then its bases, and beside them the blocks that stand apart. What is longer than is read at
 * once goes on being read while it is sent.
 */
export async function alignmentOfRegion(request: OperationRequest<AlignmentParams>): Promise<Answer> {
  const { params, release, format, longestSlice } = request;
  const genome = release.genome(params.species);
  const entry = comparaOf(release, params.compara, params.species);
  const alignments = release.alignments(entry);
  const search = new AlignmentSearch(alignments, genome.species, params.method, namedSet(release, params));
  const query = parseRegionQuery(params.region);
  // Ensembl's XML of alignments is PhyloXML, whatever it is called.
  const isXml = format === 'phyloxml' || format === 'xml';
  const [slice, methods, species] = await Promise.all([
    resolveSlice(genome, params.region), release.comparaMethods(entry), isXml ? release.compara(entry).species() : null, search.guess(query, longestSlice),
  ]);
  checkSliceLength(sliceLength(slice), longestSlice);
  const set = chosenSet(release, methods, params);
  const shown = shownSpecies(release, params.display_species_set);
  if (shown === null) checkGenomes(release, set);
  const found = await search.found(slice, set.methodClass);
  await setAsideInPieces(request, found.reduce((bytes, { record }) => bytes + bytesToRead(record), 0), 'a smaller region');
  const form: AlignmentForm = {
    aligned: params.aligned, compact: params.compact, methodClass: set.methodClass,
    noBranchLengths: params.no_branch_lengths && set.methodClass !== 'GenomicAlignBlock.pairwise_alignment',
  };
  const blocks = shownBlocks(alignments, found, slice.strand, shown, set.methodClass);
  return { kind: 'stream', chunks: species
    ? phyloxmlAsRead(phylogenies(withBases(blocks, rowsOfPhylogeny, request), species, form))
    : alignmentTexts(withBases(blocks, rowsOfValue, request), form) };
}

/** @param rowsOf the rows of a block in the order in which they are written */
async function* withBases(
  read: AsyncIterable<ShownBlock[]>, rowsOf: (tree: AlignmentNode) => AlignmentRow[], { params, release }: OperationRequest<AlignmentParams>,
): AsyncGenerator<BlocksWithBases> {
  for await (const blocks of read) {
    const bases = new RowBases(release, blocks.flatMap(({ tree }) => rowsOf(tree)), params.mask);
    yield { blocks, basesOf: (row) => bases.of(row) };
  }
}

async function* phylogenies(read: AsyncIterable<BlocksWithBases>, species: ComparaSpecies, form: AlignmentForm): AsyncGenerator<PhylogenyToRead<AlignmentNode>> {
  for await (const { blocks, basesOf } of read) for (const block of blocks) yield alignmentPhylogeny(block, species, form, basesOf);
}

/** Throws ApiError (400) for a genome of the set that the release lacks: its bases could not be shown. */
function checkGenomes(release: Release, { species }: ChosenSet): void {
  const hasBases = (index: number) => release.manifest.genomes[index]!.group === 'core' && release.genomeAt(index).entry.sequence !== null;
  const missing = species.find((name) => !release.genomesNamed(name).some(hasBases));
  if (missing === undefined) return;
  throw new ApiError(`This release does not have the genome of ${missing}, which is aligned here: name those to show with display_species_set`);
}
