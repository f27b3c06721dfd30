/** Operations of the group Refget: GA4GH refget 2.0 (sequences by digest) and Sequence Collections 1.0. */
import { refgetMetadata } from '../handlers/refget/metadata.ts';
import { refgetSequence } from '../handlers/refget/sequence.ts';
import { refgetServiceInfo, seqcolServiceInfo } from '../handlers/refget/service-info.ts';
import { collectionAttribute, sequenceCollection } from '../handlers/seqcol/collection.ts';
import { compareCollections, compareWithSent } from '../handlers/seqcol/comparison.ts';
import { listCollections } from '../handlers/seqcol/list.ts';
import { DIGESTED_ATTRIBUTES, TRANSIENT } from '../genome/sequence-collection.ts';
import { header, integer, operation, pathText, text, type Format, type Operation } from '../operation/operation.ts';

/** Media types of refget; those of version 1 are accepted too. */
const SEQUENCE_TYPES: Readonly<Record<string, Format>> = {
  'text/vnd.ga4gh.refget.v2.0.0+plain': 'text',
  'text/vnd.ga4gh.refget.v1.0.1+plain': 'text',
  'text/vnd.ga4gh.refget.v1.0.0+plain': 'text',
};
const JSON_TYPES: Readonly<Record<string, Format>> = {
  'application/vnd.ga4gh.refget.v2.0.0+json': 'json',
  'application/vnd.ga4gh.refget.v1.0.1+json': 'json',
  'application/vnd.ga4gh.refget.v1.0.0+json': 'json',
};
const JSON_OF_REFGET = { json: 'application/vnd.ga4gh.refget.v2.0.0+json; charset=us-ascii' } as const;

const digest = pathText(
  'Digest of the sequence: GA4GH identifier (`SQ.…`), MD5 or TRUNC512, with or without `ga4gh:`, `md5:` or `trunc512:`',
  { example: '{sequence_digest}' },
);
const collection = pathText('Digest of a sequence collection', { example: '{collection}' });

/** The parameters are unsigned 32-bit integers. */
const MAX_POSITION = 2 ** 32 - 1;
/** Digests in a page of the list. */
const MAX_PAGE = 1000;
/** Elements of each list of a collection that is sent; the body may have at most 2 MiB. */
const MAX_SENT = 100_000;

