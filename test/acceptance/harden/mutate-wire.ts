/** Requests that no HTTP client sends: broken request lines, control characters, contradictions, endless addresses. */
import type { Random } from '../../../data/fictional/random.ts';
import { INJECTED_HEADER } from './odd-values.ts';
import type { Draft } from './request.ts';

const BAD_METHODS = ['GETT', 'get', 'G\u0000T', '', 'TRACE', 'CONNECT', 'A'.repeat(300), 'G ET', 'GET\t'];
/** Follows the target in the request line. */
const BAD_VERSIONS = [
  '',
  ' HTTP/1.0',
  ' HTTP/0.9',
  ' HTTP/2.0',
  ' HTTP/9.9',
  ' HTTP/1.1 x',
  ' http/1.1',
  ' HTCPCP/1.0',
  '  HTTP/1.1',
];
const BAD_TARGETS = [
  'http://evil.example{target}',
  '*',
  'evil.example:80',
  '{target}#<b>',
  '\\rest\\info\\ping',
  '//evil.example{target}',
  '/%',
  '/rest/%zz/%',
  'http://[::1',
  'http://',
];
/** Bytes inside the value of a header. */
const BAD_BYTES = ['\u0000', '\u0001', '\r', '\n', `\r\n${INJECTED_HEADER}: 1`, '\u007f', '\u00ff\u00fe', '\t\t'];

const CONTENT_LENGTH: [name: string, value: string] = ['content-length', '4'];
export function mutateWire(draft: Draft, random: Random): void {
  const line = `${draft.method} {target} HTTP/1.1`;
  draft.rawLine = line;
  switch (random.integer(0, 15)) {
    case 0:
      draft.segments[draft.segments.length - 1] += random.pick([
        '\u0000',
        '\u0001',
        '\u007f',
        '\t',
        ' x',
        '\r',
        '\n',
        '\u00ff',
        '\u0080',
        '<script>alert(7301)</script>',
        '"',
        '\\',
        '^`{|}',
      ]);
      break;
    case 1:
      draft.query.push(['x', 'a'.repeat(random.pick([7_000, 20_000, 70_000, 300_000]))]);
      break;
    case 2:
      draft.rawLine = `${random.pick(BAD_METHODS)} {target} HTTP/1.1`;
      break;
    case 3:
      draft.rawLine = `${draft.method} {target}${random.pick(BAD_VERSIONS)}`;
      break;
    case 4:
      draft.rawLine = `${draft.method} ${random.pick(BAD_TARGETS)} HTTP/1.1`;
      break;
    case 5:
      draft.headers.push([
        'host',
        random.pick([
          '',
          'evil.example',
          '"><script>alert(7301)</script>',
          'a b',
          '[::1',
          '127.0.0.1:99999999',
          'a,b',
          `a${'b'.repeat(3000)}`,
          '..',
          '%00',
        ]),
      ]);
      break;
    case 6:
      draft.headers.push([
        'content-length',
        random.pick(['-1', '1e3', '99999999999999999999', '0x10', '', '5, 6', '10', '+1']),
      ]);
      break;
    case 7:
      draft.headers.push(
        [
          'transfer-encoding',
          random.pick(['chunked', 'identity', 'gzip, chunked', 'chunked, chunked', 'xchunked', ' chunked']),
        ],
        ...(random.chance(0.5) ? [CONTENT_LENGTH] : []),
      );
      break;
    case 8:
      draft.headers.push([random.pick(['x\u0000y', 'x y', '', 'x:y', 'ä', '\u0001', 'x\r\ny', '(x)']), '1']);
      break;
    case 9:
      draft.headers.push([
        random.pick([
          'accept',
          'content-type',
          'x-data-release',
          'callback',
          'if-none-match',
          'access-control-request-headers',
        ]),
        `text/html${random.pick(BAD_BYTES)}x`,
      ]);
      break;
    case 10:
      for (let times = random.pick([120, 500]); times > 0; times--) draft.headers.push([`x-${times}`, '1']);
      break;
    case 11:
      draft.headers.push(['x-long', 'a'.repeat(random.pick([9_000, 70_000, 400_000]))]);
      break;
    case 12:
      draft.headers.push(
        ['content-type', 'application/json'],
        ['content-type', 'text/xml'],
        ['accept', 'text/html'],
        ['accept', 'text/xml'],
      );
      break;
    case 13:
      draft.headers.push(['expect', random.pick(['100-continue', 'nosuch'])]);
      break;
    case 14:
      draft.headers.push(
        ['upgrade', random.pick(['websocket', 'h2c', 'TLS/1.0'])],
        ['connection', 'upgrade'],
        ['http2-settings', 'AAMAAABkAAQCAAAAAAIAAAAA'],
        ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
        ['sec-websocket-version', '13'],
      );
      break;
    case 15:
      draft.headers.push(['connection', random.pick(['close, x', 'keep-alive', 'host', 'content-type, accept'])]);
      break;
  }
}
