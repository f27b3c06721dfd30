/** Operations of the group Archive: the history of stable ids. */
import { archiveId, archiveIds } from '../handlers/archive/id.ts';
import { operation, pathText, type Operation } from '../operation/operation.ts';

export const operations: Operation[] = [
  operation({
    group: 'Archive',
    method: 'GET',
    path: '/archive/id/:id',
    summary: 'Find the latest version of an identifier.',
    description:
      'For a current identifier, returns its version. For a retired identifier or an old version, returns the ' +
      'last release that contained it, the identifiers that it was mapped to with their similarity scores, and ' +
      'the archived peptide of a translation.',
    parameters: {
      id: pathText('Stable id, or one version of it: ENSG00000157764.14', { example: '{archived_id}' }),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: archiveId,
    example: '/archive/id/{archived_id}',
  }),
  operation({
    group: 'Archive',
    method: 'POST',
    path: '/archive/id',
    summary: 'Find the latest versions of several identifiers.',
    description: 'Returns a list in the order sent. One unknown identifier rejects the whole request with 400.',
    parameters: {},
    body: {
      key: 'id',
      summary: 'Stable ids',
      limit: 1000,
      missing: 'empty',
      example: ['{archived_id}', '{transcript}'],
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: archiveIds,
    example: '/archive/id',
  }),
];
