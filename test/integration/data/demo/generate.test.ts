import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateDemo } from '../../../../data/fictional/demo.ts';
import { readDump, columnOf } from '../../../support/read-dump.ts';
import type { Dump } from '../../../support/read-dump.ts';
import { at, found, get, present } from '../../../../src/checked.ts';

const folders: string[] = [];

async function generated(options: { seed?: number; scale?: number } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  folders.push(folder);
  await generateDemo(folder, options);
  return folder;
}

async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const path of files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort()) {
    hash.update(path.slice(folder.length)).update(await readFile(path));
  }
  return hash.digest('hex');
}

async function dumpsIn(folder: string): Promise<[species: string, dump: Dump][]> {
  const species = (await readdir(folder))
    .filter((name) => !['ancestral_sequences', 'multi', 'vcf'].includes(name))
    .sort();
  return Promise.all(
    species.map(async (name): Promise<[string, Dump]> => [name, await readDump(join(folder, name, 'core'))]),
  );
}

let folder: string;
let dumps: [species: string, dump: Dump][];
beforeAll(async () => {
  folder = await generated();
  dumps = await dumpsIn(folder);
});
afterAll(async () => {
  for (const made of folders) await rm(made, { recursive: true });
});

test('the same seed gives the same bytes, another seed other bytes', async () => {
  const first = await hashOf(folder);
  expect(await hashOf(await generated())).toBe(first);
  expect(await hashOf(await generated({ seed: 7 }))).not.toBe(first);
});

test('scale 2 gives about twice as many genes', async () => {
  const genes = (all: [string, Dump][]): number => all.reduce((sum, [, dump]) => sum + dump.rows('gene').length, 0);
  const ratio = genes(await dumpsIn(await generated({ scale: 2 }))) / genes(dumps);
  expect(ratio).toBeGreaterThan(1.6);
  expect(ratio).toBeLessThan(2.2);
});

test('the smallest scale has genes in every species, and a scale out of range is rejected', async () => {
  for (const [, dump] of await dumpsIn(await generated({ scale: 0.1 })))
    expect(dump.rows('gene').length).toBeGreaterThan(10);
  await expect(generateDemo(folder, { scale: 0 })).rejects.toThrow(RangeError);
});

test('there are at least four species, all marked as fictional', () => {
  expect(dumps.length).toBeGreaterThanOrEqual(4);
  for (const [species, dump] of dumps) {
    const meta = new Map(dump.rows('meta').map((row) => [columnOf(row, 'meta_key'), columnOf(row, 'meta_value')]));
    expect(meta.get('species.production_name')).toBe(species);
    expect(meta.get('species.display_name')).toContain('fictional');
    expect(Number(meta.get('species.taxonomy_id'))).toBeGreaterThan(9_000_000);
    expect(meta.get('schema_version')).toBe('115');
  }
});

test('every table has a CREATE statement with as many columns as its rows have fields', () => {
  for (const [, { columns, fields }] of dumps) {
    expect([...fields.keys()].sort()).toEqual([...columns.keys()].sort());
    for (const [table, rows] of fields) {
      for (const row of rows) expect(row.length, table).toBe(get(columns, table).length);
    }
  }
});

test('stable ids are unique over all species and have the prefix of their species', () => {
  const seen = new Set<string>();
  for (const [, dump] of dumps) {
    const prefix = present(
      found(dump.rows('meta'), (row) => row.meta_key === 'species.stable_id_prefix').meta_value,
      'meta_value',
    );
    for (const [table, letter] of [
      ['gene', 'G'],
      ['transcript', 'T'],
      ['translation', 'P'],
      ['exon', 'E'],
    ] as const) {
      for (const { stable_id } of dump.rows(table)) {
        expect(stable_id).toMatch(new RegExp(`^${prefix}${letter}\\d{11}$`));
        expect(seen).not.toContain(stable_id);
        seen.add(present(stable_id, 'stable_id'));
      }
    }
  }
});

test('a description contains a tab and a line break, which are escaped in the file', async () => {
  const [species, dump] = at(dumps, 0);
  const described = dump.rows('gene').filter((row) => row.description?.includes('\n\t'));
  expect(described.length).toBeGreaterThan(0);
  const text = await readFile(join(folder, species, 'core', 'gene.txt'), 'utf8');
  expect(text.split('\\\n\\\t').length - 1).toBe(described.length);
});

