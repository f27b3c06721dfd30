/** What stands around places of variants: the bases, the transcripts, the known variants. */
import { decodeGene, type Attribs, type ExonRecord, type GeneRecord, type TranscriptRecord } from '../../genome/gene-record.ts';
import { HgvsPositions } from '../../variants/hgvs-positions.ts';
import { findRegion, forwardSlice, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import { exonsOf, type Stretch } from '../../genome/transcript.ts';
import { Flanks } from '../../variants/variant-shift.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import { readKnownVariants, type KnownVariant } from './known-variants.ts';
import { isCurrentRefseq, regionsIn, underOwnName } from './refseq.ts';
import type { VariantPlace } from './variant-place.ts';

/** A change is moved along repetitive sequence by no more than this. */
const MAX_SHIFT = 1000;

/** A transcript over a place. */
export interface NearTranscript {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  region: SeqRegionRecord;
  exons: ExonRecord[];
  positions: HgvsPositions;
}

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
  /** Only transcripts with all of these attributes. */
  attributes: readonly string[];
}

/**
 * The surroundings of each place, in the order of the places; empty lists of what is not wanted. One wave of reads; two where
 * the species has transcripts of RefSeq.
 */
export async function readSurroundings(genome: Genome, dna: Genome, refseq: Genome | null, places: readonly VariantPlace[], wanted: Wanted): Promise<Surroundings[]> {
  const stretches = places.map(({ start, end }) => ({ start: Math.min(start, end), end: Math.max(start, end) }));
  const wide = places.map((place, each) => surrounding(place, stretches[each]!));
  const slices = places.map(({ region }, each) => forwardSlice(region, stretches[each]!));
  const [bases, genes, refseqGenes, known] = await Promise.all([
    readBases(dna, places.map(({ region }, each) => forwardSlice(region, wide[each]!))),
    wanted.transcripts ? genome.overlappingGenes(slices) : null,
    wanted.transcripts && refseq ? readRefseqGenes(refseq, slices) : null,
    wanted.known ? readKnownVariants(genome, slices, wanted.failed) : null,
  ]);
  return places.map(({ region }, each) => ({
    flanks: new Flanks(wide[each]!.start, asText(bases[each]!)),
    transcripts: [...(genes?.[each] ?? []).map(({ record }) => decodeGene(record)), ...(refseqGenes?.[each] ?? [])]
      .flatMap((gene) => transcriptsOver(gene, slices[each]!, region, wanted.attributes)).sort(byId),
    known: known?.[each] ?? [],
  }));
}

/** A stretch with what may have to be known around it, at most once around a circle. */
function surrounding({ region, longest }: VariantPlace, { start, end }: Stretch): Stretch {
  const reach = MAX_SHIFT + longest;
  if (!region.circular) return { start: Math.max(1, start - reach), end: Math.min(region.length, end + reach) };
  const most = Math.max(0, Math.floor((region.length - (end - start + 1)) / 2));
  return { start: start - Math.min(reach, most), end: end + Math.min(reach, most) };
}

/** Genes over each slice with their current transcripts of RefSeq only, under RefSeq's own names. Two waves of reads. */
async function readRefseqGenes(refseq: Genome, slices: readonly Slice[]): Promise<GeneRecord[][]> {
  const regions = await regionsIn(refseq, slices.map(({ region }) => region));
  const known = slices.flatMap((slice, each) => (regions[each] ? [{ ...slice, region: regions[each] }] : []));
  const found = await refseq.overlappingGenes(known);
  let next = 0;
  return regions.map((region) => (region ? found[next++]! : []).map(({ record }) => {
    const gene = decodeGene(record);
    return { ...gene, transcripts: gene.transcripts.filter((each) => isCurrentRefseq(each, refseq.entry.assembly)).map(underOwnName) };
  }));
}

/** Those that stand on the very region: positions of others are not those of the place. */
function transcriptsOver(gene: GeneRecord, { start, end }: Slice, region: SeqRegionRecord, attributes: readonly string[]): NearTranscript[] {
  if (!findRegion([region], gene.region)) return [];
  return gene.transcripts.flatMap((transcript) => {
    const exons = exonsOf(gene, transcript);
    const linear = exons.length > 0 && exons.every((exon) => exon.start <= exon.end) && transcript.start <= transcript.end;
    if (!linear || transcript.end < start || transcript.start > end || !attributes.every((code) => hasAttribute(transcript.attribs, code))) return [];
    return [{ gene, transcript, region, exons, positions: new HgvsPositions(exons, transcript.translation) }];
  });
}

export function hasAttribute(attribs: Attribs, code: string): boolean {
  return attribs.some(([name]) => name === code);
}

function byId({ transcript: one }: NearTranscript, { transcript: other }: NearTranscript): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

const decoder = new TextDecoder();

export function asText(bases: Uint8Array): string {
  return decoder.decode(bases).toUpperCase();
}
