/** Names as they are compared. */
import { expect, test } from 'vitest';
import { foldWhole, withoutBlanksBehind } from '../../src/names/name-text.ts';

test('blanks behind a name do not count, others do', () => {
  expect(foldWhole(' Fictus  probatus  ')).toBe(' fictus  probatus');
  expect(withoutBlanksBehind('  ')).toBe('');
  expect(withoutBlanksBehind('tab\t')).toBe('tab\t');
});

test('a million blanks are looked at once each', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(foldWhole(`A${blanks}b${blanks}`)).toBe(`a${blanks}b`);
});
