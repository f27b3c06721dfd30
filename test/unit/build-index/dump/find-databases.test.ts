import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Departures } from '../../../../build-index/dump/departures.ts';
import { databaseName, findDatabases } from '../../../../build-index/dump/find-databases.ts';
import { parseTableSchemas } from '../../../../build-index/dump/table-schema.ts';
import { dumpFolder } from '../../../support/dump-files.ts';
import { at, get } from '../../../../src/checked.ts';

const folder = dumpFolder();
const SQL =
  'CREATE TABLE `gene` (`gene_id` int(10) unsigned NOT NULL, `biotype` varchar(40) DEFAULT NULL, KEY ' +
  '(`gene_id`)) ENGINE=MyISAM;';

async function summary(...dirs: string[]): Promise<string[]> {
  return (await findDatabases(dirs)).map(
    ({ species, group, release, tables }) => `${species} ${group} ${release} ${[...tables.keys()].join()}`,
  );
}

describe('folders named by species and group', () => {
  folder.write('plain/mus_imaginarius/core/table.sql', SQL);
  folder.write('plain/mus_imaginarius/core/gene.txt', '1\ta\n');
  folder.write('plain/mus_imaginarius/core/gene.txt.gz', gzipSync('1\ta\n'));
  folder.write('plain/mus_imaginarius/variation/table.sql', SQL);
  folder.write('plain/multi/compara/table.sql', SQL);
  folder.write('plain/multi/compara/gene.txt.gz', gzipSync('1\ta\n'));
  folder.write('plain/vcf/config.json', '{}');
  folder.write('plain/notes.txt', 'not data');
  const parent = join(folder.path, 'plain');

  test('are found from the parent of all species, from one species and from one group', async () => {
    expect(await summary(parent)).toEqual([
      'multi compara null gene',
      'mus_imaginarius core null gene',
      'mus_imaginarius variation null ',
    ]);
    expect(await summary(join(parent, 'mus_imaginarius'))).toEqual([
      'mus_imaginarius core null gene',
      'mus_imaginarius variation null ',
    ]);
    expect(await summary(join(parent, 'multi/compara/'))).toEqual(['multi compara null gene']);
  });

  test('are listed once if given twice, and the uncompressed file of a table wins', async () => {
    const databases = await findDatabases([join(parent, 'mus_imaginarius/core'), parent]);
    expect(databases.map(({ group }) => group)).toEqual(['core', 'compara', 'variation']);
    expect(at(databases, 0).tables.get('gene')).toBe(join(parent, 'mus_imaginarius/core/gene.txt'));
    expect(get(at(databases, 0).schema, 'gene').columns).toEqual([
      { name: 'gene_id', kind: 'integer', nullable: false, missing: '0', implicit: '0', range: [0, 4294967295] },
      { name: 'biotype', kind: 'text', nullable: true, missing: '\\N', characters: 40 },
    ]);
  });
});

describe("folders of Ensembl's FTP site", () => {
  const names = [
    'mus_imaginarius_core_115_38',
    'bacteria_0_collection_core_62_115_1',
    'ensembl_compara_115',
    'ensembl_website_115',
  ];
  for (const name of names) {
    folder.write(`ftp/mysql/${name}/${name}.sql.gz`, gzipSync(SQL));
    folder.write(`ftp/mysql/${name}/gene.txt.gz`, gzipSync('1\ta\n'));
    folder.write(`ftp/mysql/${name}/CHECKSUMS`, '');
  }

  test('are found by their names, without the databases that the compiler does not use', async () => {
    const expected = ['bacteria_0_collection core 115 gene', 'multi compara 115 gene', 'mus_imaginarius core 115 gene'];
    expect(await summary(join(folder.path, 'ftp'))).toEqual(expected);
    expect(await summary(join(folder.path, 'ftp/mysql'))).toEqual(expected);
    expect(await summary(join(folder.path, 'ftp/mysql', at(names, 0)))).toEqual(['mus_imaginarius core 115 gene']);
  });

  test.each([
    ['homo_sapiens_otherfeatures_115_38', 'homo_sapiens', 'otherfeatures', 115],
    ['homo_sapiens_variation_115_38', 'homo_sapiens', 'variation', 115],
    ['canis_lupus_familiaris_core_104_31', 'canis_lupus_familiaris', 'core', 104],
    ['saccharomyces_cerevisiae_core_62_115_4', 'saccharomyces_cerevisiae', 'core', 115],
    ['bacteria_0_collection_core_62_115_1', 'bacteria_0_collection', 'core', 115],
    ['bacteria_1_collection_core_22_75_1', 'bacteria_1_collection', 'core', 75],
    ['ensembl_ontology_115', 'multi', 'ontology', 115],
    ['ensemblgenomes_ontology_22_75', 'multi', 'ontology', 75],
    ['ensembl_stable_ids_115', 'multi', 'stable_ids', 115],
    ['ensembl_stable_ids_62_115', 'multi', 'stable_ids', 115],
    ['ensembl_compara_metazoa_62_115', 'metazoa', 'compara', 115],
    ['ensembl_compara_pan_homology_62_115', 'pan_homology', 'compara', 115],
    ['ensembl_ancestral_115', 'ancestral_sequences', 'core', 115],
    ['ncbi_taxonomy', 'multi', 'taxonomy', null],
    ['ncbi_taxonomy_115', 'multi', 'taxonomy', 115],
  ])('have names such as %s: species %s, group %s, release %s', (name, species, group, release) => {
    expect(databaseName(name)).toEqual({ species, group, release });
  });
});

