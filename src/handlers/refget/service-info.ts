/** Descriptions of the refget services (GA4GH service-info 1.0): refget/sequence/service-info, seqcol/service-info. */
import { type DIGESTED_ATTRIBUTES, TRANSIENT } from '../../genome/sequence-collection.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';

const ORGANIZATION = { name: 'genomic-edge', url: 'https://www.npmjs.com/package/genomic-edge' };

export function refgetServiceInfo({ release }: OperationRequest): Answer {
  return {
    kind: 'value',
    value: {
      id: 'genomic-edge.refget',
      name: 'Refget of genomic-edge',
      type: { group: 'org.ga4gh', artifact: 'refget-sequence', version: '2.0.0' },
      description: 'The sequences of the genomes of this release, by their digests.',
      organization: ORGANIZATION,
      version: release.manifest.id,
      refget: {
        circular_supported: true,
        subsequence_limit: null,
        algorithms: ['md5', 'ga4gh', 'trunc512'],
        identifier_types: [],
      },
    },
  };
}

export function seqcolServiceInfo({ release }: OperationRequest): Answer {
  return {
    kind: 'value',
    value: {
      id: 'genomic-edge.seqcol',
      name: 'Sequence collections of genomic-edge',
      type: { group: 'org.ga4gh', artifact: 'refget-seqcol', version: '1.0.0' },
      description: 'The assemblies of this release as sequence collections, by their digests.',
      organization: ORGANIZATION,
      version: release.manifest.id,
      seqcol: { schema: SCHEMA },
    },
  };
}

const named = {
  type: 'object',
  properties: { name: { type: 'string' }, length: { type: 'integer' } },
  required: ['name', 'length'],
};

/** The JSON Schema of collections: the extended schema of the specification, and the genomes of the collection. */
const SCHEMA = {
  description: 'The reference sequences of an assembly that have bases, in the order of info/assembly.',
  type: 'object',
  properties: {
    ...Object.fromEntries(
      (
        [
          ['lengths', true, 'Number of bases of each sequence.', { type: 'integer' }],
          ['names', true, 'Name of each sequence in Ensembl.', { type: 'string' }],
          ['sequences', true, 'GA4GH identifier of each sequence.', { type: 'string' }],
          ['name_length_pairs', true, 'Name and length of each sequence.', named],
          ['sorted_name_length_pairs', false, 'Digests of the pairs of name and length, sorted.', { type: 'string' }],
          ['sorted_sequences', false, 'GA4GH identifiers of the sequences, sorted.', { type: 'string' }],
        ] as const satisfies readonly (readonly [(typeof DIGESTED_ATTRIBUTES)[number], boolean, string, object])[]
      ).map(([name, collated, description, items]) => [name, { type: 'array', collated, description, items }]),
    ),
    genomes: {
      type: 'array',
      description: 'The genomes with this collection: production name, assembly and its accession.',
      items: {
        type: 'object',
        properties: {
          species: { type: 'string' },
          assembly: { type: ['string', 'null'] },
          accession: { type: ['string', 'null'] },
        },
      },
    },
  },
  required: ['names', 'lengths', 'sequences'],
  ga4gh: { inherent: ['names', 'sequences'], transient: [TRANSIENT], passthru: ['genomes'] },
};
