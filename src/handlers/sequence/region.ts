/** Genomic sequences of regions: sequence/region. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { isStreamed, longSequences } from '../../formats/sequence-formats.ts';
import { PlacedGene } from '../../genome/feature-placement.ts';
import { sliceLength, sliceName, type Slice } from '../../genome/seq-region.ts';
import type { Span } from '../../genome/transcript.ts';
import { ApiError, attempt } from '../../api-error.ts';
import type { Mask } from '../../index/sequence/sequence-chunk.ts';
import type { Genome } from '../../release/genome.ts';
import { COPIES_OF_SEQUENCES, COPIES_OF_STREAMED_SEQUENCES, RESERVATION_THRESHOLD } from '../../memory-budget.ts';
import { reserveMemory } from '../../operation/memory-reservation.ts';
import { genomeWithDna, readPackedBases } from '../../release/sequence-reader.ts';
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

/** Bases of an answer above which it is unpacked while it is sent: below, it needs no memory reservation. */
const LONG = RESERVATION_THRESHOLD / COPIES_OF_SEQUENCES;

/** One wave of reads. */
async function basesOf(
  genome: Genome,
  asked: readonly Asked[],
  request: OperationRequest<SequenceRegionParams>,
  single: boolean,
): Promise<Answer> {
  const { params, format } = request;
  const slices = asked.map(({ slice }) => slice);
  const streamed = isStreamed(format) && totalLength(slices) > LONG;
  await reserveForSlices(request, slices, streamed ? COPIES_OF_STREAMED_SEQUENCES : COPIES_OF_SEQUENCES);
  const [packed, exons] = await Promise.all([
    readPackedBases(genome, slices, params.mask),
    params.mask_feature ? exonsOn(genome, slices) : null,
  ]);
  const records = asked.map(({ slice, query }, which) => {
    const bases = at(packed, which);
    const exonic = exons && at(exons, which).flatMap((exon) => within(slice, exon));
    const part = (from: number, to: number) =>
      exonic ? unmaskExons(bases.part(from, to), from, exonic) : bases.part(from, to);
    return { id: sliceName(slice), query, molecule: 'dna' as const, seq: { length: bases.length, part } };
  });
  const whole = () => records.map((record) => ({ ...record, seq: asText(record.seq.part(0, record.seq.length)) }));
  if (!streamed) return { kind: 'sequences', sequences: whole(), single };
  return {
    kind: 'stream',
    chunks: longSequences(records, format, single),
    asValue: async () => {
      await reserveMemory(request.memory, totalLength(slices) * COPIES_OF_SEQUENCES);
      return single ? whole()[0] : whole();
    },
  };
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
 * in Ensembl, which lowers the exons and then swaps the case of these four letters. Modifies `bases`.
 *
 * @param start position of the first base in the slice, 0-based @param exons of the slice, see `within`
 */
function unmaskExons(bases: Uint8Array, start: number, exons: readonly { from: number; to: number }[]): Uint8Array {
  const exonic = new Uint8Array(bases.length);
  for (const { from, to } of exons) if (to > start) exonic.fill(1, Math.max(from - start, 0), to - start);
  for (let position = 0; position < bases.length; position++) {
    const letter = bases[position]!;
    const isBase = letter === 65 || letter === 67 || letter === 71 || letter === 84;
    if (isBase !== (exonic[position] === 1)) bases[position] = letter | 32;
  }
  return bases;
}
