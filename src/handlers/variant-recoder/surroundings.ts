/** What stands around places of variants: the bases, the transcripts, the known variants. */
import { at } from '../../checked.ts';
import { decodeGene, type GeneRecord } from '../../genome/gene-record.ts';
import { forwardSlice, type Slice } from '../../genome/seq-region.ts';
import type { Span } from '../../genome/transcript.ts';
import { Flanks } from '../../variants/variant-shift.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import { readKnownVariants, type KnownVariant } from './known-variants.ts';
import {
  asText,
  readCodingModels,
  type CodingModels,
  codesIn,
  transcriptsOver,
  type NearTranscript,
} from './coding-models.ts';
import { isCurrentRefseq, regionsIn, underOwnName } from './named-transcripts.ts';
import type { VariantPlace } from './variant-place.ts';

/** A change is moved along repetitive sequence by no more than this. */
const MAX_SHIFT = 1000;

export interface Surroundings {
  flanks: Flanks;
  /** In order of their ids. */
  transcripts: NearTranscript[];
  /** At the very place. */
  known: KnownVariant[];
}

export interface Wanted {
  transcripts: boolean;
  known: boolean;
  /** Known variants that failed Ensembl's quality checks, too. */
  failed: boolean;
  /** Coding sequences that changes fall into. */
  proteins: boolean;
  /** Only transcripts with all of these attributes. */
  attributes: readonly string[];
}

/** Where a variant stands, when no more of its region is known than its ordinal. */
export interface RoughPlace {
  region: number;
  start: number;
  end: number;
  /** Bases of its longest allele, or more. */
  longest: number;
}

/**
 * Reads what `readSurroundings` will want of places beside what is read before it: genes, and known variants as far as
 * a change can be moved.
 */
export function readAround(
  genome: Genome,
  places: readonly RoughPlace[],
  { transcripts, known, failed }: Wanted,
): Promise<void> {
  const at = places.map(({ region, start, end }) => ({
    region,
    start: Math.min(start, end),
    end: Math.max(start, end),
  }));
  const along = at.map(({ region, start, end }, each) => {
    const reach = MAX_SHIFT + places[each]!.longest;
    return { region, start: Math.max(1, start - reach), end: end + reach };
  });
  return genome.readAhead({
    ...(transcripts && { genes: at }),
    ...(known && { 'variant-features': along }),
    ...(known && failed && { 'hidden-variant-features': along }),
  });
}

/**
 * The surroundings of each place, in the order of the places; empty lists of what is not wanted. And the coding
 * sequences that changes there may fall into. One wave of reads, and one for coding sequences where genes have not been
 * read ahead; where the species has transcripts of RefSeq one more for these.
 */
export async function readSurroundings(
  genome: Genome,
  dna: Genome,
  refseq: Genome | null,
  places: readonly VariantPlace[],
  wanted: Wanted,
): Promise<{ surroundings: Surroundings[]; models: CodingModels }> {
  const stretches = places.map(({ start, end }) => ({ start: Math.min(start, end), end: Math.max(start, end) }));
  const wide = places.map((place, each) => surrounding(place, at(stretches, each)));
  const slices = places.map(({ region }, each) => forwardSlice(region, at(stretches, each)));
  const around = readAround(
    genome,
    places.map(({ region, start, end, longest }) => ({ region: region.ordinal, start, end, longest })),
    wanted,
  );
  const genesOver = async () => {
    await around;
    return (await genome.overlappingGenes(slices)).map((genes) => genes.map(({ record }) => decodeGene(record)));
  };
  const [bases, own, refseqs, known] = await Promise.all([
    readBases(
      dna,
      places.map(({ region }, each) => forwardSlice(region, at(wide, each))),
    ),
    wanted.transcripts ? readTranscripts(genesOver(), dna, slices, wanted) : null,
    wanted.transcripts && refseq ? readTranscripts(readRefseqGenes(refseq, slices), dna, slices, wanted) : null,
    wanted.known ? around.then(() => readKnownVariants(genome, slices, wanted.failed)) : null,
  ]);
  const surroundings = places.map((_, each) => ({
    flanks: new Flanks(at(wide, each).start, asText(at(bases, each))),
    transcripts: [own, refseqs].flatMap((read) => read?.near[each] ?? []).sort(byId),
    known: known?.[each] ?? [],
  }));
  return { surroundings, models: new Map([own, refseqs].flatMap((read) => [...(read?.models ?? [])])) };
}

/**
 * The transcripts over each slice, and the coding sequences of those of which a change there may touch them. One wave
 * of reads behind the genes.
 */
async function readTranscripts(
  genes: Promise<GeneRecord[][]>,
  dna: Genome,
  slices: readonly Slice[],
  { attributes, proteins }: Wanted,
): Promise<{ near: NearTranscript[][]; models: CodingModels }> {
  const near = (await genes).map((its, each) =>
    its.flatMap((gene) => transcriptsOver(gene, at(slices, each), attributes)),
  );
  const coding = proteins
    ? near.flatMap((transcripts, each) => transcripts.filter((transcript) => codesIn(transcript, at(slices, each))))
    : [];
  return { near, models: await readCodingModels(dna, [...new Set(coding)]) };
}

/** A stretch with what may have to be known around it, at most once around a circle. */
function surrounding({ region, longest }: VariantPlace, { start, end }: Span): Span {
  const reach = MAX_SHIFT + longest;
  if (!region.circular) return { start: Math.max(1, start - reach), end: Math.min(region.length, end + reach) };
  const most = Math.max(0, Math.floor((region.length - (end - start + 1)) / 2));
  return { start: start - Math.min(reach, most), end: end + Math.min(reach, most) };
}

/**
 * Genes over each slice with their current transcripts of RefSeq only, under RefSeq's own names. Two waves of reads.
 */
async function readRefseqGenes(refseq: Genome, slices: readonly Slice[]): Promise<GeneRecord[][]> {
  const regions = await regionsIn(
    refseq,
    slices.map(({ region }) => region),
  );
  const known = slices.flatMap((slice, each) => (regions[each] ? [{ ...slice, region: regions[each] }] : []));
  const found = await refseq.overlappingGenes(known);
  let next = 0;
  return regions.map((region) =>
    (region ? at(found, next++) : []).map(({ record }) => {
      const gene = decodeGene(record);
      return {
        ...gene,
        transcripts: gene.transcripts.filter((each) => isCurrentRefseq(each, refseq.entry.assembly)).map(underOwnName),
      };
    }),
  );
}

function byId({ transcript: one }: NearTranscript, { transcript: other }: NearTranscript): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}
