/** The variants that answer a Beacon query, and how answers describe them. */
import { at } from '../../checked.ts';
import { decodeGeneHead } from '../../genome/gene-record.ts';
import type { PhenotypeRecord } from '../../genome/phenotype-record.ts';
import type { Placed } from '../../genome/projection.ts';
import { linearSlice, type SeqRegionRecord } from '../../genome/seq-region.ts';
import { reserveForRecords, type RequestBudgets } from '../../operation/memory-reservation.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { CONSEQUENCE_TYPES } from '../../variants/consequences.ts';
import {
  nativePlace,
  type StructuralFeatureRecord,
  type VariantFeatureRecord,
} from '../../variants/variant-features.ts';
import type { Beacon } from './beacon.ts';
import { datasetOfSource, type Dataset, type Datasets } from './datasets.ts';
import { allelesOf } from './short-variants.ts';
import { effectsOfStructural } from './structural.ts';

/** A feature that answers the query. */
export interface Match {
  name: string;
  isStructural: boolean;
  datasets: ReadonlySet<Dataset>;
  /** As an answer describes it. */
  result: object;
}

interface Described {
  name: string;
  variation: object;
  identifiers: readonly string[];
  /** Names of the genes that it overlaps; null for a gene without a name. */
  genes: readonly (string | null)[];
  /** SO terms. */
  effects: readonly string[];
  phenotypes: readonly PhenotypeRecord[];
}

const ACCESSIONS = new Map(CONSEQUENCE_TYPES.map(({ term, accession }) => [term, accession]));
const FEWER = 'a shorter range';

/** One wave of reads, none without features. */
export async function findShort(
  request: RequestBudgets,
  genome: Genome,
  region: SeqRegionRecord,
  features: readonly Placed<VariantFeatureRecord>[],
  datasets: Datasets,
): Promise<Match[]> {
  if (features.length === 0) return [];
  const names = features.map(({ record }) => record.name);
  const parts = { details: true, genotypes: false };
  await reserveForRecords(request, await genome.variation.storedBytes(names, parts), FEWER);
  const [found, genes] = await Promise.all([
    genome.variation.find(names, parts),
    genesOf(genome, region, features.map(nativePlace)),
  ]);
  return features.map((feature, each) => {
    const { record } = feature;
    const { reference, alternatives } = allelesOf(record);
    const known = at(found, each);
    const { variant, details } = known && !known.structural ? known : { variant: null, details: null };
    const synonyms = (variant?.synonyms ?? []).filter(({ source }) => !source.includes('Archive dbSNP'));
    // Identifiers of one source follow each other, in the order of the sources' first ones.
    const bySource = [...Map.groupBy(synonyms, ({ source }) => source).values()].flat();
    return {
      name: record.name,
      isStructural: false,
      datasets: datasets.of(details?.sets ?? [], datasetOfSource(record.source, ['dbsnp'])),
      result: describe({
        name: record.name,
        variation: {
          variantType: 'SNP',
          ...(reference ? { referenceBases: reference } : {}),
          ...(alternatives.length > 0 ? { alternateBases: alternatives.join(',') } : {}),
          location: locationOf(region, nativePlace(feature)),
        },
        identifiers: [
          ...(record.source === 'dbSNP' || record.source === 'COSMIC' ? [`${record.source}:${record.name}`] : []),
          ...bySource.map(({ name, source }) => `${source}:${name}`),
        ],
        genes: at(genes, each),
        effects: record.consequences,
        phenotypes: details?.phenotypes ?? [],
      }),
    };
  });
}

