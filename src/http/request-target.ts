/**
 * What a request's URL asks for, once its many spellings are made one: double and trailing slashes, a dangling `?`,
 * `;` for `&`, an extension that names a format. Works on the text of the URL, since a URL object for every request
 * would cost more than many an answer.
 */
import { ApiError } from '../api-error.ts';
import { EXTENSIONS, type Format } from '../formats/media-types.ts';

export interface RequestTarget {
  /** Segments below the base path, percent-decoded; none is empty. A `%2F` stays inside its segment. */
  segments: string[];
  /** Format of a path extension such as `.json`, which `segments` no longer shows. */
  extension: Format | undefined;
  /** Values of each query parameter in the order sent; a name without `=` has the value ''. */
  query: ReadonlyMap<string, readonly string[]>;
}

const NOTHING: ReadonlyMap<string, readonly string[]> = new Map();

const [AMPERSAND, SEMICOLON] = [38, 59];

/** The target of an absolute URL, or null when it lies outside `basePath` ('/rest', or '' for everything). */
export function readTarget(url: string, basePath: string): RequestTarget | null {
  const pathStart = url.indexOf('/', url.indexOf('://') + 3);
  const fragment = url.indexOf('#');
  const end = fragment === -1 ? url.length : fragment;
  const mark = url.indexOf('?');
  const pathEnd = mark === -1 || mark > end ? end : mark;
  const segments = segmentsOf(url, pathStart === -1 ? pathEnd : pathStart, pathEnd).map(decodePath);

  let below = 0;
  for (const segment of baseSegments(basePath)) if (segments[below++] !== segment) return null;
  if (below > 0) segments.splice(0, below);

  let extension: Format | undefined;
  const last = segments.at(-1);
  const dot = last?.lastIndexOf('.') ?? -1;
  if (last !== undefined && dot > 0) {
    extension = EXTENSIONS[last.slice(dot + 1).toLowerCase()];
    if (extension) segments[segments.length - 1] = last.slice(0, dot);
  }
  return { segments, extension, query: pathEnd < end ? readQuery(url.slice(pathEnd + 1, end)) : NOTHING };
}

/** Of the last base path that was asked for: a service has one, and looks at its root besides. */
let knownBase = { path: '', segments: [] as string[] };

function baseSegments(path: string): readonly string[] {
  if (path === '') return [];
  if (path !== knownBase.path) knownBase = { path, segments: segmentsOf(path, 0, path.length) };
  return knownBase.segments;
}

/** What stands between the slashes of a path from one position of a text to another. */
function segmentsOf(text: string, from: number, to: number): string[] {
  const segments: string[] = [];
  for (let start = from; start < to; ) {
    const slash = text.indexOf('/', start);
    const end = slash === -1 || slash > to ? to : slash;
    if (end > start) segments.push(text.slice(start, end));
    start = end + 1;
  }
  return segments;
}

/** Parameters of a query text without its `?`. */
function readQuery(text: string): ReadonlyMap<string, readonly string[]> {
  if (text === '') return NOTHING;
  const query = new Map<string, string[]>();
  for (let start = 0, end = 0; end <= text.length; end++) {
    const code = text.charCodeAt(end);
    if (end < text.length && code !== AMPERSAND && code !== SEMICOLON) continue;
    const pair = text.slice(start, end);
    start = end + 1;
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeQuery(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decodeQuery(pair.slice(equals + 1));
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}

/** Path and query of an absolute URL, as they were sent. */
export function addressOf(url: string): string {
  return url.replace(/^[^:]*:\/\/[^/]*/, '');
}

/** Scheme and host of an absolute URL. Throws ApiError (400) where the host that a client has sent is none. */
export function originOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) throw new ApiError('The host of this request is not the name or the address of one');
  return parsed.origin;
}

function decodePath(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // No valid UTF-8: what was sent, literally, will not be found and can be shown to the sender.
  }
}

function decodeQuery(text: string): string {
  return decodePath(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
