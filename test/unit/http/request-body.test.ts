import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../../src/http/request-body.ts';
import { json } from '../../support/json.ts';
import { ask, post } from './toy-catalogue.ts';

const answer = async (response: Promise<Response>) => [(await response).status, await (await response).json()];

describe('the body of a POST', () => {
  test('contains a list and parameters', async () => {
    expect(await answer(post('/lookup/id', '{"ids":["B","B",7],"expand":1,"name":"x"}'))).toEqual([
      200,
      { items: ['B', 'B', '7'], expand: true, name: 'x', keys: ['ids', 'expand', 'name'] },
    ]);
  });

  test('takes precedence over the query', async () => {
    expect(await answer(post('/lookup/id?name=query;expand=1', '{"ids":[],"name":"body"}'))).toMatchObject([
      200,
      { name: 'body', expand: true },
    ]);
  });

  test('may have JSON booleans as flags', async () => {
    const expand = async (value: string) =>
      (await json<{ expand: boolean }>(await post('/lookup/id', `{"ids":[],"expand":${value}}`))).expand;
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
    'does not set a parameter by the value %.20s',
    async (value) => {
      expect(await answer(post('/lookup/id?name=query', `{"ids":[],"name":${value},"expand":${value}}`))).toMatchObject(
        [200, { name: 'query', expand: false }],
      );
    },
  );

  test.each([null, '', ' \n', '{}', '{"ids":null}', '{"wibble":[1]}'])(
    'without a list (%j) is empty or rejected, depending on the operation',
    async (body) => {
      expect(await answer(post('/lookup/id', body))).toMatchObject([200, { items: [] }]);
      expect(await answer(post('/lookup/symbol/human', body))).toEqual([
        400,
        { error: "POST body must contain 'symbols' key with array of values" },
      ]);
    },
  );

  test('with null in place of its list is empty where the operation only requires the key', async () => {
    expect(await answer(post('/lookup/symbol/human', '{"symbols":null}'))).toEqual([200, []]);
  });

  test.each(['"x"', '{}', '1', 'false'])('with %s in place of its list is rejected', async (value) => {
    expect(await answer(post('/lookup/id', `{"ids":${value}}`))).toEqual([
      400,
      { error: "The value of 'ids' in the POST body must be a list" },
    ]);
  });

  test.each(['{', '[', 'ids=1', '{"ids":[1,]}'])('that is not JSON (%s) is rejected', async (body) => {
    expect(await answer(post('/lookup/id', body))).toEqual([400, { error: 'The POST body is not valid JSON' }]);
  });

  test.each(['[]', '"x"', '1', 'null', 'true'])('that is not an object (%s) is rejected', async (body) => {
    expect(await answer(post('/lookup/id', body))).toEqual([
      400,
      { error: "POST body must be a JSON object with the key 'ids'" },
    ]);
  });

  test('with values other than texts and numbers is rejected', async () => {
    for (const value of ['null', '{}', '[]', 'true', '['.repeat(50_000) + ']'.repeat(50_000)])
      expect((await post('/lookup/id', `{"ids":[${value}]}`)).status).toBe(400);
  });

  test('with more elements than the limit is rejected', async () => {
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

  test('with more bytes than the limit is rejected, whatever Content-Length says', async () => {
    const long = JSON.stringify({ ids: ['x'.repeat(MAX_BODY_BYTES)] });
    const cases: Record<string, string>[] = [{}, { 'Content-Length': '10' }];
    for (const headers of cases) expect((await post('/lookup/id', long, headers)).status).toBe(413);
  });

  test('that breaks off is rejected', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('connection reset')) });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    expect(await answer(ask('/lookup/id', init))).toEqual([
      400,
      { error: 'The POST body cannot be read: it is incomplete, or its Transfer-Encoding is not supported' },
    ]);
  });
});
