/** The request that the form of an operation's page describes: from the query of the page, or from the example. */
import { MEDIA_TYPES, type Format } from '../../formats/media-types.ts';
import type { ShownOperation } from '../../operation/example.ts';
import { pathParameters } from '../../operation/operation.ts';
import { readTarget } from '../../http/request-target.ts';
import { Router } from '../../http/router.ts';

/** The texts in a form. */
export interface TypedRequest {
  /** Texts of each parameter, without empty ones. */
  values: ReadonlyMap<string, readonly string[]>;
  /** Text of the field for the body: one item a line, or JSON. */
  body: string;
  /** The format, if it is not the default one. */
  format?: Format | undefined;
}

/** A request to an operation, ready to be sent. */
export interface ReadyRequest {
  /** Path and query below the base path. */
  address: string;
  /** JSON text of a POST. */
  body?: string | undefined;
  /** Media type of the answer. */
  accept: string;
}

/** Name of the form's field for the body of a POST. */
export const BODY_FIELD = 'body';
/** Name of the form's field for the format; operations know the parameter too. */
export const FORMAT_FIELD = 'content-type';

/** Longest body that the form sends as a part of an address; servers accept 16 KiB of headers. */
export const MAX_TYPED_BODY = 6000;

/** The texts that the query of a page contains; null if it contains no field of the form. */
export function typedRequest(
  { parameters, body, formats }: ShownOperation,
  query: ReadonlyMap<string, readonly string[]>,
): TypedRequest | null {
  const names = Object.keys(parameters).filter((name) => parameters[name]?.in !== 'header');
  const fields = [...names, FORMAT_FIELD, ...(body ? [BODY_FIELD] : [])];
  if (!fields.some((name) => query.has(name))) return null;
  const values = new Map<string, readonly string[]>();
  for (const name of names) {
    const sent = query.get(name) ?? [];
    const texts = parameters[name]?.kind === 'list' ? sent.flatMap(linesOf) : sent.slice(0, 1);
    const filled = texts.filter((text) => text !== '');
    if (filled.length > 0) values.set(name, filled);
  }
  const [type] = query.get(FORMAT_FIELD) ?? [];
  const format = formats.find((each) => MEDIA_TYPES[each] === type && each !== 'jsonp' && each !== formats[0]);
  return { values, body: query.get(BODY_FIELD)?.[0] ?? '', format };
}

/** The texts of the operation's example; an empty form if the release has none. */
export function exampleRequest(operation: ShownOperation): TypedRequest {
  const target = operation.example === undefined ? null : readTarget(`http://example${operation.example}`, '');
  if (!target) return { values: new Map(), body: '' };
  const match = new Router([operation]).match(operation.method, target.segments);
  const path = 'path' in match ? match.path : {};
  const { formats } = operation;
  return {
    values: new Map([
      ...Object.entries(path).map(([name, text]): [string, string[]] => [name, [text]]),
      ...target.query,
    ]),
    body: (operation.body?.example ?? []).join('\n'),
    // JSON is the most legible.
    format: formats[0] !== 'json' && formats.includes('json') ? 'json' : undefined,
  };
}

/** The request of the operation's example. @param pinned the release that the page was requested with */
export function readyExample({ example = '', body, formats }: ShownOperation, pinned?: string): ReadyRequest {
  const pin = pinned === undefined ? '' : `${example.includes('?') ? ';' : '?'}release=${encoded(pinned)}`;
  return {
    address: example + pin,
    body: body?.example && JSON.stringify({ [body.key]: body.example }),
    // Some examples ask for another format than the first.
    accept: MEDIA_TYPES[formats.includes('json') ? 'json' : formats[0]],
  };
}

/** Why the texts of a form make no request. */
export interface Problem {
  /** Names of the fields to change. */
  fields: readonly string[];
  text: string;
}

/** The problem that prevents a request, or null. All other problems are found by the operation. */
export function problemOf({ parameters }: ShownOperation, { values }: TypedRequest): Problem | null {
  const inPath = Object.keys(parameters).filter((name) => parameters[name]?.in === 'path');
  const empty = inPath.filter((name) => parameters[name]?.required && !values.has(name));
  if (empty.length > 0)
    return { fields: empty, text: `Please fill in ${empty.join(' and ')}: the path of the request contains it.` };
  // A URL never contains these segments, even percent-encoded.
  const dots = inPath.filter((name) => /^\.\.?$/.test(values.get(name)?.[0] ?? ''));
  if (dots.length > 0) return { fields: dots, text: `${dots.join(' and ')} cannot consist of dots only.` };
  return null;
}

/**
 * The request with the texts of a form, in which problemOf finds no problem.
 * @param pinned the release that the page was requested with
 */
export function readyRequest(
  { path, aliases = [], parameters, body, formats }: ShownOperation,
  { values, body: typed, format }: TypedRequest,
  pinned?: string,
): ReadyRequest {
  const chosen = [path, ...aliases].find((each) => pathParameters(each).every((name) => values.has(name))) ?? path;
  const inPath = new Set(pathParameters(chosen));
  const segments = chosen
    .split('/')
    .map((segment) => (segment.startsWith(':') ? encoded(values.get(segment.slice(1))?.[0] ?? '') : segment));
  const query = Object.keys(parameters)
    .filter((name) => !inPath.has(name))
    .flatMap((name) => (values.get(name) ?? []).map((text) => `${encoded(name)}=${encoded(text)}`));
  if (pinned !== undefined) query.push(`release=${encoded(pinned)}`);
  const type = MEDIA_TYPES[format ?? formats[0]];
  if (format !== undefined) query.push(`${FORMAT_FIELD}=${encoded(type)}`);
  return {
    address: segments.join('/') + (query.length > 0 ? `?${query.join(';')}` : ''),
    body: body && bodyText(typed, body.key),
    accept: type,
  };
}

/** JSON as typed, or with a list of the lines under a key. */
function bodyText(typed: string, key: string): string {
  const text = typed.trim();
  return text.startsWith('{') ? text : JSON.stringify({ [key]: linesOf(text).filter((line) => line !== '') });
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.trim());
}

/** Percent-encodes a text but for characters that need it in no part of an address. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
}