export const operations: Operation[] = [
  operation({
    group: 'Refget',
    method: 'GET',
    path: '/refget/sequence/service-info',
    aliases: ['/refget/service-info'],
    summary: 'Describe the refget service (GA4GH service-info).',
    parameters: {},
    formats: ['json'],
    mediaTypes: JSON_TYPES,
    contentTypes: JSON_OF_REFGET,
    unacceptable: 406,
    handler: refgetServiceInfo,
    example: '/refget/sequence/service-info',
  }),
  operation({
    group: 'Refget',
    method: 'GET',
    path: '/refget/sequence/:digest',
    summary: 'Return a sequence, or a part of it, by its digest (GA4GH refget 2.0).',
    description:
      'The bases are in upper case and without line breaks. Also answers at /refget, without /rest. On a circular ' +
      'sequence, start may be greater than end.',
    parameters: {
      digest,
      start: integer('First base, counted from 0', { minimum: 0, maximum: MAX_POSITION }),
      end: integer('Base after the last, counted from 0', { minimum: 0, maximum: MAX_POSITION }),
      range: header(
        'First and last base, counted from 0, such as `bytes=10-19`; not together with start and end. Answers with 206',
      ),
    },
    formats: ['text'],
    mediaTypes: SEQUENCE_TYPES,
    contentTypes: { text: 'text/vnd.ga4gh.refget.v2.0.0+plain; charset=us-ascii' },
    unacceptable: 406,
    handler: refgetSequence,
    example: '/refget/sequence/{sequence_digest}?start=0&end=60',
  }),
  operation({
    group: 'Refget',
    method: 'GET',
    path: '/refget/sequence/:digest/metadata',
    summary: 'Return the length, the digests and the names of a sequence.',
    parameters: { digest },
    formats: ['json'],
    mediaTypes: JSON_TYPES,
    contentTypes: JSON_OF_REFGET,
    unacceptable: 406,
    handler: refgetMetadata,
    example: '/refget/sequence/{sequence_digest}/metadata',
  }),
  operation({
    group: 'Refget',
    method: 'GET',
    path: '/seqcol/service-info',
    summary: 'Describe the service of sequence collections, with the JSON Schema of a collection.',
    parameters: {},
    formats: ['json'],
    handler: seqcolServiceInfo,
    example: '/seqcol/service-info',
  }),
  operation({
    group: 'Refget',
    method: 'GET',
    path: '/seqcol/list/collection',
    summary: 'List the digests of the sequence collections: one for each assembly of this release with bases.',
    parameters: {
      page: integer('Number of the page, from 0', { default: 0, minimum: 0, maximum: 1_000_000 }),
      page_size: integer('Digests in a page', { default: 100, minimum: 1, maximum: MAX_PAGE }),
      species: text('Only collections of this species', { example: '{species}' }),
      ...attributeFilters(),
    },
    formats: ['json'],
    handler: listCollections,
    example: '/seqcol/list/collection',
    badExample: '/seqcol/list/collection?page=-1',
  }),
  operation({
    group: 'Refget',
    method: 'GET',
    path: '/seqcol/collection/:digest',
    summary: 'Return a sequence collection: names, lengths and GA4GH identifiers of the sequences of an assembly.',
    parameters: {
      digest: collection,
      level: integer('1 for the digest of each attribute, 2 for its values', { default: 2, minimum: 1, maximum: 2 }),
    },
    formats: ['json'],
    handler: sequenceCollection,
    example: '/seqcol/collection/{collection}?level=1',
  }),
  operation({
    group: 'Refget',
    method: 'GET',
    path: '/seqcol/attribute/collection/:attribute/:digest',
    summary: 'Return the values of an attribute of sequence collections by their digest.',
    parameters: {
      attribute: pathText(`The attribute: ${DIGESTED_ATTRIBUTES.filter((name) => name !== TRANSIENT).join(', ')}`, {
        example: 'names',
      }),
      digest: pathText('Digest of the values: level 1 of a collection', { example: '{collection_names}' }),
    },
    formats: ['json'],
    handler: collectionAttribute,
    example: '/seqcol/attribute/collection/names/{collection_names}',
  }),
  operation({
    group: 'Refget',
    method: 'GET',
    path: '/seqcol/comparison/:a/:b',
    summary: 'Compare two sequence collections: the attributes and elements that they share, and their order.',
    parameters: { a: collection, b: collection },
    formats: ['json'],
    handler: compareCollections,
    example: '/seqcol/comparison/{collection}/{collection}',
  }),
  operation({
    group: 'Refget',
    method: 'POST',
    path: '/seqcol/comparison/:a',
    summary: 'Compare a sequence collection with one that is sent in the body, at level 2.',
    description: 'The body has any of the lists `names`, `lengths`, `sequences` and further attributes.',
    parameters: { a: collection },
    body: {
      key: 'names',
      summary: 'Names of the sequences',
      limit: MAX_SENT,
      missing: 'empty',
      example: ['{seq_region}'],
    },
    formats: ['json'],
    handler: compareWithSent,
    example: '/seqcol/comparison/{collection}',
  }),
];

/** A filter of lists for each attribute with a digest. */
function attributeFilters() {
  const filter = (name: string) => text(`Only collections whose ${name} have this digest`);
  return {
    lengths: filter('lengths'),
    names: filter('names'),
    sequences: filter('sequences'),
    name_length_pairs: filter('name_length_pairs'),
    sorted_name_length_pairs: filter('sorted_name_length_pairs'),
    sorted_sequences: filter('sorted_sequences'),
  };
}
