import fc from 'fast-check';
import { expect, it } from 'vitest';
import { at } from '../../../src/checked.ts';
import { resolveSlice } from '../../../src/handlers/resolve/slice.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { readBases, readPackedBases } from '../../../src/release/sequence-reader.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { makeStore } from '../handlers/sequence-release.ts';

const store = new CountingStore(await makeStore());
const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
const genome = await release.genome('human');
const text = (letters: Uint8Array) => new TextDecoder().decode(letters);

it('unpacks a part of a slice as it would be in the whole slice, without further reads', async () => {
  await fc.assert(
    fc.asyncProperty(
      // Two stored pieces, one of them reversed, and gaps; a patch; over the origin of a circle.
      fc.constantFrom('1:900-1200', '1:1-3000', '1:2400-2600', 'PATCH1:150-300', 'MT:500-100'),
      fc.constantFrom(1, -1),
      fc.constantFrom(undefined, 'soft' as const, 'hard' as const),
      fc.nat(),
      fc.nat(),
      async (region, strand, mask, one, other) => {
        const slice = await resolveSlice(genome, `${region}:${strand}`, {
          coordSystem: undefined,
          coordSystemVersion: undefined,
        });
        const whole = text(at(await readBases(genome, [slice], mask), 0));
        const packed = at(await readPackedBases(genome, [slice], mask), 0);
        expect(packed.length).toBe(whole.length);
        const [from = 0, to = 0] = [one % whole.length, other % (whole.length + 1)].sort((a, b) => a - b);
        store.reset();
        expect(text(packed.part(from, to))).toBe(whole.slice(from, to));
        expect(store.reads).toHaveLength(0);
      },
    ),
    { numRuns: 300 },
  );
});
