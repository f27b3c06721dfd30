/** Invariants of the reference species' old assembly and of its variation database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateDemo } from '../../../../data/fictional/demo.ts';
import { readDump, type Dump, type DumpRow, columnOf } from '../../../support/read-dump.ts';
import { found, get, present } from '../../../../src/checked.ts';

let folder: string;
let core: Dump;
let variation: Dump;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  await generateDemo(folder);
  core = await readDump(join(folder, 'fictomys_demonstrans', 'core'));
  variation = await readDump(join(folder, 'fictomys_demonstrans', 'variation'));
});
afterAll(() => rm(folder, { recursive: true }));

const number = (row: DumpRow, column: string) => Number(row[column]);

test('rows that map the old assembly fit both chromosomes without overlap, and some are inverted or moved', () => {
  const regions = new Map(core.rows('seq_region').map((row) => [columnOf(row, 'seq_region_id'), row]));
  const old = found(core.rows('coord_system'), (row) => row.version === 'DEMO0').coord_system_id;
  const rows = core
    .rows('assembly')
    .filter((row) => get(regions, columnOf(row, 'cmp_seq_region_id')).coord_system_id === old);
  expect(rows.some((row) => row.ori === '-1')).toBe(true);
  expect(
    rows.some(
      (row) =>
        get(regions, columnOf(row, 'asm_seq_region_id')).name !== get(regions, columnOf(row, 'cmp_seq_region_id')).name,
    ),
  ).toBe(true);
  for (const side of ['asm', 'cmp']) {
    for (const [id, all] of Map.groupBy(rows, (row) =>
      present(row[`${side}_seq_region_id`], `${side}_seq_region_id`),
    )) {
      let last = 0;
      for (const row of all.sort((a, b) => number(a, `${side}_start`) - number(b, `${side}_start`))) {
        expect(number(row, 'asm_end') - number(row, 'asm_start')).toBe(
          number(row, 'cmp_end') - number(row, 'cmp_start'),
        );
        expect(number(row, `${side}_start`)).toBeGreaterThan(last);
        last = number(row, `${side}_end`);
      }
      expect(last).toBeLessThanOrEqual(number(get(regions, id), 'length'));
    }
  }
});

test('phenotype features are on regions of the core database, and those of genes at the place of the gene', () => {
  const lengths = new Map(
    core.rows('seq_region').map((row) => [columnOf(row, 'seq_region_id'), number(row, 'length')]),
  );
  const genes = new Map(core.rows('gene').map((row) => [columnOf(row, 'stable_id'), row]));
  const features = variation.rows('phenotype_feature');
  expect(new Set(features.map((row) => row.type))).toEqual(
    new Set(['Gene', 'Variation', 'StructuralVariation', 'QTL']),
  );
  for (const row of features) {
    expect(number(row, 'seq_region_end')).toBeLessThanOrEqual(get(lengths, columnOf(row, 'seq_region_id')));
    if (row.type !== 'Gene') continue;
    const gene = get(genes, columnOf(row, 'object_id'));
    for (const column of ['seq_region_id', 'seq_region_start', 'seq_region_end', 'seq_region_strand'])
      expect(row[column]).toBe(gene[column]);
  }
});

test.each([
  ['phenotype_feature', 'phenotype_id', 'phenotype', 'phenotype_id'],
  ['phenotype_feature', 'source_id', 'source', 'source_id'],
  ['phenotype_feature', 'study_id', 'study', 'study_id'],
  ['phenotype_feature', 'seq_region_id', 'seq_region', 'seq_region_id'],
  ['phenotype_feature_attrib', 'phenotype_feature_id', 'phenotype_feature', 'phenotype_feature_id'],
  ['phenotype_feature_attrib', 'attrib_type_id', 'attrib_type', 'attrib_type_id'],
  ['phenotype', 'class_attrib_id', 'attrib', 'attrib_id'],
  ['phenotype_ontology_accession', 'phenotype_id', 'phenotype', 'phenotype_id'],
])('%s.%s refers to an existing row', (table, column, to, key) => {
  const known = new Set(variation.rows(to).map((row) => row[key]));
  const rows = variation.rows(table);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) if (row[column] !== null) expect(known).toContain(row[column]);
});
