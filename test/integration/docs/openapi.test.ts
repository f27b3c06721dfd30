import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { operationId } from '../../../tools/openapi/document.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { OPENAPI_JSON } from '../../../src/pages/openapi-module.ts';

let written: any;

beforeAll(() => {
  written = JSON.parse(OPENAPI_JSON);
});

/** The content of the 200 response in the document. */
const answer = (method: string, path: string) => written.paths[path][method].responses[200].content;

test('the document is valid OpenAPI 3.1, and all its references resolve', async () => {
  const validator = new Validator();
  expect((await validator.validate(structuredClone(written))).errors ?? []).toEqual([]);
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs({ specification: structuredClone(written) })).not.toThrow();
});

test('every path has its own operation id', () => {
  const ids = operations.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((each) => operationId(method, each)),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
});

test('the schema of each answer says whether it is an object or a list', () => {
  const objects = { type: 'object', additionalProperties: {} };
  expect(answer('get', '/lookup/id/{id}')['application/json'].schema).toEqual(objects);
  expect(answer('get', '/overlap/region/{species}/{region}')['application/json'].schema).toEqual({
    type: 'array',
    items: objects,
  });
  expect(answer('get', '/sequence/id/{id}')['application/json'].schema).toEqual({
    anyOf: [objects, { type: 'array', items: objects }],
  });
  expect(answer('get', '/sequence/id/{id}')['text/x-fasta'].schema).toEqual({ type: 'string' });
  const unknown = Object.entries<any>(written.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => {
        const json = answer(method, path)['application/json'];
        return json && Object.keys(json.schema).length === 0;
      })
      .map((method) => `${method} ${path}`),
  );
  expect(unknown).toEqual([]);
});

test('every operation lists its errors with one schema', () => {
  for (const [path, methods] of Object.entries<any>(written.paths)) {
    for (const [method, { responses }] of Object.entries<any>(methods)) {
      // Refget has statuses of its own.
      const isPart = path === '/refget/sequence/{digest}';
      const refused = path.startsWith('/refget/')
        ? ['400', '404', '406', ...(isPart ? ['416'] : []), '429', '503']
        : ['400', '404', ...(method === 'post' ? ['413'] : []), '415', '429', '503'];
      expect(Object.keys(responses), `${method} ${path}`).toEqual(['200', ...(isPart ? ['206'] : []), ...refused]);
      for (const status of refused)
        expect(responses[status]).toEqual({ $ref: `#/components/responses/Refused${status}` });
    }
  }
  expect(written.components.schemas.Refusal).toMatchObject({
    type: 'object',
    properties: { error: { type: 'string' } },
    required: ['error'],
  });
});
