/** Operations of Ensembl's service that this service does not offer. They return 400 with an alternative, not 404. */

export interface NotOffered {
  /** Ensembl's name of the group of operations. */
  group: string;
  method: 'GET' | 'POST';
  /** Below /rest, as in the catalogue. */
  path: string;
  /** The alternative: completes "please …". */
  instead: string;
}

const ASK_ENSEMBL = 'ask https://rest.ensembl.org';

const GROUPS: readonly {
  group: string;
  instead: string;
  operations: readonly `${NotOffered['method']} ${string}`[];
}[] = [
  {
    group: 'Regulation',
    instead: `${ASK_ENSEMBL}, or get regulatory features from overlap/region`,
    operations: ['GET /regulatory/species/:species/id/:id', 'GET /regulatory/species/:species/epigenome'],
  },
  {
    group: 'EQTL',
    instead: 'ask the eQTL Catalogue, https://www.ebi.ac.uk/eqtl',
    operations: [
      'GET /eqtl/id/:species/:stable_id',
      'GET /eqtl/stable_id/:species',
      'GET /eqtl/tissue/:species',
      'GET /eqtl/variant_name/:species/:variant_name',
    ],
  },
  {
    group: 'GA4GH',
    instead: ASK_ENSEMBL,
    operations: [
      'GET /ga4gh/callsets/:id',
      'POST /ga4gh/callsets/search',
      'GET /ga4gh/datasets/:id',
      'POST /ga4gh/datasets/search',
      'GET /ga4gh/features/:id',
      'POST /ga4gh/features/search',
      'GET /ga4gh/featuresets/:id',
      'POST /ga4gh/featuresets/search',
      'GET /ga4gh/references/:id',
      'POST /ga4gh/references/search',
      'GET /ga4gh/referencesets/:id',
      'POST /ga4gh/referencesets/search',
      'GET /ga4gh/variants/:id',
      'POST /ga4gh/variants/search',
      'POST /ga4gh/variantannotations/search',
      'GET /ga4gh/variantannotationsets/:id',
      'POST /ga4gh/variantannotationsets/search',
      'GET /ga4gh/variantsets/:id',
      'POST /ga4gh/variantsets/search',
    ],
  },
];

export const notOffered: readonly NotOffered[] = GROUPS.flatMap(({ group, instead, operations }) =>
  operations.map((operation): NotOffered => {
    const [method, path = ''] = operation.split(' ');
    return { group, method: method === 'POST' ? 'POST' : 'GET', path, instead };
  }),
);

/** The text of the 400 for such an operation. */
export function notOfferedText({ group, method, path, instead }: NotOffered): string {
  return `This service does not offer ${method} ${path}, an operation of Ensembl's group ${group}; please ${instead}`;
}
