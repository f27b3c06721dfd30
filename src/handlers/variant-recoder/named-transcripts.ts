/** Finds the transcripts of HGVS notations by their ids, ids or UniProt accessions of proteins, or symbols of genes. */
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
import type { SymbolRecord } from '../../genome/symbol-record.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { likelyTranscript } from './likely-transcript.ts';
import { findStableIds, type FoundObject } from '../resolve/stable-id.ts';

export interface NamedTranscript {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  /** The named translation, else the canonical one; null for a non-coding transcript. */
  translation: TranslationRecord | null;
  /** The region in the core genome, also for transcripts of other databases. */
  region: SeqRegionRecord;
}

/** The reference sequence of a notation. */
interface ReferenceName {
  sequence: string;
  /** 'p' if the sequence is a protein. */
  numbering: 'c' | 'n' | 'p';
}

/** A name without version, except for RefSeq: Ensembl ignores versions of its own ids. */
export function withoutIgnoredVersion(sequence: string): string {
  return isRefseqTranscript(sequence) ? sequence : sequence.replace(/\.\d+$/, '');
}

/**
 * The transcripts of each name in the core genome, else those of RefSeq. Two waves of reads; one more each for symbols
 * of genes and for names of RefSeq without version. As in Ensembl, positions in a protein may also be sent with the id
 * of its transcript.
 *
 * @param onlyLikely whether a gene means its likely transcript; a residue always means that of all transcripts
 */
export async function findNamedTranscripts(
  release: Release,
  genome: Genome,
  named: readonly ReferenceName[],
  onlyLikely: boolean,
): Promise<NamedTranscript[][]> {
  const names = named.map(({ sequence }) => sequence);
  const [objects, symbols] = await Promise.all([
    findStableIds(release, names, { species: genome.species }, true),
    genome.symbols(names),
  ]);
  const sources = [genome, refseqGenome(release, genome)];
  const byId = named.map(
    (name, each) =>
      sources.flatMap((source) =>
        at(objects, each).filter((object) => object.genome === source && matches(object, name)),
      )[0] ?? null,
  );
  const ofRefseq = await refseqPlaces(
    release,
    genome,
    named.filter((name, each) => byId[each] === null && isRefseqMrna(name)).map(({ sequence }) => sequence),
  );
  const places = byId.map((object, each): GenePlace[] => {
    const name = at(named, each);
    if (object) return [{ source: object.genome, location: object.stableId.gene, transcripts: null }];
    if (isRefseqMrna(name)) return ofRefseq.get(name.sequence) ?? [];
    const products = name.numbering === 'p' ? productPlaces(genome, at(symbols, each), databaseOf(name)) : [];
    return products.length > 0 ? products : genePlaces(genome, at(symbols, each));
  });

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
      if (!region) return [];
      return gene.transcripts
        .filter(({ id }) => !place.transcripts || place.transcripts.has(id))
        .flatMap((transcript) =>
          (object ? namedIn(transcript, object) : [transcript.translation])
            .filter((translation) => numbering !== 'p' || translation)
            .map((translation) => ({ gene, region, transcript, translation })),
        );
    });
    const picksLikely = object === null && onlyLikely && numbering !== 'p' && transcripts.length > 0;
    return picksLikely ? [likelyTranscript(transcripts)] : transcripts;
  });
}

/** Whether an object has the name. For RefSeq the version must match, since sequences differ between versions. */
function matches({ type, version, stableId }: FoundObject, { sequence, numbering }: ReferenceName): boolean {
  return (
    (type === 'Transcript' || (type === 'Translation' && numbering === 'p')) &&
    (version === null || version === stableId.version || !isRefseqTranscript(sequence))
  );
}

interface GenePlace {
  source: Genome;
  location: RecordLocation;
  /** Ids of the transcripts that count; null for all. */
  transcripts: ReadonlySet<string> | null;
}

function keyOf({ source, location }: Pick<GenePlace, 'source' | 'location'>): string {
  return [source.index, ...location].join(' ');
}

