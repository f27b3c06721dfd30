/**
 * The website of the service: overview, search, genome browser, one page per operation, reference, OpenAPI document.
 */
import type { TimingSummary } from '../http/timing-summary.ts';
import type { RequestTarget } from '../http/request-target.ts';
import { withExamples } from '../operation/example.ts';
import type { Operation } from '../operation/operation.ts';
import type { Release } from '../release/release.ts';
import { operationPage } from './operation-page.ts';
import { asker } from './views/draw.ts';
import { overviewPage, documentationPath } from './overview.ts';
import type { OpenApiDocument } from './reference-page.ts';
import { tourOf } from './tour.ts';
import { sentRequest } from './try/sent-request.ts';
import { exampleRequest, problemOf, readyExample, readyRequest, typedRequest } from './try/typed-request.ts';

export interface Site {
  operations: readonly Operation[];
  /** Base path of the service: '/rest'. */
  base: string;
  /** The version of the software. */
  edition: string;
  /** Times of the requests of this process. */
  timings: TimingSummary;
}

export interface Visit {
  /** Scheme and host of the request: 'https://example.org'. */
  origin: string;
  release: Release;
  /** The release that the request names, if any; the example on a page then names it too. */
  pinned: string | undefined;
  /** Sends a request to the service itself. */
  send: (request: Request) => Promise<Response>;
  /** Called if a part of the page could not be read for a reason that may pass: the page should not be cached. */
  onFailure: () => void;
}

export interface Page {
  type: string;
  text: string;
  /** Name of the file, for a page that is a download. */
  file?: string;
  /** The page shows the present state of the process, so it must not be cached. */
  isPresent?: boolean;
}

/** Path of the page for an address of Ensembl's documentation, or for one without extension. */
export interface Redirect {
  location: string;
}

/** A function that renders the page of an address below the base path, or a redirect; null if there is none. */
export function findPage(
  { operations, base, edition, timings }: Site,
  { segments, extension, query }: RequestTarget,
): ((visit: Visit) => Promise<Page | Redirect>) | Redirect | null {
  const [first, method, ...rest] = segments;
  if (segments.length < 2) {
    switch (first) {
      case undefined:
      case 'documentation':
        return async ({ origin, release }) =>
          page(overviewPage(base, origin + base, operations, release.manifest, await tourOf(release)));
      case 'reference':
        return async (visit) => {
          const { referencePage } = await import('./reference-page.ts');
          return page(referencePage(base, await openApiDocument(base, visit)));
        };
      case 'search':
        return async ({ release }) => {
          const { searchPage } = await import('./search/search-page.ts');
          const found = await searchPage({ base, release, query });
          return typeof found === 'string' ? page(found) : found;
        };
      case 'status':
        return async ({ release }) => {
          const { statusPage } = await import('./status/status-page.ts');
          const status = { base, release, query, edition, operations: operations.length, timings };
          return { ...page(await statusPage(status)), isPresent: true };
        };
      case 'openapi':
        switch (extension) {
          case 'json':
            return async (visit) => ({
              type: 'application/json',
              text: JSON.stringify(await openApiDocument(base, visit)),
            });
          case undefined:
            return { location: `${base}/openapi.json` };
        }
    }
  }
  if (first === 'search' && method === 'suggest' && rest.length === 0)
    return async ({ release }) => {
      const { suggestions } = await import('./search/search-page.ts');
      return { type: 'application/json', text: await suggestions({ base, release, query }) };
    };
  if (first === 'browse') return browserPage(base, segments, query);
  if (first === 'genome' && method !== undefined && rest.length === 0)
    return async (visit) => {
      const { genomePage } = await import('./genome/genome-page.ts');
      return page(await genomePage(base, visit.release, method, asker({ ...visit, base })));
    };
  if (first === 'tools' && method === 'vep' && rest.length === 0)
    return async (visit) => {
      const { vepPage } = await import('./vep/vep-page.ts');
      const { ownService } = await import('./vep/own-service.ts');
      return vepPage(base, visit.release, query, ownService(base, visit));
    };
  if (first !== 'documentation') return null;
  const [name] = rest;
  if (method === 'info' && rest.length === 1 && name !== undefined)
    return { location: pageOfEnsembl(base, operations, name) };
  const path = `/${rest.join('/')}`;
  const operation = operations.find((each) => each.method === method && each.path === path);
  return operation ? (visit) => operationPageOf(base, operation, query, visit) : null;
}

