/** The website of the service: overview, search, genome browser, one page per operation, reference, OpenAPI document. */
import type { RequestTarget } from '../http/request-target.ts';
import { withExamples, type ShownOperation } from '../operation/example.ts';
import { MEDIA_TYPES } from '../formats/media-types.ts';
import type { Operation } from '../operation/operation.ts';
import type { Release } from '../release/release.ts';
import { exampleBody, operationPage, type ShownExample } from './operation-page.ts';
import { overviewPage, documentationPath } from './overview.ts';

export interface Site {
  operations: readonly Operation[];
  /** Base path of the service: '/rest'. */
  base: string;
}

export interface Visit {
  /** Scheme and host of the request: 'https://example.org'. */
  origin: string;
  release: Release;
  /** The release that the request names, if any; the example on a page then names it too. */
  pinned?: string;
  /** Sends a request to the service itself. */
  send: (request: Request) => Promise<Response>;
  /** Called if a part of the page could not be read for a reason that may pass: the page should not be cached. */
  onFailure: () => void;
}

export interface Page {
  type: 'text/html; charset=utf-8' | 'application/json';
  text: string;
}

/** Path of the page for an address of Ensembl's documentation, or for one without extension. */
export interface Redirect {
  location: string;
}

/** A function that renders the page of an address below the base path, or a redirect; null if there is none. */
export function findPage(
  { operations, base }: Site,
  { segments, extension, query }: RequestTarget,
): ((visit: Visit) => Promise<Page | Redirect>) | Redirect | null {
  const [first, method, ...rest] = segments;
  if (segments.length < 2) {
    switch (first) {
      case undefined:
      case 'documentation':
        return async ({ origin, release }) => page(overviewPage(base, origin + base, operations, release.manifest));
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
  if (first !== 'documentation') return null;
  const [name] = rest;
  if (method === 'info' && rest.length === 1 && name !== undefined)
    return { location: pageOfEnsembl(base, operations, name) };
  const path = `/${rest.join('/')}`;
  const operation = operations.find((each) => each.method === method && each.path === path);
  return operation
    ? async (visit) => {
        const shown = withExamples(operation, visit.release.manifest.samples ?? {});
        return page(operationPage(base, shown, await showExample(base, shown, visit)));
      }
    : null;
}

function page(text: string): Page {
  return { type: 'text/html; charset=utf-8', text };
}

/** Imported on request, since it is large and rarely needed. */
async function openApiDocument(base: string, { origin, release }: Visit) {
  const {
    default: { info, ...document },
  } = await import('./openapi.json', { with: { type: 'json' } });
  return { ...document, info: { ...info, version: release.manifest.id }, servers: [{ url: origin + base }] };
}

/** Most bytes of an example's answer that are read, and most lines that are shown. */
const EXAMPLE_BYTES = 64 * 1024;
const EXAMPLE_LINES = 60;

async function showExample(
  base: string,
  operation: ShownOperation,
  { origin, pinned, send }: Visit,
): Promise<ShownExample | null> {
  if (operation.example === undefined) return null;
  const pin =
    pinned === undefined ? '' : `${operation.example.includes('?') ? ';' : '?'}release=${encodeURIComponent(pinned)}`;
  const url = `${origin}${base}${operation.example}${pin}`;
  const body = exampleBody(operation);
  const accept = operation.formats.includes('json') ? 'application/json' : MEDIA_TYPES[operation.formats[0]];
  const headers = { accept, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const response = await send(new Request(url, { method: operation.method, headers, body }));
  const { text, cut } = await readStart(response);
  const lines = (cut ? text : indented(text)).split('\n');
  return { url, answer: lines.slice(0, EXAMPLE_LINES).join('\n'), cut: cut || lines.length > EXAMPLE_LINES };
}

async function readStart(response: Response): Promise<{ text: string; cut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
    if (bytes > EXAMPLE_BYTES) return { text: text.slice(0, EXAMPLE_BYTES / 16), cut: true };
  }
  return { text, cut: false };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
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