describe('the search for databases', () => {
  test('rejects a folder that does not exist, is a file, or is empty', async () => {
    await expect(findDatabases([join(folder.path, 'nowhere')])).rejects.toThrow(/nowhere does not exist/);
    await expect(findDatabases([folder.write('file.txt', '')])).rejects.toThrow(/file\.txt is not a folder/);
    mkdirSync(join(folder.path, 'nothing'));
    await expect(findDatabases([join(folder.path, 'nothing')])).rejects.toThrow(/nothing contains no database dump/);
  });

  test('rejects table data without table.sql', async () => {
    folder.write('bare/mus_imaginarius/core/gene.txt', '1\ta\n');
    await expect(findDatabases([join(folder.path, 'bare')])).rejects.toThrow(
      /bare\/mus_imaginarius\/core contains table data, but no table\.sql/,
    );
  });

  test('skips and counts stray table data below a given folder', async () => {
    folder.write('stray/x/core/table.sql', SQL);
    folder.write('stray/x/core/gene.txt', '1\ta\n');
    const bare = dirname(folder.write('stray/x/old/gene.txt', '1\ta\n'));
    const departures = new Departures();
    const found = await findDatabases([join(folder.path, 'stray')], departures);
    expect(found.map(({ group }) => group)).toEqual(['core']);
    expect(departures.list()).toMatchObject([{ file: bare, table: '', kind: 'folder without table.sql', count: 1 }]);
    await expect(findDatabases([join(folder.path, 'stray')], new Departures(true))).rejects.toThrow(
      `${bare} contains table data`,
    );
    // A database that was asked for cannot be skipped.
    await expect(findDatabases([bare], departures)).rejects.toThrow(`${bare} contains table data, but no table.sql`);
  });

  test('counts folders with data that are inside a database or too far below, by their path', async () => {
    const parent = join(folder.path, 'deep');
    const core = join(parent, 'x/core');
    folder.write('deep/x/core/table.sql', SQL);
    folder.write('deep/x/core/logs/notes.md', 'no data');
    symlinkSync('..', join(core, 'back'));
    const inside = ['deep/x/core/old', 'deep/x/core/old/older'];
    const below = ['deep/a/b/c/core', 'deep/a/b/d'];
    for (const path of [...inside, ...below]) folder.write(`${path}/gene.txt`, '1\ta\n');
    const departures = new Departures();
    expect((await findDatabases([parent], departures)).map((each) => each.folder)).toEqual([core]);
    const why = new Map([
      ...below.map((path) => [path, 'it is more than two levels below the given folder'] as const),
      ...inside.map((path) => [path, `it is inside the folder of the database ${core}`] as const),
    ]);
    expect(departures.list()).toEqual(
      [...why].map(([path, reason]) => ({
        file: join(folder.path, path),
        table: '',
        kind: 'folder that is not read',
        count: 1,
        first: [`${join(folder.path, path)} is skipped: ${reason}`],
      })),
    );
    await expect(findDatabases([parent], new Departures(true))).rejects.toThrow(
      /deep\/a\/b\/c\/core is skipped: it is/,
    );
  });

  test('reports all faults at once', async () => {
    const cut = folder.write('several/x/core/table.sql', SQL.slice(0, 60));
    const none = folder.write('several/y/core/table.sql', '-- nothing\n');
    const missing = join(folder.path, 'missing');
    const error: Error = await findDatabases([join(folder.path, 'several'), missing]).then(
      () => new Error('it did not fail'),
      (thrown) => thrown,
    );
    expect(error.message.split('\n')).toEqual([
      expect.stringContaining(`${cut} ends inside`),
      expect.stringContaining(`${none} contains no CREATE TABLE`),
      `the folder of dumps ${missing} does not exist`,
    ]);
  });

  test('rejects a table.sql that is truncated, empty, or not gzip', async () => {
    const sql = folder.write('cut/x/core/table.sql', SQL.slice(0, 60));
    await expect(findDatabases([join(folder.path, 'cut')])).rejects.toThrow(`${sql} ends inside CREATE TABLE gene`);
    const none = folder.write('none/x/core/table.sql', '-- nothing\n');
    await expect(findDatabases([join(folder.path, 'none')])).rejects.toThrow(
      `${none} contains no CREATE TABLE statement`,
    );
    const bad = folder.write('bad/x_core_115_1/x_core_115_1.sql.gz', 'no gzip');
    await expect(findDatabases([join(folder.path, 'bad')])).rejects.toThrow(`${bad} cannot be read`);
    expect(() => parseTableSchemas('CREATE TABLE a (PRIMARY KEY (b));')).toThrow(
      'table.sql: CREATE TABLE a has no columns',
    );
    expect(() => parseTableSchemas('CREATE TABLE a;')).toThrow('table.sql: CREATE TABLE a has no list of columns');
  });
});

test('parses column types despite commas and brackets inside types and comments', () => {
  const sql = `/* CREATE TABLE no (a int); */ CREATE TABLE IF NOT EXISTS \`t\` ( -- a comment, with (
    \`a\` enum('x,y)','it''s','\\'') NOT NULL DEFAULT 'x,y)', \`b\` decimal(10,2), c double, \`key\` bigint(20),
    d datetime, UNIQUE KEY k (a(10),b),
    FULLTEXT KEY f (d)) ENGINE=InnoDB COMMENT='(';`;
  expect(get(parseTableSchemas(sql), 't').columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'a text',
    'b float',
    'c float',
    'key integer',
    'd text',
  ]);
});

const shared = resolve('../shared/ensembl-dumps');
test.skipIf(!existsSync(shared))('finds the reference dumps (skipped without ../shared/ensembl-dumps)', async () => {
  const databases = await findDatabases([shared]);
  expect(databases.filter(({ group }) => group === 'core').map(({ species }) => species)).toContain('homo_sapiens');
  for (const { schema } of databases) expect(schema.size).toBeGreaterThan(3);
});
