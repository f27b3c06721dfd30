/** Short and structural variants of the overlap operations. */
import { mostSevere, consequencesBelow } from '../../variants/consequences.ts';
import { strandOnSlice, type Place } from '../../genome/feature-placement.ts';
import type { Placed } from '../../genome/projection.ts';
import {
  nativePlace,
  type StructuralFeatureRecord,
  type VariantFeatureRecord,
} from '../../variants/variant-features.ts';
import { ApiError } from '../../api-error.ts';
import { withStrands } from './annotation.ts';
import { mapPieces } from './scope.ts';
import { baseJson, type FeatureKind } from './kind.ts';
import type { OverlapScope } from './scope.ts';
import type { Release } from '../../release/release.ts';

type OnSlice<R> = Place & { record: R };

export const variation: FeatureKind<OnSlice<VariantFeatureRecord>> = variants('variation');
export const somaticVariation: FeatureKind<OnSlice<VariantFeatureRecord>> = variants('somatic_variation');
export const structuralVariation: FeatureKind<OnSlice<StructuralFeatureRecord>> =
  structuralVariants('structural_variation');
export const somaticStructuralVariation: FeatureKind<OnSlice<StructuralFeatureRecord>> =
  structuralVariants('somatic_structural_variation');

function variants(kind: 'variation' | 'somatic_variation'): FeatureKind<OnSlice<VariantFeatureRecord>> {
  const somatic = kind === 'somatic_variation';
  return {
    table: 'variant-features',
    async find(scope) {
      // variant_set does not apply to somatic variants.
      const read = (table: 'variant-features' | 'hidden-variant-features') =>
        scope.features(table, 'variation_feature', 'core', (record) => record.somatic === somatic);
      const [set, hasConsequence, found] = await Promise.all([
        somatic ? null : wantedSet(scope),
        consequenceFilter(scope.release, scope.filters.so_term),
        read('variant-features'),
      ]);
      const wanted = (each: Placed<VariantFeatureRecord>) =>
        (!set || each.record.sets.includes(set.id)) &&
        hasConsequence(each.record.consequences) &&
        contains(scope, each);
      const shown = (features: readonly Placed<VariantFeatureRecord>[]) =>
        features
          .filter(wanted)
          .map((each) => ({ ...nativePlace(each), strand: each.record.strand, record: each.record }));
      // As in Ensembl, sets of failed variants include hidden ones, but not together with so_term.
      if (!set?.failed || scope.filters.so_term.length > 0) return mapPieces(found, shown);
      const all: OnSlice<VariantFeatureRecord>[] = [];
      for (const pieces of [found, await read('hidden-variant-features')])
        for await (const features of pieces) all.push(...shown(features));
      return [all.sort((one, other) => one.record.row - other.record.row)];
    },
    json(feature, slice) {
      const { record } = feature;
      const json = baseJson(slice, feature, kind);
      json.id = record.name;
      json.source = record.source;
      // As in Ensembl, the strand of short variants is not relative to the slice.
      json.strand = record.strand;
      json.alleles = allelesOf(record);
      json.consequence_type = mostSevere(record.consequences);
      json.clinical_significance = record.clinicalSignificance;
      return json;
    },
    gff: () => ({ type: 'sequence_variant' }),
    // In Ensembl's BED, the strand is relative to the slice. An insertion has end < start, which does not mean that it
    // spans the origin of a circular region.
    bed: ({ record, end }, slice) => ({
      name: record.name,
      strand: strandOnSlice(slice, record.strand),
      ...(record.insertion ? { end } : {}),
    }),
  };
}

/** The alleles, as Perl's split returns them: without empty ones at the end; none if the database has none. */
function allelesOf({ alleles }: VariantFeatureRecord): string[] {
  const trimmed = alleles.replace(/\/+$/, '');
  return trimmed === '' ? [] : trimmed.split('/');
}

/** An insertion is between two bases; a slice must contain both. */
function contains({ slice }: OverlapScope, { start, end, record, projected }: Placed<VariantFeatureRecord>): boolean {
  return (
    !record.insertion ||
    projected ||
    slice.start > slice.end ||
    slice.region.circular ||
    (start >= slice.start && end <= slice.end)
  );
}

/** The variation set of the request; null if it has none, or the species has no variants to filter. */
async function wantedSet({ genome, release, filters }: OverlapScope): Promise<{ id: string; failed: boolean } | null> {
  const wanted = filters.variant_set;
  if (!wanted || wanted === '0') return null;
  const core = await release.findGenome(genome.species);
  const sets = await core?.document('variant-sets');
  if (!sets) return null;
  const set = sets.find(({ name }) => name === wanted);
  if (!set) throw new ApiError(`No VariationSet found with short name: ${wanted}`);
  return { id: String(set.id), failed: set.failed ?? false };
}

function structuralVariants(
  kind: 'structural_variation' | 'somatic_structural_variation',
): FeatureKind<OnSlice<StructuralFeatureRecord>> {
  const somatic = kind === 'somatic_structural_variation';
  return {
    table: 'structural-features',
    async find(scope) {
      const [found, hasConsequence] = await Promise.all([
        scope.features(
          'structural-features',
          'structural_variation_feature',
          'core',
          (record) => record.somatic === somatic && (somatic || !record.probe),
        ),
        // Those of Ensembl's databases have no consequences, and Ensembl does not look at the parameter.
        consequenceFilter(scope.release, scope.filters.so_term, 'accept'),
      ]);
      return mapPieces(found, (list) =>
        withStrands(list.filter(({ record }) => !record.consequences || hasConsequence(record.consequences))),
      );
    },
    json(feature, slice) {
      const { record } = feature;
      const json = baseJson(slice, feature, kind);
      json.id = record.name;
      if (record.consequences) json.consequence_type = mostSevere(record.consequences);
      return json;
    },
    gff: () => ({ type: 'structural_variant' }),
    bed: ({ record }) => ({ name: record.name }),
  };
}

/**
 * A test whether any of some SO terms is a requested one or a descendant of it; without requested terms, always true.
 * Descendants come from the release's ontology, else from a list in the code.
 *
 * @param unknown 'reject' throws ApiError (400) for an unknown accession
 */
export async function consequenceFilter(
  release: Release,
  wanted: readonly string[],
  unknown: 'reject' | 'accept' = 'reject',
): Promise<(terms: readonly string[]) => boolean> {
  if (wanted.length === 0) return () => true;
  const compiled = await release.consequenceTerms();
  const terms = new Set<string>();
  for (const term of wanted) {
    const below = consequencesBelow(term, compiled);
    if (below) for (const each of below) terms.add(each);
    else if (unknown === 'reject' && /^SO:/.test(term) && !(await isTerm(release, term)))
      throw new ApiError(`The SO accession '${term.slice(0, 200)}' could not be found in our ontology database`);
  }
  return (consequences) => consequences.some((term) => terms.has(term));
}

async function isTerm(release: Release, accession: string): Promise<boolean> {
  return release.manifest.terms ? (await release.terms.term(accession)) !== null : false;
}
