/**
 * The pages for people: the operations, one page for each of them, the reference, and the document that it is made
 * from.
 */
import { onRelease, type ShownOperation } from '../operation/example.ts';
import type { Operation } from '../operation/operation.ts';
import type { Release } from '../release/release.ts';
import { exampleBody, operationPage, type ShownExample } from './operation-page.ts';
import { overviewPage, documentationPath } from './overview.ts';

export interface Site {
  operations: readonly Operation[];
  /** Where the service stands: '/rest'. */
  base: string;
}

export interface Visit {
  /** Scheme and host that the visitor asked: 'https://example.org'. */
  origin: string;
  release: Release;
  /** The name of that release, where the visitor keeps to it: so does the example then. */
  pinned?: string;
  /** Answers a request to the service itself. */
  ask: (request: Request) => Promise<Response>;
}

export interface Page {
  type: 'text/html; charset=utf-8' | 'application/json';
  text: string;
}

/** The path of the page that is meant by an address of Ensembl's, or by one that lacks its extension. */
export interface Moved {
  location: string;
}

/**
 * What shows the page at some path segments below the base, or leads to it; null when there is none. Reads nothing yet.
 */
export function findPage(
  { operations, base }: Site,
  segments: readonly string[],
  extension: string | undefined,
): ((visit: Visit) => Promise<Page>) | Moved | null {
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
  if (first !== 'documentation') return null;
  if (method === 'info' && rest.length === 1) return { location: pageOfEnsembl(base, operations, rest[0]!) };
  const path = `/${rest.join('/')}`;
  const operation = operations.find((each) => each.method === method && each.path === path);
  return operation
    ? async (visit) => {
        const shown = onRelease(operation, visit.release.manifest.samples ?? {});
        return page(operationPage(base, shown, await showExample(base, shown, visit)));
      }
    : null;
}

function page(text: string): Page {
  return { type: 'text/html; charset=utf-8', text };
}

/** Large, and asked for seldom: read when it is. */
async function openApiDocument(base: string, { origin, release }: Visit) {
  const {
    default: { info, ...document },
  } = await import('./openapi.json', { with: { type: 'json' } });
  return { ...document, info: { ...info, version: release.manifest.id }, servers: [{ url: origin + base }] };
}

/** Bytes of an example's answer that are read, and lines that are shown. */
const EXAMPLE_BYTES = 64 * 1024;
const EXAMPLE_LINES = 60;

async function showExample(
  base: string,
  operation: ShownOperation,
  { origin, pinned, ask }: Visit,
): Promise<ShownExample | null> {
  if (operation.example === undefined) return null;
  const pin =
    pinned === undefined ? '' : `${operation.example.includes('?') ? ';' : '?'}release=${encodeURIComponent(pinned)}`;
  const url = `${origin}${base}${operation.example}${pin}`;
  const body = exampleBody(operation);
  const headers = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const response = await ask(new Request(url, { method: operation.method, headers, body }));
  const { text, cut } = await beginning(response);
  const lines = (cut ? text : indented(text)).split('\n');
  return { url, answer: lines.slice(0, EXAMPLE_LINES).join('\n'), cut: cut || lines.length > EXAMPLE_LINES };
}

async function beginning(response: Response): Promise<{ text: string; cut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
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
 * The page of the operation that Ensembl's name speaks of, else the overview. A name is made of words of the
 * operation's path (`overlap_region`, `symbol_lookup`, `compara_methods`), the first of which it never lacks, and of
 * the method where there are two. Of several the first is meant: `lookup` is that of identifiers.
 */
function pageOfEnsembl(base: string, operations: readonly Operation[], name: string): string {
  const words = name.toLowerCase().split('_');
  const method = words.includes('post') ? 'POST' : 'GET';
  const said = words.filter((word) => word !== 'get' && word !== 'post');
  const meant = operations.find((operation) => operation.method === method && isNamed(operation.path, said));
  return meant ? documentationPath(base, meant) : `${base}/`;
}

function isNamed(path: string, said: readonly string[]): boolean {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(':', '').split('_'));
  const subject = segments[segments[0]![0] === 'info' ? 1 : 0] ?? [];
  const words = segments.flat();
  return (
    subject.some((word) => said.some((each) => isWord(each, word))) &&
    said.every((each) => words.some((word) => isWord(each, word)))
  );
}

/** `xref_id` is a name in /xrefs/id. */
function isWord(said: string, word: string): boolean {
  return said === word || `${said}s` === word;
}
