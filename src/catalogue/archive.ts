/** Archive: what became of stable ids. */
import { archiveId, archiveIds } from '../handlers/archive/id.ts';
import { operation, pathText, type Operation } from '../operation/operation.ts';

export const operations: Operation[] = [
  operation({
    group: 'Archive',
    method: 'GET',
    path: '/archive/id/:id',
    summary: 'Find the latest version of an identifier.',
    description:
      'For a current identifier its version; for a retired one, or an old version, the release in which it was ' +
      'last seen, what it was ' +
      'mapped to with the likeness of the two, and the archived sequence of a translation.',
    parameters: {
      id: pathText('A stable id; with a version, as in ENSG00000157764.14, that version', { example: '{archived_id}' }),
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
    description: 'The answer lists them in the order sent. One unknown identifier refuses them all.',
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
