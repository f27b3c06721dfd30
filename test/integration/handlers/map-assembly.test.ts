/** map/:species/:asm_one/:region/:asm_two on an invented genome with known mappings. */
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/mapping.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { compileAndServe, testFolder } from '../../support/compiled-service.ts';
import { regionRows, writeCoreDump } from '../build-index/compile/core-dump.ts';
import { CountingStore } from '../../support/counting-store.ts';

const folder = await testFolder();
const rows = regionRows([
  { id: 1, name: '1', length: 1000, topLevel: true },
  { id: 2, name: '2', length: 500, topLevel: true },
  { id: 3, name: 'PATCH', length: 1010, topLevel: true },
  { id: 4, name: 'piece', length: 400, coordSystem: 3 },
  { id: 5, name: '1', length: 900, coordSystem: 4 },
  { id: 6, name: 'scaf', length: 300, coordSystem: 2 },
  { id: 7, name: '1', length: 800, coordSystem: 5 },
]);
const FIC1_TO_FIC0 = [
  // Bases 1-300 forward, 401-600 reversed, 601-700 from chromosome 2, bases 1-100 in two places.
  { asm_seq_region_id: 1, asm_start: 1, asm_end: 300, cmp_seq_region_id: 5, cmp_start: 1, cmp_end: 300, ori: 1 },
  { asm_seq_region_id: 1, asm_start: 401, asm_end: 600, cmp_seq_region_id: 5, cmp_start: 351, cmp_end: 550, ori: -1 },
  { asm_seq_region_id: 2, asm_start: 1, asm_end: 100, cmp_seq_region_id: 5, cmp_start: 601, cmp_end: 700, ori: 1 },
  { asm_seq_region_id: 1, asm_start: 1, asm_end: 100, cmp_seq_region_id: 5, cmp_start: 801, cmp_end: 900, ori: 1 },
  // Rows that join intervals of different or negative length are ignored.
  { asm_seq_region_id: 2, asm_start: 201, asm_end: 300, cmp_seq_region_id: 5, cmp_start: 201, cmp_end: 280, ori: 1 },
  { asm_seq_region_id: 2, asm_start: 300, asm_end: 201, cmp_seq_region_id: 5, cmp_start: 300, cmp_end: 201, ori: 1 },
];
rows.coord_system.push(
  { coord_system_id: 4, species_id: 1, name: 'chromosome', version: 'FIC0', rank: 4, attrib: null },
  { coord_system_id: 5, species_id: 1, name: 'chromosome', version: 'FIC-1', rank: 5, attrib: null },
);
for (const [index, value] of [
  'chromosome:FIC1#chromosome:FIC0',
  'chromosome:FIC1|contig',
  'chromosome:FIC0#chromosome:FIC1#contig',
  'chromosome:FIC1#chromosome:FIC-1',
].entries())
  rows.meta.push({ species_id: 1, meta_id: 10 + index, meta_key: 'assembly.mapping', meta_value: value });
rows.assembly = [
  ...FIC1_TO_FIC0,
  { asm_seq_region_id: 1, asm_start: 201, asm_end: 600, cmp_seq_region_id: 4, cmp_start: 1, cmp_end: 400, ori: -1 },
];
rows.dna = [{ seq_region_id: 4, sequence: 'ACGT'.repeat(100) }];
// The patch is chromosome 1 with ten additional bases at 451.
rows.assembly_exception = [
  {
    assembly_exception_id: 1,
    seq_region_id: 3,
    seq_region_start: 451,
    seq_region_end: 510,
    exc_type: 'PATCH_FIX',
    exc_seq_region_id: 1,
    exc_seq_region_start: 451,
    exc_seq_region_end: 500,
    ori: 1,
  },
];
const { index, get } = await compileAndServe([await writeCoreDump(folder, 'fictus_probatus', rows)], `${folder}/index`);

/** Mappings in the form `original > mapped`, each name:start-end:strand. */
async function mapped(path: string): Promise<string[]> {
  const { status, body } = await get(`/map/fictus_probatus/${path}`);
  if (status !== 200) return [`${status} ${body.error}`];
  const place = (side: any) => `${side.seq_region_name}:${side.start}-${side.end}:${side.strand}`;
  return body.mappings.map(({ original, mapped: to }: any) => `${place(original)} > ${place(to)}`);
}

