/** The fast reader of a line's sample columns against a model that splits the text at tabs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_GENOTYPE, SampleColumns, readCalls } from '../../../../build-index/vcf/sample-columns.ts';
import { at } from '../../../../src/checked.ts';

const SHORT = ['0|0', '0|1', '1|0', '1|1', '0/1', '.|.', '2|0', './1', '999'];
// Columns of one, two and many letters; with values after the genotype; empty; and short ones of which several fill
// the four bytes of one three-letter column and its tab.
const OTHERS = ['0', '1', '.', '0|', '', '0|10', '10|11', '0|1|1', '0|0:12', '1|1:.:3', '0:1', ':', 'é|é', '0:'];

/** A line with one main genotype and a share of other texts, three letters long or any length. */
const line = fc
  .record({
    main: fc.constantFrom(...SHORT),
    texts: fc.constantFrom(SHORT, SHORT.slice(0, 2), [...SHORT, ...OTHERS], OTHERS),
    share: fc.constantFrom(0, 0.03, 0.5, 1),
    columns: fc.integer({ min: 0, max: 90 }),
    lacking: fc.constantFrom(0, 0, 0, 1, -1, 20),
    head: fc.constantFrom('', '1\t5\tid\t'),
    seed: fc.nat(),
  })
  .map(({ main, texts, share, columns, lacking, head, seed }) => {
    let state = seed;
    const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const written = Array.from({ length: columns }, () =>
      random() < share ? at(texts, Math.floor(random() * texts.length)) : main,
    );
    return { head, written: written.join('\t'), samples: Math.max(0, columns + lacking) };
  });

/** The model. */
function plainColumns(written: string, samples: number) {
  // A tab at the end of the line begins no column.
  const all = written
    .replace(/\t$/, '')
    .split('\t')
    .map((column) => at(column.split(':', 1), 0));
  const columns = written === '' ? [] : all.slice(0, samples);
  return { columns, hasMore: samples === 0 || (columns.length === samples && written.split('\t').length > samples) };
}

test('reads the same columns as the model', () => {
  const columns = new SampleColumns();
  fc.assert(
    fc.property(line, ({ head, written, samples }) => {
      const bytes = Buffer.from(head + written, 'latin1');
      columns.read(bytes, head.length, samples);
      const plain = plainColumns(written, samples);
      const { texts, counts, common, listed, found, hasMore } = columns;
      expect({ columns: [...columns.dense()].map((code) => texts[code]), hasMore }).toEqual(plain);
      expect(texts).toEqual([...new Set(plain.columns)]);
      expect(counts).toEqual(texts.map((text) => plain.columns.filter((each) => each === text).length));
      expect([...columns.columns.subarray(0, listed)]).toEqual(
        plain.columns.flatMap((text, column) => (text === texts[common] ? [] : [column])),
      );
      expect([found, common]).toEqual([plain.columns.length, counts.indexOf(Math.max(...counts))]);
      expect(bytes.toString('latin1')).toBe(head + written);
    }),
    { numRuns: 500 },
  );
});

test('does not confuse NUL bytes, from a hole in the file, with a genotype', () => {
  const columns = new SampleColumns();
  columns.read(Buffer.from('0|1\t\0\0\0\x000|1'), 0, 3);
  expect([...columns.dense()].map((code) => columns.texts[code])).toEqual(['0|1', '\0\0\0\x000|1']);
});

test('numbers genotypes in order of appearance by their alleles; a missing sample has no genotype', () => {
  fc.assert(
    fc.property(line, ({ head, written, samples }) => {
      const { genotypes, columns, numbers, called } = readCalls(
        Buffer.from(head + written, 'latin1'),
        head.length,
        samples,
      );
      const known = plainColumns(written, samples).columns.map((text) =>
        /^(\d+|\.)([|/](\d+|\.))*$/.test(text) && /\d/.test(text) ? (text.match(/\d+/g) ?? []).map(Number) : null,
      );
      expect(
        [...columns.dense()].map((text) => (numbers[text] === NO_GENOTYPE ? null : genotypes[at(numbers, text)])),
      ).toEqual(known);
      expect(genotypes.map((alleles) => alleles.join())).toEqual([
        ...new Set(known.flatMap((alleles) => (alleles ? [alleles.join()] : []))),
      ]);
      expect(called).toBe(known.filter((alleles) => alleles).length);
    }),
  );
});
