import { expect, test } from 'vitest';
import { foldWhole, trimTrailingSpaces, foldName } from '../../../src/names/name-text.ts';

test('trailing spaces of a name are ignored, other white space is not', () => {
  expect(foldWhole(' Fictus  probatus  ')).toBe(' fictus  probatus');
  expect(trimTrailingSpaces('  ')).toBe('');
  expect(trimTrailingSpaces('tab\t')).toBe('tab\t');
});

test('removing a million spaces takes linear time', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(foldWhole(`A${blanks}b${blanks}`)).toBe(`a${blanks}b`);
});

/** Code points of scripts with case. */
const CASED = [
  [0, 0x2fff],
  [0xa000, 0xabff],
  [0xf900, 0x118ff],
  [0x16e00, 0x16eff],
  [0x1e900, 0x1e95f],
] as const;

/** All letters of scripts with case, and some of the others. */
function* manyLetters(): Generator<string> {
  for (let code = 0; code < 0x20000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    if (code % 61 === 0 || CASED.some(([first, last]) => code >= first && code <= last))
      yield String.fromCodePoint(code);
  }
}

test('latin1 letters are folded like by latin1_swedish_ci', () => {
  expect(foldName('ÀÁÂÃ ÅåÄäÆæ Çç Ðð ÈÉÊË ÌÍÎÏ Ññ ÒÓÔÕ ÖöØø ÙÚÛ ÜÝüýÿ Þß')).toBe(
    'aaaa ååääää cc dd eeee iiii nn oooo ööøø uuu yyyyÿ þß',
  );
});

test('folding gives one letter per letter, is idempotent and ignores case', () => {
  const wrong: string[] = [];
  for (const letter of manyLetters()) {
    const folded = foldName(letter);
    // The lower case of İ has two letters, of which the first counts.
    if (
      [...folded].length !== 1 ||
      foldName(folded) !== folded ||
      foldName(letter.toLowerCase().slice(0, letter.length)) !== folded
    )
      wrong.push(letter);
  }
  expect(wrong).toEqual([]);
});

test('the folding of a letter does not depend on its neighbours', () => {
  const wrong: string[] = [];
  for (const letter of manyLetters()) {
    const folded = foldName(letter);
    if (foldName(`a${letter}`) !== `a${folded}` || foldName(`${letter}Σ.`) !== `${folded}σ.`) wrong.push(letter);
  }
  expect(wrong).toEqual([]);
  expect(foldName('ΟΔΟΣ')).toBe(foldName('οδος'));
  expect(foldName('İstanbul')).toBe('istanbul');
});

test('a lone surrogate is folded to the replacement character', () => {
  expect(foldName('a\ud83e')).toBe('a\ufffd');
});
