/** Whole-genome alignments of a region: alignment/region. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import type { AlignmentRow } from '../../compara/alignment-columns.ts';
import type { AlignmentNode } from '../../compara/alignment-tree.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import { phyloxmlAsRead, type StoredPhylogeny } from '../../formats/phyloxml.ts';
import { parseRegionQuery } from '../../genome/region-query.ts';
import { sliceLength } from '../../genome/seq-region.ts';
import type { Mask } from '../../index/sequence/sequence-chunk.ts';
import { bytesToRead } from '../../release/alignments.ts';
import type { Release } from '../../release/release.ts';
import {
  alignmentPhylogeny,
  alignmentTexts,
  rowsOfPhylogeny,
  rowsOfValue,
  type AlignmentForm,
  type BlocksWithBases,
} from './alignment-answer.ts';
import { AlignmentSearch, shownBlocks, type ShownBlock, RowBases } from './alignment-blocks.ts';
import { comparaOf } from './compared-genome.ts';
import { reserveForStreamedRecords } from '../../operation/memory-reservation.ts';
import { checkSliceLength, resolveSlice } from '../resolve/slice.ts';
import { withoutPrefix, type SetName } from '../../compara/alignment-record.ts';
import { sameName } from '../../names/name-text.ts';
import type { ComparaMethods } from '../../release/documents.ts';

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
 * GET alignment/region. Two waves of reads: alignments; then bases, together with blocks that are stored separately.
 * Long answers are read while they are sent.
 */
export async function alignmentOfRegion(request: OperationRequest<AlignmentParams>): Promise<Answer> {
  const { params, release, format, longestSlice } = request;
  const genome = await release.genome(params.species);
  const entry = comparaOf(release, params.compara, params.species);
  const alignments = release.alignments(entry);
  const search = new AlignmentSearch(alignments, genome.species, params.method, namedSet(release, params));
  const query = parseRegionQuery(params.region);
  // As in Ensembl, XML of alignments is always PhyloXML.
  const isXml = format === 'phyloxml' || format === 'xml';
  const [slice, methods, species] = await Promise.all([
    resolveSlice(genome, params.region),
    release.comparaMethods(entry),
    isXml ? release.compara(entry).species() : null,
    search.prefetch(query, longestSlice),
  ]);
  checkSliceLength(sliceLength(slice), longestSlice);
  const set = chosenSet(release, methods, params);
  const shown = shownSpecies(release, params.display_species_set);
  const [found] = await Promise.all([
    search.find(slice, set.methodClass),
    shown === null ? checkGenomes(release, set) : undefined,
  ]);
  await reserveForStreamedRecords(
    request,
    found.reduce((bytes, { record }) => bytes + bytesToRead(record), 0),
    'a smaller region',
  );
  const form: AlignmentForm = {
    aligned: params.aligned,
    compact: params.compact,
    // Ensembl names the leaves of a genome's alignment with itself by place, since their genomes are the same.
    labelsPlaces: !set.methodClass.startsWith('GenomicAlignBlock') || set.species.length === 1,
    labelsAncestors: set.methodClass.includes('ancestral_alignment'),
    noBranchLengths: params.no_branch_lengths && set.methodClass !== 'GenomicAlignBlock.pairwise_alignment',
  };
  const blocks = shownBlocks(alignments, found, slice.strand, shown, set.methodClass);
  return {
    kind: 'stream',
    chunks: species
      ? phyloxmlAsRead(phylogenies(withBases(blocks, rowsOfPhylogeny, request), species, form))
      : alignmentTexts(withBases(blocks, rowsOfValue, request), form),
  };
}

/** Adds a reader for bases to each batch. @param rowsOf rows of a block in order of output */
async function* withBases(
  read: AsyncIterable<ShownBlock[]>,
  rowsOf: (tree: AlignmentNode) => AlignmentRow[],
  { params, release }: OperationRequest<AlignmentParams>,
): AsyncGenerator<BlocksWithBases> {
  for await (const blocks of read) {
    const bases = new RowBases(
      release,
      blocks.flatMap(({ tree }) => rowsOf(tree)),
      params.mask,
    );
    yield { blocks, basesOf: (row) => bases.of(row) };
  }
}

async function* phylogenies(
  read: AsyncIterable<BlocksWithBases>,
  species: ComparaSpecies,
  form: AlignmentForm,
): AsyncGenerator<StoredPhylogeny<AlignmentNode>> {
  for await (const { blocks, basesOf } of read)
    for (const block of blocks) yield alignmentPhylogeny(block, species, form, basesOf);
}

