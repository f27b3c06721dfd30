/** Invented regions, genes and species with defaults, for tests that write small releases to memory. */
import type { ExonRecord, GeneRecord, TranscriptRecord } from '../../src/genome/gene-record.ts';
import type { RegionRef, SeqRegion } from '../../src/genome/seq-region.ts';
import { encodeStableId, type StableIdType } from '../../src/genome/stable-id.ts';
import type { RecordLocation } from '../../src/index/blocks/object-sink.ts';
import type { SpeciesEntry } from '../../src/release/manifest.ts';
import { at, last } from '../../src/checked.ts';

/** A top-level chromosome of 10,000 bases. */
export function inventedRegion(ordinal: number, name: string, more: Partial<SeqRegion> = {}): SeqRegion {
  return {
    ordinal,
    name,
    coordSystem: 'chromosome',
    version: 'FIC1',
    rank: 1,
    defaultVersion: true,
    length: 10_000,
    topLevel: true,
    circular: false,
    nonReference: false,
    exception: 'REF',
    karyotypeRank: ordinal,
    codonTable: 1,
    synonyms: [],
    sequence: [],
    ...more,
  };
}

/** The reference to a region that the records of its features contain. */
export function referenceTo({ ordinal, name, coordSystem, version, circular, length }: SeqRegion): RegionRef {
  return { ordinal, name, coordSystem, version, ...(circular ? { circularLength: length } : {}) };
}

export function inventedExon(
  place: Pick<ExonRecord, 'id' | 'dbId' | 'start' | 'end' | 'strand'>,
  more: Partial<ExonRecord> = {},
): ExonRecord {
  return { ...place, version: 1, phase: -1, endPhase: -1, constitutive: true, ...more };
}

/** Start and end of a transcript of these exons, which are in the order of the transcript. */
export function spanOf(exons: readonly ExonRecord[]): { start: number; end: number } {
  const [first, final] = [at(exons, 0), last(exons)];
  return first.strand === -1 ? { start: final.start, end: first.end } : { start: first.start, end: final.end };
}

/** The fields of genes and transcripts that most tests do not look at. */
export const ANNOTATION = {
  version: 2,
  biotype: 'protein_coding',
  source: 'fictional',
  logicName: 'invented',
  gffSource: null,
  soTerm: null,
  displayName: null,
  description: null,
  havana: null,
  attribs: [],
} satisfies Partial<TranscriptRecord>;

/** Rows of the table of stable ids for a gene and all its parts. */
export function stableIdsOf(
  gene: GeneRecord,
  genome: number,
  location: RecordLocation,
  proteinFeatures: Readonly<Record<string, RecordLocation>> = {},
): [key: string, value: Uint8Array][] {
  const row = (type: StableIdType, { id, version }: { id: string; version: number | null }): [string, Uint8Array] => [
    id.toLowerCase(),
    encodeStableId({
      type,
      genome,
      version,
      gene: location,
      xrefs: null,
      region: gene.region.name.toLowerCase(),
      proteinFeatures: proteinFeatures[id] ?? null,
    }),
  ];
  const translations = gene.transcripts.flatMap(({ translation, alternativeTranslations = [] }) =>
    translation ? [translation, ...alternativeTranslations] : alternativeTranslations,
  );
  return [
    row('Gene', gene),
    ...gene.transcripts.map((transcript) => row('Transcript', transcript)),
    ...translations.map((translation) => row('Translation', translation)),
    ...gene.exons.map((exon) => row('Exon', exon)),
  ];
}

export function inventedSpecies(name: string, more: Partial<SpeciesEntry> = {}): SpeciesEntry {
  return {
    name,
    release: 115,
    aliases: [],
    groups: ['core'],
    division: 'EnsemblVertebrates',
    displayName: null,
    commonName: null,
    accession: null,
    assembly: 'FIC1',
    taxonId: null,
    strain: null,
    strainCollection: null,
    ...more,
  };
}
