import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkCoreFeatures } from '../../../../../build-index/compile/genome/check-features.ts';
import { CORE_TABLES } from '../../../../../build-index/compile/genome/core-schema.ts';
import { NumberSet } from '../../../../../build-index/compile/variation/transcript-variations.ts';
import { loadRegions } from '../../../../../build-index/compile/genome/regions.ts';
import { FeatureTable, readVariantFeatures } from '../../../../../build-index/compile/variation/variant-features.ts';
import { VARIATION_TABLES } from '../../../../../build-index/compile/variation/variation-schema.ts';
import { openDatabase } from '../../../../../build-index/dump/database.ts';
import { findDatabases } from '../../../../../build-index/dump/find-databases.ts';
import { IntervalRuns } from '../../../../../build-index/output/interval-runs.ts';
import { geneRows, regionRows, writeCoreDump, writeDump, type CoreRows } from '../core-dump.ts';
import { at, present } from '../../../../../src/checked.ts';

const folder = await mkdtemp(join(tmpdir(), 'check-features-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let dumps = 0;
const REGIONS: CoreRows = {
  ...regionRows([
    { id: 1, name: 'A', length: 1000, topLevel: true },
    { id: 2, name: 'MT', length: 300, topLevel: true },
    { id: 3, name: 'PATCH', length: 500, topLevel: true },
  ]),
  seq_region_attrib: [{ seq_region_id: 2, attrib_type_id: 316, value: '1' }],
  assembly_exception: [
    { assembly_exception_id: 1, seq_region_id: 3, seq_region_start: 1, seq_region_end: 500, exc_type: 'PATCH_FIX' },
  ],
};

/** Checks a core dump, and a variation dump with variants at the given places. */
async function checked(rows: CoreRows, variants: [region: number, start: number, end: number][] = []): Promise<void> {
  const where = join(folder, String(dumps++));
  await writeCoreDump(where, 'fictus', { ...REGIONS, ...rows });
  await writeDump(
    where,
    'fictus',
    'variation',
    { variation_feature: VARIATION_TABLES.variation_feature },
    {
      variation_feature: variants.map(([region, start, end], id) => ({
        variation_feature_id: id,
        seq_region_id: region,
        seq_region_start: start,
        seq_region_end: end,
      })),
    },
  );
  const [core, variation] = await findDatabases([where]);
  const coreTables = await openDatabase(present(core, 'core'), CORE_TABLES);
  try {
    const regions = await loadRegions(coreTables, 1);
    await checkCoreFeatures(coreTables);
    const [displayed, hidden] = [
      new FeatureTable(new IntervalRuns(where, 'displayed')),
      new FeatureTable(new IntervalRuns(where, 'hidden')),
    ];
    await readVariantFeatures(present(variation, 'variation'), {
      regions,
      sources: new Map(),
      failed: new NumberSet(),
      phenotypeEvidence: null,
      coding: new NumberSet(),
      place: () => {},
      displayed,
      hidden,
      progress: undefined,
    });
  } finally {
    await coreTables.close();
  }
}

const feature = (region: number, start: number, end: number, id = 1) => ({
  simple_feature_id: id,
  seq_region_id: region,
  seq_region_start: start,
  seq_region_end: end,
});

describe('features outside of their region', () => {
  it.each([
    [0, 5],
    [990, 1001],
    [1200, 1300],
  ])('from %d to %d are rejected with file, line and place', async (start, end) => {
    const message = new RegExp(
      `simple_feature\\.txt line 2: a row of simple_feature is outside its region: ${start}-${end} of A, ` +
        'which has length 1000$',
    );
    await expect(checked({ simple_feature: [feature(1, 3, 4), feature(1, start, end, 2)] })).rejects.toThrow(message);
    await expect(
      checked({}, [
        [1, 3, 4],
        [1, start, end],
      ]),
    ).rejects.toThrow(
      `variation_feature.txt line 2: a row of variation_feature is outside its region: ${start}-${end} of A`,
    );
  });

  it.each([
    [9, 7],
    [1300, 1200],
    [2, 0],
  ])('that start at %d and end before, at %d, are rejected for that', async (start, end) => {
    const message = `line 2: a row of %s ends before it starts: ${start}-${end} of A, which is not circular`;
    await expect(checked({ simple_feature: [feature(1, 3, 4), feature(1, start, end, 2)] })).rejects.toThrow(
      message.replace('%s', 'simple_feature'),
    );
    await expect(
      checked({}, [
        [1, 3, 4],
        [1, start, end],
      ]),
    ).rejects.toThrow(message.replace('%s', 'variation_feature'));
  });

  it('may start after their end on a circle, but not before its first base', async () => {
    await checked({ simple_feature: [feature(2, 300, 1)] }, [[2, 300, 1]]);
    for (const [start, end] of [
      [0, 5],
      [290, -1],
    ] as const) {
      await expect(checked({ simple_feature: [feature(2, start, end)] })).rejects.toThrow(
        `a row of simple_feature is outside its region: ${start}-${end} of MT, which has length 300`,
      );
      await expect(checked({}, [[2, start, end]])).rejects.toThrow(
        `a row of variation_feature is outside its region: ${start}-${end} of MT, which has length 300`,
      );
    }
  });

  it('include parts of genes', async () => {
    const rows = geneRows(1, 10, 90, 1);
    for (const table of ['transcript', 'exon'] as const) {
      const outside = {
        ...rows,
        [table]: rows[table].map((row) => ({ ...row, seq_region_id: 1, seq_region_end: 1001 })),
      };
      await expect(checked(outside), table).rejects.toThrow(
        new RegExp(`a row of ${table} is outside its region: 10-1001 of A, which has length 1000$`),
      );
    }
  });

  it('include features without an end', async () => {
    await expect(
      checked({ ...geneRows(1, 10, 90, 1), exon: [{ ...at(geneRows(1, 10, 90, 1).exon, 0), seq_region_end: null }] }),
    ).rejects.toThrow('a row of exon is outside its region: 10-null of A');
  });

  it('are accepted for insertions, over the origin of a circle and over the end of a patch', async () => {
    await checked(
      {
        simple_feature: [
          feature(1, 1, 0),
          feature(1, 6, 5),
          feature(1, 1001, 1000),
          feature(2, 290, 10),
          feature(3, 400, 520),
        ],
      },
      [
        [1, 1, 0],
        [1, 1001, 1000],
        [2, 290, 10],
        [9, 1, 5000],
      ],
    );
  });
});

describe('stable ids', () => {
  it('that occur twice in a table are rejected with both lines', async () => {
    const [one, other] = [geneRows(1, 10, 90, 1), geneRows(1, 110, 190, 2)];
    await checked({ gene: [...one.gene, ...other.gene] });
    await expect(
      checked({
        gene: [...one.gene, { ...at(other.gene, 0), stable_id: present(at(one.gene, 0).stable_id, 'stable_id') }],
      }),
    ).rejects.toThrow(/gene\.txt line 2: gene has stable_id FICG00001 twice, first in line 1$/);
  });
});
