/** Cached texts of frequencies against texts that are made again. */
import { expect, test } from 'vitest';
import { FrequencyTexts } from '../../../../build-index/genome-files/frequency-texts.ts';
import { frequencyText } from '../../../../build-index/genome-files/variant-text.ts';
import { RowBytes } from '../../../../build-index/dump-writer/row-bytes.ts';
import { Random } from '../../../../data/fictional/random.ts';

test('returns the text of frequencyText for more frequencies than the cache has entries, each asked for twice', () => {
  const [random, texts, row] = [new Random(20_261_128), new FrequencyTexts(), new RowBytes()];
  const written = (count: number, total: number) => {
    row.clear();
    texts.write(count, total, row);
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
])('fits %i of %i into an entry', (count, total) => {
  const row = new RowBytes();
  row.reserve(100);
  new FrequencyTexts().write(count, total, row);
  expect(new TextDecoder().decode(row.bytes)).toBe(frequencyText(count / total));
});
