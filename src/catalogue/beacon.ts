/** Operations of the group GA4GH: the Beacon, which reports in which datasets a variant is known. */
import { beaconInfo } from '../handlers/beacon/beacon.ts';
import { beaconQuery } from '../handlers/beacon/query.ts';
import { list, operation, text, type Formats, type Operation } from '../operation/operation.ts';

const GROUP = 'GA4GH';
const FORMATS: Formats = ['json', 'xml', 'jsonp'];
const LONGEST_SLICE = 5_000_000;

const DESCRIPTION =
  'Beacon v2 in the form of Ensembl, about the human genome (or the first genome with variants, in a release without ' +
  'human). Send either alternateBases and start (an allele), or variantType, start and end (a structural variant), ' +
  'or only start and end (all variants of the range with these reference bases). Faults of the parameters are ' +
  'reported under `error` in an answer of status 200.';

const EXAMPLE =
  '/ga4gh/beacon/query?referenceName={beacon_region};start={beacon_start};referenceBases={beacon_reference};' +
  'alternateBases={beacon_alternative};assemblyId={beacon_assembly}';

const parameters = {
  referenceName: text('Chromosome: 1 to 22, X, Y or MT.', { example: '{beacon_region}' }),
  start: list('Position of the first base, from 0. Two positions (1000,2000) query an imprecise start.', {
    example: '{beacon_start}',
  }),
  end: list('Position of the last base, from 0. Two positions query an imprecise end.'),
  referenceBases: text('Reference bases: A, C, G and T, or N.', { example: '{beacon_reference}' }),
  alternateBases: text('Bases that the variant has instead: A, C, G and T, or N.', { example: '{beacon_alternative}' }),
  variantType: text('Structural variants: INS, INS:ME, DEL, DEL:ME, CNV, DUP, DUP:TANDEM or INV.'),
  assemblyId: text('Assembly of the genome, such as GRCh38.', { example: '{beacon_assembly}' }),
  datasetIds: list(
    'Only these datasets: short names of variation sets, dbsnp, dgva or dbvar; several separated by commas.',
  ),
  includeResultsetResponses: text(
    'Datasets to report: HIT, those with the variant; MISS, those without; ALL; NONE. Others mean HIT.',
  ),
};

export const operations: Operation[] = [
  operation({
    group: GROUP,
    method: 'GET',
    path: '/ga4gh/beacon',
    summary: 'Return a description of the Beacon.',
    parameters: {},
    formats: FORMATS,
    handler: beaconInfo,
    example: '/ga4gh/beacon',
  }),
  operation({
    group: GROUP,
    method: 'GET',
    path: '/ga4gh/beacon/query',
    summary: 'Return the datasets in which a variant is known.',
    description: DESCRIPTION,
    longestSlice: LONGEST_SLICE,
    parameters,
    formats: FORMATS,
    handler: beaconQuery,
    example: EXAMPLE,
  }),
  operation({
    group: GROUP,
    method: 'POST',
    path: '/ga4gh/beacon/query',
    summary: 'Return the datasets in which a variant is known.',
    description: DESCRIPTION,
    longestSlice: LONGEST_SLICE,
    parameters,
    body: {
      key: 'datasetIds',
      summary: 'Datasets, or one text with commas between them; all without it',
      limit: 1000,
      commas: true,
      missing: 'empty',
      example: ['{beacon_dataset}'],
    },
    formats: FORMATS,
    handler: beaconQuery,
    example: EXAMPLE,
  }),
];