/** Three waves of reads, none without features. */
export async function findStructural(
  request: RequestBudgets & { release: Release },
  genome: Genome,
  region: SeqRegionRecord,
  features: readonly Placed<StructuralFeatureRecord>[],
  datasets: Datasets,
): Promise<Match[]> {
  if (features.length === 0) return [];
  const names = features.map(({ record }) => record.name);
  const parts = { details: false, genotypes: false };
  await reserveForRecords(request, await genome.variation.storedBytes(names, parts), FEWER);
  const [found, genes, effects] = await Promise.all([
    genome.variation.find(names, parts),
    genesOf(genome, region, features),
    effectsOfStructural(request.release, genome, region, features, request),
  ]);
  return features.map((feature, each) => {
    const { record } = feature;
    const known = at(found, each);
    const variant = known?.structural ? known.variant : null;
    return {
      name: record.name,
      isStructural: true,
      datasets: datasets.of(variant?.sets ?? [], datasetOfSource(record.source, ['dgva', 'dbvar'])),
      result: describe({
        name: record.name,
        variation: { variantType: record.soTerm, location: locationOf(region, feature) },
        identifiers: record.source === 'dbSNP' ? [`dbSNP:${record.name}`] : [],
        genes: at(genes, each),
        effects: at(effects, each),
        phenotypes: variant?.phenotypes ?? [],
      }),
    };
  });
}

/** Names of the genes that overlap each place. One wave of reads. */
async function genesOf(
  genome: Genome,
  region: SeqRegionRecord,
  places: readonly { start: number; end: number }[],
): Promise<(string | null)[][]> {
  const slices = places.map(({ start, end }) =>
    linearSlice(region, { start: Math.min(start, end), end: Math.max(start, end) }),
  );
  const found = await genome.overlappingGenes(slices);
  return found.map((genes, each) => {
    // An insertion is between two bases: a gene must contain both.
    const { start, end } = at(places, each);
    return genes
      .filter((gene) => gene.start <= end && gene.end >= start)
      .map(({ record }) => decodeGeneHead(record).displayName);
  });
}

/** GA4GH VRS: from the base before the first, to the last. */
function locationOf(region: SeqRegionRecord, { start, end }: { start: number; end: number }): object {
  return {
    type: 'SequenceLocation',
    sequence_id: region.name,
    interval: {
      type: 'SequenceInterval',
      start: { type: 'Number', value: start - 1 },
      end: { type: 'Number', value: end },
    },
  };
}

function describe({ name, variation, identifiers, genes, effects, phenotypes }: Described): object {
  const attributes = {
    ...(genes.length > 0 ? { geneIds: [...new Set(genes)] } : {}),
    ...(effects.length > 0
      ? { molecularEffects: effects.map((term) => ({ id: ACCESSIONS.get(term) ?? null, label: term })) }
      : {}),
  };
  const clinical = interpretations(phenotypes);
  return {
    variantInternalId: name,
    variation,
    ...(identifiers.length > 0 ? { identifiers } : {}),
    ...(Object.keys(attributes).length > 0 ? { MolecularAttributes: attributes } : {}),
    ...(clinical.length > 0 ? { variantLevelData: { clinicalInterpretations: clinical } } : {}),
  };
}

/** One for each description of a phenotype. */
function interpretations(phenotypes: readonly PhenotypeRecord[]): object[] {
  const first = new Map<string, PhenotypeRecord>();
  for (const phenotype of phenotypes)
    if (phenotype.description && !first.has(phenotype.description)) first.set(phenotype.description, phenotype);
  return [...first].map(
    ([
      description,
      {
        ontologyAccessions: [accession = '-'],
      },
    ]) => ({
      conditionId: description,
      effect: { id: accession, label: description },
    }),
  );
}

/** The part of an answer about one dataset. @param matches null if none is in the dataset */
export function resultSet(dataset: Dataset, matches: readonly Match[] | null, { genome, site }: Beacon): object {
  const found = matches?.filter(({ datasets }) => datasets.has(dataset)) ?? null;
  const species = genome.species.charAt(0).toUpperCase() + genome.species.slice(1);
  const addressOf = ({ name, isStructural }: Match) =>
    `${site}/${species}/${isStructural ? 'StructuralVariation/Explore?sv=' : 'Variation/Explore?v='}${name}`;
  return {
    id: dataset.name,
    exists: found !== null,
    resultsCount: found?.length ?? null,
    results: found?.map(({ result }) => result) ?? null,
    setType: 'dataset',
    info: { counts: { callCount: found?.length ?? null, sampleCount: null } },
    ...(found ? { externalUrl: found.map(addressOf) } : {}),
  };
}
