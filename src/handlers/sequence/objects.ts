/**
 * Plans the sequences of an object: the slices to read, and how to convert bases to cDNA, coding sequence or peptide.
 */
import { only, present } from '../../checked.ts';
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
import {
  type Strand,
  sliceLength,
  sliceName,
  sliceOfFeature,
  type SeqRegionRecord,
  type Slice,
} from '../../genome/seq-region.ts';
import { codingSequence, splice, spliceWithMaskedUtr, translate } from '../../genome/translation.ts';
import { ApiError } from '../../api-error.ts';
import type { Mask } from '../../index/sequence/sequence-chunk.ts';
import { checkSliceLength } from '../resolve/slice.ts';
import { planExons, type SequencePlan } from './plan.ts';
import { expandSlice, limitsWithin, maskSpans, trimSlice } from './slice.ts';
import type { FoundOther } from '../resolve/other-object.ts';
import type { FoundObject } from '../resolve/stable-id.ts';

type SequenceType = 'genomic' | 'cdna' | 'cds' | 'protein';

/** Parameters of a request. */
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
  /** Most bases of a genomic sequence. */
  longestSlice: number;
}

const decoder = new TextDecoder();

/** The text of ASCII bytes. */
export function asText(bases: Uint8Array): string {
  return decoder.decode(bases);
}

/** Throws ApiError (400) for parameters that cannot be combined. */
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

/** What identifies the object whose sequence is requested. */
type Requested = Pick<FoundObject, 'type' | 'id' | 'requested'>;

/** Throws ApiError (400) for start or end of an object on a circular region, except translations. */
export function checkTrimming(
  { type }: Pick<Requested, 'type'>,
  region: SeqRegionRecord,
  { start, end }: SentSequenceParams,
): void {
  if ((start || end) && region.circular && type !== 'Translation')
    throw new ApiError("Circular slices aren't supported for sequence trimming at this time");
}

export function checkMasks(mask: Mask | undefined, maskFeature: boolean): void {
  if (mask && maskFeature) throw new ApiError("'You cannot mask both repeats and features on the same sequence'");
}

/** Whether the head of the gene record is sufficient for the sequence, so that the rest need not be decoded. */
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

/**
 * The sequences of an object of a gene. Throws ApiError (400).
 *
 * @param region the gene's region, in the genome that contains the bases
 */
export function planSequences(
  object: Requested,
  gene: GeneRecord,
  region: SeqRegionRecord,
  params: SequenceParams,
): SequencePlan {
  const { type } = params;
  const query = object.requested;
  switch (object.type) {
    case 'Gene':
      return type === 'genomic'
        ? planFeature(gene, maskedIntrons(gene, gene.transcripts, params), region, query, params)
        : planTranscripts(gene, gene.transcripts, region, query, params);
    case 'Transcript': {
      const transcript = transcriptOf(gene, object.id);
      return type === 'genomic'
        ? planFeature(transcript, maskedIntrons(gene, [transcript], params), region, query, params)
        : planTranscripts(gene, [transcript], region, query, params);
    }
    case 'Translation': {
      const { transcript, translation } = translationOf(gene, object.id);
      return planExons(gene, [transcript], region, (basesOf) => {
        const peptide = peptideOf(gene, transcript, translation, region, basesOf(transcript));
        return records(translation, 'protein', query, trimmed(peptide, params));
      });
    }
    case 'Exon':
      return planExon(exonOf(gene, object.id), region, query, params);
  }
}

function planExon(exon: Feature, region: SeqRegionRecord, query: string, params: SequenceParams): SequencePlan {
  const { type } = params;
  if (type === 'cds' || type === 'protein')
    throw new ApiError(`The type ${type} can not be use when retrieving an Exon`);
  return planFeature(exon, [], region, query, params);
}

/** The sequence of an object outside genes; those of operons and exons are always genomic. Throws ApiError (400). */
export function planOther({ type, gene, requested }: FoundOther, region: SeqRegionRecord, params: SequenceParams) {
  if (type === 'PredictionTranscript')
    return planSequences({ type: 'Transcript', id: gene.id, requested }, gene, region, params);
  if (type === 'Exon') return planExon(gene, region, requested, params);
  if (params.mask_feature && params.type === 'genomic') throw new ApiError('Operons have no introns to mask');
  return planFeature(gene, [], region, requested, params);
}

function maskedIntrons(
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

/** The genomic sequence of a feature. @param masked spans of the region to show in lower case */
function planFeature(
  feature: Feature,
  masked: readonly Span[],
  region: SeqRegionRecord,
  query: string,
  params: SequenceParams,
): SequencePlan {
  let slice: Slice = { ...sliceOfFeature(region, feature), strand: feature.strand === -1 ? -1 : 1 };
  if (params.start || params.end) {
    const limits = limitsWithin(sliceLength(slice), params.start, params.end);
    slice = trimSlice(slice, limits.start, limits.end);
  }
  slice = expandSlice(slice, params.expand_5prime, params.expand_3prime);
  checkSliceLength(sliceLength(slice), params.longestSlice);
  return {
    slices: [slice],
    mask: params.mask,
    assemble(read) {
      const bases = only(read);
      maskSpans(bases, slice, masked);
      return records(feature, 'dna', query, bases, sliceName(slice));
    },
  };
}

/** The cDNA, coding sequence or peptides of each transcript, as far as it has one. */
export function planTranscripts(
  gene: GeneRecord,
  transcripts: readonly TranscriptRecord[],
  region: SeqRegionRecord,
  query: string,
  params: SequenceParams,
): SequencePlan {
  // Exons of non-coding transcripts are needed only for cDNA.
  const used = params.type === 'cdna' ? transcripts : transcripts.filter((each) => each.translation);
  return planExons(gene, used, region, (basesOf) =>
    used.flatMap((transcript) => {
      const exonBases = basesOf(transcript);
      if (params.type === 'cdna') {
        const cdna = params.mask_feature
          ? spliceWithMaskedUtr(gene, transcript, exonBases)
          : splice(transcript, exonBases);
        return records(transcript, 'dna', query, trimmed(cdna, params));
      }
      if (params.type === 'cds') {
        const coding = codingOf(gene, transcript, present(transcript.translation, 'the translation'), exonBases);
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

/** @param exonBases bases of the transcript's exons, in their order and on their strand */
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
 * The residues encoded by a part of a transcript. `start` and `end` count the transcript's genomic bases from its 5'
 * end; as in Ensembl, the end is 0-based, on the reverse strand the start too. Returns end 0 if there are no
 * residues.
 */
function peptideWindow(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  translation: TranslationRecord,
  length: number,
  { start, end }: SequenceParams,
): { start: number; end: number } {
  const { circularLength } = gene.region;
  // Over the origin of a circular region, positions continue beyond its length.
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

/** The part of a sequence from start to end; all of it if both are missing or 0. */
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
