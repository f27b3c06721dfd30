import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodedBody } from '../../../src/http/content-encoding.ts';
import { MAX_BODY_BYTES } from '../../../src/http/request-body.ts';
import { at } from '../../../src/checked.ts';
import { json } from '../../support/json.ts';
import { ask } from './toy-catalogue.ts';
import { useNativeDecompression } from '../../support/native-decompression.ts';

useNativeDecompression();

const BODY = '{"ids":["B","\u00e9"],"expand":1}';

const send = async (body: Uint8Array<ArrayBuffer>, encoding: string) => {
  const response = await ask('/lookup/id', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
  });
  return [response.status, await json<{ items?: string[]; error?: string }>(response)] as const;
};
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);

describe('the body of a POST with Content-Encoding', () => {
  test.each([
    ['gzip', gzipSync(BODY)],
    ['x-gzip', gzipSync(BODY)],
    [' GZIP ', gzipSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['identity', Buffer.from(BODY)],
  ])('%s is read', async (encoding, body) => {
    expect(await send(bytesOf(body), encoding)).toMatchObject([200, { items: ['B', 'é'], expand: true }]);
  });

  test('may be as long as one without', async () => {
    const text = JSON.stringify({ ids: ['B'.repeat(MAX_BODY_BYTES - 12)] });
    expect(text.length).toBeGreaterThan(MAX_BODY_BYTES - 10);
    const [status, { items = [] }] = await send(bytesOf(gzipSync(text)), 'gzip');
    expect([status, at(items, 0).length]).toEqual([200, MAX_BODY_BYTES - 12]);
  });

  test('is a 413 if it is too long after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MAX_BODY_BYTES, ' '));
    expect(bomb.length).toBeLessThan(MAX_BODY_BYTES);
    expect(await send(bytesOf(bomb), 'gzip')).toEqual([
      413,
      { error: `The POST body is longer than ${MAX_BODY_BYTES} bytes` },
    ]);
  });

  test('is a 413 if its compressed bytes are too many', async () => {
    expect(await send(new Uint8Array(MAX_BODY_BYTES + 1), 'gzip')).toMatchObject([413, {}]);
  });

  test.each([
    ['not compressed', Buffer.from(BODY)],
    ['empty', Buffer.alloc(0)],
    ['cut', gzipSync(BODY).subarray(0, -3)],
    ['damaged', Buffer.from(gzipSync(BODY)).fill(0, 12, 20)],
  ])('is a 400 if it is %s', async (_, body) => {
    expect(await send(bytesOf(body), 'gzip')).toEqual([
      400,
      { error: 'The POST body is not valid gzip: it is damaged, or it ends early' },
    ]);
  });

  test.each(['br', 'gzip, gzip', 'wibble'])('%s is a 415 that lists the available ones', async (encoding) => {
    expect(await send(bytesOf(gzipSync(BODY)), encoding)).toEqual([
      415,
      { error: `The Content-Encoding '${encoding}' is not available here. Please use gzip, deflate or none` },
    ]);
  });
});

test('a compressed body is decompressed in small pieces, and read to its end for a reader that stops', async () => {
  let sent = 0;
  const bomb = bytesOf(gzipSync(Buffer.alloc(128 * 1024 * 1024)));
  async function* zeros() {
    for (let from = 0; from < bomb.length; from += 1024) {
      sent++;
      yield bomb.subarray(from, from + 1024);
    }
  }
  for await (const chunk of decodedBody(zeros(), 'gzip')) {
    expect(chunk.length).toBeLessThan(4 * 1024 * 1024);
    break;
  }
  expect(sent).toBe(Math.ceil(bomb.length / 1024));
});
