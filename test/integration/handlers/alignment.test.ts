import { beforeAll, describe, expect, test } from 'vitest';
import type { CompiledRelease, RunningService } from '../../support/compiled-release.ts';
import { expectStructure } from '../../support/published-schemas.ts';
import {
  alignmentRelease,
  ANCESTORS,
  DUO,
  EPO,
  EXTENDED,
  MULTIPLE,
  PAIRWISE,
  plain,
  TRI,
  turned,
  UNA,
} from './alignment-release.ts';
import { at, found } from '../../../src/checked.ts';

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  release = await alignmentRelease();
  service = await release.serve();
});

const EPO_OF = 'method=EPO;species_set_group=fictids';
const EXTENDED_OF = 'method=EPO_EXTENDED;species_set_group=fictids';
const MULTIPLE_OF = 'method=PECAN;species_set_group=fictids';
const PAIRWISE_OF = `method=LASTZ_NET;species_set=${UNA};species_set=${DUO}`;

interface Row {
  species: string;
  seq_region: string;
  start: number;
  end: number;
  strand: number;
  seq: string;
  description: string;
}
type Block = { tree: string; alignments: Row[] };
const blocksOf = async (path: string): Promise<Block[]> => (await service.get(`/alignment/region/${path}`)).json;
const lettersOf = (blocks: Block[]) => blocks.map(({ alignments }) => alignments.map(({ seq }) => seq));
const refusalOf = async (path: string) => {
  const { status, json } = await service.get(`/alignment/region/${path}`);
  return [status, json.error];
};
const columns = (rows: { row: string }[], from: number, to?: number) =>
  rows.map(({ row }) => row.replace(/[a-z]/g, '').slice(from, to));

