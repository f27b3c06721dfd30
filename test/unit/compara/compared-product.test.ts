/** Round trips of products and their coding bases. Each is stored as a difference from the translation of the other. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ComparedProduct, encodeComparedProduct, productId } from '../../../src/compara/compared-product.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import { StoreError } from '../../../src/store/store.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const CODE = 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG';
const translate = (bases: string) =>
  (bases.match(/.../g) ?? [])
    .map((codon) => CODE[[...codon].reduce((sum, base) => sum * 4 + 'TCAG'.indexOf(base), 0)] ?? 'X')
    .join('');

const bases = fc.string({ unit: fc.constantFrom(...'ACGT'), maxLength: 400 });
const rare = fc.string({ unit: fc.constantFrom(...'ACGTNRa'), maxLength: 60 });
const coding = fc.oneof(
  bases,
  rare,
  fc.tuple(bases, rare, bases).map((parts) => parts.join('')),
);
/** Coding bases with their translation, which may be changed, truncated, extended or replaced. */
const pair = coding.chain((its) => {
  const translated = translate(its);
  const product = fc.oneof(
    fc.constant(translated),
    fc.constant(translated.slice(0, -1)),
    fc.nat(Math.max(0, translated.length - 1)).map((at) => `${translated.slice(0, at)}U${translated.slice(at + 1)}`),
    fc.string({ unit: fc.constantFrom(...'ACDEFGHIKLMNPQRSTVWXY*'), maxLength: 200 }),
    fc.constant(`${translated}K`),
  );
  return fc.tuple(fc.constant(its), product);
});

function encoded(fields: {
  id?: number;
  peptide?: boolean;
  row?: number[];
  product: string;
  coding: string;
}): Uint8Array {
  return encodeComparedProduct(
    { id: 7, peptide: true, row: [], ...fields, product: bytes(fields.product), coding: bytes(fields.coding) },
    new FieldWriter(),
  );
}

describe('a compared product', () => {
  test('decodes to what was encoded', () => {
    fc.assert(
      fc.property(
        pair,
        fc.maxSafeNat(),
        fc.boolean(),
        fc.array(fc.nat(100_000), { maxLength: 9 }),
        ([its, product], id, peptide, row) => {
          const record = encoded({ id, peptide, row, product, coding: its });
          const read = new ComparedProduct(record);
          expect([productId(record), read.id, read.peptide, [...read.row], read.product, read.coding]).toEqual([
            id,
            id,
            peptide,
            row,
            product || null,
            its || null,
          ]);
          expect([read.letters(false), read.letters(true)]).toEqual([
            read.product,
            peptide ? read.coding : read.product,
          ]);
        },
      ),
    );
  });

  test('takes no letters if it follows from its coding bases, except for selenocysteines', () => {
    const its = 'ATGGCCTGAAAATTT'.repeat(20);
    const product = translate(its);
    expect(encoded({ product, coding: its }).length).toBeLessThan(its.length / 3 + 12);
    expect(encoded({ product: product.replace('*', 'U'), coding: its }).length).toBeLessThan(its.length / 3 + 12);
    expect(encoded({ product: product.replaceAll('*', 'U'), coding: its }).length).toBeLessThan(
      its.length / 3 + 4 + 2 * 20 + 4,
    );
  });

  test('rejects a truncated record', () => {
    const record = encoded({ row: [3, 5, 2], product: 'MAUKF', coding: 'ATGGCCTGAAAATTTNNNTA' });
    for (let length = 0; length < record.length; length++)
      expect(() => new ComparedProduct(record.subarray(0, length)), String(length)).toThrow(StoreError);
  });
});
