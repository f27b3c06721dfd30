import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeDigestedSequence,
  digestKey,
  encodeDigestedSequence,
  ga4ghOf,
  trunc512Of,
  type DigestedSequence,
} from '../../../src/genome/sequence-digest.ts';
import { inventedRegion } from '../../support/invented-genes.ts';
import '../../support/seed.ts';

// The specification names this digest of ACGT.
const ACGT = 'SQ.aKF498dAxcJAqme6QYQ7EZ07-fiw8Kw2';
const MD5 = createHash('md5').update('ACGT').digest('hex');

describe('digests of a sequence', () => {
  it('computes the GA4GH identifier and the TRUNC512 of the specification', () => {
    const sha512 = createHash('sha512').update('ACGT').digest();
    expect(ga4ghOf(sha512)).toBe(ACGT);
    expect(trunc512Of(ACGT)).toBe(sha512.subarray(0, 24).toString('hex'));
  });

  it.each([
    [ACGT, ACGT],
    [`ga4gh:${ACGT}`, ACGT],
    [`GA4GH:${ACGT}`, ACGT],
    [MD5, MD5],
    [MD5.toUpperCase(), MD5],
    [`md5:${MD5}`, MD5],
    [trunc512Of(ACGT), ACGT],
    [trunc512Of(ACGT).toUpperCase(), ACGT],
    [`trunc512:${trunc512Of(ACGT)}`, ACGT],
  ])('finds %s under the key %s', (text, key) => {
    expect(digestKey(text)).toBe(key);
  });

  it.each([
    '',
    'Garbagechecksum',
    'some1111garbage1111ID',
    ACGT.toLowerCase(),
    ACGT.slice(0, -1),
    `${ACGT}=`,
    `md5:${ACGT}`,
    `ga4gh:${MD5}`,
    `trunc512:${MD5}`,
    `${MD5}0`,
    `vmc:${MD5}`,
    'insdc:BK006935.2',
    `${MD5}\n`,
  ])('%j is no digest', (text) => {
    expect(digestKey(text)).toBeNull();
  });

  it('stores digests, genome and region', () => {
    const region = { ...inventedRegion(3, 'fict'), directories: [new Uint8Array([1, 2, 3])] };
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.uint8Array({ minLength: 24, maxLength: 24 }),
        fc.nat(100_000),
        (md5, sha, genome) => {
          const sequence: DigestedSequence = {
            md5: Buffer.from(md5).toString('hex'),
            ga4gh: ga4ghOf(sha),
            genome,
            region,
          };
          expect(decodeDigestedSequence(encodeDigestedSequence(sequence))).toEqual(sequence);
          expect(digestKey(trunc512Of(sequence.ga4gh))).toBe(sequence.ga4gh);
        },
      ),
    );
  });

  it('rejects a record that was cut off', () => {
    const record = encodeDigestedSequence({
      md5: MD5,
      ga4gh: ACGT,
      genome: 0,
      region: { ...inventedRegion(3, 'fict'), directories: [] },
    });
    for (const length of [0, 16, 40, 42, record.length - 1])
      expect(() => decodeDigestedSequence(record.slice(0, length)), String(length)).toThrow();
  });
});
