/** What variants do to a translation, as overlap/translation answers it. */
import { effectOf, type TranscriptVariationRecord } from '../../variants/transcript-variation.ts';
import type { GeneRecord, TranscriptRecord, TranslationRecord } from '../../genome/gene-record.ts';
import { ApiError } from '../../api-error.ts';
import type { FeatureJson } from './kind.ts';

export interface VariedTranslation {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  translation: TranslationRecord;
  /** Of the transcript. */
  variations: readonly TranscriptVariationRecord[];
  /** The parameter `type`: part of the name of a consequence. */
  type?: string;
  hasConsequence: (terms: readonly string[]) => boolean;
}

/** Somatic variants are looked for among the rows that are marked somatic and among all others. */
export function transcriptVariations(view: VariedTranslation, somatic: boolean): FeatureJson[] {
  const { gene, transcript, translation, variations } = view;
  const ofType = typeFilter(view.type);
  const found: FeatureJson[] = [];
  for (const rowsSomatic of somatic ? [true, false] : [false]) {
    for (const record of variations) {
      if (record.somatic !== somatic || !overlapsTranscript(record, gene, transcript)) continue;
      const rows = record.rows.filter((row) => row.somatic === rowsSomatic && view.hasConsequence(row.consequences));
      if (rows.length === 0) continue;
      const { consequence, codons, residues, sift, polyphen } = effectOf(rows);
      if (!ofType(consequence ?? '')) continue;
      found.push({
        id: record.name, start: record.translationStart ?? 0, end: record.translationEnd ?? 0, translation: translation.id, allele: record.alleleString,
        type: consequence, codons, residues, sift, polyphen, Parent: transcript.id, minor_allele_frequency: record.minorAlleleFrequency,
        clinical_significance: record.clinicalSignificance, seq_region_name: translation.id,
      });
    }
  }
  return found;
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
