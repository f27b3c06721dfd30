/** Genomic sequences of regions: sequence/region. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { SequenceRecord } from '../../formats/sequence-formats.ts';
import { PlacedGene } from '../../genome/feature-placement.ts';
import { sliceLength, sliceName, type Slice } from '../../genome/seq-region.ts';
import type { Span } from '../../genome/transcript.ts';
import { ApiError, attempt } from '../../api-error.ts';
import type { Mask } from '../../index/sequence/sequence-chunk.ts';
import type { Genome } from '../../release/genome.ts';
import { genomeWithDna, readBases } from '../../release/sequence-reader.ts';
import { asText, checkMasks } from './objects.ts';
import { expandSlice, reserveForSlices, within } from './slice.ts';
import { checkSliceLength, resolveSlice, resolveSlices } from '../resolve/slice.ts';

export interface SequenceRegionParams {
  species: string;
  mask: Mask | undefined;
  mask_feature: boolean;
  expand_5prime: number;
  expand_3prime: number;
  coord_system: string | undefined;
  coord_system_version: string | undefined;
}

type ExpansionParams = SequenceRegionParams & Pick<OperationRequest, 'longestSlice'>;

/** GET sequence/region: one region. */
export async function sequenceRegion(
  request: OperationRequest<SequenceRegionParams & { region: string }>,
): Promise<Answer> {
  const { params, release, longestSlice } = request;
  checkMasks(params.mask, params.mask_feature);
  const genome = await genomeWithDna(release, await release.genome(params.species));
  const [region] = await Promise.all([
    resolveSlice(genome, params.region, coordSystemOf(params)),
    prefetchDirectories(genome, params),
  ]);
  const slice = expanded(region, { ...params, longestSlice });
  await reserveForSlices(request, [slice]);
  return { kind: 'sequences', sequences: await readRecords(genome, [slice], [params.region], params), single: true };
}

/** POST sequence/region: regions of one species in the order sent; omits those for which GET returns 400. */
export async function sequenceRegions(request: OperationRequest<SequenceRegionParams>): Promise<Answer> {
  const { params, items, release, longestSlice } = request;
  checkMasks(params.mask, params.mask_feature);
  const genome = await genomeWithDna(release, await release.genome(params.species));
  const [resolved] = await Promise.all([
    resolveSlices(genome, items, coordSystemOf(params)),
    prefetchDirectories(genome, params),
  ]);
  const outcomes = resolved.map((slice) =>
    slice instanceof ApiError ? slice : attempt(() => expanded(slice, { ...params, longestSlice })),
  );
  const slices = outcomes.filter((slice): slice is Slice => !(slice instanceof ApiError));
  const texts = items.filter((_, which) => !(outcomes[which] instanceof ApiError));
  if (slices.length === 0) throw new ApiError('No results found', 404);
  await reserveForSlices(request, slices);
  return { kind: 'sequences', sequences: await readRecords(genome, slices, texts, params), single: false };
}

/** Reads the directory for exons together with the regions. */
function prefetchDirectories(genome: Genome, params: SequenceRegionParams): Promise<unknown> | null {
  return params.mask_feature ? genome.prefetchDirectories(['genes']) : null;
}

function coordSystemOf(params: SequenceRegionParams) {
  return { coordSystem: params.coord_system, coordSystemVersion: params.coord_system_version };
}

function expanded(slice: Slice, params: ExpansionParams): Slice {
  const result = expandSlice(slice, params.expand_5prime, params.expand_3prime);
  checkSliceLength(sliceLength(result), params.longestSlice);
  return result;
}

async function readRecords(
  genome: Genome,
  slices: readonly Slice[],
  texts: readonly string[],
  params: SequenceRegionParams,
): Promise<SequenceRecord[]> {
  const [read, exons] = await Promise.all([
    readBases(genome, slices, params.mask),
    params.mask_feature ? exonsOn(genome, slices) : null,
  ]);
  return slices.map((slice, which) => {
    const bases = at(read, which);
    const shown = exons ? unmaskExons(bases, slice, at(exons, which)) : bases;
    return { id: sliceName(slice), query: at(texts, which), molecule: 'dna', seq: asText(shown) };
  });
}

/** Exons of the genes that overlap each slice, in coordinates of the slice's region. One wave of reads. */
async function exonsOn(genome: Genome, slices: readonly Slice[]): Promise<Span[][]> {
  // An expanded slice may exceed its region.
  const onRegions = slices.map((slice) => ({
    ...slice,
    start: Math.max(slice.start, 1),
    end: Math.min(slice.end, slice.region.length),
  }));
  const found = await genome.overlappingGenes(onRegions);
  return found.map((genes) =>
    genes.flatMap((placed) => {
      const gene = new PlacedGene(placed);
      return gene.record.exons.filter((exon) => gene.shows(exon));
    }),
  );
}

/**
 * Shows exons in upper case and other bases in lower case. For letters other than A, C, G and T it is the reverse, as
 * in Ensembl, which lowers the exons and then swaps the case of these four letters. Modifies `bases`, which may have
 * ten million.
 */
function unmaskExons(bases: Uint8Array, slice: Slice, exons: readonly Span[]): Uint8Array {
  const exonic = new Uint8Array(bases.length);
  for (const exon of exons) {
    for (const { from, to } of within(slice, exon)) exonic.fill(1, Math.max(from, 0), to);
  }
  for (let position = 0; position < bases.length; position++) {
    const letter = bases[position]!;
    const isBase = letter === 65 || letter === 67 || letter === 71 || letter === 84;
    if (isBase !== (exonic[position] === 1)) bases[position] = letter | 32;
  }
  return bases;
}
