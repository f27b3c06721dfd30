/** Trigrams as numbers and as text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TrigramNumbers, trigramsOfPattern } from '../../src/names/trigrams.ts';

const letter = fc.constantFrom('a', 'b', 'z', ' ', 'é', 'σ', '\uffee', '\u{1F9EC}', '\u{10ffff}');
const names = fc.array(fc.array(letter, { maxLength: 8 }).map((letters) => letters.join('')), { minLength: 1, maxLength: 8 });

function numbersOf(trigrams: TrigramNumbers, name: string): number[] {
  const found: number[] = [];
  trigrams.each(name, (trigram) => found.push(trigram));
  return found;
}

test('a name has the trigrams that a search for just this name looks for', () => {
  fc.assert(fc.property(names, (all) => {
    const trigrams = new TrigramNumbers(all);
    for (const name of all) expect([...new Set(numbersOf(trigrams, name).map((trigram) => trigrams.text(trigram)))]).toEqual(name === '' ? [] : trigramsOfPattern(name));
  }), { seed: 1 });
});

test('numbers are in the order of the bytes that they stand for', () => {
  fc.assert(fc.property(names, (all) => {
    const trigrams = new TrigramNumbers(all);
    const found = all.flatMap((name) => numbersOf(trigrams, name)).sort((a, b) => a - b).map((trigram) => Buffer.from(trigrams.text(trigram)));
    expect(found).toEqual(found.toSorted(Buffer.compare));
  }), { seed: 1 });
});
