/** Bodies of POSTs that are not JSON, of another shape, too deep, too long, in another encoding, or nearly right. */
import { gzipSync } from 'node:zlib';
import type { Random } from '../../../data/fictional/random.ts';
import type { ShownOperation } from '../../../src/operation/example.ts';
import { oddText, PROTOTYPE_NAMES } from './odd-values.ts';
import type { Draft } from './request.ts';
import type { ValidRequests } from './valid-requests.ts';

const DEPTH = 1_000;
/** Longer than the limit of a body (src/http/request-body.ts). */
const TOO_LONG = 2 * 1024 * 1024 + 1;
/** Values in a long list for an operation whose lists are not limited. */
const MANY_ITEMS = 50;

export function mutateBody(draft: Draft, operation: ShownOperation | null, valid: ValidRequests, random: Random): void {
  const key = operation?.body?.key ?? 'ids';
  const stated = operation?.body?.limit;
  const limit = stated !== undefined && Number.isFinite(stated) ? stated : MANY_ITEMS;
  const kind = random.next();
  if (kind < 0.45)
    draft.body = {
      json: { ...bodyParameters(operation, random), [key]: items(valid, limit, random) },
    };
  else if (kind < 0.6)
    draft.body = {
      json: random.pick<unknown>([
        null,
        true,
        0,
        '',
        'text',
        [],
        [[]],
        {},
        { [key]: null },
        { [key]: {} },
        { [key]: 'text' },
        { [key]: [[]] },
        { [key]: [{}] },
        { [key]: [null] },
        { [key]: [true] },
        { [key]: { length: 1e9 } },
        { [key]: [1e308, -0, 1.5] },
      ]),
    };
  else if (kind < 0.75) draft.body = { bytes: Buffer.from(text(key, random)) };
  else if (kind < 0.85) draft.body = { bytes: bytes(key, random) };
  else if (kind < 0.9) {
    draft.body = { bytes: gzipSync(JSON.stringify({ [key]: ['x'] })) };
    draft.headers.push(['content-encoding', random.pick(['gzip', 'br', 'nosuch'])]);
  } else if (kind < 0.97)
    draft.headers.push([
      'content-type',
      random.pick([
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=----x',
        'application/json; charset=utf-16',
        'text/html',
        'application/xml',
      ]),
    ]);
  // Rare, since each takes as long as hundreds of others.
  else if (random.chance(0.1))
    draft.body = {
      bytes: Buffer.alloc(random.pick([TOO_LONG, TOO_LONG * 4]), random.pick([' ', '[', `{"${key}":["a"]`])),
    };
  else draft.body = null;
}

/** Lists within the limit, and some that exceed it by one. */
function items(valid: ValidRequests, limit: number, random: Random): unknown[] {
  const length = random.pick([0, 1, 2, 3, 5, random.chance(0.05) ? limit : 1, random.chance(0.05) ? limit + 1 : 2]);
  return Array.from({ length }, () =>
    random.chance(0.6)
      ? random.pick(valid.values)
      : random.chance(0.8)
        ? oddText(random)
        : random.pick<unknown>([0, -1, 1e21, null, true, [], {}, [['x']]]),
  );
}

/** Parameters in the body, which the service accepts as well. */
function bodyParameters(operation: ShownOperation | null, random: Random): Record<string, unknown> {
  const parameters = Object.entries(operation?.parameters ?? {}).filter(([, parameter]) => parameter.in === 'query');
  if (parameters.length === 0 || random.chance(0.5)) return {};
  const [name, { values }] = random.pick(parameters);
  return {
    [name]: random.pick<unknown>([
      true,
      false,
      0,
      1,
      -1,
      1e300,
      null,
      [],
      [1, 'x', [2]],
      {},
      { a: 1 },
      oddText(random),
      values?.[0] ?? 'x',
    ]),
  };
}

function text(key: string, random: Random): string {
  const name = random.pick(PROTOTYPE_NAMES);
  return random.pick([
    '',
    ' ',
    '{',
    '}',
    '[',
    '{"',
    `{"${key}"`,
    `{"${key}":}`,
    `{"${key}":["a",]}`,
    `{'${key}':['a']}`,
    `{${key}:["a"]}`,
    `{"${key}":["a"]} trailing`,
    `{"${key}":["a"]}{"${key}":["b"]}`,
    `{"${key}":["a"],"${key}":["b"]}`,
    `{"${name}":{"polluted":"yes"},"${key}":["a"]}`,
    `{"${name}":["a"]}`,
    `{"${key}":["${name}"]}`,
    `{"constructor":{"prototype":{"polluted":"yes"}},"${key}":[]}`,
    '['.repeat(DEPTH),
    `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
    `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
    `{"${key}":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`,
    `{"${key}":["a"],"expand":${'['.repeat(DEPTH)}1${']'.repeat(DEPTH)}}`,
    `${'['.repeat(100_000)}`,
    `{"${key}":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    `{"${key}":["a"],"species":${'['.repeat(50_000)}1${']'.repeat(50_000)}}`,
    `{"${key}":[${'1,'.repeat(5000)}1]}`,
    `{"${key}":[1e400,-1e400,1e-400,${'9'.repeat(500)}]}`,
    `{"${key}":["${'a'.repeat(100_000)}"]}`,
    `{"${key}":["\\ud800","\\u0000","\\u2028"]}`,
    `\ufeff{"${key}":["a"]}`,
    `ids=a&ids=b`,
    `<${key}>a</${key}>`,
    'null',
    'undefined',
    'NaN',
    '1e400',
    '"',
    '"\\u12"',
    `/*x*/{"${key}":[]}`,
    oddText(random),
  ]);
}

function bytes(key: string, random: Random): Buffer {
  return random.pick([
    () => Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
    () => Buffer.from(`{"${key}":["a"]}`, 'utf16le'),
    () => Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80]),
    () => Buffer.from(`{"${key}":["\xff\xfe\x80"]}`, 'latin1'),
    () => Buffer.alloc(4096),
    () => Buffer.from(Array.from({ length: random.integer(1, 300) }, () => random.integer(0, 255))),
    () => Buffer.from(`--x\r\nContent-Disposition: form-data; name="${key}"\r\n\r\na\r\n--x--\r\n`),
  ])();
}
