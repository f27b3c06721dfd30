/** A request as sent, and a draft of it with parts that can be changed. */

/** `target` and headers contain one character per byte (latin1), so that broken texts can be sent as well. */
export interface HardenRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: (readonly [name: string, value: string])[];
  body: Buffer | null;
  /** A request line that no HTTP client sends. It is written to a socket instead of the normal one. */
  rawLine?: string;
}

/** A request in parts, escaped as it will be sent. */
export interface Draft {
  method: string;
  /** Path segments, '/rest' first. */
  segments: string[];
  /** A pair without a value is written without `=`. */
  query: [name: string, value: string | null][];
  separator: '&' | ';';
  headers: [name: string, value: string][];
  /** A value that is written as JSON, or bytes. */
  body: { json: unknown } | { bytes: Buffer } | null;
  /** Text after path and query: '#fragment', a trailing '?'. */
  tail: string;
  rawLine?: string;
}

export function draftOf(
  method: string,
  address: string,
  items: { key: string; values: readonly string[] } | null,
): Draft {
  const [path = '', query = ''] = address.split('?', 2);
  return {
    method,
    segments: path.split('/').slice(1),
    separator: ';',
    headers: [],
    tail: '',
    query: query
      .split(';')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const equals = pair.indexOf('=');
        return equals < 0 ? [pair, null] : [pair.slice(0, equals), pair.slice(equals + 1)];
      }),
    body: items && { json: { [items.key]: items.values } },
  };
}

export function requestOf({ method, segments, query, separator, headers, body, tail, rawLine }: Draft): HardenRequest {
  const pairs = query.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join(separator);
  const target = bytesAsText(`/${segments.join('/')}${pairs === '' ? '' : `?${pairs}`}${tail}`);
  return {
    method,
    target,
    headers: headers.map(([name, value]) => [name, bytesAsText(value)] as const),
    rawLine: rawLine && bytesAsText(rawLine.replace('{target}', target)),
    body: body === null ? null : 'bytes' in body ? body.bytes : Buffer.from(JSON.stringify(body.json) ?? 'null'),
  };
}

/** A request as a line for people, with long parts cut. */
export function shownRequest({ method, target, headers, body, rawLine }: HardenRequest): string {
  const cut = (text: string, limit: number) =>
    text.length > limit ? `${text.slice(0, limit)}… (${text.length})` : text;
  return JSON.stringify({
    line: cut(rawLine ?? `${method} ${target}`, 1000),
    headers: headers.map(([name, value]) => `${name}: ${cut(value, 200)}`),
    ...(body === null ? {} : { body: cut(body.toString('latin1'), 500) }),
  });
}

/** Replaces characters beyond one byte by the bytes of their UTF-8. */
function bytesAsText(text: string): string {
  return /[^\u0000-\u00ff]/.test(text) ? Buffer.from(text.toWellFormed()).toString('latin1') : text;
}
