import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openApiDocument, operationId } from '../../build-index/openapi/document.ts';
import { operations } from '../../src/catalogue/catalogue.ts';

test('src/pages/openapi.json is that of the catalogue (npm run build-openapi writes it anew)', async () => {
  const written: unknown = JSON.parse(await readFile(new URL('../../src/pages/openapi.json', import.meta.url), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(openApiDocument(operations))));
});

test('every address has an id of its own', () => {
  const ids = operations.flatMap(({ method, path, aliases = [] }) => [path, ...aliases].map((each) => operationId(method, each)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
});