/** Genes by their keyOf, without duplicates. One wave of reads. */
async function readGenes(places: readonly GenePlace[]): Promise<Map<string, GeneRecord>> {
  const wanted = new Map(places.map((place) => [keyOf(place), place]));
  const read = await Promise.all(
    [...Map.groupBy(wanted.values(), ({ source }) => source)].map(async ([source, ofSource]) => {
      const records = await source.genes(ofSource.map(({ location }) => location));
      return ofSource.map((place, each): [string, GeneRecord] => [keyOf(place), decodeGene(at(records, each))]);
    }),
  );
  return new Map(read.flat());
}

/** The gene with a symbol. As in Ensembl, the first on the primary assembly. */
function genePlaces(source: Genome, symbols: readonly SymbolRecord[]): GenePlace[] {
  const gene = symbols
    .flatMap(({ as, objects }) => (as.includes('display_id') ? objects : []))
    .find(({ type, display, reference }) => type === 'gene' && display && reference);
  return gene ? [{ source, location: gene.gene, transcripts: null }] : [];
}

/** The database in which the accession of a protein is looked up; null for any (accessions of RefSeq). */
function databaseOf({ sequence }: ReferenceName): string | null {
  return isRefseqTranscript(sequence) ? null : 'uniprot/swissprot';
}

/** The transcripts that a cross reference with this name is linked to, directly or through their proteins. */
function productPlaces(source: Genome, symbols: readonly SymbolRecord[], database: string | null): GenePlace[] {
  const products = symbols
    .filter(({ xref }) => database === null || xref.dbname.toLowerCase() === database)
    .flatMap(({ objects }) => objects.filter(({ type, linked }) => type !== 'gene' && linked));
  return [...Map.groupBy(products, ({ geneDbId }) => geneDbId).values()].map((ofGene) => ({
    source,
    location: at(ofGene, 0).gene,
    transcripts: new Set(ofGene.flatMap(({ transcriptId }) => transcriptId ?? [])),
  }));
}

/** The transcripts of RefSeq whose cross references have a name, such as one without version. One wave of reads. */
async function refseqPlaces(
  release: Release,
  genome: Genome,
  names: readonly string[],
): Promise<Map<string, GenePlace[]>> {
  const refseq = names.length > 0 ? await refseqGenome(release, genome) : null;
  if (!refseq) return new Map();
  const symbols = await refseq.symbols(names);
  return new Map(names.map((name, each) => [name, productPlaces(refseq, at(symbols, each), null)]));
}

/** Whether a name with positions of nucleotides is one of RefSeq. */
function isRefseqMrna({ sequence, numbering }: ReferenceName): boolean {
  return numbering !== 'p' && /^[NX]M_/i.test(sequence);
}

/** The translation of a transcript for an id: of the transcript itself, or of one of its translations; else none. */
function namedIn(transcript: TranscriptRecord, { type, id }: FoundObject): (TranslationRecord | null)[] {
  if (type === 'Transcript') return sameId(transcript.id, id) ? [transcript.translation] : [];
  return translationsOf(transcript).filter((translation) => sameId(translation.id, id));
}

/** 'NM_000546.6', 'XR_001', 'NP_000537' … */
function isRefseqTranscript(id: string): boolean {
  return /^[NX][MRP]_\d+/i.test(id);
}

/** The genome with RefSeq transcripts; null if the release has none for the species. */
export function refseqGenome(release: Release, genome: Genome): Genome | null | Promise<Genome> {
  return release.findGenome(genome.species, 'otherfeatures');
}

/**
 * Whether a transcript is a current one of RefSeq. Databases contain some transcripts twice, from an earlier import: on
 * GRCh37, transcripts mapped from GRCh38 supersede those that were imported for GRCh37.
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

/** The transcript with its display name as id, which includes RefSeq's version. */
export function withRefseqName(transcript: TranscriptRecord): TranscriptRecord {
  const { displayName } = transcript;
  return displayName !== null && isRefseqTranscript(displayName) ? { ...transcript, id: displayName } : transcript;
}

/** The regions in the RefSeq genome for regions of the core genome; null for missing ones. One wave of reads. */
export async function regionsIn(
  refseq: Genome,
  regions: readonly SeqRegionRecord[],
): Promise<(SeqRegionRecord | null)[]> {
  const names = [...new Set(regions.map(({ name }) => name))];
  const named = new Map(names.map((name, each) => [name, each]));
  const found = await refseq.seqRegions(names);
  return regions.map((region) => findRegion(at(found, get(named, region.name)), region) ?? null);
}
