import { expect, test } from 'vitest';
import { KEY, NamedVariants, VariantKeys } from '../../../../build-index/genome-files/variant-keys.ts';

const encoder = new TextEncoder();

function keysOf(...variants: [id: number, name: string, start: number, alleles: string][]): Uint32Array {
  const keys = new VariantKeys();
  for (const [id, name, start, alleles] of variants) {
    const [nameBytes, alleleBytes] = [encoder.encode(name), encoder.encode(alleles)];
    keys.add(id, 1, start, start, alleleBytes, alleleBytes.length, nameBytes, nameBytes.length);
  }
  return keys.numbers;
}

test('a name that is there already is found, with the id of its first variant and its place', () => {
  const named = new NamedVariants();
  const keys = keysOf([1, 'rs1', 5, 'A/C'], [2, 'rs2', 5, 'A/C'], [3, 'rs1', 5, 'A/C'], [4, 'rs2', 5, 'A/G']);
  expect(named.addOrFind(keys, 0)).toBeNull();
  expect(named.addOrFind(keys, KEY)).toBeNull();
  const same = named.addOrFind(keys, 2 * KEY) ?? -1;
  expect([named.id(same), named.isAt(same, keys, 2 * KEY)]).toEqual([1, true]);
  const other = named.addOrFind(keys, 3 * KEY) ?? -1;
  expect([named.id(other), named.isAt(other, keys, 3 * KEY)]).toEqual([2, false]);
});

test('forty thousand names that differ in digits are all distinguished', () => {
  const named = new NamedVariants();
  const names = Array.from({ length: 40_000 }, (_, index) => `1-${index}-A-C`);
  const keys = keysOf(...names.map((name, index) => [index + 1, name, 5, 'A/C'] as [number, string, number, string]));
  expect(Array.from(names, (_, index) => named.addOrFind(keys, index * KEY)).every((slot) => slot === null)).toBe(true);
  for (let at = 0; at < keys.length; at += KEY) {
    const slot = named.addOrFind(keys, at);
    if (slot === null || named.id(slot) !== at / KEY + 1) throw new Error(`${names[at / KEY]} is not found`);
  }
});
