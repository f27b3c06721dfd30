/** map/cdna, map/cds and map/translation on an invented gene. */
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/mapping.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { compileAndServe, testFolder } from '../../support/compiled-service.ts';
import { geneRows, regionRows, writeCoreDump } from '../build-index/compile/core-dump.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { at } from '../../../src/checked.ts';

const folder = await testFolder();
const rows = { ...regionRows([{ id: 1, name: '1', length: 10_000, topLevel: true }]), ...geneRows(1, 1001, 1500) };
const onReverse = { seq_region_strand: -1 };
Object.assign(at(rows.gene, 0), onReverse);
Object.assign(at(rows.transcript, 0), onReverse);
// 100 bases, then 200; the coding sequence is bases 31 to 270, 80 codons.
rows.exon = (
  [
    [1401, 1500],
    [1001, 1200],
  ] as const
).map(([start, end], each) => ({
  exon_id: each + 1,
  seq_region_id: 1,
  seq_region_start: start,
  seq_region_end: end,
  seq_region_strand: -1,
  phase: -1,
  end_phase: -1,
  is_current: 1,
  is_constitutive: 1,
  stable_id: `FICE${each + 1}`,
  version: 1,
}));
rows.exon_transcript = [1, 2, 3].map((each) => ({
  exon_id: Math.min(each, 2),
  transcript_id: each < 3 ? 1 : 2,
  rank: each < 3 ? each : 1,
}));
rows.translation = [
  {
    translation_id: 1,
    transcript_id: 1,
    seq_start: 31,
    start_exon_id: 1,
    seq_end: 170,
    end_exon_id: 2,
    stable_id: 'FICP00001',
    version: 1,
  },
];
// A second transcript does not code; its id is the same as the gene's.
rows.transcript.push({
  ...at(rows.transcript, 0),
  transcript_id: 2,
  seq_region_end: 1200,
  biotype: 'lncRNA',
  canonical_translation_id: null,
  stable_id: 'FICG00001',
  version: 3,
});
const { index, get } = await compileAndServe([await writeCoreDump(folder, 'fictus_probatus', rows)], `${folder}/index`);

const place = { rank: 0, gap: 0, seq_region_name: '1', coord_system: 'chromosome', assembly_name: 'FIC1' };
const gap = { ...place, gap: 1, strand: 0 };

