/**
 * An invented release with more variants than the service lists in memory: on a chromosome, on a circle, and on regions
 * that show the chromosome.
 */
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/overlap.ts';
import { encodeRecord } from '../../../src/genome/feature-records.ts';
import { encodeSeqRegion, type SeqRegion } from '../../../src/genome/seq-region.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { IntervalTableWriter } from '../../../src/index/tables/interval-table.ts';
import type { CompiledGenome, CompiledManifest } from '../../../src/release/manifest.ts';
import { Release } from '../../../src/release/release.ts';
import { encodeRoot } from '../../../src/release/root.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { Store } from '../../../src/store/store.ts';
import { encodeVariantFeature, FeatureLayouts } from '../../../src/variants/variant-features.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { MemoryTables } from '../../support/memory-tables.ts';
import { at } from '../../../src/checked.ts';

const LENGTH = 5_000_000;
export const CIRCLE = 500_000;

function region(ordinal: number, name: string, more: Partial<SeqRegion> = {}): SeqRegion {
  return {
    ordinal,
    name,
    coordSystem: 'chromosome',
    version: 'FIC1',
    rank: 1,
    defaultVersion: true,
    length: LENGTH,
    topLevel: true,
    circular: false,
    nonReference: false,
    exception: 'REF',
    karyotypeRank: ordinal,
    codonTable: 1,
    synonyms: [],
    sequence: [],
    ...more,
  };
}

const chromosome = region(1, '1');
const circle = region(2, 'ring', { circular: true, length: CIRCLE });
const REGIONS = [
  chromosome,
  circle,
  region(3, 'patch', {
    nonReference: true,
    projection: [{ start: 1001, end: LENGTH, region: 1, name: '1', from: 1, strand: 1 }],
  }),
  region(4, 'ctg', {
    coordSystem: 'contig',
    version: null,
    rank: 2,
    topLevel: false,
    karyotypeRank: null,
    assembledInto: [{ start: 1, end: LENGTH, region: 1, name: '1', from: 1, strand: -1 }],
  }),
];

export interface LongLists {
  /** Number of variants on the chromosome, each two bases long and `every` bases apart. Every tenth is somatic. */
  variants: number;
  every: number;
  /** Number of variants on the circle. The last one wraps over its origin. */
  onCircle?: number;
  repeats?: number;
}

export async function longLists({ variants, every, onCircle = 0, repeats = 0 }: LongLists): Promise<MemoryStore> {
  const store = new MemoryStore();
  const tables = new MemoryTables(store);
  const layouts = new FeatureLayouts();
  const variantTable = await tables.table('variants', async (sink) => {
    const writer = new IntervalTableWriter(sink);
    for (let each = 0; each < variants; each++)
      await writer.add(chromosome.ordinal, 1 + each * every, 2 + each * every, variant(each, variants, layouts));
    for (let each = 0; each < onCircle; each++) {
      const start = ((each + 1) * CIRCLE) / onCircle;
      await writer.add(circle.ordinal, start, start + 1, variant(each, onCircle, layouts));
    }
    return writer.finish();
  });
  const repeatTable = await tables.table('repeats', async (sink) => {
    const writer = new IntervalTableWriter(sink);
    for (let each = 0; each < repeats; each++) {
      await writer.add(
        chromosome.ordinal,
        1 + each * 10,
        10 + each * 10,
        encodeRecord({
          dbId: each + 1,
          strand: 1,
          name: `R${each}`,
          repeatClass: 'x',
          repeatType: 'x',
          logicName: 'mask',
          gffSource: null,
        }),
      );
    }
    return writer.finish();
  });
  const genome: CompiledGenome = {
    species: 'homo_fictus',
    group: 'core',
    speciesId: 1,
    aliases: ['homo_fictus', 'human'],
    assembly: 'FIC1',
    sequence: null,
    longest: [],
    tables: {
      'seq-regions': await tables.sorted(
        'regions',
        REGIONS.map((each) => [each.name.toLowerCase(), encodeSeqRegion({ ...each, directories: [] })]),
      ),
      'variant-features': { ...variantTable, shapes: layouts.lists() },
      repeats: repeatTable,
    },
    info: { object: 'info', size: 1, sha256: '' },
    documents: {},
    coordSystems: [
      { name: 'chromosome', version: 'FIC1', rank: 1, default: true, sequenceLevel: false },
      { name: 'contig', version: null, rank: 2, default: true, sequenceLevel: true },
    ],
  };
  const manifest: CompiledManifest = {
    id: 'test',
    version: 115,
    genomes: [genome],
    ids: await tables.sorted('ids', []),
    species: [
      {
        name: 'homo_fictus',
        release: 115,
        aliases: [],
        groups: ['core', 'variation'],
        division: '',
        displayName: null,
        commonName: null,
        accession: null,
        assembly: 'FIC1',
        taxonId: null,
        strain: null,
        strainCollection: null,
      },
    ],
  };
  store.values.set('current', encodeRoot(manifest));
  return store;
}

/** Rows descend along the region, so that the order of rows differs from the order of positions. */
function variant(each: number, count: number, layouts: FeatureLayouts): Uint8Array {
  return encodeVariantFeature(
    {
      row: count - each,
      strand: 1,
      name: `rs${(each * 7919) % 1_000_003}`,
      source: 'dbSNP',
      alleles: at(['A/G', 'C/T', 'T/G/C', 'G/A'], each % 4),
      consequences: [each % 7 === 0 ? 'missense_variant' : 'intron_variant'],
      clinicalSignificance: [],
      sets: [],
      somatic: each % 10 === 9,
      insertion: false,
      failed: false,
      variationId: each,
      phenotypeOrDisease: false,
    },
    layouts,
  );
}

/** Requests a path below overlap/region/human from a store. */
export async function regionClient(store: Store): Promise<(path: string, type?: string) => Promise<Response>> {
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(8 * 1024 * 1024)));
  const app = createApp({ operations, openRelease: () => release });
  return async (path, type = 'application/json') =>
    app.request(`/rest/overlap/region/human/${path}`, { headers: { 'content-type': type } });
}
