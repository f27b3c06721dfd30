/** Describes variants for the variation operations. */
import { mostSevere } from '../../variants/consequences.ts';
import type { RegionRef } from '../../genome/seq-region.ts';
import type { StructuralCall, StructuralVariantRecord } from '../../variants/structural-variant.ts';
import { displayClass, classOfAlleles } from '../../variants/variant-classes.ts';
import {
  eachGenotype,
  type GenotypedSamplesDocument,
  type GenotypeGroup,
  type VariantDetails,
} from '../../variants/variant-details.ts';
import type { VariantRecord } from '../../variants/variant-record.ts';
import type { FoundVariant } from '../../release/variation.ts';
import { describePhenotypes } from '../lookup/phenotypes.ts';

/** Optional parts of the answer, named like the parameters. */
export interface VariantParts {
  pops: boolean;
  genotypes: boolean;
  genotyping_chips: boolean;
  phenotypes: boolean;
  population_genotypes: boolean;
}

export const NO_PARTS: VariantParts = {
  pops: false,
  genotypes: false,
  genotyping_chips: false,
  phenotypes: false,
  population_genotypes: false,
};

/** @param samples samples with genotypes; used only if the request includes genotypes */
export function describeFound(found: FoundVariant, parts: VariantParts, samples: GenotypedSamplesDocument): object {
  if (found.structural) return describeStructural(found.variant, parts);
  return {
    ...describeVariant(found.variant),
    ...(found.details ? describeDetails(found.details, parts) : {}),
    ...(parts.genotypes ? { genotypes: describeGenotypes(found.genotypes ?? [], samples) } : {}),
  };
}

export function describeVariant(variant: VariantRecord): object {
  const { mappings } = variant;
  return {
    name: variant.name,
    source: variant.sourceDescription,
    ...describeFailure(variant.failed),
    var_class: displayClass(variant.soTerm || classOfAlleles(variant.mappings[0]?.alleleString ?? ''), variant.somatic),
    ...describeSignificance(variant.clinicalSignificance),
    mappings: mappings.map((mapping) => ({
      ...describePlace(mapping.region, mapping),
      allele_string: mapping.alleleString || null,
      ancestral_allele: mapping.ancestralAllele,
    })),
    most_severe_consequence: mostSevere(mappings.flatMap(({ consequences }) => consequences)),
    ambiguity: variant.ambiguity,
    synonyms: variant.synonyms.map(({ name }) => name),
    MAF: variant.minorAlleleFrequency,
    minor_allele: variant.minorAllele,
    evidence: variant.evidence,
  };
}

function describeDetails({ alleles, genotypes, chips, phenotypes }: VariantDetails, parts: VariantParts): object {
  return {
    ...(parts.phenotypes ? { phenotypes: describePhenotypes(phenotypes, 'variant') } : {}),
    ...(parts.pops
      ? {
          populations: alleles.map(({ allele, frequency, population, count, submission }) => ({
            frequency,
            population,
            allele,
            ...(count === null ? {} : { allele_count: count }),
            ...(submission ? { submission_id: `ss${submission}` } : {}),
          })),
        }
      : {}),
    ...(parts.genotyping_chips ? { genotyping_chips: chips } : {}),
    ...(parts.population_genotypes
      ? {
          population_genotypes: genotypes.map(({ genotype, frequency, population, count, submission }) => ({
            population,
            genotype,
            frequency,
            count,
            ...(submission ? { subsnp_id: `ss${submission}` } : {}),
          })),
        }
      : {}),
  };
}

function describeGenotypes(groups: readonly GenotypeGroup[], samples: GenotypedSamplesDocument): object[] {
  const described: object[] = [];
  for (const group of groups) {
    const submission = group.submission ? { submission_id: `ss${group.submission}` } : null;
    eachGenotype(group, (number, genotype) => {
      const known = samples[number];
      const sample = known ? known[0] : null;
      const gender = known ? known[1] : null;
      described.push(submission ? { genotype, sample, gender, ...submission } : { genotype, sample, gender });
    });
  }
  return described;
}

function describeStructural(variant: StructuralVariantRecord, parts: VariantParts): object {
  return {
    ...describeCall(variant, parts),
    supporting_evidence: variant.supporting.map((call) => describeCall(call, parts)),
  };
}

function describeCall(call: StructuralCall, parts: VariantParts): object {
  const consequences = call.mappings.flatMap((mapping) => mapping.consequences ?? []);
  return {
    name: call.name,
    source: call.sourceDescription,
    ...describeFailure(call.failed),
    var_class: displayClass(call.soTerm),
    ...describeSignificance(call.clinicalSignificance),
    mappings: call.mappings.map((mapping) => ({
      ...describePlace(mapping.region, mapping),
      genomic_size: mapping.end - mapping.start + 1,
    })),
    ...(consequences.length > 0 ? { most_severe_consequence: mostSevere(consequences) } : {}),
    ...(parts.phenotypes ? { phenotypes: describePhenotypes(call.phenotypes, 'variant') } : {}),
    ...(call.copyNumber ? { copy_number: call.copyNumber } : {}),
    alias: call.alias,
    ...(call.validationStatus ? { validation_status: call.validationStatus } : {}),
    ...(call.study ? { study: call.study } : {}),
  };
}

function describePlace(
  region: RegionRef,
  { start, end, strand }: { start: number; end: number; strand: 1 | -1 },
): object {
  return {
    location: `${region.name}:${start}-${end}`,
    strand,
    start,
    end,
    seq_region_name: region.name,
    coord_system: region.coordSystem,
    assembly_name: region.version,
  };
}

function describeFailure(reasons: readonly string[]): object {
  return reasons.length > 0 ? { failed: reasons.join(';') } : {};
}

function describeSignificance(states: readonly string[]): object {
  return states.length > 0 ? { clinical_significance: states } : {};
}
