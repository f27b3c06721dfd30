import { join } from 'node:path';
import { expect, test } from 'vitest';
import { present } from '../../../../src/checked.ts';
import { GenomeTables } from '../../../../build-index/output/genome-tables.ts';
import { IndexFolder } from '../../../../build-index/output/index-folder.ts';
import { testFolder } from '../../../support/compiled-service.ts';

const folder = await testFolder();
const bytes = (text: string) => new TextEncoder().encode(text);

test('a table without rows has no object and no entry', async () => {
  const tables = new GenomeTables(await IndexFolder.create(join(folder, 'one')), 'fictus', 'core');
  const [genes, xrefs] = [tables.open('genes'), tables.open('xrefs')];
  expect(await xrefs.add('fic1', bytes('one'))).toBe(0);
  expect(await xrefs.add('fic2', bytes('two'))).toBe(1);
  expect(await genes.finish()).toBeNull();
  const entries = await tables.finish();
  expect(Object.keys(entries)).toEqual(['xrefs']);
  expect(present(entries.xrefs, 'xrefs').object).toContain('fictus/core/xrefs');
  expect(xrefs.locate(1)[2]).toBe(1);
});

test('a table is completed once, by any caller', async () => {
  const tables = new GenomeTables(await IndexFolder.create(join(folder, 'other')), 'fictus', 'core');
  const genes = tables.open('genes');
  await genes.add(0, 1, 10, bytes('gene'));
  const entry = await genes.finish();
  expect(await genes.finish()).toBe(entry);
  expect((await tables.finish()).genes).toBe(entry);
});
