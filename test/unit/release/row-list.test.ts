import { expect, test } from 'vitest';
import { fromRows, toRows } from '../../../src/release/row-list.ts';

test('stores the names of common fields once, and other fields in their rows', () => {
  const list = [
    { name: 'a', strain: null, aliases: ['x'] },
    { name: 'b', strain: 's', aliases: [], isOfFiles: true, accession: undefined },
  ];
  const stored = toRows(list);
  expect(stored).toEqual({
    fields: ['name', 'strain', 'aliases'],
    rows: [
      ['a', null, ['x']],
      ['b', 's', [], { isOfFiles: true }],
    ],
  });
  expect(fromRows(structuredClone(stored))).toEqual([
    list[0],
    { name: 'b', strain: 's', aliases: [], isOfFiles: true },
  ]);
});

test('restores an empty list, and items without common fields', () => {
  expect(fromRows(toRows([]))).toEqual([]);
  expect(fromRows(toRows([{ a: 1 }, { b: 2 }]))).toEqual([{ a: 1 }, { b: 2 }]);
});
