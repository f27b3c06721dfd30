import { expect, test } from 'vitest';
import { ComparaSpecies } from '../../../src/compara/species.ts';
import { TextCache } from '../../../src/handlers/compara/text-cache.ts';

const species = new ComparaSpecies({ genomes: [], nodes: {} });
const others = new ComparaSpecies({ genomes: [], nodes: {} });
const record = {};
const keptIn = (most: number) => new TextCache(most, (each) => each === record);

test('texts are cached by record, format and species', () => {
  const texts = keptIn(1000);
  const key = {};
  expect(texts.of(species, 'json').keep(key, 'one', record)).toBe('one');
  texts.of(species, 'xml').keep(key, 'another', record);
  expect(texts.of(species, 'json').get(key)).toBe('one');
  expect(texts.of(species, 'xml').get(key)).toBe('another');
  expect(texts.of(species, 'json').get({})).toBeUndefined();
  expect(texts.of(others, 'json').get(key)).toBeUndefined();
});

test.each([
  ['one byte per letter', 'ten letter', 10],
  ['two bytes per letter beyond Latin-1', 'ten lettęr', 5],
])('the cache keeps at most its limit of bytes, with %s', (_, text, most) => {
  const texts = keptIn(100);
  const keys = Array.from({ length: 50 }, () => ({}));
  const numbers = keys.map((key, each) => {
    texts.of(species, each % 2 ? 'json' : 'xml').keep(key, text, record);
    return keys.filter((one) => texts.of(species, 'json').get(one) ?? texts.of(species, 'xml').get(one)).length;
  });
  expect(numbers).toEqual(keys.map((_, each) => (each % most) + 1));
});

test('the cache neither keeps nor counts the text of a record that is not itself cached', () => {
  const texts = keptIn(10);
  const [key, other] = [{}, {}];
  texts.of(species, 'json').keep(key, 'ten letter', record);
  expect(texts.of(species, 'json').keep(other, 'ten letter', {})).toBe('ten letter');
  expect(texts.of(species, 'json').get(other)).toBeUndefined();
  expect(texts.of(species, 'json').get(key)).toBe('ten letter');
});
