/** A gene with its transcripts, as read from the answers of lookup/id and overlap/id. */
import { at } from '../../checked.ts';
import type { Span } from '../drawing/text.ts';
import { flagOf, isObject, numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';

export interface ShownGene {
  id: string;
  version: string;
  /** Display name; the id if the gene has none. */
  name: string;
  description: string;
  biotype: string;
  source: string;
  /** Production name. */
  species: string;
  region: string;
  assembly: string;
  start: number;
  /** Over the origin of a circular region, positions of the gene and its parts continue beyond its length. */
  end: number;
  strand: number;
  /** Length of the region, if the gene spans its origin; else 0. */
  circularLength: number;
  /** The canonical transcript first, then those of MANE, then coding ones by length of the protein, then others. */
  transcripts: ShownTranscript[];
}

export interface ShownTranscript {
  id: string;
  version: string;
  name: string;
  biotype: string;
  start: number;
  end: number;
  strand: number;
  /** Spliced bases. */
  length: number;
  isCanonical: boolean;
  /** Kind of MANE transcript and its match in RefSeq. */
  mane: { kind: string; refseq: string }[];
  /** From 5' to 3'. */
  exons: ShownExon[];
  translation: ShownTranslation | null;
}

export interface ShownExon {
  id: string;
  start: number;
  end: number;
  /** That of the transcript, unless it is trans-spliced. */
  strand: number;
  /** The part that codes; null if there is none. */
  coding: Span | null;
  /** Ensembl's phases, -1 for a non-coding end; undefined if unknown. */
  phase?: number;
  endPhase?: number;
}

interface ShownTranslation {
  id: string;
  /** Residues. */
  length: number;
}

/**
 * The gene of an expanded answer; null for another answer.
 * @param species production name
 * @param exons features of overlap/id, which have the phases
 * @param circularLength of the region, if the gene spans its origin; else 0
 */
export function readGene(
  answer: unknown,
  species: string,
  exons: readonly JsonObject[],
  circularLength = 0,
): ShownGene | null {
  if (!isObject(answer) || !Array.isArray(answer.Transcript)) return null;
  const circle = { from: numberOf(answer, 'start') ?? 1, length: circularLength };
  const place = readPlace(answer, circle);
  if (!place) return null;
  const phases = new Map(exons.map((exon) => [`${textOf(exon, 'Parent')} ${textOf(exon, 'id')}`, exon]));
  const id = textOf(answer, 'id');
  return {
    ...place,
    id,
    version: textOf(answer, 'version'),
    name: textOf(answer, 'display_name') || id,
    description: textOf(answer, 'description').replace(/\s*\[Source:.*\]$/, ''),
    biotype: textOf(answer, 'biotype'),
    source: textOf(answer, 'source'),
    species,
    circularLength,
    region: textOf(answer, 'seq_region_name'),
    assembly: textOf(answer, 'assembly_name'),
    transcripts: objectsOf(answer.Transcript)
      .flatMap((transcript) => readTranscript(transcript, phases, circle) ?? [])
      .sort((a, b) => rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a)),
  };
}

function rankOf({ isCanonical, mane, translation }: ShownTranscript): number {
  return isCanonical ? 0 : mane.length > 0 ? 1 : translation ? 2 : 3;
}

function sizeOf({ translation, length }: ShownTranscript): number {
  return translation?.length ?? length;
}

/** A circular region of which positions before `from` follow its end; `length` is 0 for other regions. */
interface Circle {
  from: number;
  length: number;
}

const LINEAR: Circle = { from: 1, length: 0 };

/** Null without positions, and for a place over the origin of a region whose length is not known. */
function readPlace(object: JsonObject, circle: Circle): (Span & { strand: number }) | null {
  const [start, end] = [positionOf(object, 'start', circle), positionOf(object, 'end', circle)];
  if (start === undefined || end === undefined || end < start) return null;
  return { start, end, strand: numberOf(object, 'strand') ?? 1 };
}

function positionOf(object: JsonObject, field: string, { from, length }: Circle): number | undefined {
  const position = numberOf(object, field);
  return position !== undefined && position < from ? position + length : position;
}

export function readTranscript(
  object: JsonObject,
  phases: ReadonlyMap<string, JsonObject>,
  circle = LINEAR,
): ShownTranscript | null {
  const place = readPlace(object, circle);
  if (!place) return null;
  const id = textOf(object, 'id');
  const exons = objectsOf(object.Exon).flatMap((exon): Omit<ShownExon, 'coding'>[] => {
    const span = readPlace(exon, circle);
    if (!span) return [];
    const exonId = textOf(exon, 'id');
    const feature = phases.get(`${id} ${exonId}`) ?? {};
    return [
      {
        ...span,
        id: exonId,
        phase: numberOf(feature, 'ensembl_phase'),
        endPhase: numberOf(feature, 'ensembl_end_phase'),
      },
    ];
  });
  return {
    ...place,
    id,
    version: textOf(object, 'version'),
    name: textOf(object, 'display_name') || id,
    biotype: textOf(object, 'biotype'),
    length: numberOf(object, 'length') ?? 0,
    isCanonical: flagOf(object, 'is_canonical'),
    mane: objectsOf(object.MANE).map((mane) => ({
      kind: textOf(mane, 'type').replaceAll('_', ' '),
      refseq: textOf(mane, 'refseq_match'),
    })),
    exons: withCoding(exons, object.Translation, circle),
    translation: readTranslation(object.Translation),
  };
}

function readTranslation(value: unknown): ShownTranslation | null {
  return isObject(value) ? { id: textOf(value, 'id'), length: numberOf(value, 'length') ?? 0 } : null;
}

/**
 * The exons with the parts of them that code: from the exon with the first coding base to that with the last one. The
 * order of exons decides, since those of a trans-spliced transcript may have any order on the genome, and any strand.
 * @param exons from 5' to 3'
 */
function withCoding(exons: readonly Omit<ShownExon, 'coding'>[], translation: unknown, circle: Circle): ShownExon[] {
  const [low, high] = isObject(translation)
    ? [positionOf(translation, 'start', circle), positionOf(translation, 'end', circle)]
    : [];
  if (low === undefined || high === undefined) return exons.map((exon) => ({ ...exon, coding: null }));
  const direction = exons[0]?.strand ?? 1;
  const [first, last] = direction < 0 ? [high, low] : [low, high];
  const contains = ({ start, end }: Span, position: number) => position >= start && position <= end;
  const from = exons.findIndex((exon) => contains(exon, first));
  const to = exons.findLastIndex((exon) => contains(exon, last));
  return exons.map((exon, which) => {
    if (which < from || which > to) return { ...exon, coding: null };
    const { strand } = exon;
    const coding = { start: exon.start, end: exon.end };
    if (which === from) coding[strand < 0 ? 'end' : 'start'] = first;
    // On the other strand than the first exon's, the answer has the other end of the last coding part.
    if (which === to && strand === direction) coding[strand < 0 ? 'start' : 'end'] = last;
    return { ...exon, coding };
  });
}

/** Residues at which exons join within the protein of a transcript, in ascending order. */
export function exonJoins({ exons }: ShownTranscript): number[] {
  const lengths = exons.flatMap(({ coding }) => (coding ? [coding.end - coding.start + 1] : []));
  let bases = 0;
  return lengths.slice(0, -1).map((_, which) => (bases += at(lengths, which)) / 3);
}
