/**
 * The transcripts that a notation's sequence names: by their id, by that of their protein, by the symbol of their gene.
 */
import { at, get } from '../../checked.ts';
import {
  decodeGene,
  type GeneRecord,
  type TranscriptRecord,
  type TranslationRecord,
} from '../../genome/gene-record.ts';
import { findRegion, type SeqRegionRecord } from '../../genome/seq-region.ts';
import { sameId } from '../../genome/stable-id.ts';
import { translationsOf } from '../../genome/transcript.ts';
import type { RecordLocation } from '../../index/blocks/object-sink.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { findStableIds, type FoundObject } from '../resolve/stable-id.ts';

export interface NamedTranscript {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  /** The protein that is named, else the transcript's own; null when it codes nothing. */
  translation: TranslationRecord | null;
  /** Of the core genome, whichever database the transcript comes from. */
  region: SeqRegionRecord;
}

export interface NamedTranscripts {
  transcripts: NamedTranscript[];
  /** The name is a gene's, so that any of its transcripts may be meant. */
  byGene: boolean;
}

/** What a notation says of the transcript that it is on. */
interface Named {
  sequence: string;
  /** 'p' when the sequence is a protein. */
  numbering: 'c' | 'n' | 'p';
}

/**
 * A name without its version, where that does not count: Ensembl takes any version for the one it has, but of RefSeq's.
 */
export function nameThatCounts(sequence: string): string {
  return isRefseqTranscript(sequence) ? sequence : sequence.replace(/\.\d+$/, '');
}

/**
 * The transcripts of each name: the core genome's, else those that the species has from RefSeq. Two waves of reads; one
 * more for transcripts that are named by their gene's symbol.
 */
export async function findNamedTranscripts(
  release: Release,
  genome: Genome,
  named: readonly Named[],
): Promise<NamedTranscripts[]> {
  const names = named.map(({ sequence }) => sequence);
  const [objects, symbols] = await Promise.all([
    findStableIds(release, names, { species: genome.species }, true),
    genome.symbols(names),
  ]);
  const sources = [genome, refseqGenome(release, genome)];
  const byId = named.map(
    (name, each) =>
      sources.flatMap((source) =>
        at(objects, each).filter((object) => object.genome === source && isMeant(object, name)),
      )[0] ?? null,
  );
  const places = byId.map((object, each) =>
    object
      ? [{ source: object.genome, location: object.stableId.gene }]
      : displayedGenes(at(symbols, each)).map((location) => ({ source: genome, location })),
  );

  const [genes, known] = await Promise.all([
    readGenes(places.flat()),
    genome.seqRegions([...new Set(byId.flatMap((object) => (object ? [object.stableId.region] : [])))]),
  ]);
  const regions = known.flat();
  const missing = new Set(
    [...genes.values()].flatMap(({ region }) => (findRegion(regions, region) ? [] : [region.name])),
  );
  if (missing.size > 0) regions.push(...(await genome.seqRegions([...missing])).flat());

  return named.map(({ numbering }, each) => {
    const object = at(byId, each);
    const transcripts = at(places, each).flatMap((place) => {
      const gene = get(genes, keyOf(place));
      const region = findRegion(regions, gene.region);
      const meant = gene.transcripts.flatMap((transcript) =>
        (object
          ? namedIn(transcript, object)
          : numbering !== 'p' || transcript.translation
            ? [transcript.translation]
            : []
        ).map((translation) => ({ transcript, translation })),
      );
      return region ? meant.map((each) => ({ gene, region, ...each })) : [];
    });
    return { transcripts, byGene: object === null };
  });
}

/** RefSeq counts positions on its own sequences, which differ between versions: there another version is no answer. */
function isMeant({ type, version, stableId }: FoundObject, { sequence, numbering }: Named): boolean {
  return (
    type === (numbering === 'p' ? 'Translation' : 'Transcript') &&
    (version === null || version === stableId.version || !isRefseqTranscript(sequence))
  );
}

interface GenePlace {
  source: Genome;
  location: RecordLocation;
}

function keyOf({ source, location }: GenePlace): string {
  return [source.index, ...location].join(' ');
}

/** Each gene once, by its keyOf. One wave of reads. */
async function readGenes(places: readonly GenePlace[]): Promise<Map<string, GeneRecord>> {
  const wanted = new Map(places.map((place) => [keyOf(place), place]));
  const read = await Promise.all(
    [...Map.groupBy(wanted.values(), ({ source }) => source)].map(async ([source, its]) => {
      const records = await source.genes(its.map(({ location }) => location));
      return its.map((place, each): [string, GeneRecord] => [keyOf(place), decodeGene(at(records, each))]);
    }),
  );
  return new Map(read.flat());
}

function displayedGenes(symbols: Awaited<ReturnType<Genome['symbols']>>[number]): RecordLocation[] {
  const genes = new Map(
    symbols
      .flatMap(({ as, objects }) => (as.includes('display_id') ? objects : []))
      .filter(({ type, display }) => type === 'gene' && display)
      .map((object) => [object.geneDbId, object.gene]),
  );
  return [...genes.values()];
}

/**
 * The translation that an id means of a transcript, its own where it is the transcript's id; none for the id of
 * another.
 */
function namedIn(transcript: TranscriptRecord, { type, id }: FoundObject): (TranslationRecord | null)[] {
  if (type === 'Transcript') return sameId(transcript.id, id) ? [transcript.translation] : [];
  return translationsOf(transcript).filter((translation) => sameId(translation.id, id));
}

/** 'NM_000546.6', 'XR_001', 'NP_000537' … */
function isRefseqTranscript(id: string): boolean {
  return /^[NX][MRP]_\d+/i.test(id);
}

/** The genome that holds them; null when the release has none for the species. */
export function refseqGenome(release: Release, genome: Genome): Genome | null {
  return release.findGenome(genome.species, 'otherfeatures');
}

/**
 * Is a transcript of that genome one of RefSeq's that counts? Databases hold some twice, from an earlier import: on
 * GRCh37 what was imported for that assembly is superseded by what was mapped from GRCh38.
 */
export function isCurrentRefseq(
  { id, logicName }: Pick<TranscriptRecord, 'id' | 'logicName'>,
  assembly: string | null,
): boolean {
  return (
    /^[A-Z]{2}_\d+/.test(id) &&
    !(assembly?.startsWith('GRCh37') ? /^refseq.+import$/ : /^refseq_[a-z]+_import$/).test(logicName)
  );
}

/** The transcript under the accession that it is displayed with, which has RefSeq's version where the id has none. */
export function underOwnName(transcript: TranscriptRecord): TranscriptRecord {
  const { displayName } = transcript;
  return displayName !== null && isRefseqTranscript(displayName) ? { ...transcript, id: displayName } : transcript;
}

/**
 * The regions of that genome which are those of the core genome, in their order; null for one that it lacks. One wave
 * of reads.
 */
export async function regionsIn(
  refseq: Genome,
  regions: readonly SeqRegionRecord[],
): Promise<(SeqRegionRecord | null)[]> {
  const names = [...new Set(regions.map(({ name }) => name))];
  const named = new Map(names.map((name, each) => [name, each]));
  const found = await refseq.seqRegions(names);
  return regions.map((region) => findRegion(at(found, get(named, region.name)), region) ?? null);
}
