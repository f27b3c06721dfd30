/** Features of a translation, in residues: domains and signals, its exons, residues that an intron splits. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { ProteinFeatureRecord } from '../../genome/feature-records.ts';
import { translationOf, codingPieces, exonLength, exonsOf, mappingPhase } from '../../genome/transcript.ts';
import {
  decodeGene,
  type ExonRecord,
  type TranscriptRecord,
  type GeneRecord,
  type TranslationRecord,
} from '../../genome/gene-record.ts';
import type { Genome } from '../../release/genome.ts';
import { consequenceFilter } from './variation.ts';
import { objectAnswer } from './feature-answer.ts';
import { MAX_SORTED_BYTES, refine, type FeaturePieces } from './scope.ts';
import { checkSliceLength } from '../resolve/slice.ts';
import type { FeatureJson } from './kind.ts';
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
  /** Of the peptide. */
  residues: number | undefined;
}

/** The feature table of translations: every value of the parameter `feature`. */
export const TRANSLATION_KINDS: Readonly<Record<string, (view: TranslationView) => FeaturePieces<FeatureJson>[]>> = {
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
  const [[record], [features], hasConsequence] = await Promise.all([
    genome.genes([stableId.gene]),
    genome.proteinFeatures(wanted),
    consequenceFilter(release, wantsVariations ? params.so_term : []),
  ]);
  const gene = decodeGene(record!);
  const { transcript, translation } = translationOf(gene, id);
  checkSliceLength(exonLength(transcript, gene.region.circularLength), longestSlice);
  const variations = await variationsOf(wantsVariations ? release.findGenome(genome.species) : null, transcript);
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
      TRANSLATION_KINDS[kind]!(view).map((found) =>
        refine(found, (features) => features.map((json): FeatureJson => ({ ...json, feature_type: kind }))),
      ),
    ),
    format,
  );
}

/** What variants do to a transcript: from memory, or, where that is too much, read whenever it is asked for. */
async function variationsOf(genome: Genome | null, { id }: TranscriptRecord): Promise<TranslationView['variations']> {
  // In databases beside core, a transcript may have no id by which anything is known of it.
  if (!genome || !id) return () => [];
  const { variation } = genome;
  if ((await variation.bytesOnTranscript(id)) > MAX_SORTED_BYTES) return () => variation.eachOnTranscript(id);
  const found = await variation.onTranscript(id);
  return () => [found];
}

/** `type` names an analysis, such as Pfam or superfamily, in any case. */
function proteinFeatures({ translation, transcript, proteinFeatures, type }: TranslationView): FeatureJson[] {
  const wanted = type?.toLowerCase();
  return proteinFeatures
    .filter((feature) => !wanted || feature.logicName?.toLowerCase() === wanted)
    .map((feature) => ({
      type: feature.analysisDb,
      id: feature.hitName,
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

/** The residues that each coding exon holds a base of; rank counts coding exons. */
function translationExons(view: TranslationView): FeatureJson[] {
  const { gene, transcript, translation } = view;
  // A coding stretch that begins within a codon is numbered as if the codon's missing bases were there.
  const shift = mappingPhase(exonsOf(gene, transcript));
  const residue = (base: number) => Math.floor((base - 1 + shift) / 3) + 1;
  return codingStretches(view).map(({ exon, first, last }, index) => ({
    id: exon.id,
    start: residue(first),
    end: residue(last),
    rank: index + 1,
    seq_region_name: translation.id,
  }));
}

/** Residues whose codon lies on two exons; the last residue never counts as one. */
function splitResidues(view: TranslationView): FeatureJson[] {
  const { translation } = view;
  const stretches = codingStretches(view);
  const residues = view.residues ?? Math.floor((stretches.at(-1)?.last ?? 0) / 3);
  return stretches.flatMap(({ last }) => {
    const residue = Math.floor(last / 3) + 1;
    return last % 3 === 0 || residue >= residues
      ? []
      : [{ start: residue, end: residue, seq_region_name: translation.id }];
  });
}

/** The coding exons with the first and the last of the coding bases they hold, 1-based. */
function codingStretches({
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
  /** Of the transcript; asked for each time that they are gone through. */
  variations: () => FeaturePieces<TranscriptVariationRecord>;
  /** The parameter `type`: part of the name of a consequence. */
  type?: string;
  hasConsequence: (terms: readonly string[]) => boolean;
}

/** Somatic variants are looked for among the rows that are marked somatic and among all others. */
function transcriptVariations(view: VariedTranslation, somatic: boolean): FeaturePieces<FeatureJson>[] {
  const ofType = typeFilter(view.type);
  return (somatic ? [true, false] : [false]).map((rowsSomatic) =>
    refine(view.variations(), (records) =>
      records.flatMap((record) => {
        const json = record.somatic === somatic ? describe(record, rowsSomatic, view) : null;
        return json && ofType((json.type as string | null) ?? '') ? [json] : [];
      }),
    ),
  );
}

/** What a variant does by those of its rows that have a consequence asked for; null when none has. */
function describe(
  record: TranscriptVariationRecord,
  rowsSomatic: boolean,
  { gene, transcript, translation, hasConsequence }: VariedTranslation,
): FeatureJson | null {
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

/** Ensembl takes the type for a pattern: here for parts of names with | between them. Other texts are refused. */
function typeFilter(type: string | undefined): (consequence: string) => boolean {
  if (!type || type === '0') return () => true;
  // Any pattern could be made to take for ever: names of consequences have no more than letters, digits and
  // underscores.
  if (!/^[\w|]+$/.test(type)) throw new ApiError(`The type '${type.slice(0, 200)}' is no consequence of a variant`);
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
