/**
 * Tables of the demo, which made data fill too, have the columns of Ensembl's, in their order: dumps that are read and
 * measured here must be read as real ones are.
 */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMPARA_TABLES } from '../../../../data/fictional/dump/compara-tables.ts';
import { CORE_TABLES } from '../../../../data/fictional/dump/core-tables.ts';
import { columnsOf, type TableSchemas } from '../../../../data/fictional/dump/dump-writer.ts';
import { FUNCGEN_TABLES } from '../../../../data/fictional/dump/funcgen-tables.ts';
import { VARIATION_TABLES } from '../../../../data/fictional/dump/variation-tables.ts';

const SCHEMAS = {
  core: CORE_TABLES,
  variation: VARIATION_TABLES,
  funcgen: FUNCGEN_TABLES,
  compara: COMPARA_TABLES,
};
type Group = keyof typeof SCHEMAS;

/** Columns of each table in schema 115 of Ensembl, with spaces between them. */
const COLUMNS = JSON.parse(await readFile(new URL('ensembl-columns.json', import.meta.url), 'utf8')) as Record<
  Group,
  Record<string, string>
>;

test.each(Object.keys(SCHEMAS) as Group[])('%s', (group) => {
  const schemas: TableSchemas = SCHEMAS[group];
  expect(
    Object.fromEntries(
      Object.entries(schemas).map(([table, columns]) => [
        table,
        columnsOf(columns)
          .map(([name]) => name)
          .join(' '),
      ]),
    ),
  ).toEqual(COLUMNS[group]);
});
