/** A gene with its transcripts, as read from the answers of lookup/id and overlap/id. */
import { at } from '../../checked.ts';
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
  end: number;
  strand: number;
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
  /** Ensembl's phases, -1 for a non-coding end; undefined if unknown. */
  phase?: number;
  endPhase?: number;
}

export interface ShownTranslation {
  id: string;
  /** The coding region on the genome. */
  start: number;
  end: number;
  /** Residues. */
  length: number;
}

/**
 * The gene of an expanded answer; null for another answer.
 * @param species production name
 * @param exons features of overlap/id, which have the phases
 */
export function readGene(answer: unknown, species: string, exons: readonly JsonObject[]): ShownGene | null {
  if (!isObject(answer) || !Array.isArray(answer.Transcript)) return null;
  const place = readPlace(answer);
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
    region: textOf(answer, 'seq_region_name'),
    assembly: textOf(answer, 'assembly_name'),
    transcripts: objectsOf(answer.Transcript)
      .flatMap((transcript) => readTranscript(transcript, phases) ?? [])
      .sort((a, b) => rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a)),
  };
}

function rankOf({ isCanonical, mane, translation }: ShownTranscript): number {
  return isCanonical ? 0 : mane.length > 0 ? 1 : translation ? 2 : 3;
}

function sizeOf({ translation, length }: ShownTranscript): number {
  return translation?.length ?? length;
}

function readPlace(object: JsonObject): { start: number; end: number; strand: number } | null {
  const [start, end] = [numberOf(object, 'start'), numberOf(object, 'end')];
  // On a circular region, a feature that spans the origin ends before it starts.
  if (start === undefined || end === undefined || end < start) return null;
  return { start, end, strand: numberOf(object, 'strand') ?? 1 };
}

export function readTranscript(object: JsonObject, phases: ReadonlyMap<string, JsonObject>): ShownTranscript | null {
  const place = readPlace(object);
  if (!place) return null;
  const id = textOf(object, 'id');
  const exons = objectsOf(object.Exon).flatMap((exon): ShownExon[] => {
    const span = readPlace(exon);
    if (!span) return [];
    const exonId = textOf(exon, 'id');
    const feature = phases.get(`${id} ${exonId}`) ?? {};
    return [
      {
        id: exonId,
        start: span.start,
        end: span.end,
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
    exons,
    translation: readTranslation(object.Translation),
  };
}

function readTranslation(value: unknown): ShownTranslation | null {
  if (!isObject(value)) return null;
  const place = readPlace(value);
  return (
    place && { id: textOf(value, 'id'), start: place.start, end: place.end, length: numberOf(value, 'length') ?? 0 }
  );
}

/** The part of an exon within the coding region; null if there is none. */
export function codingPart(
  { start, end }: Pick<ShownExon, 'start' | 'end'>,
  translation: Pick<ShownTranslation, 'start' | 'end'> | null,
): { start: number; end: number } | null {
  if (!translation) return null;
  const part = { start: Math.max(start, translation.start), end: Math.min(end, translation.end) };
  return part.start <= part.end ? part : null;
}

/** Residues at which exons join within the protein of a transcript, in ascending order. */
export function exonJoins({ exons, translation }: ShownTranscript): number[] {
  const lengths = exons.flatMap((exon) => {
    const part = codingPart(exon, translation);
    return part ? [part.end - part.start + 1] : [];
  });
  let bases = 0;
  return lengths.slice(0, -1).map((_, which) => (bases += at(lengths, which)) / 3);
}
