import { expect, test } from 'vitest';
import { at, get, last, only, present } from '../../src/checked.ts';

test('the checked accessors return existing values, including falsy ones', () => {
  expect(at([0, ''], 0)).toBe(0);
  expect(at(new Uint8Array([7]), 0)).toBe(7);
  expect(last(['a', ''])).toBe('');
  expect(only([false])).toBe(false);
  expect(get(new Map([['key', 0]]), 'key')).toBe(0);
  expect(present(0, 'the count')).toBe(0);
});

test('the checked accessors throw a RangeError that names the missing value', () => {
  expect(() => at(['a'], 1)).toThrow(new RangeError('no item 1 in a list of 1'));
  expect(() => at(['a'], -1)).toThrow(RangeError);
  expect(() => last([])).toThrow(RangeError);
  expect(() => only([])).toThrow(new RangeError('one item expected, not 0'));
  expect(() => only([1, 2])).toThrow(RangeError);
  expect(() => get(new Map(), 'key')).toThrow(new RangeError('no value under key'));
  expect(() => present(null, 'the count')).toThrow(new RangeError('the count is missing'));
});
