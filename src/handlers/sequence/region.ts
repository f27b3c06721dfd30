/** Genomic sequences of regions: sequence/region. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { isStreamed, longSequences, type LongSequenceRecord } from '../../formats/sequence-formats.ts';
import { PlacedGene } from '../../genome/feature-placement.ts';
import { sliceLength, sliceName, type Slice } from '../../genome/seq-region.ts';
import { ApiError, attempt } from '../../api-error.ts';
import { CHUNK_BASES, type Mask } from '../../index/sequence/sequence-chunk.ts';
import type { Genome } from '../../release/genome.ts';
import {
  COPIES_OF_SEQUENCES,
  MEMORY_OF_STORED_BYTE,
  MEMORY_OF_STREAMED_BASE,
  RESERVATION_THRESHOLD,
} from '../../memory-budget.ts';
import { reserveMemory } from '../../operation/memory-reservation.ts';
import { genomeWithDna, readPackedBases, type PackedBases } from '../../release/sequence-reader.ts';
import { asText, checkMasks } from './objects.ts';
import { expandSlice, reserveForSlices, totalLength, within } from './slice.ts';
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
  return basesOf(genome, [{ slice, query: params.region }], request, true);
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
  const asked = outcomes.flatMap((slice, which) =>
    slice instanceof ApiError ? [] : { slice, query: at(items, which) },
  );
  if (asked.length === 0) throw new ApiError('No results found', 404);
  return basesOf(genome, asked, request, false);
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

/** A slice and the text that asked for it. */
interface Asked {
  slice: Slice;
  query: string;
}

/** Answers with more bases are unpacked while they are sent. Shorter ones need no memory reservation. */
const MAX_WHOLE_BASES = RESERVATION_THRESHOLD / COPIES_OF_SEQUENCES;

/** Each slice keeps whole chunks in memory until it is sent, so a list of short slices is better unpacked at once. */
function isLong(slices: readonly Slice[]): boolean {
  return totalLength(slices) > Math.max(MAX_WHOLE_BASES, (slices.length - 1) * CHUNK_BASES);
}

/** One wave of reads. */
async function basesOf(
  genome: Genome,
  asked: readonly Asked[],
  request: OperationRequest<SequenceRegionParams>,
  single: boolean,
): Promise<Answer> {
  const { params, format, memory } = request;
  const withExons = params.mask_feature;
  const slices = asked.map(({ slice }) => slice);
  const streamed = isStreamed(format) && isLong(slices);
  // Both at once: two requests that have reserved a part could wait for each other.
  await reserveForSlices(
    request,
    slices,
    streamed ? MEMORY_OF_STREAMED_BASE : COPIES_OF_SEQUENCES,
    withExons ? MEMORY_OF_STORED_BYTE * (await genome.bytesOverlappingAny('genes', slices.map(onRegion))) : 0,
  );
  const [packed, exons] = await Promise.all([
    readPackedBases(genome, slices, params.mask),
    withExons ? exonsOn(genome, slices) : null,
  ]);
  const records = asked.map(({ slice, query }, which) =>
    packedRecord(slice, query, at(packed, which), exons && at(exons, which)),
  );
  const whole = () => records.map((record) => ({ ...record, seq: asText(record.seq.part(0, record.seq.length)) }));
  if (!streamed) return { kind: 'sequences', sequences: whole(), single };
  return {
    kind: 'stream',
    chunks: longSequences(records, format, single),
    asValue: async () => {
      await reserveMemory(memory, totalLength(slices) * COPIES_OF_SEQUENCES);
      return single ? whole()[0] : whole();
    },
  };
}

/** @param exons parts of the slice, or null to show all bases as they are */
function packedRecord(slice: Slice, query: string, bases: PackedBases, exons: Part[] | null): LongSequenceRecord {
  const part = (from: number, to: number) =>
    exons ? unmaskExons(bases.part(from, to), from, exons) : bases.part(from, to);
  return { id: sliceName(slice), query, molecule: 'dna', seq: { length: bases.length, part } };
}

/** Positions within a slice: see `within`. */
interface Part {
  from: number;
  to: number;
}

/** The part of a slice on its region, which an expanded slice may exceed. */
function onRegion(slice: Slice): Slice {
  return { ...slice, start: Math.max(slice.start, 1), end: Math.min(slice.end, slice.region.length) };
}

/** Exons of the genes that overlap each slice. One wave of reads. */
async function exonsOn(genome: Genome, slices: readonly Slice[]): Promise<Part[][]> {
  const found = await genome.overlappingGenes(slices.map(onRegion));
  return found.map((genes, which) =>
    genes.flatMap((placed) => {
      const gene = new PlacedGene(placed);
      return gene.record.exons.filter((exon) => gene.shows(exon)).flatMap((exon) => within(at(slices, which), exon));
    }),
  );
}

/**
 * Shows exons in upper case and other bases in lower case. For letters other than A, C, G and T it is the reverse, as
 * in Ensembl, which lowers the exons and then swaps the case of these four letters. Modifies `bases`.
 *
 * @param start position of the first base in the slice, 0-based @param exons of the slice, see `within`
 */
function unmaskExons(bases: Uint8Array, start: number, exons: readonly Part[]): Uint8Array {
  const exonic = new Uint8Array(bases.length);
  for (const { from, to } of exons) if (to > start) exonic.fill(1, Math.max(from - start, 0), to - start);
  for (let position = 0; position < bases.length; position++) {
    const letter = bases[position]!;
    const isBase = letter === 65 || letter === 67 || letter === 71 || letter === 84;
    if (isBase !== (exonic[position] === 1)) bases[position] = letter | 32;
  }
  return bases;
}
