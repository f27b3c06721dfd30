/** What variants do to a translation, as overlap/translation answers it. */
import { effectOf, type TranscriptVariationRecord } from '../../variants/transcript-variation.ts';
import type { GeneRecord, TranscriptRecord, TranslationRecord } from '../../genome/gene-record.ts';
import { ApiError } from '../../api-error.ts';
import { refine, type FoundFeatures } from './found-features.ts';
import type { FeatureJson } from './kind.ts';

export interface VariedTranslation {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  translation: TranslationRecord;
  /** Of the transcript; asked for each time that they are gone through. */
  variations: () => FoundFeatures<TranscriptVariationRecord>;
  /** The parameter `type`: part of the name of a consequence. */
  type?: string;
  hasConsequence: (terms: readonly string[]) => boolean;
}

/** Somatic variants are looked for among the rows that are marked somatic and among all others. */
export function transcriptVariations(view: VariedTranslation, somatic: boolean): FoundFeatures<FeatureJson>[] {
  const ofType = typeFilter(view.type);
  return (somatic ? [true, false] : [false]).map((rowsSomatic) =>
    refine(view.variations(), (records) => records.flatMap((record) => {
      const json = record.somatic === somatic ? describe(record, rowsSomatic, view) : null;
      return json && ofType((json.type as string | null) ?? '') ? [json] : [];
    })));
}

/** What a variant does by those of its rows that have a consequence asked for; null when none has. */
function describe(record: TranscriptVariationRecord, rowsSomatic: boolean, { gene, transcript, translation, hasConsequence }: VariedTranslation): FeatureJson | null {
  if (!overlapsTranscript(record, gene, transcript)) return null;
  const rows = record.rows.filter((row) => row.somatic === rowsSomatic && hasConsequence(row.consequences));
  if (rows.length === 0) return null;
  const { consequence, codons, residues, sift, polyphen } = effectOf(rows);
  return {
    id: record.name, start: record.translationStart ?? 0, end: record.translationEnd ?? 0, translation: translation.id, allele: record.alleleString,
    type: consequence, codons, residues, sift, polyphen, Parent: transcript.id, minor_allele_frequency: record.minorAlleleFrequency,
    clinical_significance: record.clinicalSignificance, seq_region_name: translation.id,
  };
}

/** Ensembl takes the type for a pattern: here for parts of names with | between them. Other texts are refused. */
function typeFilter(type: string | undefined): (consequence: string) => boolean {
  if (!type || type === '0') return () => true;
  // Any pattern could be made to take for ever: names of consequences have no more than letters, digits and underscores.
  if (!/^[\w|]+$/.test(type)) throw new ApiError(`The type '${type.slice(0, 200)}' is no consequence of a variant`);
  const parts = type.split('|');
  return (consequence) => parts.some((part) => consequence.includes(part));
}

function overlapsTranscript({ region, start, end }: TranscriptVariationRecord, gene: GeneRecord, transcript: TranscriptRecord): boolean {
  if (region !== gene.region.ordinal) return false;
  return transcript.start > transcript.end || (start <= transcript.end && end >= transcript.start);
}
