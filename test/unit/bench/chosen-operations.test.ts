import { expect, test } from 'vitest';
import { chosenOperations } from '../../../bench/operations/requests.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';

test('operations are chosen by a text that their method and path hold; an empty one chooses all', () => {
  expect(chosenOperations('GET /info/ping').map(({ path }) => path)).toEqual(['/info/ping']);
  expect(chosenOperations('')).toEqual(operations);
});

test('says which operations there are none of', () => {
  expect(() => chosenOperations('GET /nothing')).toThrow(/No operation of the catalogue holds 'GET \/nothing'/);
});
