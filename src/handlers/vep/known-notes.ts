/**
 * What known variants at the place of a variant have in addition to their alleles: ClinVar's classifications,
 * frequencies in populations, synonyms, publications. As in Ensembl, classifications are found by place.
 */
import { at } from '../../checked.ts';
import { attribOf, type PhenotypeRecord } from '../../genome/phenotype-record.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import { reserveForRecords, type RequestBudgets } from '../../operation/memory-reservation.ts';
import type { Genome } from '../../release/genome.ts';
import { frequencyKey } from '../../variants/listed-populations.ts';
import type { AlleleFrequency } from '../../variants/variant-details.ts';
import { type KnownFeature, matchedKnown, type MatchedKnown } from './colocated.ts';
import type { VepOptions } from './options.ts';
import type { VepVariant } from './vep-variant.ts';

/** Further fields of known variants. */
export type KnownNotes = ReadonlyMap<KnownFeature, object>;
export const NO_NOTES: KnownNotes = new Map();

/** One wave of reads, none where the index has nothing of this kind. Throws ApiError for more than the budget. */
export async function readKnownNotes(
  genome: Genome,
  variants: readonly VepVariant[],
  known: readonly (readonly KnownFeature[])[],
  options: VepOptions,
  budgets: RequestBudgets,
): Promise<KnownNotes> {
  const matched = variants.flatMap((variant, index) =>
    variant.soClass === null
      ? matchedKnown(variant, at(known, index)).map((match) => ({ ...match, region: variant.region }))
      : [],
  );
  const classifiedPlaces = new Set(
    genome.entry.tables.phenotypes
      ? variants.flatMap(({ region }, index) =>
          at(known, index)
            .filter(isClassified)
            .map((each) => placeOf(each, region)),
        )
      : [],
  );
  const places = new Map(
    matched
      .map(({ feature, region }) => [placeOf(feature, region), intervalOf(feature, region)] as const)
      .filter(([place]) => classifiedPlaces.has(place)),
  );
  const intervals = [...places.values()];
  const names = (wanted: boolean) => (wanted ? [...new Set(matched.map(({ feature }) => feature.record.name))] : []);
  const [counted, synonymous] = [names(genome.entry.listsFrequencies === true), names(options.var_synonyms)];
  const cited = names(options.pubmed);
  const { variation, phenotypes } = genome;
  const bytes = await Promise.all([
    phenotypes.bytesAt(intervals),
    variation.bytesOfFrequencies(counted),
    variation.storedBytes(synonymous, { details: false, genotypes: false }),
    cited.length > 0 ? variation.bytesOfCitations(cited) : 0,
  ]);
  await reserveForRecords(
    budgets,
    bytes.reduce((sum, each) => sum + each, 0),
    'fewer variants',
  );
  const [records, frequencies, variantRecords, citations] = await Promise.all([
    intervals.length > 0 ? phenotypes.at(intervals) : [],
    counted.length > 0 ? variation.frequencies(counted) : [],
    synonymous.length > 0 ? genome.variants(synonymous) : [],
    cited.length > 0 ? variation.citationsOf(cited) : [],
  ]);
  const recordsAt = new Map([...places.keys()].map((key, index) => [key, at(records, index)]));
  const frequenciesOf = new Map(counted.map((name, index) => [name, at(frequencies, index)]));
  const synonymsOf = new Map(synonymous.map((name, index) => [name, variantRecords[index]?.synonyms ?? []]));
  const citationsOf = new Map(cited.map((name, index) => [name, at(citations, index)]));
  return new Map(
    matched.map((match) => {
      const { feature, region } = match;
      const { name, somatic } = feature.record;
      return [
        feature,
        {
          ...classifications(feature, recordsAt.get(placeOf(feature, region)) ?? []),
          ...(citationsOf.get(name)?.length && { pubmed: citationsOf.get(name) }),
          ...synonymsBySource(synonymsOf.get(name) ?? []),
          ...(!somatic && listedFrequencies(match, frequenciesOf.get(name) ?? [])),
        },
      ];
    }),
  );
}

/** Without such a variant at a place, no classification is stored there, so the place is not read. */
function isClassified({ record }: KnownFeature): boolean {
  return record.phenotypeOrDisease || record.clinicalSignificance.length > 0;
}

function intervalOf({ start, end }: KnownFeature, { ordinal }: SeqRegionRecord) {
  return { region: ordinal, start: Math.min(start, end), end: Math.max(start, end) };
}

