import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import {
  GenotypeMatrix,
  GenotypeMatrixWriter,
  type MatrixQuery,
} from '../../../src/index/genotypes/genotype-matrix.ts';
import { encodeGenotypes, GenotypePlanes } from '../../../src/index/genotypes/genotype-planes.ts';
import {
  alternativesOf,
  hasMissing,
  planeOfSamples,
  SampleSelection,
} from '../../../src/index/genotypes/genotype-row.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { StoreError } from '../../../src/store/store.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { allelesOf } from '../../support/linkage-model.ts';
import { at, get } from '../../../src/checked.ts';

interface Row {
  region: number;
  position: number;
  name: string;
  genotypes: Uint8Array;
}

/** Genotypes from nearly all equal to nearly all different, so that all encodings are used. */
const genotypesOf = (samples: number) =>
  fc
    .record({
      seed: fc.nat(),
      share: fc.constantFrom(0, 0.01, 0.1, 0.5, 1),
      homozygous: fc.constantFrom(0, 0.05, 0.5),
      missing: fc.constantFrom(0, 0, 0.01, 0.4, 1),
    })
    .map(({ seed, share, homozygous, missing }) => {
      let state = seed + 1;
      const next = () => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8) / 2 ** 24;
      return Uint8Array.from({ length: samples }, () =>
        next() < missing ? 3 : next() < share ? (next() < homozygous ? 2 : next() < 0.5 ? 1 : 4) : 0,
      );
    });

const cases = fc.integer({ min: 1, max: 700 }).chain((samples) =>
  fc.record({
    samples: fc.constant(samples),
    rows: fc
      .array(
        fc.record({
          region: fc.nat(3),
          position: fc.integer({ min: 1, max: 60 }),
          name: fc.string({ maxLength: 12 }),
          genotypes: genotypesOf(samples),
        }),
        { maxLength: 40 },
      )
      .map((rows) => rows.sort((a, b) => a.region - b.region || a.position - b.position)),
    members: fc.uniqueArray(fc.nat(samples - 1), { maxLength: samples }),
  }),
);
const layouts = fc.record({
  blockBytes: fc.constantFrom(1, 200, 2000, 64 * 1024),
  directoryBytes: fc.constantFrom(1, 150, 256 * 1024),
});
const queries = fc.array(
  fc
    .record({ region: fc.nat(4), ends: fc.tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 70 })) })
    .map(({ region, ends: [a, b] }): MatrixQuery => ({ region, start: Math.min(a, b), end: Math.max(a, b) })),
  { maxLength: 5 },
);

async function write(rows: readonly Row[], layout = {}) {
  const store = new MemoryStore();
  const writer = new GenotypeMatrixWriter(store.sink('m'), layout);
  for (const { region, position, name, genotypes } of rows) await writer.add(region, position, name, genotypes);
  return { store, place: { object: 'm', directory: await writer.finish() } };
}

/** The genotypes of the selected samples. */
function unpacked(selection: SampleSelection, members: readonly number[], block: Uint8Array, place: number): number[] {
  const plane = selection.bytes;
  const planes = new Uint8Array(3 * plane);
  selection.unpack(block, place, planes, 0, plane, 2 * plane);
  const bit = (from: number, sample: number) => (at(planes, from + packedByte(members, sample)) >> (sample & 7)) & 1;
  return members.map((sample) => (bit(2 * plane, sample) ? 3 : bit(0, sample) + bit(plane, sample)));
}

/** Offset of a sample in an unpacked plane, which has only the bytes that contain a selected sample. */
function packedByte(members: readonly number[], sample: number): number {
  return [...new Set(members.map((each) => each >>> 3))].sort((a, b) => a - b).indexOf(sample >>> 3);
}

test('finds the variants of a span in order, with the genotypes of any selected samples', async () => {
  await fc.assert(
    fc.asyncProperty(cases, layouts, queries, async ({ samples, rows, members }, layout, requested) => {
      const { store, place } = await write(rows, layout);
      const matrix = new GenotypeMatrix(place, new CachedBlockReader(store, new ByteCache()));
      const selection = new SampleSelection(planeOfSamples(members, samples), samples);
      expect(selection.count).toBe(members.length);
      const found = await matrix.variants(requested);
      const shown = found.map((variants) =>
        variants.map(({ position, name, block, genotypesAt }) => ({
          position,
          name: new TextDecoder().decode(name),
          genotypes: unpacked(selection, members, block, genotypesAt),
          alternatives: alternativesOf(block, genotypesAt),
        })),
      );
      expect(shown).toEqual(
        requested.map(({ region, start, end }) =>
          rows
            .filter((row) => row.region === region && row.position >= start && row.position <= end)
            .map(({ position, name, genotypes }) => ({
              position,
              name,
              genotypes: members.map((sample) => allelesOf(at(genotypes, sample))),
              alternatives: genotypes.reduce((sum, genotype) => sum + (genotype === 3 ? 0 : allelesOf(genotype)), 0),
            })),
        ),
      );
    }),
    { numRuns: 100 },
  );
});

