/**
 * The sequences of an object: which slices of the genome they take, and how their bases become cDNA, coding sequence or
 * peptide.
 */
import type { SequenceRecord } from '../../formats/sequence-formats.ts';
import {
  exonOf,
  transcriptOf,
  translationOf,
  exonLength,
  exonsOf,
  genomeToPeptide,
  intronsOf,
  translationsOf,
  type Span,
} from '../../genome/transcript.ts';
import type { GeneHead, GeneRecord, TranscriptRecord, TranslationRecord } from '../../genome/gene-record.ts';
import { type Strand, sliceLength, sliceName, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import { codingSequence, splice, spliceWithMaskedUtr, translate } from '../../genome/translation.ts';
import { ApiError } from '../../api-error.ts';
import type { Mask } from '../../index/sequence/sequence-chunk.ts';
import { checkSliceLength } from '../resolve/slice.ts';
import { planExons, type SequencePlan } from './plan.ts';
import { expandSlice, limitsWithin, maskStretches, trimSlice } from './slice.ts';
import type { FoundObject } from '../resolve/stable-id.ts';

type SequenceType = 'genomic' | 'cdna' | 'cds' | 'protein';

/** As a request sends them. */
export interface SentSequenceParams {
  type: SequenceType;
  mask: Mask | undefined;
  mask_feature: boolean;
  expand_5prime: number;
  expand_3prime: number;
  start: number | undefined;
  end: number | undefined;
}

export interface SequenceParams extends SentSequenceParams {
  /** Most bases of the slice of a feature. */
  longestSlice: number;
}

const decoder = new TextDecoder();

/** Bytes of ASCII as text. */
export function asText(bases: Uint8Array): string {
  return decoder.decode(bases);
}

/** Throws ApiError (400) for parameters that exclude each other. */
export function checkSequenceParams({
  mask,
  mask_feature,
  expand_5prime,
  expand_3prime,
  start,
  end,
}: SentSequenceParams): void {
  checkMasks(mask, mask_feature);
  if ((start || end) && (expand_5prime || expand_3prime)) {
    throw new ApiError('You may not expand the 3prime or 5prime sequence end when requesting a sub-sequence');
  }
}

/** Throws ApiError (400) where a part is asked for of what stands on a circular region; of peptides it may be. */
export function checkTrimming(
  { type }: FoundObject,
  region: SeqRegionRecord,
  { start, end }: SentSequenceParams,
): void {
  if ((start || end) && region.circular && type !== 'Translation')
    throw new ApiError("Circular slices aren't supported for sequence trimming at this time");
}

export function checkMasks(mask: Mask | undefined, maskFeature: boolean): void {
  if (mask && maskFeature) throw new ApiError("'You cannot mask both repeats and features on the same sequence'");
}

/** Does the object's sequence depend on nothing of the gene but its head? Long bodies then need not be parsed. */
export function isWholeGene(object: FoundObject, params: SequenceParams): boolean {
  return object.type === 'Gene' && params.type === 'genomic' && !params.mask_feature;
}

/** The genomic sequence of a whole gene (isWholeGene). */
export function planGene(
  object: FoundObject,
  gene: GeneHead,
  region: SeqRegionRecord,
  params: SequenceParams,
): SequencePlan {
  return planFeature(gene, [], region, object.requested, params);
}

/** `region`: the region the gene stands on, in the genome that holds its bases. Throws ApiError (400). */
export function planSequences(
  object: FoundObject,
  gene: GeneRecord,
  region: SeqRegionRecord,
  params: SequenceParams,
): SequencePlan {
  const { type } = params;
  const query = object.requested;
  switch (object.type) {
    case 'Gene':
      return type === 'genomic'
        ? planFeature(gene, hiddenIntrons(gene, gene.transcripts, params), region, query, params)
        : planTranscripts(gene, gene.transcripts, region, query, params);
    case 'Transcript': {
      const transcript = transcriptOf(gene, object.id);
      return type === 'genomic'
        ? planFeature(transcript, hiddenIntrons(gene, [transcript], params), region, query, params)
        : planTranscripts(gene, [transcript], region, query, params);
    }
    case 'Translation': {
      const { transcript, translation } = translationOf(gene, object.id);
      return planExons(gene, [transcript], region, (basesOf) => {
        const peptide = peptideOf(gene, transcript, translation, region, basesOf(transcript));
        return records(translation, 'protein', query, trimmed(peptide, params));
      });
    }
    case 'Exon': {
      if (type === 'cds' || type === 'protein')
        throw new ApiError(`The type ${type} can not be use when retrieving an Exon`);
      return planFeature(exonOf(gene, object.id), [], region, query, params);
    }
  }
}

function hiddenIntrons(
  gene: GeneRecord,
  transcripts: readonly TranscriptRecord[],
  { mask_feature }: SequenceParams,
): Span[] {
  return mask_feature ? transcripts.flatMap((transcript) => intronsOf(exonsOf(gene, transcript))) : [];
}

interface Feature {
  id: string;
  version: number | null;
  start: number;
  end: number;
  strand: Strand;
}

/** The genomic sequence of a feature, `hidden` stretches of the region in lower case. */
function planFeature(
  feature: Feature,
  hidden: readonly Span[],
  region: SeqRegionRecord,
  query: string,
  params: SequenceParams,
): SequencePlan {
  let slice: Slice = { region, start: feature.start, end: feature.end, strand: feature.strand === -1 ? -1 : 1 };
  if (params.start || params.end) {
    const limits = limitsWithin(sliceLength(slice), params.start, params.end);
    slice = trimSlice(slice, limits.start, limits.end);
  }
  slice = expandSlice(slice, params.expand_5prime, params.expand_3prime);
  checkSliceLength(sliceLength(slice), params.longestSlice);
  return {
    slices: [slice],
    mask: params.mask,
    assemble([bases]) {
      maskStretches(bases!, slice, hidden);
      return records(feature, 'dna', query, bases!, sliceName(slice));
    },
  };
}

/** The cDNA, coding sequence or peptides of each transcript of a gene that has one. */
export function planTranscripts(
  gene: GeneRecord,
  transcripts: readonly TranscriptRecord[],
  region: SeqRegionRecord,
  query: string,
  params: SequenceParams,
): SequencePlan {
  // A transcript that codes nothing has nothing to show here: its exons need not be read.
  const showing = params.type === 'cdna' ? transcripts : transcripts.filter((each) => each.translation);
  return planExons(gene, showing, region, (basesOf) =>
    showing.flatMap((transcript) => {
      const exonBases = basesOf(transcript);
      if (params.type === 'cdna') {
        const cdna = params.mask_feature
          ? spliceWithMaskedUtr(gene, transcript, exonBases)
          : splice(transcript, exonBases);
        return records(transcript, 'dna', query, trimmed(cdna, params));
      }
      if (params.type === 'cds') {
        const coding = codingOf(gene, transcript, transcript.translation!, exonBases);
        return coding.length === 0 ? [] : records(transcript, 'dna', query, trimmed(coding, params));
      }
      return translationsOf(transcript).flatMap((translation) => {
        const peptide = peptideOf(gene, transcript, translation, region, exonBases);
        if (peptide.length === 0) return [];
        if (!params.start && !params.end) return records(translation, 'protein', query, peptide);
        const { start, end } = peptideWindow(gene, transcript, translation, peptide.length, params);
        return records(translation, 'protein', query, cut(peptide, start, end));
      });
    }),
  );
}

function codingOf(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  translation: TranslationRecord,
  exonBases: readonly Uint8Array[],
): Uint8Array {
  const lengths = exonBases.map((bases) => bases.length);
  return codingSequence(transcript, exonsOf(gene, transcript), lengths, translation, splice(transcript, exonBases));
}

/** `exonBases`: of each exon of the transcript, in its order, on its strand. */
export function peptideOf(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  translation: TranslationRecord,
  region: SeqRegionRecord,
  exonBases: readonly Uint8Array[],
): Uint8Array {
  return translate(codingOf(gene, transcript, translation, exonBases), region.codonTable, translation);
}

/**
 * Which residues a stretch of a transcript codes for. Start and end count the transcript's genomic bases from its 5'
 * end; Ensembl counts the end from 0, and on the reverse strand the start as well. A stretch without residues ends at
 * 0.
 */
function peptideWindow(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  translation: TranslationRecord,
  length: number,
  { start, end }: SequenceParams,
): { start: number; end: number } {
  const { circularLength } = gene.region;
  // Over an origin positions count on.
  const lowest = transcript.start;
  const highest = lowest + exonLength(transcript, circularLength) - 1;
  const [from, to] =
    transcript.strand === -1
      ? [end ? highest - end : lowest, start ? highest - start : highest]
      : [start ? lowest + start - 1 : lowest, end ? lowest + end : highest];
  const residues = genomeToPeptide(exonsOf(gene, transcript), translation, from, to, circularLength);
  const first = Math.min(residues?.start ?? length, length);
  const last = residues?.end ?? 0;
  return last < first ? { start: 0, end: 0 } : { start: first, end: last };
}

/** The part of a sequence that a request asks for; all of it without a start and an end (0 says nothing either). */
function trimmed(sequence: Uint8Array, { start, end }: SequenceParams): Uint8Array {
  return start || end ? cut(sequence, start, end) : sequence;
}

function cut(sequence: Uint8Array, start: number | undefined, end: number | undefined): Uint8Array {
  const limits = limitsWithin(sequence.length, start, end);
  return sequence.subarray(limits.start - 1, limits.end);
}

function records(
  object: { id: string; version: number | null },
  molecule: 'dna' | 'protein',
  query: string,
  sequence: Uint8Array,
  desc: string | null = null,
): SequenceRecord[] {
  return sequence.length === 0
    ? []
    : [{ id: object.id, desc, version: object.version, query, molecule, seq: asText(sequence) }];
}