describe('alignment/region of a tree with ancestors', () => {
  const [una = '', duo = '', tri = '', ofTwo = '', root = ''] = columns(EPO, 0);
  test('has its rows in order, each with its place, under names of genomes and ancestors', async () => {
    const block = at(await blocksOf(`${UNA}/1:900-1100?${EPO_OF}`), 0);
    expect(block.tree).toBe(
      `((${UNA}_1_1001_1012[+]:0.01,${DUO}_1_2001_2012[-]:0.02)Fduo-Funa[2]:0.1,${TRI}` +
        '_1_3001_3011[+]:0.3)Fduo-Ftri-Funa[3];',
    );
    expect(block.alignments.map(({ species, seq, start, end, strand }) => [species, seq, start, end, strand])).toEqual([
      [UNA, una, 1001, 1012, 1],
      ['Fduo-Funa[2]', ofTwo, 1, 15, 1],
      [DUO, duo, 2001, 2012, -1],
      ['Fduo-Ftri-Funa[3]', root, 101, 115, 1],
      [TRI, tri, 3001, 3011, 1],
    ]);
  });
  test('is cut from the first to the last requested base, including gaps between them', async () => {
    // 1003 is the third base, in column 4; 1007 the seventh, in column 9.
    const block = at(await blocksOf(`${UNA}/1:1003-1007?${EPO_OF}`), 0);
    expect(lettersOf([block])[0]).toEqual([0, 3, 1, 4, 2].map((row) => columns(EPO, 4, 10)[row]));
    expect(block.alignments.map(({ start, end }) => [start, end])).toEqual([
      [1003, 1007],
      [5, 10],
      [2004, 2008],
      [105, 110],
      [3001, 3006],
    ]);
    // A slice that begins inside the block and ends after it loses the gaps at the end. A slice around the block keeps
    // them.
    expect(at(at(await blocksOf(`${UNA}/1:1001-1100?${EPO_OF}`), 0).alignments, 0).seq).toBe(una.slice(2));
    expect(at(at(await blocksOf(`${DUO}/1:1900-2012?${EPO_OF}`), 0).alignments, 0).seq).toBe(turned(duo.slice(0, 13)));
  });
  test('is reversed on the reverse strand, and if its reference is stored reversed', async () => {
    const forward = await blocksOf(`${UNA}/1:1003-1007?${EPO_OF}`);
    const reverse = await blocksOf(`${UNA}/1:1003-1007:-1?${EPO_OF}`);
    expect(lettersOf(reverse)).toEqual(lettersOf(forward).map((rows) => rows.map(turned)));
    expect(at(reverse, 0).alignments.map(({ strand }) => strand)).toEqual(
      at(forward, 0).alignments.map(({ strand }) => -strand),
    );
    const seen = at(await blocksOf(`${DUO}/1:1900-2100?${EPO_OF}`), 0);
    expect(seen.alignments[0]).toMatchObject({ species: DUO, strand: 1, seq: turned(duo) });
  });
  test('omits genomes without bases there, and ancestors that remain with one genome', async () => {
    const block = at(await blocksOf(`${UNA}/1:1001-1002?${EPO_OF}`), 0);
    expect(block.tree).toBe(`(${UNA}_1_1001_1002[+]:0.01,${DUO}_1_2009_2010[-]:0.02)Fduo-Funa[2]:0.1;`);
  });
  test('shows the requested genomes, one or several, by any of their names', async () => {
    const two = at(await blocksOf(`${UNA}/1:900-1100?${EPO_OF};display_species_set=una;display_species_set=${TRI}`), 0);
    expect(two.alignments.map(({ species }) => species)).toEqual([UNA, 'Ftri-Funa[2]', TRI]);
    expect(two.tree).toContain(`${UNA}_1_1001_1012[+]:0.11`);
    expect(at(await blocksOf(`${UNA}/1:900-1100?${EPO_OF};display_species_set=${TRI}`), 0).alignments).toHaveLength(1);
  });
  test('keeps the branch of a genome that is shown alone, with and without ancestors', async () => {
    const treeOf = async (query: string) => at(await blocksOf(`${UNA}/1:900-1150?${query}`), 0).tree;
    expect(await treeOf(`${EPO_OF};display_species_set=${TRI}`)).toBe(
      `(${TRI}_1_3001_3011[+])${TRI}_1_3001_3011[+]:0.3;`,
    );
    expect(await treeOf(`${EXTENDED_OF};display_species_set=${TRI}`)).toBe(`(${TRI}_1_3101_3118[+]):0.3;`);
  });
  test('has plain bases without aligned, optional branch lengths, and masked repeats except in ancestors', async () => {
    const block = at(await blocksOf(`${UNA}/1:900-1100?${EPO_OF};aligned=0;no_branch_lengths=1;mask=soft`), 0);
    expect(block.alignments.map(({ seq }) => seq.toUpperCase())).toEqual([una, ofTwo, duo, root, tri].map(plain));
    expect(block.tree).toBe(`((${UNA}_1_1001_1012[+],${DUO}_1_2001_2012[-]),${TRI}_1_3001_3011[+]);`);
    expect(at(block.alignments, 0).seq).toBe('ACgtacGTTTGA');
    expect(at(at(await blocksOf(`${UNA}/1:900-1100?${EPO_OF};mask=hard`), 0).alignments, 0).seq).toBe(
      '--ACNNNN-GTTTGA',
    );
  });
});

