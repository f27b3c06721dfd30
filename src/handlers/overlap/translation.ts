/** Features of a translation, in residues: domains and signals, exons, residues split by an intron, variants. */
import { only, present } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { ProteinFeatureRecord } from '../../genome/feature-records.ts';
import { translationOf, codingPieces, exonLength, exonsOf } from '../../genome/transcript.ts';
import { TranscriptMapping } from '../../genome/transcript-mapping.ts';
import {
  sharedGene,
  type ExonRecord,
  type TranscriptRecord,
  type GeneRecord,
  type TranslationRecord,
} from '../../genome/gene-record.ts';
import type { Genome } from '../../release/genome.ts';
import { consequenceFilter } from './variation.ts';
import { objectAnswer } from './feature-answer.ts';
import { MAX_SORTED_BYTES, mapPieces, type FeaturePieces } from './scope.ts';
import { checkSliceLength } from '../resolve/slice.ts';
import type { TranslationFeatureJson } from './kind.ts';
import { findObject } from '../resolve/stable-id.ts';
import { readPeptideLengths } from '../sequence/peptide-lengths.ts';
import { effectOf, type TranscriptVariationRecord } from '../../variants/transcript-variation.ts';
import { ApiError } from '../../api-error.ts';

interface TranslationParameters {
  id: string;
  species?: string;
  db_type?: string;
  feature: readonly string[];
  type?: string;
  so_term: readonly string[];
}

interface TranslationView extends VariedTranslation {
  proteinFeatures: readonly ProteinFeatureRecord[];
  /** Length of the peptide. */
  residues: number | undefined;
}

type DescribeFeatures = (view: TranslationView) => FeaturePieces<TranslationFeatureJson>[];

/** A function for each value of the parameter `feature`. */
export const TRANSLATION_KINDS: Readonly<Record<string, DescribeFeatures>> = {
  protein_feature: (view) => [[proteinFeatures(view)]],
  translation_exon: (view) => [[translationExons(view)]],
  residue_overlap: (view) => [[splitResidues(view)]],
  transcript_variation: (view) => transcriptVariations(view, false),
  somatic_transcript_variation: (view) => transcriptVariations(view, true),
};

export async function overlapTranslation({
  params,
  release,
  format,
  longestSlice,
}: OperationRequest<TranslationParameters>): Promise<Answer> {
  const filter = { species: params.species, dbType: params.db_type, objectType: 'translation' };
  const { genome, stableId, id } = await findObject(release, params.id, filter);
  const kinds = [...new Set(params.feature.map((name) => name.toLowerCase()))];
  const wanted = stableId.proteinFeatures && kinds.includes('protein_feature') ? [stableId.proteinFeatures] : [];
  const wantsVariations = kinds.some((kind) => kind.endsWith('transcript_variation'));
  const [records, [features], hasConsequence] = await Promise.all([
    genome.genes([stableId.gene]),
    genome.proteinFeatures(wanted),
    consequenceFilter(release, wantsVariations ? params.so_term : []),
  ]);
  const gene = sharedGene(only(records));
  const { transcript, translation } = translationOf(gene, id);
  checkSliceLength(exonLength(transcript, gene.region.circularLength), longestSlice);
  const variations = await variationsOf(wantsVariations ? await release.findGenome(genome.species) : null, transcript);
  const residues =
    translation.length ??
    (kinds.includes('residue_overlap')
      ? (await readPeptideLengths(release, genome, [gene])).get(translation.dbId)
      : undefined);
  const view = {
    gene,
    transcript,
    translation,
    residues,
    proteinFeatures: features ?? [],
    variations,
    type: params.type,
    hasConsequence,
  };
  return objectAnswer(
    kinds.flatMap((kind) =>
      present(
        TRANSLATION_KINDS[kind],
        kind,
      )(view).map((found) => mapPieces(found, (features) => features.map((json) => ({ ...json, feature_type: kind })))),
    ),
    format,
  );
}

/** Effects of variants on a transcript: kept in memory, or read for each use if they exceed MAX_SORTED_BYTES. */
async function variationsOf(genome: Genome | null, { id }: TranscriptRecord): Promise<TranslationView['variations']> {
  // Transcripts of databases other than core may have no id.
  if (!genome || !id) return () => [];
  const { variation } = genome;
  if ((await variation.bytesOnTranscript(id)) > MAX_SORTED_BYTES) return () => variation.eachOnTranscript(id);
  const found = await variation.onTranscript(id);
  return () => [found];
}

/**
 * The features of an analysis, by its logic name in lower case. If no feature has that name, it may be the name of a
 * source: PANTHER means the analysis hmmpanther. Of several analyses of that source the last one counts, as in Ensembl.
 */
function ofType(features: readonly ProteinFeatureRecord[], wanted?: string): readonly ProteinFeatureRecord[] {
  if (!wanted) return features;
  const named = (name?: string) => features.filter(({ logicName }) => name && logicName?.toLowerCase() === name);
  const byLogicName = named(wanted);
  if (byLogicName.length > 0) return byLogicName;
  return named(features.findLast(({ analysisDb }) => analysisDb?.toLowerCase() === wanted)?.logicName?.toLowerCase());
}

