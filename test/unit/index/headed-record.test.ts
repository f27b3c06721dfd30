import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { joinHead, splitHead } from '../../../src/index/blocks/fields.ts';
import { StoreError } from '../../../src/store/store.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

describe('a record with a head', () => {
  test('is split into its head and the joined rest', () => {
    fc.assert(
      fc.property(bytes, fc.array(bytes, { maxLength: 3 }), (head, parts) => {
        const [first, rest] = splitHead(joinHead(head, ...parts));
        expect([...first]).toEqual([...head]);
        expect([...rest]).toEqual(parts.flatMap((part) => [...part]));
      }),
    );
  });

  test('is rejected if it ends inside its head or the length of its head', () => {
    for (const cut of [[], [0x80], [3, 1, 2]])
      expect(() => splitHead(Uint8Array.from(cut)), String(cut)).toThrow(StoreError);
  });
});