describe('alignment/region with a genome in several pieces', () => {
  const overlaid = 'ACG-ACGT...TACG-ACG.';
  test('has one composite row, or one row per piece', async () => {
    const compact = at(await blocksOf(`${UNA}/1:1050-1150?${EXTENDED_OF}`), 0);
    const row = found(compact.alignments, ({ species }) => species === DUO);
    expect(row).toMatchObject({ seq_region: 'Composite', start: 1, end: 20, strand: 1 });
    expect(row.seq).toBe(overlaid);
    expect(row.description).toBe('Composite is: chromosome:FIC1:2:501:509:1 + chromosome:FIC1:1:2101:2107:-1');
    expect(compact.tree).toContain(`${DUO}_Composite_1_20[+]`);
    const apart = at(await blocksOf(`${UNA}/1:1050-1150?${EXTENDED_OF};compact=0`), 0);
    expect(
      apart.alignments.filter(({ species }) => species === DUO).map(({ seq_region, seq }) => [seq_region, seq]),
    ).toEqual([
      ['2', columns(EXTENDED, 0)[1]],
      ['1', columns(EXTENDED, 0)[2]],
    ]);
  });
  test('has plain bases in the order of columns, with the bases that the alignment leaves out', async () => {
    const block = at(await blocksOf(`${UNA}/1:1050-1150?${EXTENDED_OF};aligned=0`), 0);
    expect(found(block.alignments, ({ species }) => species === DUO).seq).toBe(
      `${plain(at(EXTENDED, 2).row)}${plain(at(EXTENDED, 1).row)}`,
    );
  });
  test('shows only the columns of the reference if this genome is the reference', async () => {
    const block = at(await blocksOf(`${DUO}/2:400-600?${EXTENDED_OF}`), 0);
    expect(block.alignments.map(({ species, seq }) => [species, seq])).toEqual([
      [DUO, 'TACG-ACG'],
      [UNA, at(EXTENDED, 0).row.slice(11, 19)],
      [TRI, at(EXTENDED, 3).row.slice(11, 19)],
    ]);
  });
  test('begins with the next column if it is cut between letters that are left out', async () => {
    const block = at(await blocksOf(`${DUO}/2:502-505?${EXTENDED_OF}`), 0);
    expect(block.alignments[0]).toMatchObject({ seq: 'AC', start: 504, end: 505 });
  });
});

test('alignment/region over the origin of a circle lists the part before the origin first', async () => {
  const found = await blocksOf(`${DUO}/2:508-504?${EXTENDED_OF}`);
  expect(found.map(({ alignments }) => at(alignments, 0)).map(({ seq, start, end }) => [seq, start, end])).toEqual([
    ['CG', 508, 509],
    ['TA', 501, 504],
  ]);
});

describe('alignment/region of blocks without a tree', () => {
  test('of several genomes shows the species tree, without branch lengths', async () => {
    const block = at(await blocksOf(`${UNA}/1:1390-1450?${MULTIPLE_OF}`), 0);
    expect(block.tree).toBe(`(${UNA}:0,(${DUO}:0,${TRI}:0):0);`);
    expect(lettersOf([block])[0]).toEqual([1, 2, 0].map((each) => at(MULTIPLE, each).row));
  });
  test('of two genomes lists overlapping blocks by start', async () => {
    const found = await blocksOf(`${UNA}/1:1490-1650?${PAIRWISE_OF}`);
    expect(lettersOf(found)).toEqual(PAIRWISE.slice(0, 2).map((rows) => rows.map(({ row }) => row)));
    expect(found.map(({ tree }) => tree)).toEqual(Array(2).fill(`(${UNA}:0,${DUO}:0);`));
  });
  test('cuts them to a single base', async () => {
    expect(lettersOf(await blocksOf(`${UNA}/1:1502-1502?${PAIRWISE_OF}`))).toEqual([['T', 'T']]);
    expect(lettersOf(await blocksOf(`${UNA}/1:1507-1508?${PAIRWISE_OF}`))).toEqual([
      ['AT', 'AT'],
      ['AT', 'AT'],
    ]);
  });
  test('of a genome with itself shows them from both sides', async () => {
    const there = at(await blocksOf(`${UNA}/1:1690-1720?method=LASTZ_NET;species_set=${UNA}`), 0);
    const back = at(await blocksOf(`${UNA}/1:1790-1820?method=LASTZ_NET;species_set=una`), 0);
    expect(there.alignments.map(({ start, strand, seq }) => [start, strand, seq])).toEqual([
      [1701, 1, 'CATCATCAT'],
      [1801, -1, 'CATCTTCAT'],
    ]);
    expect(back.alignments.map(({ start, strand, seq }) => [start, strand, seq])).toEqual([
      [1801, 1, 'ATGAAGATG'],
      [1701, -1, 'ATGATGATG'],
    ]);
    // The genomes are the same, so the leaves have the names of places.
    expect(there.tree).toBe(`(${UNA}_1_1701_1709[+]:0,${UNA}_1_1801_1809[-]:0);`);
  });
});

