/** A few operations without data, for tests of the request flow. */
import { flag, integer, list, operation, pathText, text, type Operation } from '../../../src/operation/operation.ts';
import { createApp } from '../../../src/app.ts';
import { ApiError } from '../../../src/api-error.ts';
import { MemoryBudget } from '../../../src/operation/memory-reservation.ts';
import { passingError, StoreError } from '../../../src/store/store.ts';
import type { Release } from '../../../src/release/release.ts';

const lookup = operation({
  group: 'Lookup',
  method: 'GET',
  path: '/lookup/id/:id',
  aliases: ['/lookup/:id'],
  summary: 'Shows what arrived.',
  parameters: {
    id: pathText('Any text'),
    expand: flag('A flag'),
    feature: list('Some'),
    name: text('A text'),
    size: integer('A number', { default: 5 }),
  },
  formats: ['json', 'xml', 'jsonp', 'yaml'],
  example: '/lookup/id/X',
  handler: async ({ params, format, work }) => {
    if (params.id === 'NOPE') throw new ApiError(`ID '${params.id}' not found`);
    if (params.id === 'BROKEN') throw new StoreError('block 7 of genes-1234.idx is damaged');
    if (params.id === 'AWAY') throw passingError('the store is away');
    if (params.id === 'MUCH') work.spend(1e15, 'less');
    if (params.id === 'FULL') {
      // A budget that stays reserved for too long.
      let now = 0;
      const budget = new MemoryBudget(1, { now: () => now, sleep: async (milliseconds) => void (now += milliseconds) });
      await budget.forRequest().reserve(1);
      await budget.forRequest().reserve(1);
    }
    if (params.id === 'BUG') throw new TypeError("Cannot read properties of undefined (reading 'secret')");
    return { kind: 'value', value: { ...params, format } };
  },
});

const lookupMany = operation({
  group: 'Lookup',
  method: 'POST',
  path: '/lookup/id',
  summary: 'Shows what arrived.',
  parameters: { expand: flag('A flag'), name: text('A text') },
  body: { key: 'ids', summary: 'Ids', limit: 3, missing: 'empty' },
  formats: ['json', 'xml'],
  example: '/lookup/id',
  handler: ({ params, items, body }) => ({ kind: 'value', value: { items, ...params, keys: Object.keys(body) } }),
});

const symbols = operation({
  group: 'Lookup',
  method: 'POST',
  path: '/lookup/symbol/:species',
  summary: 'Insists on its list.',
  parameters: { species: pathText('A species') },
  body: {
    key: 'symbols',
    summary: 'Symbols',
    limit: 3,
    nullIsEmpty: true,
    missing: "POST body must contain 'symbols' key with array of values",
  },
  formats: ['json'],
  example: '/lookup/symbol/human',
  handler: ({ items }) => ({ kind: 'value', value: items }),
});

const sequence = operation({
  group: 'Sequence',
  method: 'GET',
  path: '/sequence/id/:id',
  summary: 'A sequence.',
  parameters: { id: pathText('Any text'), format: text('Another way to say it') },
  formats: ['json', 'fasta', 'text', 'seqxml'],
  example: '/sequence/id/X',
  handler: ({ params }) => ({
    kind: 'sequences',
    single: true,
    sequences: [{ id: params.id, version: 2, desc: 'here', molecule: 'dna', seq: 'ACGT' }],
  }),
});

const proteome = operation({
  group: 'Sequence',
  method: 'GET',
  path: '/sequence/proteome/:species',
  summary: 'A stream.',
  parameters: { species: pathText('A species') },
  formats: ['fasta'],
  example: '/sequence/proteome/human',
  handler: ({ params }) => ({ kind: 'stream', chunks: peptides(params.species) }),
});

const alignment = operation({
  group: 'Comparative Genomics',
  method: 'GET',
  path: '/alignment',
  summary: 'Reads text/xml its own way.',
  parameters: {},
  formats: ['json', 'phyloxml'],
  example: '/alignment',
  mediaTypes: { 'text/xml': 'phyloxml' },
  handler: ({ format }) => ({ kind: 'value', value: format === 'phyloxml' ? '<phyloxml/>' : [] }),
});

/** The species of the streams that have ended or were cancelled. */
export const ended: string[] = [];

async function* peptides(species: string): AsyncIterable<string> {
  try {
    if (species === 'nosuch') throw new ApiError("Can not find internal name for species 'nosuch'");
    for (let each = 0; each < 1000; each++) {
      if ((species === 'damaged' && each === 500) || (species === 'soon damaged' && each === 5))
        throw new StoreError('block 7 is damaged');
      yield `>P${each}\nM${'A'.repeat(200)}\n`;
    }
  } finally {
    ended.push(species);
  }
}

export const toyOperations: Operation[] = [lookup, lookupMany, symbols, sequence, proteome, alignment];

/** A release without data; toy operations read none. */
export const toyRelease: Release = {
  manifest: { id: '115-r1', version: 115, species: [] },
  forRequest: () => toyRelease,
  speciesNamed: () => null,
  findGenomes: () => Promise.resolve([]),
} as unknown as Release;

export const toyApp = createApp({ operations: toyOperations, openRelease: () => toyRelease });

/** Sends a request to a path below /rest. The default is a GET. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return toyApp.request(`http://localhost/rest${path}`, init);
}

export function post(
  path: string,
  body: string | null,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Promise<Response> {
  return ask(path, { method: 'POST', body, headers });
}
