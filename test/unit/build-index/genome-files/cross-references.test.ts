import { expect, test } from 'vitest';
import { termsOf } from '../../../../build-index/genome-files/biotypes.ts';
import { displayNameOf, symbolXref, xrefsOf } from '../../../../build-index/genome-files/cross-references.ts';
import type { Attributes } from '../../../../build-index/genome-files/feature.ts';

const attributes = (values: Readonly<Record<string, readonly string[]>>): Attributes => ({
  get: (key) => values[key]?.[0],
  all: (key) => values[key] ?? [],
});

test('translates names of databases, and leaves out taxa', () => {
  const found = xrefsOf(attributes({ Dbxref: ['GeneID:7', 'taxon:9606', 'Other:x'], db_xref: ['GeneID:7', 'HGNC:5'] }));
  expect(found.map(({ db, primary }) => [db, primary])).toEqual([
    ['EntrezGene', '7'],
    ['Other', 'x'],
    ['HGNC', 'HGNC:5'],
  ]);
});

test.each(['constructor', 'toString', '__proto__'])('%s is a name like any other', (name) => {
  expect(xrefsOf(attributes({ Dbxref: [`${name}:1`] }))).toMatchObject([{ db: name, primary: '1' }]);
  expect(displayNameOf(name)).toBe(name.replaceAll('_', ' '));
  expect(symbolXref('BRCA1', `text [Source:${name};Acc:1]`)).toMatchObject({ db: name, primary: '1' });
  expect(termsOf(name)).toMatchObject({ group: 'undefined' });
});