/** @param view `type` is the name of an analysis or its source, such as superfamily or Pfam, in any case */
function proteinFeatures({
  translation,
  transcript,
  proteinFeatures,
  type,
}: TranslationView): TranslationFeatureJson[] {
  return ofType(proteinFeatures, type?.toLowerCase()).map((feature) => ({
    type: feature.analysisDb,
    // Ensembl takes the name 0 for none.
    id: feature.hitName === '0' ? '' : feature.hitName,
    start: feature.start,
    end: feature.end,
    interpro: feature.interpro ?? '',
    description: feature.interproDescription || feature.hitDescription || '',
    hit_start: feature.hitStart,
    hit_end: feature.hitEnd,
    cigar_string: feature.cigar ?? '',
    align_type: feature.alignType,
    hseqname: feature.hitName,
    translation_id: translation.dbId,
    seq_region_name: translation.id,
    Parent: transcript.id,
  }));
}

/** The residues encoded by each coding exon, at least in part; rank counts coding exons. */
function translationExons(view: TranslationView): TranslationFeatureJson[] {
  const { gene, transcript, translation } = view;
  const { circularLength } = gene.region;
  const mapping = new TranscriptMapping(transcript, exonsOf(gene, transcript), circularLength);
  return codingPieces(gene, transcript, translation).map((piece, index) => ({
    id: piece.exon.id,
    ...mapping.firstResidues(translation, piece),
    rank: index + 1,
    seq_region_name: translation.id,
  }));
}

/** Residues whose codon is split over two exons, without the last residue. */
function splitResidues(view: TranslationView): TranslationFeatureJson[] {
  const { translation } = view;
  const exons = codingExons(view);
  const residues = view.residues ?? Math.floor((exons.at(-1)?.last ?? 0) / 3);
  return exons.flatMap(({ last }) => {
    const residue = Math.floor(last / 3) + 1;
    return last % 3 === 0 || residue >= residues
      ? []
      : [{ start: residue, end: residue, seq_region_name: translation.id }];
  });
}

/** The coding exons with their first and last base in the coding sequence, 1-based. */
function codingExons({
  gene,
  transcript,
  translation,
}: TranslationView): { exon: ExonRecord; first: number; last: number }[] {
  let before = 0;
  return codingPieces(gene, transcript, translation).map((piece) => {
    const first = before + 1;
    before += exonLength(piece, gene.region.circularLength);
    return { exon: piece.exon, first, last: before };
  });
}

interface VariedTranslation {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  translation: TranslationRecord;
  /** Effects of variants on the transcript; called for each iteration. */
  variations: () => FeaturePieces<TranscriptVariationRecord>;
  /** The parameter `type`: a part of the name of a consequence. */
  type?: string;
  hasConsequence: (terms: readonly string[]) => boolean;
}

/** As in Ensembl, somatic variants are listed twice: for rows marked as somatic, then for other rows. */
function transcriptVariations(view: VariedTranslation, somatic: boolean): FeaturePieces<TranslationFeatureJson>[] {
  const ofType = typeFilter(view.type);
  return (somatic ? [true, false] : [false]).map((rowsSomatic) =>
    mapPieces(view.variations(), (records) =>
      records.flatMap((record) => {
        const json = record.somatic === somatic ? describe(record, rowsSomatic, view) : null;
        return json && ofType(json.type ?? '') ? [json] : [];
      }),
    ),
  );
}

/** Effect of a variant, from its rows with a requested consequence; null if there are none. */
function describe(
  record: TranscriptVariationRecord,
  rowsSomatic: boolean,
  { gene, transcript, translation, hasConsequence }: VariedTranslation,
): (TranslationFeatureJson & { type: string | null }) | null {
  if (!overlapsTranscript(record, gene, transcript)) return null;
  const rows = record.rows.filter((row) => row.somatic === rowsSomatic && hasConsequence(row.consequences));
  if (rows.length === 0) return null;
  const { consequence, codons, residues, sift, polyphen } = effectOf(rows);
  return {
    id: record.name,
    start: record.translationStart ?? 0,
    end: record.translationEnd ?? 0,
    translation: translation.id,
    allele: record.alleleString,
    type: consequence,
    codons,
    residues,
    sift,
    polyphen,
    Parent: transcript.id,
    minor_allele_frequency: record.minorAlleleFrequency,
    clinical_significance: record.clinicalSignificance,
    seq_region_name: translation.id,
  };
}

/**
 * A test for consequences whose names contain one of the parts of `type`, separated by |. Ensembl treats it as a
 * regular expression; those are rejected with ApiError (400), since their run time has no bound.
 */
function typeFilter(type: string | undefined): (consequence: string) => boolean {
  if (!type || type === '0') return () => true;
  if (!/^[\w|]+$/.test(type))
    throw new ApiError(
      `The type '${type.slice(0, 200)}' is not a consequence of a variant; only letters, digits, _ and | are allowed`,
    );
  const parts = type.split('|');
  return (consequence) => parts.some((part) => consequence.includes(part));
}

function overlapsTranscript(
  { region, start, end }: TranscriptVariationRecord,
  gene: GeneRecord,
  transcript: TranscriptRecord,
): boolean {
  if (region !== gene.region.ordinal) return false;
  return transcript.start > transcript.end || (start <= transcript.end && end >= transcript.start);
}