/** The genome browser, and the densities and alignments that it draws. */
function browserPage(
  base: string,
  [, species, region, part, ...rest]: readonly string[],
  query: RequestTarget['query'],
): ((visit: Visit) => Promise<Page>) | null {
  if (species === undefined || region === undefined || rest.length > 0) return null;
  switch (part) {
    case undefined:
      return async (visit) => {
        const { browsePage } = await import('./browse/browse-page.ts');
        return page(await browsePage(species, region, { ...visit, base, ask: asker({ ...visit, base }) }));
      };
    case 'density':
      return async ({ release }) => {
        const { densityAnswer } = await import('./browse/density-answer.ts');
        return { type: 'application/json', text: await densityAnswer(release, species, region, query) };
      };
    case 'alignments':
      return async (visit) => {
        const { alignmentAnswer } = await import('./browse/alignment-answer.ts');
        const text = await alignmentAnswer(visit.release, species, region, asker({ ...visit, base }));
        return { type: 'application/json', text };
      };
    default:
      return null;
  }
}

function page(text: string): Page {
  return { type: 'text/html; charset=utf-8', text };
}

/** Imported on request, since it is large and rarely needed. */
async function openApiDocument(base: string, { origin, release }: Visit) {
  const { OPENAPI_JSON } = await import('./openapi-module.ts');
  const { info, ...document }: OpenApiDocument = JSON.parse(OPENAPI_JSON);
  return { ...document, info: { ...info, version: release.manifest.id }, servers: [{ url: origin + base }] };
}

/** The page of an operation: sends the request that the query describes, else the example. */
async function operationPageOf(
  base: string,
  operation: Operation,
  query: RequestTarget['query'],
  { origin, release, pinned, send, onFailure }: Visit,
): Promise<Page> {
  const shown = withExamples(operation, release.manifest.samples ?? {});
  const filled = typedRequest(shown, query);
  const typed = filled ?? exampleRequest(shown);
  const problem = filled && problemOf(shown, filled);
  if (problem) return page(operationPage(base, shown, { typed, wrong: problem.fields, pinned }, problem.text));
  if (!filled && shown.example === undefined) return page(operationPage(base, shown, { typed, pinned }, null));
  const ready = filled ? readyRequest(shown, filled, pinned) : readyExample(shown, pinned);
  const request = await sentRequest(shown, ready, origin + base, send);
  // The same request may succeed later.
  if (request.status >= 500 || request.status === 429) onFailure();
  return page(operationPage(base, shown, { typed, pinned }, request));
}

/**
 * The page of the operation that has a name in Ensembl's documentation, else the overview. A name contains the first
 * word of the operation's path, other words of it (`overlap_region`, `symbol_lookup`, `compara_methods`), and the
 * method if there are two. If several operations match, the first wins: `lookup` means /lookup/id.
 */
function pageOfEnsembl(base: string, operations: readonly Operation[], name: string): string {
  const words = name.toLowerCase().split('_');
  const method = words.includes('post') ? 'POST' : 'GET';
  const named = words.filter((word) => word !== 'get' && word !== 'post');
  const operation = operations.find((each) => each.method === method && matchesPath(named, each.path));
  return operation ? documentationPath(base, operation) : `${base}/`;
}

function matchesPath(named: readonly string[], path: string): boolean {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(':', '').split('_'));
  const words = segments.flat();
  const subject = segments[words[0] === 'info' ? 1 : 0] ?? [];
  return (
    subject.some((word) => named.some((each) => isWord(each, word))) &&
    named.every((each) => words.some((word) => isWord(each, word)))
  );
}

/** Accepts the singular too: the name `xref_id` means /xrefs/id. */
function isWord(named: string, word: string): boolean {
  return named === word || `${named}s` === word;
}
