/** A request as it goes over the wire, and its parts while it is being changed. */

/**
 * Bytes stand as the characters of their codes ("latin1") in `target` and headers, so that broken texts can be sent as
 * well.
 */
export interface HardenRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: (readonly [name: string, value: string])[];
  body: Buffer | null;
  /** What no HTTP client would send: written to a socket as it stands, with this line in place of the first one. */
  rawLine?: string;
}

/** A request in parts, everything escaped as it will be sent. */
export interface Draft {
  method: string;
  /** Between the slashes, '/rest' first. */
  segments: string[];
  /** A pair without a value has no `=`. */
  query: [name: string, value: string | null][];
  separator: '&' | ';';
  headers: [name: string, value: string][];
  /** A value to be written as JSON, or the bytes themselves. */
  body: { json: unknown } | { bytes: Buffer } | null;
  /** Appended to the finished path and query: '#fragment', a dangling '?'. */
  tail: string;
  rawLine?: string;
}

export function draftOf(
  method: string,
  address: string,
  items: { key: string; values: readonly string[] } | null,
): Draft {
  const [path, query = ''] = address.split('?', 2);
  return {
    method,
    segments: path!.split('/').slice(1),
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

/** A line that shows a request to a person; what is long is cut. */
export function shownRequest({ method, target, headers, body, rawLine }: HardenRequest): string {
  const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}… (${text.length})` : text);
  return JSON.stringify({
    line: cut(rawLine ?? `${method} ${target}`, 1000),
    headers: headers.map(([name, value]) => `${name}: ${cut(value, 200)}`),
    ...(body === null ? {} : { body: cut(body.toString('latin1'), 500) }),
  });
}

/** Characters beyond one byte as the bytes of their UTF-8. */
function bytesAsText(text: string): string {
  return /[^\u0000-\u00ff]/.test(text) ? Buffer.from(text.toWellFormed()).toString('latin1') : text;
}
