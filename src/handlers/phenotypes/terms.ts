/** Features by ontology term of their phenotype: phenotype/accession and phenotype/term. */
import { at, only } from '../../checked.ts';
import { jsonListOfParts } from '../../formats/text-stream.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { PhenotypeRecord } from '../../genome/phenotype-record.ts';
import { ApiError } from '../../api-error.ts';
import { sameName } from '../../names/name-text.ts';
import type { Phenotypes } from '../../release/variation.ts';
import { accessionOfTerm, childAccessions } from '../../terms/term-record.ts';
import { describePhenotype, type PhenotypeDetails } from './answer.ts';
import { genomeWithVariation, noVariation } from '../resolve/genome.ts';
import { reserveForRecords, reserveForStreamedRecords } from '../../operation/memory-reservation.ts';

interface TermParams extends PhenotypeDetails {
  species: string;
  include_children: boolean;
  source: string | undefined;
}

/**
 * GET phenotype/accession. One wave of reads, two with `include_children`, in which case the answer to an unknown
 * accession is null, as in Ensembl.
 */
export async function phenotypeAccession(
  request: OperationRequest<TermParams & { accession: string }>,
): Promise<Answer> {
  const { params, release } = request;
  const genome = await genomeWithVariation(release, params.species, noVariation(params.species, '--phenotypes'));
  const accessions = [params.accession];
  if (params.include_children) {
    const [term] = await Promise.all([release.terms.term(params.accession), genome.phenotypes.byAccession([])]);
    if (!term) return { kind: 'value', value: null };
    accessions.push(...childAccessions(term));
  }
  return listFeatures(genome.phenotypes, accessions, request);
}

/**
 * GET phenotype/term: all terms with this name or synonym, which may be a pattern with `%` and `_`. Clients encode
 * blanks as `+`, so a text with `+` that no term has is read with blanks.
 */
export async function phenotypeTerm(request: OperationRequest<TermParams & { term: string }>): Promise<Answer> {
  const { params, release } = request;
  const genome = await genomeWithVariation(release, params.species, noVariation(params.species, '--phenotypes'));
  let [accessions] = await Promise.all([accessionsOf(params.term, request), genome.phenotypes.byAccession([])]);
  if (accessions.length === 0 && params.term.includes('+'))
    accessions = await accessionsOf(params.term.replaceAll('+', ' '), request);
  return listFeatures(genome.phenotypes, accessions, request);
}

/** Accessions of the terms with a name, and of their children if the request asks for these. */
async function accessionsOf(name: string, { params, release, work }: OperationRequest<TermParams>): Promise<string[]> {
  const accessions: string[] = [];
  for await (const term of (await release.terms.like(name, work)).each())
    accessions.push(accessionOfTerm(term), ...(params.include_children ? childAccessions(term) : []));
  return accessions;
}

/**
 * Most compressed bytes of features that are in memory at once: 5,000 to 30,000 features. A term may have a million,
 * and a pattern may match many terms.
 */
const MAX_PART_BYTES = 256 * 1024;

/** Features of accessions without duplicates, in order of the database. JSON is streamed; other formats are limited. */
async function listFeatures(
  phenotypes: Phenotypes,
  accessions: readonly string[],
  request: OperationRequest<TermParams>,
): Promise<Answer> {
  const {
    params,
    format,
    release: { maxListBytes },
  } = request;
  const unique = [...new Set(accessions)];
  const bytes = await phenotypes.bytesByAccession(unique);
  const streamed = format === 'json';
  if (!streamed && bytes > maxListBytes)
    throw new ApiError(`There are too many features for a list in ${format}; please request JSON`);
  await (streamed ? reserveForStreamedRecords : reserveForRecords)(request, bytes, 'fewer terms or one source');
  if (streamed) return { kind: 'stream', chunks: jsonListOfParts(inParts(phenotypes, unique, params)) };
  return { kind: 'value', value: await featuresOf(phenotypes, unique, params) };
}

/**
 * Features in parts of at most MAX_PART_BYTES, each of several accessions and read in one wave. A single accession with
 * more is read block by block.
 */
async function* inParts(
  phenotypes: Phenotypes,
  accessions: readonly string[],
  params: TermParams,
): AsyncGenerator<object[]> {
  if ((await phenotypes.bytesByAccession(accessions)) <= MAX_PART_BYTES)
    return yield await featuresOf(phenotypes, accessions, params);
  if (accessions.length === 1) {
    const accession = only(accessions);
    for await (const record of phenotypes.eachByAccession(accession))
      yield describeFeatures([record], accession, params);
    return;
  }
  const half = accessions.length >> 1;
  yield* inParts(phenotypes, accessions.slice(0, half), params);
  yield* inParts(phenotypes, accessions.slice(half), params);
}

/** The features of accessions. One wave of reads. */
async function featuresOf(
  phenotypes: Phenotypes,
  accessions: readonly string[],
  params: TermParams,
): Promise<object[]> {
  const found = await phenotypes.byAccession(accessions);
  return accessions.flatMap((accession, which) => describeFeatures(at(found, which), accession, params));
}

/** Describes features, of one source if the request names it. */
function describeFeatures(records: readonly PhenotypeRecord[], accession: string, params: TermParams): object[] {
  const { source } = params;
  return (source ? records.filter((record) => sameName(record.source, source)) : records).map((record) => {
    const feature = describePhenotype(record, params);
    feature.mapped_to_accession = accession;
    feature[record.type] = record.objectId;
    return feature;
  });
}
