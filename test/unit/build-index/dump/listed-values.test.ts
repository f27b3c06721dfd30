import { expect, it } from 'vitest';
import { StoredValues, storedValue } from '../../../../build-index/dump/listed-values.ts';
import { parseTableSchemas } from '../../../../build-index/dump/table-schema.ts';

const SQL = `CREATE TABLE place (
  id int NOT NULL,
  kind enum('chip','lsdb','it''s') DEFAULT NULL,
  significance set('benign','likely benign','pathogenic') DEFAULT NULL,
  PRIMARY KEY (id)
);`;
const schema = parseTableSchemas(SQL);
const columns = schema.get('place')?.columns ?? [];

it('reads the values of ENUM and SET columns from table.sql', () => {
  expect(columns.map(({ name, listed }) => [name, listed])).toEqual([
    ['id', undefined],
    ['kind', { type: 'enum', values: ['chip', 'lsdb', "it's"] }],
    ['significance', { type: 'set', values: ['benign', 'likely benign', 'pathogenic'] }],
  ]);
});

it.each([
  ['chip', 'chip'],
  ['LSDB ', 'lsdb'],
  ['test', ''],
  ['', ''],
  ['2', 'lsdb'],
  ['4', ''],
])('stores %j in an ENUM as %j', (text, stored) => {
  expect(storedValue({ type: 'enum', values: ['chip', 'lsdb', "it's"] }, text)).toBe(stored);
});

it.each([
  ['pathogenic,benign,benign', 'benign,pathogenic'],
  ['Likely Benign', 'likely benign'],
  ['368,573', ''],
  ['wibble,pathogenic', 'pathogenic'],
  ['5', 'benign,pathogenic'],
  ['8', ''],
  ['', ''],
])('stores %j in a SET as %j', (text, stored) => {
  expect(storedValue({ type: 'set', values: ['benign', 'likely benign', 'pathogenic'] }, text)).toBe(stored);
});

it('finds whether a column lists all of a text', () => {
  const set = new StoredValues({ type: 'set', values: ['benign', 'pathogenic'] });
  for (const text of ['', 'benign', 'Pathogenic,benign', '2']) expect(set.stored(text).isListed).toBe(true);
  for (const text of ['368,573', '8', 'benign,wibble']) expect(set.stored(text).isListed).toBe(false);
  const kind = new StoredValues({ type: 'enum', values: ['chip', 'lsdb'] });
  for (const text of ['', 'chip', 'LSDB', '1']) expect(kind.stored(text).isListed).toBe(true);
  for (const text of ['test', '3']) expect(kind.stored(text).isListed).toBe(false);
});