describe('map', () => {
  it('cdna returns one span per exon, and a gap in positions of the transcript', async () => {
    expect((await get('/map/cdna/FICT00001/91..310')).body).toEqual({
      mappings: [
        { ...place, start: 1401, end: 1410, strand: -1 },
        { ...place, start: 1001, end: 1200, strand: -1 },
        { ...gap, start: 301, end: 310 },
      ],
    });
    expect((await get('/map/cdna/FICT00001/91..310')).body).toEqual((await get('/map/cdna/fict00001.1/91-310')).body);
  });

  it('returns the place between two positions, where something is inserted', async () => {
    const [cdna, cds, peptide] = [
      { ...place, strand: -1, start: 1497, end: 1496 },
      { ...place, strand: -1, start: 1466, end: 1465 },
      { ...place, strand: -1, start: 1468, end: 1467 },
    ];
    expect((await get('/map/cdna/FICT00001/5..4')).body).toEqual({ mappings: [cdna] });
    expect((await get('/map/cds/FICT00001/6..5')).body).toEqual({ mappings: [cds] });
    expect((await get('/map/cds/FICT00001/6..5?include_original_region=1')).body.mappings).toMatchObject([
      { original: { start: 6, end: 5, coord_system: 'cds' }, mapped: cds },
    ]);
    expect((await get('/map/translation/FICP00001/2..1')).body).toEqual({ mappings: [peptide] });
  });

  it('cdna returns the original span with each mapping, on the strand of the genome', async () => {
    const { body } = await get('/map/cdna/FICT00001/91..310?include_original_region=1');
    expect(body.mappings.map(({ original }: any) => original)).toEqual([
      { start: 91, end: 100, strand: -1, rank: 0, gap: 0, coord_system: 'cdna' },
      { start: 101, end: 300, strand: -1, rank: 0, gap: 0, coord_system: 'cdna' },
      { start: 301, end: 310, strand: 0, rank: 0, gap: 1, coord_system: 'cdna' },
    ]);
    expect(body.mappings[2].mapped).toEqual({ ...gap, start: 301, end: 310 });
  });

  it('cds counts from the start codon and ends at the stop codon', async () => {
    const { body } = await get('/map/cds/FICT00001/61..500?include_original_region=1');
    expect(body.mappings).toEqual([
      {
        original: { start: 61, end: 70, strand: -1, rank: 0, gap: 0, coord_system: 'cds' },
        mapped: { ...place, start: 1401, end: 1410, strand: -1 },
      },
      {
        original: { start: 71, end: 240, strand: -1, rank: 0, gap: 0, coord_system: 'cds' },
        mapped: { ...place, start: 1031, end: 1200, strand: -1 },
      },
    ]);
  });

  it('translation maps each residue to three bases', async () => {
    expect((await get('/map/translation/FICP00001/1..1')).body.mappings).toEqual([
      { ...place, start: 1468, end: 1470, strand: -1 },
    ]);
    expect((await get('/map/translation/FICP00001/24-25')).body.mappings).toEqual([
      { ...place, start: 1401, end: 1401, strand: -1 },
      { ...place, start: 1196, end: 1200, strand: -1 },
    ]);
  });

  it('translation maps positions after its end to the bases after the coding sequence, then to a gap', async () => {
    expect((await get('/map/translation/FICP00001/80-95')).body.mappings).toEqual([
      { ...place, start: 1001, end: 1033, strand: -1 },
      { ...gap, start: 301, end: 315 },
    ]);
    expect((await get('/map/translation/FICP00001/200-201')).body.mappings).toEqual([{ ...gap, start: 628, end: 633 }]);
  });

  it('cdna returns only a gap after the end of the transcript', async () => {
    expect((await get('/map/cdna/FICT00001/301..400')).body.mappings).toEqual([{ ...gap, start: 301, end: 400 }]);
  });

  it('prefers the transcript if a gene and a transcript share an id', async () => {
    expect((await get('/map/cdna/FICG00001/1..10')).body.mappings).toEqual([
      { ...place, start: 1191, end: 1200, strand: -1 },
    ]);
  });

  it('writes one XML element per mapping, and two with the original region', async () => {
    const release = await Release.open(openFolder(index), new CachedBlockReader(openFolder(index), new ByteCache()));
    const app = createApp({ operations, openRelease: () => release });
    const text = await (
      await app.request('/rest/map/cdna/FICT00001/1..5?include_original_region=1', {
        headers: { 'content-type': 'text/xml' },
      })
    ).text();
    expect(text).toContain(
      '<mappings name="mapped" assembly_name="FIC1" coord_system="chromosome" end="1500" gap="0" rank="0" ' +
        'seq_region_name="1" start="1496" strand="-1" />',
    );
    expect(text).toContain(
      '<mappings name="original" coord_system="cdna" end="5" gap="0" rank="0" start="1" strand="-1" />',
    );
  });
});

describe('map rejects', () => {
  const unparsed = 'Region did not correctly parse. Please check documentation';
  it.each([
    ['cdna/FICT00001/abc', unparsed],
    ['cdna/FICT00001/5', unparsed],
    ['cdna/FICT00001/0..5', unparsed],
    ['cdna/FICT00001/1..5:1', unparsed],
    ['cdna/FICT00001/1..9999999999999999', unparsed],
    ['cdna/FICT00001/9..5', 'The region 9..5 ends before it starts'],
    ['cdna/NOSUCH/1..5', "ID 'NOSUCH' not found"],
    ['cdna/FICP00001/1..5', "ID 'FICP00001' not found"],
    ['translation/FICT00001/1..5', "ID 'FICT00001' not found"],
    ['cdna/FICT00001.7/1..5', 'No object found for ID FICT00001.7'],
    ['cdna/FICT00001/1..5?species=nobody', "Can not find internal name for species 'nobody'"],
    ['cds/FICG00001/1..5', 'The transcript FICG00001 has no coding sequence'],
    ['cds/FICT00001/241..250', 'The region 241..250 begins after the end of the coding sequence of FICT00001'],
  ])('map/%s', async (path, text) => {
    expect(await get(`/map/${path}`)).toEqual({ status: 400, body: { error: text } });
  });

  it('answers a pair of empty objects, with the original region, where there is no coding sequence', async () => {
    const nothing = { status: 200, body: { mappings: [{ original: {}, mapped: {} }] } };
    expect(await get('/map/cds/FICG00001/1..5?include_original_region=1')).toEqual(nothing);
    expect(await get('/map/cds/FICT00001/241..250?include_original_region=1')).toEqual(nothing);
  });
});

it('map costs 3 waves of reads on a cold start, including the root: the id, then the gene', async () => {
  for (const path of ['cdna/FICT00001/1..300', 'cds/FICT00001/1..10', 'translation/FICP00001/1..10']) {
    const store = new CountingStore(openFolder(index));
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    const app = createApp({ operations, openRelease: () => release });
    expect((await app.request(`/rest/map/${path}`)).status).toBe(200);
    expect(store.waves).toBe(3);
  }
});
