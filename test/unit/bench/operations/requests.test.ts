import { expect, test } from 'vitest';
import { chosenOperations } from '../../../../bench/operations/requests.ts';
import { operations } from '../../../../src/catalogue/catalogue.ts';

test('chooses the operations whose method and path contain a text; the empty text chooses all', () => {
  expect(chosenOperations('GET /info/ping').map(({ path }) => path)).toEqual(['/info/ping']);
  expect(chosenOperations('')).toEqual(operations);
});

test('rejects a text that no operation contains', () => {
  expect(() => chosenOperations('GET /nothing')).toThrow(/No operation of the catalogue contains 'GET \/nothing'/);
});
