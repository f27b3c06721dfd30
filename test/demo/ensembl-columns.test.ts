/** Tables of the demo, which made data fill too, have the columns of Ensembl's, in their order: dumps that are read and measured here must be read as real ones are. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMPARA_TABLE_SCHEMAS } from '../../build-index/demo/compara-table-schemas.ts';
import { CORE_TABLE_SCHEMAS } from '../../build-index/demo/core-table-schemas.ts';
import type { TableSchemas } from '../../build-index/demo/dump-writer.ts';
import { FUNCGEN_TABLE_SCHEMAS } from '../../build-index/demo/funcgen-table-schemas.ts';
import { VARIATION_TABLE_SCHEMAS } from '../../build-index/demo/variation-table-schemas.ts';

const SCHEMAS = { core: CORE_TABLE_SCHEMAS, variation: VARIATION_TABLE_SCHEMAS, funcgen: FUNCGEN_TABLE_SCHEMAS, compara: COMPARA_TABLE_SCHEMAS };
type Group = keyof typeof SCHEMAS;

/** Columns of each table in schema 115 of Ensembl, with spaces between them. */
const COLUMNS = JSON.parse(await readFile(new URL('ensembl-columns.json', import.meta.url), 'utf8')) as Record<Group, Record<string, string>>;

test.each(Object.keys(SCHEMAS) as Group[])('%s', (group) => {
  const schemas: TableSchemas = SCHEMAS[group];
  expect(Object.fromEntries(Object.entries(schemas).map(([table, columns]) => [table, Object.keys(columns).join(' ')]))).toEqual(COLUMNS[group]);
});