describe('map of a region to another assembly', () => {
  it('follows the assembly table, omits gaps, and lists an interval in two places twice', async () => {
    expect(await mapped('FIC1/1:250..650/FIC0')).toEqual(['1:250-300:1 > 1:250-300:1', '1:401-600:1 > 1:351-550:-1']);
    expect(await mapped('FIC1/1:91..110/FIC0')).toEqual(['1:91-110:1 > 1:91-110:1', '1:91-100:1 > 1:891-900:1']);
    expect(await mapped('FIC1/1:301..400/FIC0')).toEqual([]);
    expect(await mapped('FIC1/2/FIC0')).toEqual(['2:1-100:1 > 1:601-700:1']);
  });

  it('works from either assembly', async () => {
    expect(await mapped('FIC0/1:540..610/FIC1')).toEqual(['1:540-550:1 > 1:401-411:-1', '1:601-610:1 > 2:1-10:1']);
  });

  it('starts at the end on the reverse strand', async () => {
    expect(await mapped('FIC1/1:250..650:-1/FIC0')).toEqual([
      '1:401-600:-1 > 1:351-550:1',
      '1:250-300:-1 > 1:250-300:-1',
    ]);
  });

  it('is the identity on its own assembly', async () => {
    expect(await mapped('FIC1/1/FIC1')).toEqual(['1:1-1000:1 > 1:1-1000:1']);
    expect(await mapped('fic1/1:5-2000:-1/FIC1')).toEqual(['1:5-1000:-1 > 1:5-1000:-1']);
  });

  it('repeats the strand on its own assembly as a text, as in Ensembl, if it is given as a number', async () => {
    const strand = async (path: string) => (await get(`/map/fictus_probatus/${path}`)).body.mappings[0].mapped.strand;
    expect(await strand('FIC1/1:5-20:-1/FIC1')).toBe('-1');
    expect(await strand('FIC1/1:5-20:1/FIC1')).toBe('1');
    for (const region of ['1:5-20', '1:5-20:+', '1:1', '1:1:1']) expect(await strand(`FIC1/${region}/FIC1`)).toBe(1);
    expect(await strand('FIC1/1:5-20:-1/FIC0')).toBe(-1);
  });

  it('goes through a third coordinate system', async () => {
    // Base 351 of the old chromosome is base 600 of the new one, which is base 1 of the contig.
    expect(await mapped('FIC0/1:351..360/x?target_coord_system=seqlevel')).toEqual(['1:351-360:1 > piece:1-10:1']);
    expect(await mapped('FIC1/1:591..600/x?target_coord_system=seqlevel')).toEqual(['1:591-600:1 > piece:1-10:-1']);
    expect(await mapped('x/piece:1..10/FIC0?coord_system=seqlevel')).toEqual(['piece:1-10:1 > 1:351-360:1']);
  });

  it('to toplevel uses the highest coordinate system with a mapping, else the region itself', async () => {
    expect(await mapped('0/piece:1..10/x?coord_system=contig;target_coord_system=toplevel')).toEqual([
      'piece:1-10:1 > 1:591-600:-1',
    ]);
    expect(await mapped('FIC0/1:351..360/FIC0?target_coord_system=TopLevel')).toEqual(['1:351-360:1 > 1:591-600:-1']);
    expect(await mapped('FIC1/1:1..10/FIC0?target_coord_system=toplevel')).toEqual(['1:1-10:1 > 1:1-10:1']);
    // These have no mapping to a higher coordinate system.
    expect(await mapped('FIC0/1:301..310/FIC1?target_coord_system=toplevel')).toEqual(['1:301-310:1 > 1:301-310:1']);
    expect(await mapped('FIC1/scaf:1..10/FIC1?coord_system=scaffold;target_coord_system=toplevel')).toEqual([
      'scaf:1-10:1 > scaf:1-10:1',
    ]);
    expect(await mapped('x/1:1..10/x?coord_system=toplevel;target_coord_system=toplevel')).toEqual([
      '1:1-10:1 > 1:1-10:1',
    ]);
    const { body } = await get('/map/fictus_probatus/0/piece:1..10/0?coord_system=contig;target_coord_system=toplevel');
    expect(body.mappings[0].mapped).toMatchObject({ coord_system: 'chromosome', assembly: 'FIC1' });
  });

  it('accepts 0 as the default version and for coordinate systems without versions', async () => {
    expect(await mapped('FIC1/1:591..600/0?target_coord_system=contig')).toEqual(['1:591-600:1 > piece:1-10:-1']);
    expect(await mapped('0/piece:1..10:-1/FIC0?coord_system=contig')).toEqual(['piece:1-10:-1 > 1:351-360:-1']);
    expect(await mapped('0/piece:1..10/0?coord_system=contig')).toEqual(['piece:1-10:1 > 1:591-600:-1']);
    expect(await mapped('FIC1/1:591..600/FIC1?target_coord_system=contig')).toEqual([
      '400 Cannot project to unknown coordinate system [contig FIC1]',
    ]);
    expect(await mapped('0/1/0?coord_system=nosuch')).toEqual([
      "400 Unknown coordinate system: name='nosuch' version=''",
    ]);
  });

  it('from a patch follows the chromosome only outside of the patch', async () => {
    expect(await mapped('FIC1/PATCH:441..530/FIC0')).toEqual([
      'PATCH:441-450:1 > 1:501-510:-1',
      'PATCH:511-530:1 > 1:431-450:-1',
    ]);
  });

  it('is empty after the end of the region', async () => {
    for (const path of ['FIC1/1:1001..1010/FIC0', 'FIC1/1:1001..1010/FIC1']) expect(await mapped(path)).toEqual([]);
  });

  it('is empty if the assemblies have no mapping', async () => {
    expect(await mapped('FIC1/1:1..100/FIC-1')).toEqual([]);
    expect(await mapped('FIC0/1:1..100/FIC-1')).toEqual([]);
  });

  it('names coordinate systems and assemblies, with an empty assembly if there is none', async () => {
    const { body } = await get('/map/fictus_probatus/FIC1/1:600..600/x?target_coord_system=seqlevel');
    expect(body.mappings).toEqual([
      {
        original: {
          seq_region_name: '1',
          start: 600,
          end: 600,
          strand: 1,
          coord_system: 'chromosome',
          assembly: 'FIC1',
        },
        mapped: { seq_region_name: 'piece', start: 1, end: 1, strand: -1, coord_system: 'contig', assembly: '' },
      },
    ]);
  });
});