/** Throws ApiError (400) if the release does not contain the sequence of a genome of the set. */
async function checkGenomes(release: Release, { species }: ChosenSet): Promise<void> {
  const cores = species.map((name) =>
    release.genomesNamed(name).filter((index) => at(release.manifest.genomes, index).group === 'core'),
  );
  const genomes = await release.genomesAt(cores.flat());
  const withBases = new Set(genomes.flatMap(({ index, entry }) => (entry.sequence ? [index] : [])));
  const missing = species.find((_, each) => !at(cores, each).some((index) => withBases.has(index)));
  if (missing === undefined) return;
  throw new ApiError(
    `This release does not contain the genome of ${missing}, which is aligned here; please select species with ` +
      'display_species_set',
  );
}

const DEFAULT_GROUP = 'mammals';

/** Ensembl's methods for genome alignments; a release contains alignments of some of them. */
export const ALIGNMENT_METHODS = [
  'EPO',
  'EPO_EXTENDED',
  'PECAN',
  'LASTZ_NET',
  'BLASTZ_NET',
  'TRANSLATED_BLAT_NET',
  'CACTUS_HAL',
  'CACTUS_HAL_PW',
  'CACTUS_DB',
];

interface SetParams {
  method: string;
  species_set: readonly string[];
  species_set_group: string | undefined;
}

interface ChosenSet {
  methodClass: string;
  /** Production names. */
  species: readonly string[];
}

/** The species set that a request names; null if it contains an unknown name. No reads. */
function namedSet(release: Release, { species_set, species_set_group }: SetParams): SetName | null {
  const names = namesIn(species_set);
  if (names.length === 0) return { group: species_set_group || DEFAULT_GROUP };
  const species = names.map((name) => speciesNamed(release, name));
  const known = species.filter((each) => each !== null);
  return known.length < species.length ? null : { species: [...new Set(known)] };
}

/** The species set of a request. Throws ApiError (400) if the method does not exist or has no such set. */
function chosenSet(release: Release, { methods, speciesSets }: ComparaMethods, params: SetParams): ChosenSet {
  const names = namesIn(params.species_set);
  if (names.length > 0 && params.species_set_group)
    throw new ApiError('Please define species_set OR species_set_group');
  const method = methods.find(({ type }) => sameName(type, params.method));
  if (!method) throw noMethod(params.method, methods);
  if (!method.class.startsWith('GenomicAlign'))
    throw new ApiError(`The method '${params.method}' is not used for genome alignments`);
  const genomes = new Set(names.map((name) => productionName(release, name)));
  const group = withoutPrefix(params.species_set_group || DEFAULT_GROUP);
  const found = (speciesSets[method.type] ?? []).find(({ species_set, species_set_group }) =>
    names.length > 0
      ? species_set.length === genomes.size && species_set.every((name) => genomes.has(name))
      : sameName(withoutPrefix(species_set_group), group),
  );
  if (found) return { methodClass: method.class, species: found.species_set };
  const set = names.length > 0 ? `species_set ${names.join(',')}` : `species_set_group ${group} `;
  throw new ApiError(`No method_link_specices_set found for method ${params.method} and ${set}`);
}

function noMethod(name: string, methods: ComparaMethods['methods']): ApiError {
  if (!ALIGNMENT_METHODS.some((each) => sameName(each, name)))
    return new ApiError(`The method '${name}' is not understood by this service`);
  const available = methods.filter((method) => method.class.startsWith('GenomicAlign')).map(({ type }) => type);
  return new ApiError(
    `This compara database has no alignments by ${name}${
      available.length > 0
        ? `, only by ${available.join(', ')}; info/compara/species_sets/${available[0]} lists the species sets of ` +
          `${available[0]}`
        : ' or another method'
    }`,
  );
}

/** Production names of the species to show; null for all. Throws ApiError (400) for an unknown name. */
function shownSpecies(release: Release, names: readonly string[]): Set<string> | null {
  const sent = namesIn(names);
  return sent.length === 0 ? null : new Set(sent.map((name) => productionName(release, name)));
}

const namesIn = (names: readonly string[]): string[] => names.filter((name) => name !== '');

function productionName(release: Release, name: string): string {
  const species = speciesNamed(release, name);
  if (species === null) throw new ApiError(`Database alias ${name} is not known`);
  return species;
}

function speciesNamed(release: Release, name: string): string | null {
  const [index] = release.genomesNamed(name);
  return index === undefined ? null : at(release.manifest.genomes, index).species;
}