test('alignment/region accepts a synonym of the region, in any case, and a whole region if it is short', async () => {
  const wanted = await blocksOf(`${UNA}/1:900-1100?${EPO_OF}`);
  for (const region of ['FX000001.2:900-1100', 'chr1:900-1100', 'fx000001.2:900..1100:1'])
    expect(await blocksOf(`una/${region}?${EPO_OF}`), region).toEqual(wanted);
  expect(await blocksOf(`${UNA}/1?${EPO_OF}`)).toEqual(wanted);
  expect(await blocksOf(`${UNA}/1:900?${EPO_OF}`)).toEqual(wanted);
  expect((await service.get(`/alignment/block/region/${UNA}/1:900-1100?${EPO_OF}`)).json).toEqual(wanted);
  expect(await blocksOf(`${UNA}/1:900-1100?method=EPO;species_set=tria;species_set=una;species_set=duo`)).toEqual(
    wanted,
  );
});

test('a release with some of the genomes shows these, and rejects requests for other bases', async () => {
  const part = await alignmentRelease([UNA, DUO]);
  const { get } = await part.serve();
  const refused = await get(`/alignment/region/${UNA}/1:900-1100?${EPO_OF}`);
  expect([refused.status, refused.json]).toEqual([
    400,
    {
      error:
        `This release does not contain the genome of ${TRI}, which is aligned here; please select species with ` +
        'display_species_set',
    },
  ]);
  const {
    json: [block],
  } = await get(`/alignment/region/${UNA}/1:900-1100?${EPO_OF};display_species_set=una;display_species_set=duo`);
  expect(block.alignments.map(({ seq }: Row) => seq)).toEqual(EPO.slice(0, 2).map(({ row }) => row));
});

test.each([
  [`${UNA}/1:1-100?${EPO_OF}`, 'no alignment available for this region'],
  [`${UNA}/1:1003-1003?${EPO_OF}`, 'no alignment available for this region'],
  [`${UNA}/1:1601-1604?${PAIRWISE_OF}`, 'no alignment available for this region'],
  [`${UNA}/1:900-1100?method=EPO`, 'No method_link_specices_set found for method EPO and species_set_group mammals '],
  [
    `${UNA}/1:900-1100?method=cactus_hal`,
    'This compara database has no alignments by cactus_hal, only by EPO, EPO_EXTENDED, LASTZ_NET, PECAN; ' +
      'info/compara/species_sets/EPO lists the species sets of EPO',
  ],
  [`${UNA}/1:900-1100?${EPO_OF};species_set=${UNA}`, 'Please define species_set OR species_set_group'],
  [`${UNA}/1:900-1100?method=nope`, "The method 'nope' is not understood by this service"],
  [`${UNA}/1:900-1100?method=SYNTENY`, "The method 'SYNTENY' is not used for genome alignments"],
  [`${UNA}/1:900-1100?method=LASTZ_NET;species_set=${UNA};species_set=nope`, 'Database alias nope is not known'],
  [`${UNA}/1:900-1100?${EPO_OF};display_species_set=nope`, 'Database alias nope is not known'],
  [`${UNA}/1:900-1100?${EPO_OF};mask=nope`, "'nope' is not an allowed value for masking"],
  [`${UNA}/1:1100-900?${EPO_OF}`, 'Cannot request a slice whose start is greater than its end. Start: 1100. End: 900'],
  [`nope/1:1-10?${EPO_OF}`, "Can not find internal name for species 'nope'"],
])('alignment/region rejects %s', async (path, error) => expect(await refusalOf(path)).toEqual([400, error]));

test('alignment/region takes two waves of reads: the place, then bases and blocks', async () => {
  for (const path of [
    `${UNA}/1:1490-1650?${PAIRWISE_OF}`,
    `${UNA}/1:900-1100?${EPO_OF}`,
    `${DUO}/2:400-600?${EXTENDED_OF}`,
    `${UNA}/1:1390-1500?${MULTIPLE_OF}`,
  ]) {
    const fresh = await release.serve();
    expect((await fresh.get(`/alignment/region/${path}`)).status).toBe(200);
    expect(fresh.store.waves, path).toBe(2);
  }
});

