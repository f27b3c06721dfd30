/** Constrained elements of a region, from a compara database, for each of its genomes and species sets. */
import { beforeAll, describe, expect, it } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import type { DumpRow } from '../../support/dump-database.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';

const [UNA, DUO, ELSEWHERE] = ['ficta_una', 'ficta_duo', 'ficta_nowhere'] as const;

type Element = [id: number, dnafrag: number, start: number, end: number, strand: number, set: number, score: number];

const ELEMENTS: Element[] = [
  // First in the table, and last on the region.
  [1, 1, 3001, 3050, 1, 16, 12.5],
  [2, 1, 1001, 1100, 1, 16, 96],
  [2, 3, 51, 150, -1, 16, 96],
  [3, 1, 990, 1005, -1, 16, 7],
  // Twice in the database; Ensembl lists both.
  [4, 1, 2001, 2010, 1, 16, 30],
  [4, 1, 2001, 2010, 1, 16, 30],
  // Of another set, of another method, of a genome that the release lacks, beyond the end of the region.
  [5, 1, 1001, 1200, 1, 17, 41],
  [6, 1, 1001, 1200, 1, 18, 42],
  [7, 4, 1001, 1200, 1, 16, 43],
  [8, 1, 4990, 5001, 1, 16, 44],
];

function compara(elements: readonly Element[]): Record<string, DumpRow[]> {
  return {
    meta: [{ meta_id: 1, meta_key: 'schema_version', meta_value: '115' }],
    method_link: [
      { method_link_id: 11, type: 'GERP_CONSTRAINED_ELEMENT', class: 'ConstrainedElement.constrained_element' },
      { method_link_id: 12, type: 'OTHER', class: 'x' },
    ],
    method_link_species_set: (
      [
        [16, 11],
        [17, 11],
        [18, 12],
      ] as const
    ).map(([id, method]) => ({
      method_link_species_set_id: id,
      method_link_id: method,
      species_set_id: id,
      name: `set ${id}`,
    })),
    species_set_header: [
      { species_set_id: 16, name: 'mammals' },
      { species_set_id: 17, name: 'collection-Amniotes' },
      { species_set_id: 18, name: 'fishes' },
    ],
    species_set: [16, 17, 18].flatMap((species_set_id) =>
      [1, 2, 3].map((genome_db_id) => ({ species_set_id, genome_db_id })),
    ),
    genome_db: [UNA, DUO, ELSEWHERE].map((name, each) => ({
      genome_db_id: each + 1,
      taxon_id: 9000,
      name,
      assembly: 'FIC1',
      genebuild: '1',
    })),
    dnafrag: (
      [
        [1, '1', 1],
        [2, 'unknown', 1],
        [3, '1', 2],
        [4, '1', 3],
      ] as const
    ).map(([dnafrag_id, name, genome_db_id]) => ({
      dnafrag_id,
      name,
      genome_db_id,
      coord_system_name: 'chromosome',
      length: 5000,
    })),
    constrained_element: elements.map(
      ([
        constrained_element_id,
        dnafrag_id,
        dnafrag_start,
        dnafrag_end,
        dnafrag_strand,
        method_link_species_set_id,
        score,
      ]) => ({
        constrained_element_id,
        dnafrag_id,
        dnafrag_start,
        dnafrag_end,
        dnafrag_strand,
        method_link_species_set_id,
        p_value: 0.001,
        score,
      }),
    ),
  };
}

let release: CompiledRelease;
let without: CompiledRelease;
let service: RunningService;

const core = (species: string, alias: string) => {
  const rows = oneGeneDatabase(species);
  return {
    ...rows,
    meta: rows.meta.map((row) => (row.meta_key === 'species.alias' ? { ...row, meta_value: alias } : row)),
  };
};

beforeAll(async () => {
  release = await CompiledRelease.from([
    [UNA, 'core', core(UNA, 'una')],
    [DUO, 'core', core(DUO, 'duo')],
    ['multi', 'compara', compara(ELEMENTS)],
  ]);
  without = await CompiledRelease.from([[UNA, 'core', core(UNA, 'una')]]);
  service = await release.serve();
});

const ask = (path: string, type?: string) => service.get(`/overlap/region/${path}`, type);
const places = async (path: string) =>
  (await ask(path)).json.map(({ ID, start, end, strand }: any) => [ID, start, end, strand]);

