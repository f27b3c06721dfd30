import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../../src/http/request-body.ts';
import { ask, post } from './toy-catalogue.ts';

const answer = async (response: Promise<Response>) => [(await response).status, await (await response).json()];

describe('the body of a POST', () => {
  test('gives its list and, beside it, parameters', async () => {
    expect(await answer(post('/lookup/id', '{"ids":["B","B",7],"expand":1,"name":"x"}'))).toEqual([
      200,
      { items: ['B', 'B', '7'], expand: true, name: 'x', keys: ['ids', 'expand', 'name'] },
    ]);
  });

  test('goes before the query, which fills in', async () => {
    expect(await answer(post('/lookup/id?name=query;expand=1', '{"ids":[],"name":"body"}'))).toMatchObject([
      200,
      { name: 'body', expand: true },
    ]);
  });

  test('JSON booleans are flags', async () => {
    const expand = async (value: string) =>
      ((await answer(post('/lookup/id', `{"ids":[],"expand":${value}}`)))[1] as any).expand;
    expect(await Promise.all(['true', 'false', '1', '0', '"0"', '"no"', 'null'].map(expand))).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  test.each(['[]', '[null]', '[[],{}]', '{}', '[["x"]]', '['.repeat(50_000) + ']'.repeat(50_000)])(
    'says nothing of a parameter by %.20s',
    async (value) => {
      expect(await answer(post('/lookup/id?name=query', `{"ids":[],"name":${value},"expand":${value}}`))).toMatchObject(
        [200, { name: 'query', expand: false }],
      );
    },
  );

  test.each([null, '', ' \n', '{}', '{"ids":null}', '{"wibble":[1]}'])(
    'without a list (%j) is empty or refused, as the operation says',
    async (body) => {
      expect(await answer(post('/lookup/id', body))).toMatchObject([200, { items: [] }]);
      expect(await answer(post('/lookup/symbol/human', body))).toEqual([
        400,
        { error: "POST body must contain 'symbols' key with array of values" },
      ]);
    },
  );

  test.each(['"x"', '{}', '1', 'false'])('with %s in place of its list is refused', async (value) => {
    expect(await answer(post('/lookup/id', `{"ids":${value}}`))).toEqual([
      400,
      { error: "POST body must hold a list of values under the 'ids' key" },
    ]);
  });

  test.each(['{', '[', 'ids=1', '{"ids":[1,]}'])('that is no JSON (%s) is refused', async (body) => {
    expect(await answer(post('/lookup/id', body))).toEqual([400, { error: 'The POST body is not valid JSON' }]);
  });

  test.each(['[]', '"x"', '1', 'null', 'true'])('that is no object (%s) is refused', async (body) => {
    expect(await answer(post('/lookup/id', body))).toEqual([
      400,
      { error: "POST body must be a JSON object with the key 'ids'" },
    ]);
  });

  test('with values that are no text is refused', async () => {
    for (const value of ['null', '{}', '[]', 'true', '['.repeat(50_000) + ']'.repeat(50_000)])
      expect((await post('/lookup/id', `{"ids":[${value}]}`)).status).toBe(400);
  });

  test('with as many elements as the limit is welcome, with one more refused', async () => {
    expect((await post('/lookup/id', '{"ids":[1,2,3]}')).status).toBe(200);
    expect(await answer(post('/lookup/id', '{"ids":[1,2,3,4]}'))).toEqual([
      400,
      {
        error:
          'POST message too large. You have submitted 4 elements but a limit of 3 is in place. Request smaller ' +
          'regions or lists of IDs',
      },
    ]);
  });

  test('longer than the limit in bytes is refused, whatever length it declares', async () => {
    const long = JSON.stringify({ ids: ['x'.repeat(MAX_BODY_BYTES)] });
    for (const headers of [{}, { 'Content-Length': '10' }] as Record<string, string>[]) {
      expect((await answer(post('/lookup/id', long, headers)))[0]).toBe(413);
    }
  });

  test('that breaks off is refused', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('connection reset')) });
    expect(await answer(ask('/lookup/id', { method: 'POST', body, duplex: 'half' } as RequestInit))).toEqual([
      400,
      { error: 'The POST body cannot be read: it is incomplete, or its Transfer-Encoding is not supported' },
    ]);
  });
});
