import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Departures } from '../../../../build-index/dump/departures.ts';
import { termNames, writeOntologyDump } from '../../../../build-index/genome-files/ontology-dump.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

/** Writes the tables of some OBO texts. */
async function tablesOf(...texts: string[]) {
  const own = await mkdtemp(join(folder, 'obo-'));
  const paths: string[] = [];
  for (const [index, text] of texts.entries()) {
    const path = join(own, `${index}.obo`);
    await writeFile(path, text);
    paths.push(path);
  }
  const departures = new Departures();
  await writeOntologyDump(paths, join(own, 'tables'), departures);
  const rows = async (table: string) =>
    (await readFile(join(own, 'tables', `${table}.txt`), 'utf8'))
      .split('\n')
      .slice(0, -1)
      .map((row) => row.split('\t'));
  const sentences = departures
    .list()
    .flatMap(({ kind, first }) => first.map((each) => [kind, each.slice(own.length + 1)]));
  return { rows, sentences, paths };
}

const term = (id: string, ...tags: string[]) => `\n[Term]\nid: ${id}\nname: ${id} name\n${tags.join('\n')}\n`;

test('has a row for each ancestor and last step, at the distance of the longest path', async () => {
  // d is below a by two paths, of which one leads through c.
  const { rows, sentences } = await tablesOf(
    [
      'ontology: x',
      term('X:a'),
      term('X:b', 'is_a: X:a', 'relationship: has_part X:a'),
      term('X:c', 'relationship: part_of X:b'),
      term('X:d', 'is_a: X:b', 'is_a: X:c', 'is_a: X:b'),
    ].join('\n'),
  );
  expect(sentences).toEqual([]);
  expect(await rows('relation_type')).toEqual([
    ['1', 'has_part'],
    ['2', 'is_a'],
    ['3', 'part_of'],
  ]);
  expect(await rows('relation')).toHaveLength(5);
  const ofD = (await rows('closure')).filter(([, child]) => child === '4').map((row) => row.slice(2, 5).join(' '));
  expect(ofD).toEqual(['4 \\N 0', '2 4 1', '3 4 1', '2 3 2', '1 2 3']);
});

test('counts terms that occur twice, are their own ancestors, or have parents that no file has', async () => {
  const { rows, sentences } = await tablesOf(
    `ontology: x${term('X:a', 'is_a: X:b')}${term('X:b', 'is_a: X:a', 'is_a: Y:9')}`,
    `ontology: x${term('X:a')}${term('X:c', 'is_a: X:b')}`,
  );
  expect(sentences).toEqual([
    ['its own ancestor', '0.obo line 7: X:b: its parent X:a is its descendant too'],
    ['missing reference', '0.obo line 7: X:b: is_a Y:9: the files have no such term'],
    ['id that occurs twice', expect.stringMatching(/^1\.obo line 2: X:a is also in .*0\.obo line 2, which counts$/)],
  ]);
  expect((await rows('closure')).filter(([, child]) => child === '3')).toHaveLength(2);
});

test('names ontologies by their headers, or by prefixes of accessions', async () => {
  const { rows } = await tablesOf(
    `ontology: go/extensions/go-plus${term('GO:1', 'namespace: molecular_function')}${term('GO:2')}`,
    `ontology: http://www.ebi.ac.uk/efo/efo.obo\ndefault-namespace: EFO${term('Orphanet:1')}`,
    `format-version: 1.2${term('MOD:1')}`,
  );
  expect((await rows('ontology')).map((row) => row.slice(1, 3))).toEqual([
    ['GO', 'molecular_function'],
    ['GO', 'go'],
    ['EFO', 'EFO'],
    ['MOD', 'mod'],
  ]);
});

test('knows names of terms by all their accessions', async () => {
  const { paths, rows } = await tablesOf(`ontology: go${term('GO:1', 'alt_id: GO:2')}`);
  expect(await rows('alt_id')).toEqual([['1', '1', 'GO:2']]);
  const nameOf = await termNames(paths);
  expect([nameOf('GO:1'), nameOf('GO:2'), nameOf('GO:3')]).toEqual(['GO:1 name', 'GO:1 name', null]);
});
