import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { joinHead, splitHead } from '../../src/index/headed-record.ts';
import { StoreError } from '../../src/store/store.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

describe('a headed record', () => {
  test('gives back its head, and the rest as one', () => {
    fc.assert(fc.property(bytes, fc.array(bytes, { maxLength: 3 }), (head, parts) => {
      const [first, rest] = splitHead(joinHead(head, ...parts));
      expect([...first]).toEqual([...head]);
      expect([...rest]).toEqual(parts.flatMap((part) => [...part]));
    }));
  });

  test('is refused when it ends within the length of its head', () => {
    expect(() => splitHead(new Uint8Array(0))).toThrow(StoreError);
    expect(() => splitHead(Uint8Array.of(0x80))).toThrow(StoreError);
  });
});
