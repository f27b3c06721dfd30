/** A request reads only those chunks of a long chromosome that contain the requested bases. */
import { beforeAll, expect, it } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at } from '../../../src/checked.ts';
import type { DumpRow } from '../../support/dump-database.ts';

const SPECIES = 'proved_fictus';
const LENGTH = 6_000_000;
/** A chunk contains 262,144 bases in 64 KiB, and a header. */
const CHUNK = 66 * 1024;

/** Bases that differ along the chromosome. */
const BASES = Array.from({ length: LENGTH / 100 }, (_, each) =>
  `${'ACGT'[each % 4]}${'GATTACA'[each % 7]}`.repeat(50),
).join('');

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  const rows = oneGeneDatabase(SPECIES, { dna: [{ seq_region_id: 11, sequence: BASES }] });
  const farExon = {
    ...at(rows.exon, 0),
    exon_id: 2,
    seq_region_start: 5_000_101,
    seq_region_end: 5_000_400,
    stable_id: 'FICE2',
  };
  const extended = (rows: DumpRow[]) => rows.map((row) => ({ ...row, seq_region_end: 5_000_400 }));
  release = await CompiledRelease.from([
    [
      SPECIES,
      'core',
      {
        ...rows,
        seq_region: rows.seq_region.map((row) => ({ ...row, length: LENGTH })),
        gene: extended(rows.gene),
        transcript: extended(rows.transcript),
        exon: [...rows.exon, farExon],
        exon_transcript: [...rows.exon_transcript, { exon_id: 2, transcript_id: 1, rank: 2 }],
        translation: rows.translation.map((row) => ({ ...row, end_exon_id: 2 })),
      },
    ],
  ]);
  service = await release.serve();
});

it.each<[string, string, [start: number, end: number][], number, number]>([
  ['an exon', '/sequence/id/FICE2', [[5_000_101, 5_000_400]], 1, CHUNK],
  [
    'exons five megabases apart',
    '/sequence/id/FICT1?type=cdna',
    [
      [101, 400],
      [5_000_101, 5_000_400],
    ],
    2,
    2 * CHUNK,
  ],
  ['a region', `/sequence/region/${SPECIES}/1:3000001..3000100`, [[3_000_001, 3_000_100]], 1, CHUNK],
  ['a megabase', `/sequence/region/${SPECIES}/1:2000001..3000000`, [[2_000_001, 3_000_000]], 1, 5 * CHUNK],
])('a request for %s reads only its chunks', async (_, path, spans, reads, bytes) => {
  service = await release.serve();
  const { json } = await service.get(path);
  expect(json.seq === spans.map(([start, end]) => BASES.slice(start - 1, end)).join('')).toBe(true);
  const ofBases = service.store.reads.filter(({ object }) => /\/sequence\b/.test(object));
  expect(ofBases).toHaveLength(reads);
  expect(ofBases.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(bytes);
});
