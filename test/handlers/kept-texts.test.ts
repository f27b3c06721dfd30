/** Texts kept of homologies and trees: what is given back, and when it is let go of. */
import { expect, test } from 'vitest';
import { ComparaSpecies } from '../../src/compara/species.ts';
import { KeptTexts } from '../../src/handlers/comparative-genomics/kept-texts.ts';

const species = new ComparaSpecies({ genomes: [], nodes: {} });
const others = new ComparaSpecies({ genomes: [], nodes: {} });

test('a text is that of its object, its form and its species', () => {
  const texts = new KeptTexts<object>();
  const key = {};
  expect(texts.of(species, 'json').keep(key, 'one')).toBe('one');
  texts.of(species, 'xml').keep(key, 'another');
  expect(texts.of(species, 'json').get(key)).toBe('one');
  expect(texts.of(species, 'xml').get(key)).toBe('another');
  expect(texts.of(species, 'json').get({})).toBeUndefined();
  expect(texts.of(others, 'json').get(key)).toBeUndefined();
});

test('no more characters are kept than said', () => {
  const texts = new KeptTexts<object>(100);
  const keys = Array.from({ length: 50 }, () => ({}));
  for (const key of keys) {
    texts.of(species).keep(key, 'ten letter');
    const kept = keys.filter((each) => texts.of(species).get(each) !== undefined);
    expect(kept.length).toBeLessThanOrEqual(10);
  }
});
