/** The parameters of a Beacon query: Ensembl's checks, and the question that they ask. */
import { ApiError } from '../../api-error.ts';
import { isTrue } from '../../operation/parameter.ts';

/** Values of variantType, and the SO terms of the classes that each means. */
export const STRUCTURAL_TERMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['INS', ['insertion']],
  ['INS:ME', ['mobile_element_insertion']],
  ['DEL', ['deletion']],
  ['DEL:ME', ['mobile_element_deletion']],
  ['CNV', ['copy_number_variation', 'copy_number_gain', 'copy_number_loss', 'deletion', 'duplication']],
  ['DUP', ['duplication']],
  ['INV', ['inversion']],
  ['DUP:TANDEM', ['tandem_duplication']],
]);

/** The parameters as texts; undefined for those that were not sent. */
export interface BeaconParams {
  referenceName: string | undefined;
  start: readonly string[];
  end: readonly string[];
  referenceBases: string | undefined;
  alternateBases: string | undefined;
  variantType: string | undefined;
  assemblyId: string | undefined;
  datasetIds: readonly string[];
  includeResultsetResponses: string | undefined;
}

/** Names that every request may have. */
const ALWAYS = ['content-type', 'callback', 'release', 'datasetIds', 'includeResultsetResponses'];

/** A request's error, which Ensembl reports within an answer of status 200. */
export interface BeaconError {
  /** A text, or a number where Ensembl has one. */
  errorCode: string | 400;
  errorMessage: string;
}

const error = (errorMessage: string): BeaconError => ({ errorCode: '400', errorMessage });

/**
 * The first fault in the parameters; null if there is none.
 *
 * @param sent the names of all parameters that were sent
 */
export function faultOf(
  params: BeaconParams,
  sent: ReadonlySet<string>,
  isDataset: (name: string) => boolean,
  assembly: string,
): BeaconError | null {
  const required = ['referenceName', 'referenceBases', 'assemblyId', ...kindOfQuery(params)];
  const missing = required.find((name) => !sent.has(name));
  if (missing !== undefined) return error(`Missing mandatory parameter ${missing}`);
  const surplus = [...sent].find((name) => !required.includes(name) && !ALWAYS.includes(name));
  if (surplus !== undefined) return error(`Invalid parameter ${surplus}`);
  const {
    referenceName = '',
    referenceBases = '',
    alternateBases,
    variantType,
    assemblyId = '',
    includeResultsetResponses,
  } = params;
  if (!/^([1-9]|1[0-9]|2[012]|X|Y|MT)$/i.test(referenceName)) return error('Invalid referenceName');
  if (!BASES.test(referenceBases)) return error('Invalid referenceBases');
  if (alternateBases !== undefined && !BASES.test(alternateBases)) return error('Invalid alternateBases');
  if (variantType !== undefined && !STRUCTURAL_TERMS.has(variantType)) return error('Invalid variantType');
  if (![assembly, 'grch37', 'grch38'].some((each) => each.toLowerCase() === assemblyId.toLowerCase()))
    return error('Invalid assemblyId');
  if (includeResultsetResponses === '') return error('Invalid includeResultsetResponses');
  // Ensembl reports the last unknown dataset.
  const unknown = datasetNames(params).findLast((name) => !isDataset(name));
  return unknown === undefined ? null : error(`Invalid datasetId '${unknown}'`);
}

const BASES = /^([AGCT]+|N)$/i;

/** The parameters that each kind of query needs: of an allele, of a structural variant, or of a range. */
function kindOfQuery({ alternateBases = '', variantType = '', end }: BeaconParams): string[] {
  if (isTrue(alternateBases)) return ['alternateBases', 'start'];
  if (isTrue(variantType)) return ['variantType', 'start', 'end'];
  return isTrue(end.join()) ? ['start', 'end'] : ['alternateBases', 'start'];
}

/** Names of datasets in the request. As in Perl's split, empty names at the end do not count. */
export function datasetNames({ datasetIds }: BeaconParams): string[] {
  const joined = datasetIds.join(',').replace(/,+$/, '');
  return joined === '' ? [] : joined.split(',');
}

/** A valid question, with 1-based positions. */
export interface Question {
  referenceName: string;
  reference: string;
  /** Null in a query of a range. */
  alternative: string | null;
  variantType: string | null;
  start: number;
  end: number;
  /** In a query with brackets, the last start and the first end; otherwise equal to start and end. */
  lastStart: number;
  firstEnd: number;
}

/** @param params without fault. Throws ApiError (400) for positions that are no numbers. */
export function questionOf(params: BeaconParams): Question {
  const { referenceName = '', referenceBases = '', alternateBases = '', variantType = '' } = params;
  const [start = 1, lastStart = start] = positionsOf('start', params.start);
  // As in Perl, an end of 0 counts as not sent.
  const [one, other] = isTrue(params.end.join()) ? positionsOf('end', params.end) : [];
  const end = other ?? one ?? start;
  return {
    referenceName,
    reference: referenceBases,
    alternative: isTrue(alternateBases) ? alternateBases : null,
    variantType: isTrue(alternateBases) || !isTrue(variantType) ? null : variantType,
    start,
    lastStart,
    end,
    firstEnd: one === undefined ? lastStart : other === undefined ? end : one,
  };
}

/** Up to two positions, 1-based, from 0-based ones. */
function positionsOf(name: string, sent: readonly string[]): number[] {
  return sent
    .join(',')
    .split(',')
    .slice(0, 2)
    .flatMap((text) => {
      if (text === '') return [];
      const position = Number(text);
      if (!/^\d+$/.test(text) || !Number.isSafeInteger(position + 1))
        throw new ApiError(`The value '${text}' of ${name} is not a position; use a whole number from 0`);
      return [position + 1];
    });
}
