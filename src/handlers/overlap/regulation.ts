/** Regulatory features and motifs of the overlap operations. */
import type { MotifFeatureRecord, RegulatoryFeatureRecord } from '../../genome/feature-records.ts';
import { requireFuncgen } from '../resolve/genome.ts';
import { withStrands, type OnSlice } from './annotation.ts';
import { mapPieces } from './scope.ts';
import { baseJson, type FeatureJson, type FeatureKind } from './kind.ts';
import type { OverlapScope } from './scope.ts';

/** JSON and XML omit types of other kinds, such as epigenetically modified accessible regions (EMARs). */
export const regulatory: FeatureKind<OnSlice<RegulatoryFeatureRecord>> = {
  table: 'regulatory-features',
  find(scope) {
    requireFuncgen(scope.release, scope.genome.species, 'RegulatoryFeature');
    return onSlice(scope, 'regulatory-features', 'regulatory_feature');
  },
  isListed: ({ record }) => kindOf(record) !== null,
  json(feature, slice) {
    const json = withoutAssembly(baseJson(slice, feature, 'regulatory'));
    json.id = feature.record.id;
    json.source = 'Ensembl';
    json.description = kindOf(feature.record);
    [json.extended_start, json.extended_end] = extentOf(feature);
    return json;
  },
  /** As in Ensembl, GFF3 has other attributes than JSON. */
  gff(feature) {
    const { record } = feature;
    const [bound_start, bound_end] = extentOf(feature);
    return {
      type: record.soTerm ?? 'regulatory_region',
      source: record.source,
      attributes: { bound_start, bound_end, description: record.description, feature_type: record.type },
    };
  },
  bed: ({ record }) => ({ name: record.id }),
};

/** Words in descriptions of types, and what `overlap` calls features of such a type. */
const KINDS = [
  ['promoter', 'promoter'],
  ['enhancer', 'enhancer'],
  ['ctcf', 'CTCF_binding_site'],
  ['transcription factor', 'TF_binding_site'],
  ['open chromatin', 'open_chromatin_region'],
] as const;

/** First and last base, including those by which the feature may extend. */
function extentOf({ record, start, end, flipped }: OnSlice<RegulatoryFeatureRecord>): [start: number, end: number] {
  const [before, after] = flipped ? [record.after, record.before] : [record.before, record.after];
  return [start - before, end + after];
}

/** Null for features that `overlap` omits in JSON and XML. */
function kindOf({ description, soTerm }: RegulatoryFeatureRecord): string | null {
  if (description === undefined) return soTerm;
  const lower = (description ?? '').toLowerCase();
  return KINDS.find(([word]) => lower.includes(word))?.[1] ?? null;
}

export const motif: FeatureKind<OnSlice<MotifFeatureRecord>> = {
  table: 'motif-features',
  find(scope) {
    requireFuncgen(scope.release, scope.genome.species, 'MotifFeature');
    return onSlice(scope, 'motif-features', 'motif_feature');
  },
  json(feature, slice) {
    const { record } = feature;
    const json = withoutAssembly(baseJson(slice, feature, 'motif'));
    json.stable_id = record.id;
    json.binding_matrix_stable_id = record.matrix;
    json.score = record.score;
    json.transcription_factor_complex = record.complexes.join();
    if (record.epigenomes.length > 0) json.epigenomes_with_experimental_evidence = record.epigenomes.join();
    return json;
  },
  gff: () => ({ type: 'TF_binding_site' }),
  // As in Ensembl, which only asks for `id`.
  bed: () => ({ name: '' }),
};

/** Regulation data are in the funcgen database, so db_type is ignored. */
async function onSlice<T extends 'regulatory-features' | 'motif-features'>(
  scope: OverlapScope,
  table: T,
  dumpTable: 'regulatory_feature' | 'motif_feature',
) {
  return mapPieces(await scope.features(table, dumpTable, 'core'), withStrands);
}

/** Ensembl omits the assembly of regulatory features and motifs. */
function withoutAssembly({ assembly_name, ...json }: FeatureJson): FeatureJson {
  return json;
}