describe('overlap/region of constrained elements', () => {
  it('returns their places, ids and scores', async () => {
    expect((await ask('una/1:3000-3001?feature=constrained')).json).toEqual([
      { feature_type: 'constrained', seq_region_name: '1', start: 3001, end: 3050, strand: 1, ID: 1, score: 12.5 },
    ]);
  });

  it('is ordered by start, with duplicates of the database, on the strand of the database', async () => {
    const all = [
      [3, 990, 1005, -1],
      [2, 1001, 1100, 1],
      [4, 2001, 2010, 1],
      [4, 2001, 2010, 1],
      [1, 3001, 3050, 1],
    ];
    expect(await places('una/1:1-5000?feature=constrained')).toEqual(all);
    expect(await places('una/1:1-5000:-1?feature=constrained')).toEqual(all);
    expect(await places('una/1:1005-2000?feature=constrained')).toEqual(all.slice(0, 2));
    expect(await places('una/1:1005-2000?feature=constrained;trim_upstream=1')).toEqual([]);
  });

  it('returns the elements of the requested genome', async () => {
    expect(await places('duo/1:1-5000?feature=constrained')).toEqual([[2, 51, 150, -1]]);
  });

  it.each(['amniotes', 'Amniotes', 'collection-amniotes'])(
    'returns the elements of the species set %s',
    async (set) => {
      expect(await places(`una/1:1-5000?feature=constrained;species_set=${set}`)).toEqual([[5, 1001, 1200, 1]]);
      expect(await places(`duo/1:1-5000?feature=constrained;species_set=${set}`)).toEqual([]);
    },
  );

  it('works together with other features, and around an id', async () => {
    const { json } = await service.get('/overlap/id/FICG1?feature=gene;feature=constrained;species=una');
    expect(json.map((each: any) => each.feature_type)).toEqual(['gene']);
    expect(
      (await ask('una/1:1-1000?feature=constrained;feature=gene')).json.map((each: any) => each.feature_type),
    ).toEqual(['constrained', 'gene']);
  });

  it('writes GFF3, BED and XML', async () => {
    expect((await ask('una/1:995-3001?feature=constrained', 'text/x-gff3')).text.split('\n').slice(2, 4)).toEqual([
      '1\tGERP\tDNA_constraint_sequence\t990\t1005\t7\t-\t.\tID=3',
      '1\tGERP\tDNA_constraint_sequence\t1001\t1100\t96\t+\t.\tID=2',
    ]);
    expect((await ask('una/1:3001-3001?feature=constrained', 'text/x-bed')).text).toMatch(
      /^\S+\t3000\t3050\t1\t1000\t\+\n$/,
    );
    expect((await ask('una/1:3001-3001?feature=constrained', 'text/xml')).text).toContain(
      '<data ID="1" end="3050" feature_type="constrained" score="12.5"',
    );
  });

  it('takes two waves of reads after the root', async () => {
    const cold = await release.serve();
    await cold.get('/overlap/region/una/1:1-5000?feature=constrained');
    expect(cold.store.waves).toBe(2);
  });
});

describe('a long list of constrained elements', () => {
  const count = 30_000;
  let long: CompiledRelease;
  beforeAll(async () => {
    const rows = core(UNA, 'una');
    const many = Array.from(
      { length: count },
      (_, each): Element => [(each * 7919) % count, 1, 1 + 10 * each, 25 + 10 * each, 1, 16, (each % 97) + 0.5],
    );
    long = await CompiledRelease.from([
      [UNA, 'core', { ...rows, seq_region: rows.seq_region.map((row) => ({ ...row, length: 400_000 })) }],
      ['multi', 'compara', compara(many)],
    ]);
  });

  it('contains the same as lists of its parts, in order of position', async () => {
    const { get } = await long.serve();
    const list = async (start: number, end: number): Promise<{ ID: number; start: number }[]> =>
      (await get(`/overlap/region/una/1:${start}-${end}?feature=constrained`)).json;
    const whole = await list(1, 400_000);
    expect(whole).toHaveLength(count);
    expect(whole.map(({ start }) => start)).toEqual(whole.map(({ start }) => start).toSorted((a, b) => a - b));
    expect(whole.slice(0, 1000)).toEqual((await list(1, 10_000)).slice(0, 1000));
    expect(whole.slice(-1000)).toEqual((await list(280_000, 400_000)).slice(-1000));
  });
});

describe('overlap/region of constrained elements of an unknown species set', () => {
  it.each([
    [
      'una/1:1-500?feature=constrained;species_set=fishes',
      "This release contains no constrained elements of the species set 'fishes'; " +
        "it contains those of 'mammals', 'collection-Amniotes'",
    ],
    [
      'una/1:1-500?feature=gene;feature=constrained;species_set=mammal',
      "This release contains no constrained elements of the species set 'mammal'; " +
        "it contains those of 'mammals', 'collection-Amniotes'",
    ],
  ])('rejects %s', async (path, error) => {
    expect(await ask(path)).toMatchObject({ status: 400, json: { error } });
  });

  it('rejects any set in a release without a compara database', async () => {
    const { get } = await without.serve();
    expect(await get('/overlap/region/una/1:1-500?feature=constrained')).toMatchObject({
      status: 400,
      json: { error: "This release contains no constrained elements of the species set 'mammals'" },
    });
  });
});
