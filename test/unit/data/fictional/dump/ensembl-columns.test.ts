/**
 * The demo and the made data have Ensembl's columns, so that compiling them tests what compiling Ensembl's dumps needs.
 */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMPARA_TABLES } from '../../../../../build-index/dump-writer/compara-tables.ts';
import { CORE_TABLES } from '../../../../../build-index/dump-writer/core-tables.ts';
import { columnsOf, type TableSchemas } from '../../../../../build-index/dump-writer/dump-writer.ts';
import { FUNCGEN_TABLES } from '../../../../../data/fictional/dump/funcgen-tables.ts';
import { VARIATION_TABLES } from '../../../../../build-index/dump-writer/variation-tables.ts';

const SCHEMAS = {
  core: CORE_TABLES,
  variation: VARIATION_TABLES,
  funcgen: FUNCGEN_TABLES,
  compara: COMPARA_TABLES,
};

/** Columns of each table in schema 115 of Ensembl, separated by spaces, by database kind. */
const COLUMNS: Record<string, Record<string, string>> = JSON.parse(
  await readFile(new URL('ensembl-columns.json', import.meta.url), 'utf8'),
);

test.each<[string, TableSchemas]>(Object.entries(SCHEMAS))("%s tables have Ensembl's columns", (group, schemas) => {
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
