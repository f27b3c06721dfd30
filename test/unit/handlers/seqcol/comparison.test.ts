import { describe, expect, it } from 'vitest';
import { compareElements } from '../../../../src/handlers/seqcol/comparison.ts';

describe('elements of two collections', () => {
  it.each<[string, unknown[], unknown[], number, boolean | null]>([
    ['the same order', ['a', 'b', 'c'], ['a', 'b', 'c'], 3, true],
    ['the same order among others', ['x', 'a', 'b'], ['a', 'y', 'b', 'z'], 2, true],
    ['another order', ['a', 'b', 'c'], ['a', 'c', 'b'], 3, false],
    ['one shared element', ['a', 'b'], ['a', 'c'], 1, null],
    ['none', ['a'], ['b'], 0, null],
    ['empty lists', [], [], 0, null],
    ['duplicates of both', [5, 5, 7], [5, 5, 7], 3, true],
    ['duplicates of both in another order', [5, 5, 7], [5, 7, 5], 3, false],
    ['more duplicates in one', [5, 5, 7], [5, 7], 2, null],
    ['one element, twice in both', [5, 5], [5, 5], 2, true],
    ['numbers and texts', [5, 7], ['5', '7'], 0, null],
    ['objects with keys in any order', [{ name: 'a', length: 1 }, 1], [{ length: 1, name: 'a' }, 1], 2, true],
  ])('%s', (_, a, b, count, sameOrder) => {
    expect(compareElements(a, b)).toEqual({ count, sameOrder });
    expect(compareElements(b, a)).toEqual({ count, sameOrder });
  });
});