function placeOf({ start, end }: KnownFeature, region: SeqRegionRecord): string {
  return `${region.ordinal}:${start}-${end}`;
}

function classifications({ record: { name }, start, end }: KnownFeature, records: readonly PhenotypeRecord[]): object {
  const there = records.filter((each) => each.source === 'ClinVar' && each.start === start && each.end === end);
  const germline = new Set<string>();
  const somatic: string[] = [];
  for (const record of there) {
    if (record.dnaType === 'Somatic') {
      const [impact, oncogenic] = [attribOf(record, 'somatic_clin_sig'), attribOf(record, 'oncogenic_clin_sig')];
      if (impact) somatic.push(`${record.description ?? ''}(${impact.replaceAll(',', ';')})`);
      if (oncogenic) somatic.push(`${record.description ?? ''}(oncogenicity:${oncogenic})`);
      continue;
    }
    const significance = attribOf(record, 'clinvar_clin_sig');
    if (significance !== null && record.objectId === name)
      germline.add(`${attribOf(record, 'risk_allele') ?? ''}:${significance.replaceAll(' ', '_')}`);
  }
  return {
    ...(germline.size > 0 && { clin_sig_allele: [...germline].join(';') }),
    ...(somatic.length > 0 && { clinvar_somatic_classification: somatic.join(';') }),
  };
}

function synonymsBySource(synonyms: readonly { name: string; source: string }[]): object {
  if (synonyms.length === 0) return {};
  const bySource: Record<string, string[]> = {};
  for (const { name, source } of synonyms) (bySource[source] ??= []).push(name);
  return { var_synonyms: bySource };
}

/** Frequencies by the alternative alleles of the variant, as it writes them. */
function listedFrequencies({ feature, pairs }: MatchedKnown, frequencies: readonly AlleleFrequency[]): object {
  const byKey = new Map<string, Map<string, number>>();
  for (const { allele, frequency, population } of frequencies) {
    const key = frequencyKey(population ?? '');
    if (key === null) continue;
    const ofKey = byKey.get(key) ?? new Map<string, number>();
    ofKey.set(allele, key === 'af' ? Number(frequency.toFixed(4)) : frequency);
    byKey.set(key, ofKey);
  }
  const listed: Record<string, Record<string, number>> = {};
  const alleles = feature.record.alleles.split('/');
  for (const { own, known } of pairs)
    for (const [key, ofKey] of byKey) {
      const value =
        ofKey.get(known) ??
        (key === 'af' ? remaining(alleles, known, ofKey) : undefined) ??
        (isNeverSeen(known, key, alleles, byKey) ? 0 : undefined);
      if (value !== undefined) (listed[own] ??= {})[key] = value;
    }
  return Object.keys(listed).length > 0 ? { frequencies: listed } : {};
}

/** Frequencies have four digits, so that their sum may be a little less. */
const NEARLY_ALL = 0.999;

/**
 * The index leaves out frequencies of 0, but VEP lists them. An allele has one if the others make up all of the
 * population, and if the files list the allele: if there is no other alternative, or another population has it.
 */
function isNeverSeen(
  allele: string,
  key: string,
  alleles: readonly string[],
  byKey: ReadonlyMap<string, ReadonlyMap<string, number>>,
): boolean {
  const others = [...(byKey.get(key)?.values() ?? [])];
  if (others.reduce((sum, each) => sum + each, 0) < NEARLY_ALL) return false;
  if (alleles.length === 2) return true;
  const collection = collectionOf(key);
  return [...byKey].some(([other, ofOther]) => collectionOf(other) === collection && ofOther.has(allele));
}

/** The populations of one set of files: those of gnomAD's exomes, its genomes, and the 1000 Genomes. */
function collectionOf(key: string): string {
  return /^gnomad[eg]/.exec(key)?.[0] ?? '1000genomes';
}

/** Of two alleles, one may have no frequency of its own. */
function remaining(alleles: readonly string[], wanted: string, known: ReadonlyMap<string, number>): number | undefined {
  const others = alleles.filter((allele) => allele !== wanted);
  const [other] = others;
  const frequency = other === undefined ? undefined : known.get(other);
  return alleles.length === 2 && others.length === 1 && frequency !== undefined
    ? Number((1 - frequency).toFixed(4))
    : undefined;
}
