/** Features by the ontology term that their phenotype is: phenotype/accession and phenotype/term. */
import { at } from '../../checked.ts';
import { jsonListOfParts } from '../../formats/text-stream.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { PhenotypeRecord } from '../../genome/phenotype-record.ts';
import { ApiError } from '../../api-error.ts';
import { sameName } from '../../names/name-text.ts';
import type { Phenotypes } from '../../release/variation.ts';
import { accessionOfTerm, childAccessions } from '../../terms/term-record.ts';
import { describePhenotype, type PhenotypeDetails } from './answer.ts';
import { genomeWithVariation } from '../resolve/genome.ts';
import { reserveForRecords, reserveForStreamedRecords } from '../../operation/memory-reservation.ts';

interface TermParams extends PhenotypeDetails {
  species: string;
  include_children: boolean;
  source: string | undefined;
}

/**
 * One wave of reads, or two with the children. With `include_children`, an accession that no ontology of the release
 * has is answered with null, as by Ensembl.
 */
export async function phenotypeAccession(
  request: OperationRequest<TermParams & { accession: string }>,
): Promise<Answer> {
  const { params, release } = request;
  const genome = genomeWithVariation(release, params.species);
  const accessions = [params.accession];
  if (params.include_children) {
    const [term] = await Promise.all([release.terms.term(params.accession), genome.phenotypes.byAccession([])]);
    if (!term) return { kind: 'value', value: null };
    accessions.push(...childAccessions(term));
  }
  return listFeatures(genome.phenotypes, accessions, request);
}

/** All terms that bear the name, or have it as a synonym. It may be a pattern, with `%` and `_`. */
export async function phenotypeTerm(request: OperationRequest<TermParams & { term: string }>): Promise<Answer> {
  const { params, release, work } = request;
  const genome = genomeWithVariation(release, params.species);
  const [terms] = await Promise.all([release.terms.like(params.term, work), genome.phenotypes.byAccession([])]);
  const accessions: string[] = [];
  for await (const term of terms.each())
    accessions.push(accessionOfTerm(term), ...(params.include_children ? childAccessions(term) : []));
  return listFeatures(genome.phenotypes, accessions, request);
}

/**
 * Stored bytes of the features that are in memory together: 5,000 to 30,000 of them. A term may have a million, and
 * a pattern find many terms.
 */
const MAX_PART_BYTES = 256 * 1024;

/**
 * Accession by accession, each once, in the order of the database. JSON is written as it is read; other formats need
 * the whole list, up to `largest` stored bytes.
 */
async function listFeatures(
  phenotypes: Phenotypes,
  accessions: readonly string[],
  request: OperationRequest<TermParams>,
): Promise<Answer> {
  const {
    params,
    format,
    release: { maxListBytes: largest },
  } = request;
  const asked = [...new Set(accessions)];
  const bytes = await phenotypes.bytesByAccession(asked);
  const streamed = format === 'json';
  if (!streamed && bytes > largest)
    throw new ApiError(`There are too many features to list them as ${format}; please ask for JSON`);
  await (streamed ? reserveForStreamedRecords : reserveForRecords)(request, bytes, 'fewer terms or one source');
  if (streamed) return { kind: 'stream', chunks: jsonListOfParts(inParts(phenotypes, asked, params)) };
  return { kind: 'value', value: await featuresOf(phenotypes, asked, params) };
}

/**
 * As many neighbouring accessions at a time as are put together in memory, in one wave of reads; what a single one has
 * more is read block by block.
 */
async function* inParts(
  phenotypes: Phenotypes,
  accessions: readonly string[],
  params: TermParams,
): AsyncGenerator<object[]> {
  if ((await phenotypes.bytesByAccession(accessions)) <= MAX_PART_BYTES)
    return yield await featuresOf(phenotypes, accessions, params);
  const [first] = accessions as [string];
  if (accessions.length === 1) {
    for await (const record of phenotypes.eachByAccession(first)) yield describeFeatures([record], first, params);
    return;
  }
  const half = accessions.length >> 1;
  yield* inParts(phenotypes, accessions.slice(0, half), params);
  yield* inParts(phenotypes, accessions.slice(half), params);
}

/** One wave of reads. */
async function featuresOf(
  phenotypes: Phenotypes,
  accessions: readonly string[],
  params: TermParams,
): Promise<object[]> {
  const found = await phenotypes.byAccession(accessions);
  return accessions.flatMap((accession, which) => describeFeatures(at(found, which), accession, params));
}

/** The features of which the source that is wanted tells. */
function describeFeatures(records: readonly PhenotypeRecord[], accession: string, params: TermParams): object[] {
  const { source } = params;
  return (source ? records.filter((record) => sameName(record.source, source)) : records).map((record) => {
    const feature = describePhenotype(record, params);
    feature.mapped_to_accession = accession;
    feature[record.type] = record.objectId;
    return feature;
  });
}
