/** Texts of shares against those that are made without a table. */
import { expect, test } from 'vitest';
import { ShareTexts } from '../../../../build-index/genome-files/share-texts.ts';
import { frequencyText } from '../../../../build-index/genome-files/variant-text.ts';
import { RowBytes } from '../../../../build-index/dump-writer/row-bytes.ts';
import { Random } from '../../../../data/fictional/random.ts';

test('texts of more shares than the table has slots, each asked for twice', () => {
  const [random, shares, row] = [new Random(20_261_128), new ShareTexts(), new RowBytes()];
  const written = (count: number, total: number) => {
    row.clear();
    shares.write(count, total, row);
    return new TextDecoder().decode(row.bytes);
  };
  for (let each = 0; each < 200_000; each++) {
    const total = random.integer(1, 10 ** random.integer(1, 7));
    const count = random.integer(1, total);
    const expected = frequencyText(count / total);
    expect([written(count, total), written(count, total)]).toEqual([expected, expected]);
  }
});

test.each([
  [1, 9_999_999],
  [13, 9_899_999],
  [1, 3],
  [9_999_998, 9_999_999],
  [5, 5],
])('%i of %i, at the limits of lengths', (count, total) => {
  const row = new RowBytes();
  row.reserve(100);
  new ShareTexts().write(count, total, row);
  expect(new TextDecoder().decode(row.bytes)).toBe(frequencyText(count / total));
});