test('unpacked planes have no bits of samples that are not selected', () => {
  const selection = new SampleSelection(planeOfSamples([1, 9], 16), 16);
  for (const genotypes of [
    new Uint8Array(16).fill(2),
    Uint8Array.from({ length: 16 }, (_, sample) => (sample < 3 ? 2 : 0)),
    new Uint8Array(16).fill(3),
  ]) {
    const planes = new Uint8Array(6);
    selection.unpack(encodeGenotypes(genotypes), 0, planes, 0, 2, 4);
    expect([...planes].every((byte) => (byte & ~0b10) === 0)).toBe(true);
  }
});

test('rare genotypes take about one byte per carrier, common ones two bits per sample', () => {
  const bytes = (carriers: number) =>
    encodeGenotypes(Uint8Array.from({ length: 2504 }, (_, sample) => (sample % carriers > 0 ? 0 : 1))).length;
  expect(bytes(50)).toBeLessThan(2504 / 50 + 10);
  expect(bytes(2)).toBeLessThan((2 * 2504) / 8 + 10);
});

test('a rare variant takes less than 11 bytes, and a common one similar to its neighbour less than 50', async () => {
  const samples = 2504;
  const common = Uint8Array.from({ length: samples }, (_, sample) => (sample * sample) % 3);
  const rare = (each: number) =>
    Uint8Array.from({ length: samples }, (_, sample) => (sample === (each * 97) % samples ? 1 : 0));
  const alike = (each: number) => common.map((genotype, sample) => (sample % 250 === each % 250 ? 0 : genotype));
  const bytes = async (genotypesOf: (each: number) => Uint8Array) => {
    const rows = Array.from(
      { length: 100 },
      (_, each): Row => ({
        region: 1,
        position: 1000 + 40 * each,
        name: `rs${500_000_000 + ((each * 7919) % 1_000_000)}`,
        genotypes: genotypesOf(each),
      }),
    );
    return (await write(rows)).place.directory[0] / rows.length;
  };
  expect(await bytes(rare)).toBeLessThan(11);
  expect(await bytes(alike)).toBeLessThan(50);
});

test('encodes equal rows, in whichever order the genotypes of the samples are set', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: 400 })
        .chain((samples) =>
          fc.array(fc.uint8Array({ minLength: samples, maxLength: samples, max: 4 }), { minLength: 1, maxLength: 4 }),
        ),
      fc.nat(4),
      fc.boolean(),
      (variants, most, backwards) => {
        const planes = new GenotypePlanes(at(variants, 0).length);
        for (const genotypes of variants) {
          planes.fill(most);
          const others = [...genotypes.entries()].filter(([, genotype]) => genotype !== most);
          for (const [sample, genotype] of backwards ? others.reverse() : others) planes.set(sample, genotype);
          expect([...planes.encoded()]).toEqual([...encodeGenotypes(genotypes)]);
        }
      },
    ),
  );
});

test('a row has a flag for missing genotypes', () => {
  expect(hasMissing(encodeGenotypes(Uint8Array.of(0, 1, 2)), 0)).toBe(false);
  expect(hasMissing(encodeGenotypes(Uint8Array.of(0, 1, 3)), 0)).toBe(true);
  expect(hasMissing(encodeGenotypes(new Uint8Array(500).fill(3)), 0)).toBe(true);
});

test('a window needs one wave and one read with the directory in memory', async () => {
  const rows = Array.from(
    { length: 3000 },
    (_, each): Row => ({
      region: 1,
      position: 1 + 10 * each,
      name: `rs${each}`,
      genotypes: Uint8Array.from({ length: 200 }, (_, sample) => (sample * each) % 3),
    }),
  );
  const { store, place } = await write(rows);
  const counting = new CountingStore(store);
  const matrix = new GenotypeMatrix(place, new CachedBlockReader(counting, new ByteCache()));
  await matrix.plan([]);
  counting.reset();
  const [variants] = await matrix.variants([{ region: 1, start: 20_001, end: 22_000 }]);
  expect(variants).toHaveLength(200);
  expect({ waves: counting.waves, reads: counting.reads.length }).toEqual({ waves: 1, reads: 1 });
});

test('the writer rejects variants in wrong order, and the reader rejects damage', async () => {
  const { store, place } = await write([{ region: 1, position: 5, name: 'a', genotypes: Uint8Array.of(0, 1, 2, 3) }]);
  const writer = new GenotypeMatrixWriter(new MemoryStore().sink('m'));
  await writer.add(1, 5, 'a', Uint8Array.of(1));
  await expect(writer.add(1, 4, 'b', Uint8Array.of(1))).rejects.toThrow('follows 1:5');
  await expect(writer.add(0, 9, 'b', Uint8Array.of(1))).rejects.toThrow('follows 1:5');
  const whole = get(store.objects, 'm');
  for (let byte = 8; byte < whole.length; byte++) {
    const damaged = new MemoryStore();
    damaged.objects.set('m', whole.with(byte, at(whole, byte) ^ 0x10));
    const matrix = new GenotypeMatrix(place, new CachedBlockReader(damaged, new ByteCache()));
    await expect(matrix.variants([{ region: 1, start: 1, end: 9 }])).rejects.toThrow(StoreError);
  }
});
