/** A request reads only those chunks of a long chromosome that contain the requested bases. */
import { beforeAll, describe, expect, it } from 'vitest';
import { reverseComplement } from '../../unit/handlers/sequence-release.ts';
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

/** Longer answers than 250,000 bases are unpacked while they are sent. */
describe('long answers', () => {
  /** The exon from 5,000,101 to 5,000,400 lies across the end of the first piece of 66,000 bases. */
  const [START, END] = [4_934_201, 5_300_000];
  const path = `/sequence/region/${SPECIES}/1:${START}..${END}`;
  const plain = BASES.slice(START - 1, END);
  const head = { id: `chromosome:FIC1:1:${START}:${END}:1`, query: `1:${START}..${END}`, molecule: 'dna' };
  const lines = (bases: string) => bases.replace(/.{1,60}/g, '$&\n');
  /** Not `toBe`, which would print both. */
  const expectEqual = (one: string, other: string) => expect(one === other).toBe(true);

  it('have the whole sequence in every format', async () => {
    const text = async (format: string) => (await service.get(path, format)).text;
    expectEqual(await text('application/json'), JSON.stringify({ ...head, seq: plain }));
    expectEqual(await text('text/plain'), plain);
    expectEqual(await text('text/x-fasta'), `>${head.id}\n${lines(plain)}`);
    expect((await text('text/x-seqxml+xml')).includes(`<DNAseq>${plain}</DNAseq>`)).toBe(true);
    const page = await service.get(`/sequence/region/${SPECIES}/1`, 'text/html');
    expect([page.status, page.text.includes(BASES.slice(0, 50_000))]).toEqual([200, true]);
    // A line separator, which ends a line in old engines.
    const script = await service.get(`${path.replace('1:', '1:%E2%80%A8')}?callback=show`, 'text/javascript');
    expect([script.status, script.text.includes('"query":"1:\\u2028')]).toEqual([200, true]);
    expectEqual(
      (await service.get(`${path}?callback=show`, 'text/javascript')).text,
      `/**/show(${JSON.stringify({ ...head, seq: plain })});`,
    );
  });

  it('have the other strand, letters before the region, and lists', async () => {
    const { json } = await service.get(`${path.replace(String(START), '1')}:-1?expand_3prime=100000`);
    expectEqual(json.seq, reverseComplement(BASES.slice(0, END)) + 'N'.repeat(100_000));
    const { json: list } = await service.post(`/sequence/region/${SPECIES}`, {
      regions: [head.query, '1:5..9', 'unknown:1-2', '1:1-300000:-1'],
    });
    expect(list.map(({ id }: { id: string }) => id)).toEqual([
      head.id,
      'chromosome:FIC1:1:5:9:1',
      'chromosome:FIC1:1:1:300000:-1',
    ]);
    expectEqual(
      list.map(({ seq }: { seq: string }) => seq).join(),
      [plain, BASES.slice(4, 9), reverseComplement(BASES.slice(0, 300_000))].join(),
    );
  });

  it('show the exons of the whole region', async () => {
    const exon: [number, number] = [5_000_101 - START, 5_000_400 - START + 1];
    const shown = plain.slice(0, exon[0]).toLowerCase() + plain.slice(...exon) + plain.slice(exon[1]).toLowerCase();
    expectEqual((await service.get(`${path}?mask_feature=1`)).json.seq, shown);
    expectEqual((await service.get(`${path}:-1?mask_feature=1`)).json.seq, reverseComplement(shown));
  });

  it('read their blocks at once', async () => {
    const fresh = await release.serve();
    await fresh.get(`/sequence/region/${SPECIES}/1:1..5900000`);
    const ofBases = fresh.store.reads.filter(({ object }) => /\/sequence\b/.test(object));
    expect(ofBases).toHaveLength(1);
    // The region, then its bases.
    expect(fresh.store.waves).toBe(2);
  });
});
