import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelWordList, plainWordList } from '../../build-index/vcf/uncommon-words.ts';

const [COMMON, OTHERS] = [0x09307c30, [0x09317c30, 0x09307c31, 0, -1]];
const MOST = 200;
// Every rest of sixteen, of words that are rarely, often or always another.
const contents = fc.tuple(fc.nat(MOST), fc.constantFrom(0, 0.02, 0.5, 1), fc.infiniteStream(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.constantFrom(...OTHERS))))
  .map(([count, share, stream]) => [...stream.take(count)].map(([chance, other]) => (chance < share ? other : COMMON)));

test.each([['the kernel', kernelWordList(MOST)!], ['plain JavaScript', plainWordList(MOST)]])('%s lists the words that are not the common one, and leaves the words as they are', (_, list) => {
  fc.assert(fc.property(contents, (words) => {
    list.words.fill(7);
    list.words.set(words);
    const listed = list.list(words.length, COMMON);
    expect([...list.uncommon.subarray(0, listed)]).toEqual(words.flatMap((word, at) => (word === COMMON ? [] : [at])));
    expect([...list.words]).toEqual([...words, ...new Array<number>(MOST - words.length).fill(7)]);
  }), { numRuns: 300 });
});
