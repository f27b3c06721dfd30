import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  collectionDigest,
  digestOf,
  levelOne,
  levelTwo,
} from '../../../src/genome/sequence-collection.ts';

// The two collections of the examples in the specification, and their digests there.
const FIRST = {
  lengths: [248956422, 242193529, 198295559],
  names: ['chr1', 'chr2', 'chr3'],
  sequences: [
    'SQ.2YnepKM7OkBoOrKmvHbGqguVfF9amCST',
    'SQ.lwDyBi432Py-7xnAISyQlnlhWDEaBPv2',
    'SQ.Eqk6_SvMMDCc6C-uEfickOUWTatLMDQZ',
  ],
};
const SECOND = {
  lengths: [1216, 970, 1788],
  names: ['A', 'B', 'C'],
  sequences: [
    'SQ.OL3sVAcd_5IZaDxUkH-yQkLmBz2iwY0s',
    'SQ.kny8cdhEEPHXoNlXmps8NQapGtUKZlM9',
    'SQ.DA-GLdXVihnYKs-fBS5MMgqMi7tVMJbt',
  ],
};

describe('digests of sequence collections', () => {
  it('are those of the specification', async () => {
    const first = await levelOne(FIRST);
    expect(first).toMatchObject({
      lengths: '5K4odB173rjao1Cnbk5BnvLt9V7aPAa2',
      names: 'g04lKdxiYtG3dOGeUC5AdKEifw65G0Wp',
      sequences: 'rD29ZKmEqwwHRXjiQ36p6UMZQ5hemmsb',
    });
    expect(await collectionDigest(first)).toBe('sjNNwm4zov3Dl0FRWbRTcZwzqrTQKIqL');
    expect(await levelOne(SECOND)).toMatchObject({
      lengths: 'QWhPI-Cll_0Y5NJ_2krRryuV97vzhbgJ',
      names: '1zOnTYE5slcISev72o62ySxbssEXeoUL',
      sequences: 'uPCc00rq-daL3zPnzYH-sBg9_z7HpB8B',
    });
  });

  it('the sorted attributes do not depend on the order of the sequences', async () => {
    const turned = {
      lengths: FIRST.lengths.toReversed(),
      names: FIRST.names.toReversed(),
      sequences: FIRST.sequences.toReversed(),
    };
    const [one, other] = [await levelOne(FIRST), await levelOne(turned)];
    expect(other.sorted_name_length_pairs).toBe(one.sorted_name_length_pairs);
    expect(other.sorted_sequences).toBe(one.sorted_sequences);
    expect(other.name_length_pairs).not.toBe(one.name_length_pairs);
    expect(await collectionDigest(other)).not.toBe(await collectionDigest(one));
  });

  it('the pairs are digested one by one, then sorted', async () => {
    const pairs = await Promise.all(SECOND.names.map((name, each) => digestOf({ name, length: SECOND.lengths[each] })));
    expect((await levelOne(SECOND)).sorted_name_length_pairs).toBe(await digestOf(pairs.sort()));
  });

  it('level 2 has the pairs and the sorted identifiers', () => {
    const { name_length_pairs, sorted_sequences } = levelTwo(SECOND);
    expect(name_length_pairs[1]).toEqual({ name: 'B', length: 970 });
    expect(sorted_sequences).toEqual([SECOND.sequences[2], SECOND.sequences[0], SECOND.sequences[1]]);
  });
});

describe('canonical JSON', () => {
  it.each([
    [['é', '\u20ac', '"'], '["é","€","\\""]'],
    [[{ name: 'chr1', length: 1 }], '[{"length":1,"name":"chr1"}]'],
    [[1e21, 0.1, -0], '[1e+21,0.1,0]'],
    [{ b: 1, a: 'x' }, '{"a":"x","b":1}'],
  ])('writes %j as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([[[[1]]], [[{ a: {} }]], [[undefined]]])('rejects %j', (value) => {
    expect(() => canonicalJson(value)).toThrow(/^An element of a sequence collection must /);
  });
});
