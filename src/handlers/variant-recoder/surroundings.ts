/** Reads the bases, transcripts and known variants around the places of variants. */
import { at } from '../../checked.ts';
import { sharedGene, type GeneRecord } from '../../genome/gene-record.ts';
import { forwardSlice, type Slice } from '../../genome/seq-region.ts';
import type { Span } from '../../genome/transcript.ts';
import { Flanks } from '../../variants/variant-shift.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import { readKnownVariants, type KnownVariant } from './known-variants.ts';
import { readCodingModels, type CodingModels, codesIn, transcriptsOver, type NearTranscript } from './coding-models.ts';
import { asText } from './transcript-sequences.ts';
import { isCurrentRefseq, regionsIn, withRefseqName } from './named-transcripts.ts';
import type { VariantPlace } from './variant-place.ts';

/** Most bases by which a change is shifted along repetitive sequence. */
const MAX_SHIFT = 1000;

export interface Surroundings {
  flanks: Flanks;
  /** Sorted by id. */
  transcripts: NearTranscript[];
  /** Known variants that overlap the place. */
  known: KnownVariant[];
}

export interface Wanted {
  transcripts: boolean;
  known: boolean;
  /** Include known variants that failed Ensembl's quality checks. */
  failed: boolean;
  /** Read coding sequences. */
  proteins: boolean;
  /** Only transcripts with all of these attributes. */
  attributes: readonly string[];
}

/** The place of a variant whose region has not been read. */
export interface RoughPlace {
  region: number;
  start: number;
  end: number;
  /** At least the bases of its longest allele. */
  longest: number;
}

/** Reads the genes and known variants for `readSurroundings` ahead, as far as a change can be shifted. */
export function readAround(
  genome: Genome,
  places: readonly RoughPlace[],
  { transcripts, known }: Wanted,
): Promise<void> {
  const queries = places.map(({ region, start, end, longest }) => {
    const own = { region, start: Math.min(start, end), end: Math.max(start, end) };
    const reach = MAX_SHIFT + longest;
    return { own, along: { region, start: Math.max(1, own.start - reach), end: own.end + reach } };
  });
  const along = queries.map((query) => query.along);
  return genome.readAhead({
    ...(transcripts && { genes: queries.map(({ own }) => own) }),
    ...(known && { 'variant-features': along, 'hidden-variant-features': along }),
  });
}

/**
 * The surroundings of each place, with empty lists for parts that are not wanted, and coding sequences that changes may
 * affect. One wave of reads, and one for coding sequences unless genes were read ahead; one more if the species has
 * RefSeq transcripts.
 */
export async function readSurroundings(
  genome: Genome,
  dna: Genome,
  refseq: Genome | null,
  places: readonly VariantPlace[],
  wanted: Wanted,
): Promise<{ surroundings: Surroundings[]; models: CodingModels }> {
  const spans = places.map(({ start, end }) => ({ start: Math.min(start, end), end: Math.max(start, end) }));
  const wide = places.map((place, each) => surrounding(place, at(spans, each)));
  const slices = places.map(({ region }, each) => forwardSlice(region, at(spans, each)));
  const ahead = readAround(
    genome,
    places.map(({ region, start, end, longest }) => ({ region: region.ordinal, start, end, longest })),
    wanted,
  );
  const genesOver = async () => {
    await ahead;
    return (await genome.overlappingGenes(slices)).map((genes) => genes.map(({ record }) => sharedGene(record)));
  };
  const [bases, ensembl, refSeq, known] = await Promise.all([
    readBases(
      dna,
      places.map(({ region }, each) => forwardSlice(region, at(wide, each))),
    ),
    wanted.transcripts ? readTranscripts(genesOver(), dna, slices, wanted) : null,
    wanted.transcripts && refseq ? readTranscripts(readRefseqGenes(refseq, slices), dna, slices, wanted) : null,
    wanted.known ? ahead.then(() => readKnownVariants(genome, slices, wanted.failed)) : null,
  ]);
  const surroundings = places.map((_, each) => ({
    flanks: new Flanks(at(wide, each).start, asText(at(bases, each))),
    transcripts: [ensembl, refSeq].flatMap((read) => read?.near[each] ?? []).sort(byId),
    known: known?.[each] ?? [],
  }));
  return { surroundings, models: new Map([ensembl, refSeq].flatMap((read) => [...(read?.models ?? [])])) };
}

/**
 * The transcripts over each slice, and the coding sequences that a change there may affect. One wave after the genes.
 */
async function readTranscripts(
  genes: Promise<GeneRecord[][]>,
  dna: Genome,
  slices: readonly Slice[],
  { attributes, proteins }: Wanted,
): Promise<{ near: NearTranscript[][]; models: CodingModels }> {
  const near = (await genes).map((overSlice, each) =>
    overSlice.flatMap((gene) => transcriptsOver(gene, at(slices, each), attributes)),
  );
  const coding = proteins
    ? near.flatMap((transcripts, each) => transcripts.filter((transcript) => codesIn(transcript, at(slices, each))))
    : [];
  return { near, models: await readCodingModels(dna, [...new Set(coding)]) };
}

/** A span with the bases that are needed around it; at most the whole of a circular region. */
function surrounding({ region, longest }: VariantPlace, { start, end }: Span): Span {
  const reach = MAX_SHIFT + longest;
  if (!region.circular) return { start: Math.max(1, start - reach), end: Math.min(region.length, end + reach) };
  const most = Math.max(0, Math.floor((region.length - (end - start + 1)) / 2));
  return { start: start - Math.min(reach, most), end: end + Math.min(reach, most) };
}

/** Genes over each slice with only their current RefSeq transcripts, under RefSeq's names. Two waves of reads. */
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
      const gene = sharedGene(record);
      return {
        ...gene,
        transcripts: gene.transcripts
          .filter((each) => isCurrentRefseq(each, refseq.entry.assembly))
          .map(withRefseqName),
      };
    }),
  );
}

function byId({ transcript: one }: NearTranscript, { transcript: other }: NearTranscript): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}