describe('map rejects', () => {
  it.each([
    ['FIC1/wibble/FIC0', "400 'No slice found for wibble on coord_system chromosome and assembly FIC1'"],
    ['FIC1/scaf:1..10/FIC0', "400 'No slice found for scaf on coord_system chromosome and assembly FIC1'"],
    ['FIC1/1:1..10/FIC9', '400 Cannot project to unknown coordinate system [chromosome FIC9]'],
    ['FIC1/1:1..10/FIC0?target_coord_system=plasmid', '400 Cannot project to unknown coordinate system [plasmid FIC0]'],
    ['FIC9/1:1..10/FIC0', '400 A chromosome CoordSystem object already exists. Cannot create chromosome alias.'],
    ['FIC1/1:1..10/FIC0?coord_system=plasmid', "400 Unknown coordinate system: name='plasmid' version='FIC1'"],
    ['FIC1/1:20..10/FIC0', '400 Cannot request a slice whose start is greater than its end. Start: 20. End: 10'],
  ])('%s', async (path, text) => {
    expect(await mapped(path)).toEqual([text]);
  });

  it('an unknown species', async () => {
    expect(await get('/map/nobody/FIC1/1/FIC0')).toEqual({
      status: 400,
      body: { error: "Can not find internal name for species 'nobody'" },
    });
  });
});

describe('map takes', () => {
  it('3 waves of cold reads: the root, the region with the directory, the mappings; none from the cache', async () => {
    const store = new CountingStore(openFolder(index));
    const reader = new CachedBlockReader(store, new ByteCache());
    const release = await Release.open(store, reader);
    const app = createApp({ operations, openRelease: () => release });
    expect((await app.request('/rest/map/fictus_probatus/FIC1/1:1..100/FIC0')).status).toBe(200);
    expect(store.waves).toBe(3);
    store.reset();
    await app.request('/rest/map/fictus_probatus/FIC0/1:1..100/FIC1');
    expect(store.waves).toBe(0);
  });

  it('no more waves to the top level, although it asks several coordinate systems', async () => {
    const store = new CountingStore(openFolder(index));
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    const app = createApp({ operations, openRelease: () => release });
    expect(
      (await app.request('/rest/map/fictus_probatus/0/piece:1..10/0?coord_system=contig;target_coord_system=toplevel'))
        .status,
    ).toBe(200);
    expect(store.waves).toBe(3);
  });
});