test('alignment/region reads no bases of hidden genomes, and no block twice', async () => {
  const fresh = await release.serve();
  const sequences = () =>
    new Set(fresh.store.reads.map(({ object }) => object).filter((object) => /\/sequence\b/.test(object)));
  await fresh.get(
    `/alignment/region/${UNA}/1:900-1100?${EPO_OF};display_species_set=${UNA};display_species_set=${TRI}`,
  );
  expect(
    [...sequences()].map((object) => [UNA, DUO, TRI, ANCESTORS].find((genome) => object.includes(genome))).sort(),
  ).toEqual([ANCESTORS, TRI, UNA].sort());
  fresh.store.reset();
  await fresh.get(`/alignment/region/${UNA}/1:900-1100?${EPO_OF}`);
  expect([fresh.store.waves, sequences().size]).toEqual([1, 1]);
});

describe('alignment/region as PhyloXML', () => {
  const xmlOf = async (path: string) => (await service.get(`/alignment/region/${path}`, 'text/x-phyloxml+xml')).text;
  const elements = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text);

  test('has the same letters as JSON, with locations', async () => {
    const xml = await xmlOf(`${UNA}/1:900-1100?${EPO_OF}`);
    expect(elements(xml, 'mol_seq').sort()).toEqual(
      at(lettersOf(await blocksOf(`${UNA}/1:900-1100?${EPO_OF}`)), 0).sort(),
    );
    expect(elements(xml, 'location')).toContain('1:1001-1012');
    expect((await service.get(`/alignment/region/${UNA}/1:900-1100?${EPO_OF}`, 'text/xml')).text).toBe(xml);
  });
  test.each([
    `1:900-1100?${EPO_OF}`,
    `1:900-1100?${EPO_OF};no_branch_lengths=1;aligned=0`,
    `1:1050-1250?${EXTENDED_OF}`,
    `1:1050-1250?${EXTENDED_OF};compact=0`,
    `1:1490-1650?${PAIRWISE_OF}`,
    '1:1390-1450?method=PECAN;species_set_group=fictids',
  ])('of %s has the elements of the schema in order, with required attributes', async (path) => {
    const xml = await xmlOf(`${UNA}/${path}`);
    expectStructure(xml, 'phyloxml');
    expect(elements(xml, 'mol_seq').length).toBeGreaterThan(1);
  });
  test('lists the places of a composite row, or each piece with its place', async () => {
    expect(elements(await xmlOf(`${UNA}/1:1050-1150?${EXTENDED_OF}`), 'location')).toContain('2:501-509,1:2101-2107');
    expect(elements(await xmlOf(`${UNA}/1:1050-1150?${EXTENDED_OF};compact=0`), 'location')).toEqual(
      expect.arrayContaining(['2:501-509', '1:2101-2107']),
    );
  });
  test('names a taxon with strain and component, or with the assembly if another genome has the taxon', async () => {
    expect(elements(await xmlOf(`${UNA}/1:900-1100?${EPO_OF}`), 'scientific_name')).toEqual([
      'Ficta 1 FIC1',
      'Ficta 2 strain X1 (component B)',
      'Ficta 3',
    ]);
  });
  test('names only nodes with rows, and marks duplications', async () => {
    const xml = await xmlOf(`${UNA}/1:1200-1230?${EXTENDED_OF}`);
    expect(elements(xml, 'name')).toEqual([`${UNA}_1_1201_1214[+]`, `${UNA}_1_1301_1314[+]`, `${TRI}_1_3201_3213[+]`]);
    expect(elements(xml, 'duplications')).toEqual(['1']);
    expect(await xmlOf(`${UNA}/1:900-1100?${EPO_OF}`)).not.toContain('duplications');
  });
  test('reports errors as JSON', async () => {
    const { status, json } = await service.get(`/alignment/region/${UNA}/1:1-100?${EPO_OF}`, 'text/x-phyloxml+xml');
    expect([status, json]).toEqual([400, { error: 'no alignment available for this region' }]);
  });
});
