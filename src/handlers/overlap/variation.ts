/** Short and structural variants as overlap operations answer them. */
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
import { refine } from './scope.ts';
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
      // Somatic variants are not asked for by set.
      const [inSet, hasConsequence, found] = await Promise.all([
        somatic ? () => true : setFilter(scope),
        consequenceFilter(scope.release, scope.filters.so_term),
        scope.features('variant-features', 'variation_feature', 'core', (record) => record.somatic === somatic),
      ]);
      const wanted = (each: Placed<VariantFeatureRecord>) =>
        inSet(each.record) && hasConsequence(each.record.consequences) && holds(scope, each);
      return refine(found, (features) =>
        features
          .filter(wanted)
          .map((each) => ({ ...nativePlace(each), strand: each.record.strand, record: each.record })),
      );
    },
    json(feature, slice) {
      const { record } = feature;
      const json = baseJson(slice, feature, kind);
      json.id = record.name;
      json.source = record.source;
      // As in the database: Ensembl does not turn the strand of short variants with the slice.
      json.strand = record.strand;
      json.alleles = allelesOf(record);
      json.consequence_type = mostSevere(record.consequences);
      json.clinical_significance = record.clinicalSignificance;
      return json;
    },
    gff: () => ({ type: 'sequence_variant' }),
    // Ensembl's BED turns the strand that the slice has not turned. An insertion ends before it begins, which on a
    // circle does not take it around.
    bed: ({ record, end }, slice) => ({
      name: record.name,
      strand: strandOnSlice(slice, record.strand),
      ...(record.insertion ? { end } : {}),
    }),
  };
}

/** None where the database does not tell; empty ones at the end are no alleles, as Perl splits them. */
function allelesOf({ alleles }: VariantFeatureRecord): string[] {
  const told = alleles.replace(/\/+$/, '');
  return told === '' ? [] : told.split('/');
}

/** An insertion stands between two bases: a slice that ends between them does not hold it. */
function holds({ slice }: OverlapScope, { start, end, record, projected }: Placed<VariantFeatureRecord>): boolean {
  return (
    !record.insertion ||
    projected ||
    slice.start > slice.end ||
    slice.region.circular ||
    (start >= slice.start && end <= slice.end)
  );
}

async function setFilter({
  genome,
  release,
  filters,
}: OverlapScope): Promise<(record: VariantFeatureRecord) => boolean> {
  const wanted = filters.variant_set;
  const core = release.findGenome(genome.species);
  if (!wanted || wanted === '0' || !core) return () => true;
  const sets = await core.document('variant-sets');
  // A species without variation has no variants, whatever the set.
  if (!sets) return () => true;
  if (!Object.hasOwn(sets, wanted)) throw new ApiError(`No VariationSet found with short name: ${wanted}`);
  const id = sets[wanted]!;
  return (record) => record.sets.includes(id);
}

function structuralVariants(
  kind: 'structural_variation' | 'somatic_structural_variation',
): FeatureKind<OnSlice<StructuralFeatureRecord>> {
  const somatic = kind === 'somatic_structural_variation';
  return {
    table: 'structural-features',
    async find(scope) {
      const [found] = await Promise.all([
        scope.features(
          'structural-features',
          'structural_variation_feature',
          'core',
          (record) => record.somatic === somatic && (somatic || !record.probe),
        ),
        // They have no consequences to choose by, but an unknown accession is refused all the same.
        consequenceFilter(scope.release, scope.filters.so_term),
      ]);
      return refine(found, withStrands);
    },
    json(feature, slice) {
      const json = baseJson(slice, feature, kind);
      json.id = feature.record.name;
      return json;
    },
    gff: () => ({ type: 'structural_variant' }),
    bed: ({ record }) => ({ name: record.name }),
  };
}

/**
 * Whether some SO terms have one that is asked for; all do when none is asked for. The release's own ontology says what
 * is below what, else the Sequence Ontology as it is today. Throws ApiError (400) for an accession that nobody knows.
 */
export async function consequenceFilter(
  release: Release,
  wanted: readonly string[],
): Promise<(terms: readonly string[]) => boolean> {
  if (wanted.length === 0) return () => true;
  const compiled = await release.consequenceTerms();
  const terms = new Set<string>();
  for (const term of wanted) {
    const below = consequencesBelow(term, compiled);
    if (below) for (const each of below) terms.add(each);
    else if (/^SO:/.test(term) && !(await isTerm(release, term)))
      throw new ApiError(`The SO accession '${term.slice(0, 200)}' could not be found in our ontology database`);
  }
  return (present) => present.some((term) => terms.has(term));
}

async function isTerm(release: Release, accession: string): Promise<boolean> {
  return release.manifest.terms ? (await release.terms.term(accession)) !== null : false;
}
