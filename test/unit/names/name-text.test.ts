/** Names as they are compared. */
import { expect, test } from 'vitest';
import { foldWhole, trimTrailingSpaces, foldName } from '../../../src/names/name-text.ts';

test('blanks behind a name do not count, others do', () => {
  expect(foldWhole(' Fictus  probatus  ')).toBe(' fictus  probatus');
  expect(trimTrailingSpaces('  ')).toBe('');
  expect(trimTrailingSpaces('tab\t')).toBe('tab\t');
});

test('a million blanks are looked at once each', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(foldWhole(`A${blanks}b${blanks}`)).toBe(`a${blanks}b`);
});

/** Letters that count alike in names. */

/** The planes that have letters of two cases, without halves of surrogate pairs. */
function* everyLetter(): Generator<string> {
  for (let code = 0; code < 0x20000; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}

test('letters of latin1 count as latin1_swedish_ci says', () => {
  expect(foldName('ÀÁÂÃ ÅåÄäÆæ Çç Ðð ÈÉÊË ÌÍÎÏ Ññ ÒÓÔÕ ÖöØø ÙÚÛ ÜÝüýÿ Þß')).toBe(
    'aaaa ååääää cc dd eeee iiii nn oooo ööøø uuu yyyyÿ þß',
  );
});

test('each letter becomes one, which becomes no other, and counts like its lower case', () => {
  const wrong: string[] = [];
  for (const letter of everyLetter()) {
    const folded = foldName(letter);
    // Of two letters, which İ has in lower case, the first.
    if (
      [...folded].length !== 1 ||
      foldName(folded) !== folded ||
      foldName(letter.toLowerCase().slice(0, letter.length)) !== folded
    )
      wrong.push(letter);
  }
  expect(wrong).toEqual([]);
});

test('what stands around a letter does not matter', () => {
  const wrong: string[] = [];
  for (const letter of everyLetter()) {
    const folded = foldName(letter);
    if (foldName(`a${letter}`) !== `a${folded}` || foldName(`${letter}Σ.`) !== `${folded}σ.`) wrong.push(letter);
  }
  expect(wrong).toEqual([]);
  expect(foldName('ΟΔΟΣ')).toBe(foldName('οδος'));
  expect(foldName('İstanbul')).toBe('istanbul');
});

test('half a surrogate pair, which no table can hold, is a replacement character', () => {
  expect(foldName('a\ud83e')).toBe('a\ufffd');
});
