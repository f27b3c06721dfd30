/** Reading only the few rows of a file that have a value in some column. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pickedRows } from '../../../../build-index/dump/picked-rows.ts';
import { DumpError } from '../../../../build-index/dump/dump-error.ts';

import { dumpFolder, mysqlRows } from '../../../support/dump-files.ts';

const folder = dumpFolder();

async function pickedOf(text: string, fieldCount: number, present: readonly number[]): Promise<(string | null)[][]> {
  const picked: (string | null)[][] = [];
  const plan = {
    path: folder.write('picked.txt', text),
    table: 'some',
    fieldCount,
    rules: {},
    columns: [],
    key: null,
    plainBytes: text.length,
  };
  for await (const batch of pickedRows(plan, present)) {
    for (let row = 0; row < batch.rowCount; row++)
      picked.push(Array.from({ length: fieldCount }, (_, column) => batch.text(row, column)));
  }
  return picked;
}

test('reads exactly the rows in which one of the columns is not NULL', async () => {
  const field = fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    fc.constantFrom('', 'N', '12', '"', 'é', 'a'.repeat(50)),
    fc.constantFrom('\\', '\t', 'a\nb', '\\N'),
  );
  const plain = fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    fc.constantFrom('', 'N', '12', '"', 'é', 'a'.repeat(50)),
  );
  const rows = fc
    .oneof(field, plain)
    .chain(() => fc.oneof(fc.constant(field), fc.constant(plain)))
    .chain((any) => fc.array(fc.tuple(any, any, any, any), { maxLength: 40 }));
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom([0], [3], [1, 2]), async (written, present) => {
      const wanted = written.filter((row) => present.some((column) => row[column] !== null));
      // A file with escapes is read whole, so other rows may come too.
      const picked = await pickedOf(mysqlRows(written), 4, present);
      expect(picked.filter((row) => present.some((column) => row[column] !== null))).toEqual(wanted);
      if (!JSON.stringify(written).includes('\\')) expect(picked).toEqual(wanted);
    }),
    { numRuns: 300 },
  );
});

test('rejects a row with another number of fields, picked or not', async () => {
  await expect(pickedOf('1\t\\N\n2\n3\t\\N\n', 2, [1])).rejects.toThrow(DumpError);
  await expect(pickedOf('1\t\\N\n2\t\\N\t\\N\n', 2, [1])).rejects.toThrow('line 2');
});
