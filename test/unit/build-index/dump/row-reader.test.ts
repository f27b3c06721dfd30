import { constants, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DumpError } from '../../../../build-index/dump/dump-error.ts';
import { FieldTexts } from '../../../../build-index/dump/field-text.ts';
import { BUFFER_BYTES, readRows } from '../../../../build-index/dump/row-reader.ts';
import { dumpFolder, mysqlRows } from '../../../support/dump-files.ts';
import { at, present } from '../../../../src/checked.ts';

const folder = dumpFolder();

async function rowsOf(path: string, columns: number): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  for await (const batch of readRows(path, columns, 'gene')) {
    for (let row = 0; row < batch.rowCount; row++)
      rows.push(Array.from({ length: columns }, (_, column) => batch.text(row, column)));
  }
  return rows;
}

const fieldText = fc.option(
  fc
    .array(
      fc.oneof(
        fc.constantFrom('\t', '\n', '\\', '\0', '\r', '"', 'N', 'n', 't', '\x1a', '\ufeff', 'é', '漢'),
        fc.string({ unit: 'grapheme' }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);

describe('the row reader', () => {
  test('returns every text that MySQL escaped', async () => {
    const tables = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) => fc.array(fc.array(fieldText, { minLength: columns, maxLength: columns }), { minLength: 1 }));
    await fc.assert(
      fc.asyncProperty(tables, fc.boolean(), async (rows, packed) => {
        const text = mysqlRows(rows);
        const path = packed ? folder.write('any.txt.gz', gzipSync(text)) : folder.write('any.txt', text);
        expect(await rowsOf(path, at(rows, 0).length)).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });

  test('gives each distinct text one number, which leads back to the text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fieldText, fc.constantFrom('A', 'AB', 'BA')), { minLength: 1, maxLength: 200 }),
        async (written) => {
          const texts = new FieldTexts();
          const numbers: number[] = [];
          for await (const batch of readRows(folder.write('texts.txt', mysqlRows(written.map((text) => [text]))), 1)) {
            for (let row = 0; row < batch.rowCount; row++) numbers.push(batch.textNumber(row, 0, texts));
            expect([batch.isNull(0, -1), batch.text(0, -1), batch.integer(0, -1), batch.float(0, -1)]).toEqual([
              true,
              null,
              null,
              null,
            ]);
            expect(texts.text(batch.textNumber(0, -1, texts))).toBe(null);
          }
          expect(numbers.map((number) => texts.text(number))).toEqual(written);
          expect(new Set(numbers).size).toBe(new Set(written).size);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("decodes MySQL's letter escapes to control characters and keeps other escaped letters", async () => {
    const path = folder.write('letters.txt', 'a\\0b\\bc\\nd\\re\\tf\\Zg\\xh\\"\n');
    expect(await rowsOf(path, 1)).toEqual([['a\0b\bc\nd\re\tf\x1agxh"']]);
  });

  test('distinguishes NULL, the letter N, and a backslash before N', async () => {
    expect(await rowsOf(folder.write('null.txt', '\\N\tN\t\\\\N\t\t\\NN\n'), 5)).toEqual([
      [null, 'N', '\\N', '', 'NN'],
    ]);
  });

  test('accepts a last row without a newline and an empty file', async () => {
    expect(await rowsOf(folder.write('open.txt', 'a\tb\nc\td'), 2)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(await rowsOf(folder.write('empty.txt', ''), 2)).toEqual([]);
    expect(await rowsOf(folder.write('empty.txt.gz', gzipSync('')), 2)).toEqual([]);
  });

  test('reads rows and escapes that straddle the edge of the buffer', async () => {
    for (const before of [-3, -2, -1, 0, 1]) {
      const first = 'x'.repeat(BUFFER_BYTES + before);
      const rows = [
        [first, 'a\n\tb\\'],
        ['c', null],
        [first, first],
      ];
      expect(await rowsOf(folder.write('edge.txt', mysqlRows(rows)), 2)).toEqual(rows);
    }
  });

  test('reads all members of a gzip file', async () => {
    const path = folder.write(
      'members.txt.gz',
      Buffer.concat(['1\ta\n2', '\tb\n', '3\tc\n'].map((part) => gzipSync(part))),
    );
    expect(await rowsOf(path, 2)).toEqual([
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
    ]);
  });

  test('reads bytes that are not UTF-8 as Windows-1252', async () => {
    const path = folder.write('latin1.txt', Buffer.from([0x4b, 0x72, 0xfc, 0x70, 0x09, 0x80, 0x0a]));
    expect(await rowsOf(path, 2)).toEqual([['Krüp', '€']]);
  });

  test('keeps one buffer however long the file is, and enlarges it only for a long row', async () => {
    const path = folder.write('long.txt', `${'a\tb\n'.repeat(1_000_000)}`);
    const buffers = new Set<ArrayBufferLike>();
    let largest = 0;
    for await (const batch of readRows(path, 2)) {
      const { buffer } = present(batch.binary(0, 0), 'the result of binary');
      buffers.add(buffer);
      largest = Math.max(largest, buffer.byteLength);
    }
    expect(buffers.size).toBe(1);
    expect(largest).toBeLessThanOrEqual(BUFFER_BYTES);
    for await (const batch of readRows(folder.write('one-long.txt', `${'x'.repeat(3 * BUFFER_BYTES)}\n`), 1)) {
      expect(present(batch.binary(0, 0), 'the result of binary').buffer.byteLength).toBe(4 * BUFFER_BYTES);
    }
  });

  test('reports progress that adds up to the size of the compressed file', async () => {
    const packed = gzipSync('12\tabc\n'.repeat(200_000));
    let sum = 0;
    for await (const _ of readRows(folder.write('progress.txt.gz', packed), 2, 'gene', (bytes) => (sum += bytes)));
    expect(sum).toBe(packed.length);
  });
});

describe('a batch of rows', () => {
  test('parses whole numbers, decimals and NULL', async () => {
    expect.assertions(1);
    for await (const batch of readRows(folder.write('numbers.txt', '-12\t9007199254740991\t1e-05\t\\N\n'), 4, 'gene')) {
      expect([
        batch.integer(0, 0),
        batch.integer(0, 1),
        batch.float(0, 2),
        batch.integer(0, 3),
        batch.float(0, 3),
      ]).toEqual([-12, 9007199254740991, 1e-5, null, null]);
    }
  });

  test.each(['', '-', '1.5', '12a', '9007199254740993', ' 1'])('rejects %j as a whole number', async (text) => {
    expect.assertions(2);
    for await (const batch of readRows(folder.write('bad-number.txt', `1\ta\n${text}\tb\n`), 2, 'gene')) {
      expect(batch.integer(0, 0)).toBe(1);
      expect(() => batch.integer(1, 0)).toThrow(
        /bad-number\.txt line 2: column 1 of gene should be a whole number but is "/,
      );
    }
  });

  test.each(['', 'nan', '0x10', '1e', '.'])('rejects %j as a number', async (text) => {
    expect.assertions(1);
    for await (const batch of readRows(folder.write('bad-float.txt', `${text}\tb\n`), 2, 'gene')) {
      expect(() => batch.float(0, 0)).toThrow(/line 1: column 1 of gene should be a number/);
    }
  });
});

describe('the row reader names file and line of', () => {
  test('a row with another number of fields, counting newlines inside fields', async () => {
    const path = folder.write('short.txt', 'a\\\nb\tc\n\\\n\\\n\td\nbad\n');
    await expect(rowsOf(path, 2)).rejects.toThrow(`${path} line 6: a row of gene has 2 columns, this one has 1 field`);
    const long = folder.write('wide.txt', 'a\tb\nc\td\te\n');
    await expect(rowsOf(long, 2)).rejects.toThrow(`${long} line 2: a row of gene has 2 columns, this one has 3 fields`);
  });

  test('a fault in a later buffer', async () => {
    const path = folder.write('late.txt', `${'x\\\ny\tz\n'.repeat(160_000)}bad\n`);
    await expect(rowsOf(path, 2)).rejects.toThrow(`${path} line 320001: `);
  });

  test('a truncated last row', async () => {
    const path = folder.write('cut.txt', 'a\tb\nc');
    const doubt = '; the file ends there without a newline, so it may have been cut short';
    await expect(rowsOf(path, 2)).rejects.toThrow(
      new DumpError(`${path} line 2: a row of gene has 2 columns, this one has 1 field${doubt}`),
    );
    for (const whole of ['a\tb\nc\n', 'a\tb\nc\nd', 'a\tb\nc\td\te'])
      await expect(rowsOf(folder.write('not-cut.txt', whole), 2)).rejects.toThrow(
        /line 2: a row of gene has 2 columns, this one has [13] fields?$/,
      );
    const inNumber = folder.write('cut-number.txt', 'a\t5\nb\t-');
    for await (const batch of readRows(inNumber, 2, 'gene'))
      expect(() => batch.integer(1, 1)).toThrow(
        new DumpError(`${inNumber} line 2: column 2 of gene should be a whole number but is "-"${doubt}`),
      );
    const escape = folder.write('cut-escape.txt', 'a\tb\nc\td\\');
    await expect(rowsOf(escape, 2)).rejects.toThrow(`${escape} line 2: the file ends after a backslash`);
  });

  test('gzip data that is truncated, damaged, or not gzip', async () => {
    const packed = gzipSync('1\ta\n'.repeat(3000));
    const cut = folder.write('cut.txt.gz', packed.subarray(0, packed.length - 12));
    const text = gunzipSync(packed.subarray(0, -12), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    await expect(rowsOf(cut, 2)).rejects.toThrow(`${cut} line ${text.split('\n').length}: the file is truncated here`);
    const damaged = Uint8Array.from(packed);
    damaged[packed.length - 6] = ~at(damaged, packed.length - 6);
    const bad = folder.write('bad.txt.gz', damaged);
    await expect(rowsOf(bad, 2)).rejects.toThrow(
      `${bad} line 2049: the file is not sound gzip data within this line or a later one: incorrect data check`,
    );
    // The first byte of the second member is NUL. NUL bytes alone are padding, which is allowed.
    const members = [gzipSync('1\ta\n'.repeat(1000)), gzipSync('2\tb\n'.repeat(1000))];
    const hole = Buffer.concat(members).fill(0, at(members, 0).length, at(members, 0).length + 1);
    await expect(rowsOf(folder.write('hole.txt.gz', hole), 2)).rejects.toThrow(
      `hole.txt.gz line 1001: the file is damaged here: its gzip data end at byte ` +
        `${at(members, 0).length}, but other bytes follow`,
    );
    expect(
      await rowsOf(folder.write('padded.txt.gz', Buffer.concat([...members, Buffer.alloc(2000)])), 2),
    ).toHaveLength(2000);
    const plain = folder.write('plain.txt.gz', '1\ta\n');
    await expect(rowsOf(plain, 2)).rejects.toThrow(`${plain} line 1: the file is not sound gzip data`);
  });

  test('a missing file', async () => {
    await expect(rowsOf('/nowhere/gene.txt', 2)).rejects.toMatchObject({ name: 'DumpError' });
    await expect(rowsOf('/nowhere/gene.txt.gz', 2)).rejects.toMatchObject({ name: 'DumpError' });
  });
});