describe('references to other rows', () => {
  const references: [table: string, column: string, to: string, key: string][] = [
    ['gene', 'seq_region_id', 'seq_region', 'seq_region_id'],
    ['gene', 'canonical_transcript_id', 'transcript', 'transcript_id'],
    ['gene', 'display_xref_id', 'xref', 'xref_id'],
    ['gene', 'analysis_id', 'analysis', 'analysis_id'],
    ['transcript', 'gene_id', 'gene', 'gene_id'],
    ['transcript', 'canonical_translation_id', 'translation', 'translation_id'],
    ['transcript', 'display_xref_id', 'xref', 'xref_id'],
    ['exon_transcript', 'exon_id', 'exon', 'exon_id'],
    ['translation', 'start_exon_id', 'exon', 'exon_id'],
    ['object_xref', 'xref_id', 'xref', 'xref_id'],
    ['identity_xref', 'object_xref_id', 'object_xref', 'object_xref_id'],
    ['ontology_xref', 'object_xref_id', 'object_xref', 'object_xref_id'],
    ['ontology_xref', 'source_xref_id', 'xref', 'xref_id'],
    ['xref', 'external_db_id', 'external_db', 'external_db_id'],
    ['external_synonym', 'xref_id', 'xref', 'xref_id'],
    ['protein_feature', 'translation_id', 'translation', 'translation_id'],
    ['repeat_feature', 'repeat_consensus_id', 'repeat_consensus', 'repeat_consensus_id'],
    ['simple_feature', 'seq_region_id', 'seq_region', 'seq_region_id'],
    ['misc_attrib', 'misc_feature_id', 'misc_feature', 'misc_feature_id'],
    ['misc_feature_misc_set', 'misc_set_id', 'misc_set', 'misc_set_id'],
    ['assembly', 'cmp_seq_region_id', 'seq_region', 'seq_region_id'],
    ['dna', 'seq_region_id', 'assembly', 'cmp_seq_region_id'],
    ['stable_id_event', 'mapping_session_id', 'mapping_session', 'mapping_session_id'],
    ['gene_archive', 'peptide_archive_id', 'peptide_archive', 'peptide_archive_id'],
    ['seq_region_attrib', 'attrib_type_id', 'attrib_type', 'attrib_type_id'],
    ['transcript_attrib', 'attrib_type_id', 'attrib_type', 'attrib_type_id'],
  ];
  test.each(references)('of %s.%s exist', (table, column, to, key) => {
    for (const [species, dump] of dumps) {
      const known = new Set(dump.rows(to).map((row) => row[key]));
      const rows = dump.rows(table);
      expect(rows.length, `${species} has rows in ${table}`).toBeGreaterThan(0);
      for (const row of rows)
        if (row[column] !== null) expect(known, `${species} ${table}.${column}`).toContain(row[column]);
    }
  });
});

test('features are within their regions, and start after they end only on circles', () => {
  for (const [, dump] of dumps) {
    const codes = new Map(dump.rows('attrib_type').map((row) => [row.attrib_type_id, row.code]));
    const circular = new Set(
      dump
        .rows('seq_region_attrib')
        .filter((row) => codes.get(columnOf(row, 'attrib_type_id')) === 'circular_seq')
        .map((row) => row.seq_region_id),
    );
    const lengths = new Map(dump.rows('seq_region').map((row) => [row.seq_region_id, Number(row.length)]));
    for (const table of [
      'gene',
      'transcript',
      'exon',
      'repeat_feature',
      'simple_feature',
      'misc_feature',
      'karyotype',
    ]) {
      for (const row of dump.rows(table)) {
        const [start, end] = [Number(row.seq_region_start), Number(row.seq_region_end)];
        expect(start, table).toBeGreaterThan(0);
        expect(Math.max(start, end), table).toBeLessThanOrEqual(get(lengths, columnOf(row, 'seq_region_id')));
        if (!circular.has(columnOf(row, 'seq_region_id'))) expect(start, table).toBeLessThanOrEqual(end);
      }
    }
  }
});
