/**
 * Parses the URL of a request: path segments, extension and query. Accepts double and trailing slashes, an empty query,
 * `;` for `&`, and an extension that names a format. Works on the text, since creating a URL object takes longer than
 * many answers.
 */
import { ApiError } from '../api-error.ts';
import { EXTENSIONS, type Format } from '../formats/media-types.ts';

export interface RequestTarget {
  /** Segments below the base path, percent-decoded, without empty ones. `%2F` does not separate segments. */
  segments: string[];
  /** Format of a path extension such as `.json`, which is removed from `segments`. */
  extension: Format | undefined;
  /** Values of each query parameter in the order sent; a name without `=` has the value ''. */
  query: ReadonlyMap<string, readonly string[]>;
}

const EMPTY_QUERY: ReadonlyMap<string, readonly string[]> = new Map();

const [AMPERSAND, SEMICOLON] = [38, 59];

/**
 * The target of an absolute URL below `basePath` ('/rest', or '' for all paths). For other URLs null, or with
 * `alsoAtRoot` the target below the root.
 */
export function readTarget(url: string, basePath: string, alsoAtRoot = false): RequestTarget | null {
  const pathStart = url.indexOf('/', url.indexOf('://') + 3);
  const fragment = url.indexOf('#');
  const end = fragment === -1 ? url.length : fragment;
  const mark = url.indexOf('?');
  const pathEnd = mark === -1 || mark > end ? end : mark;
  const segments = segmentsOf(url, pathStart === -1 ? pathEnd : pathStart, pathEnd).map(decodePath);

  const base = baseSegments(basePath);
  if (startsWith(segments, base)) segments.splice(0, base.length);
  else if (!alsoAtRoot) return null;

  let extension: Format | undefined;
  const last = segments.at(-1);
  const dot = last?.lastIndexOf('.') ?? -1;
  if (last !== undefined && dot > 0) {
    extension = EXTENSIONS.get(last.slice(dot + 1).toLowerCase());
    if (extension) segments[segments.length - 1] = last.slice(0, dot);
  }
  return { segments, extension, query: pathEnd < end ? readQuery(url.slice(pathEnd + 1, end)) : EMPTY_QUERY };
}

/** The segments of the last base path: a service has only one. */
let lastBase = { path: '', segments: [] as string[] };

function baseSegments(path: string): readonly string[] {
  if (path === '') return [];
  if (path !== lastBase.path) lastBase = { path, segments: segmentsOf(path, 0, path.length) };
  return lastBase.segments;
}

function startsWith(segments: readonly string[], base: readonly string[]): boolean {
  for (let at = 0; at < base.length; at++) if (segments[at] !== base[at]) return false;
  return true;
}

/**
 * Parses the base path that an operator sets: '/' is the root. Throws an Error for other texts than slashes and names
 * of letters, digits, `_`, `-`, `.` and `~`.
 */
export function readBasePath(text: string): string {
  if (!/^(\/|(\/[\w.~-]+)+)$/.test(text))
    throw new Error(`Invalid base path '${text}': expected a path that begins with a slash, such as / or /rest`);
  return text === '/' ? '' : text;
}

/** The non-empty segments of a path within a text, from one position to another. */
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
  if (text === '') return EMPTY_QUERY;
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

/** Path and query of an absolute URL, as sent. */
export function addressOf(url: string): string {
  return url.replace(/^[^:]*:\/\/[^/]*/, '');
}

/**
 * The query of a URL, with its `?`. Letters that a header cannot hold, which Deno leaves in URLs, are percent-encoded.
 */
export function encodedQuery(url: string): string {
  return new URL(/\?[^#]*/.exec(url)?.[0] ?? '', 'http://service').search;
}

/**
 * Scheme and host of an absolute URL. Throws ApiError (400) if the client sent an invalid host.
 * @param scheme the scheme that the client used, if a proxy changed it
 */
export function originOf(url: string, scheme?: string): string {
  const parsed = URL.parse(url);
  if (!parsed) throw new ApiError('The Host header of this request is not a valid host name or address');
  return scheme === undefined ? parsed.origin : `${scheme}://${parsed.host}`;
}

function decodePath(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Invalid UTF-8: the literal text will not be found, and the error message can show it.
  }
}

function decodeQuery(text: string): string {
  return decodePath(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
