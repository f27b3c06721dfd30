/**
 * Alignments of regions that compara databases do not name: contigs of a chromosome, patches and LRGs.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import type { DumpRow } from '../../support/dump-database.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at } from '../../../src/checked.ts';

const [UNA, DUO] = ['ficta_una', 'ficta_duo'] as const;
const LENGTH = 4000;
const OWN = [1001, 1100] as const;

/** Bases without a period. */
const bases = (seed: number, length: number) =>
  Array.from({ length }, (_, at) => 'ACGT'[(Math.imul(at + seed, 2_654_435_761) >>> 13) & 3]).join('');
const turned = (letters: string) =>
  Array.from(letters, (letter) => ({ A: 'T', C: 'G', G: 'C', T: 'A' })[letter])
    .reverse()
    .join('');
const [CHROMOSOME, OTHER, PATCHED] = [bases(1, LENGTH), bases(70_000, LENGTH), bases(90_000, OWN[1] - OWN[0] + 1)];

/** Two contigs, the second reversed; a patch of a hundred bases; an LRG of the first contig. */
function una(): Record<string, DumpRow[]> {
  const rows = oneGeneDatabase(UNA);
  const region = (seq_region_id: number, name: string, coord_system_id: number, length: number) => ({
    seq_region_id,
    name,
    coord_system_id,
    length,
  });
  const assembly = (
    asm_seq_region_id: number,
    asm_start: number,
    asm_end: number,
    cmp_seq_region_id: number,
    cmp_start: number,
    ori: number,
  ) => ({
    asm_seq_region_id,
    asm_start,
    asm_end,
    cmp_seq_region_id,
    cmp_start,
    cmp_end: cmp_start + asm_end - asm_start,
    ori,
  });
  return {
    ...rows,
    meta: [
      ...rows.meta,
      ...['chromosome:FIC1#contig', 'lrg#contig', 'lrg#chromosome:FIC1'].map((meta_value, each) => ({
        species_id: 1,
        meta_id: 100 + each,
        meta_key: 'assembly.mapping',
        meta_value,
      })),
    ],
    coord_system: [
      { coord_system_id: 1, species_id: 1, name: 'chromosome', version: 'FIC1', rank: 1, attrib: 'default_version' },
      {
        coord_system_id: 2,
        species_id: 1,
        name: 'contig',
        version: null,
        rank: 2,
        attrib: 'default_version,sequence_level',
      },
      { coord_system_id: 3, species_id: 1, name: 'lrg', version: null, rank: 3, attrib: 'default_version' },
    ],
    attrib_type: [...rows.attrib_type, { attrib_type_id: 16, code: 'non_ref', name: 'Non Reference' }],
    seq_region: [
      region(11, '1', 1, LENGTH),
      region(12, 'PATCH', 1, LENGTH),
      region(21, 'CTG1', 2, 2000),
      region(22, 'CTG2', 2, 2000),
      region(23, 'CTG3', 2, PATCHED.length),
      region(31, 'LRG_1', 3, 400),
    ],
    seq_region_attrib: (
      [
        [11, 6],
        [12, 6],
        [12, 16],
        [31, 6],
        [31, 16],
      ] as const
    ).map(([seq_region_id, attrib_type_id]) => ({ seq_region_id, attrib_type_id, value: '1' })),
    assembly: [
      assembly(11, 1, 2000, 21, 1, 1),
      assembly(11, 2001, 4000, 22, 1, -1),
      assembly(12, ...OWN, 23, 1, 1),
      assembly(31, 1, 400, 21, 501, 1),
      assembly(31, 1, 400, 11, 501, 1),
    ],
    assembly_exception: [
      {
        assembly_exception_id: 1,
        seq_region_id: 12,
        seq_region_start: OWN[0],
        seq_region_end: OWN[1],
        exc_type: 'PATCH_FIX',
        exc_seq_region_id: 11,
        exc_seq_region_start: OWN[0],
        exc_seq_region_end: OWN[1],
        ori: 1,
      },
    ],
    dna: [
      { seq_region_id: 21, sequence: CHROMOSOME.slice(0, 2000) },
      { seq_region_id: 22, sequence: turned(CHROMOSOME.slice(2000)) },
      { seq_region_id: 23, sequence: PATCHED },
    ],
    gene: [
      ...rows.gene,
      {
        ...at(rows.gene, 0),
        gene_id: 2,
        seq_region_id: 31,
        seq_region_start: 1,
        seq_region_end: 300,
        stable_id: 'LRG_1',
        canonical_transcript_id: 2,
        display_xref_id: null,
      },
    ],
    transcript: [
      ...rows.transcript,
      {
        ...at(rows.transcript, 0),
        transcript_id: 2,
        gene_id: 2,
        seq_region_id: 31,
        seq_region_start: 1,
        seq_region_end: 300,
        stable_id: 'LRG_1t1',
        canonical_translation_id: null,
      },
    ],
    exon: [
      ...rows.exon,
      {
        ...at(rows.exon, 0),
        exon_id: 2,
        seq_region_id: 31,
        seq_region_start: 1,
        seq_region_end: 300,
        stable_id: 'LRG_1t1e1',
      },
    ],
    exon_transcript: [...rows.exon_transcript, { exon_id: 2, transcript_id: 2, rank: 1 }],
  };
}

function duo(): Record<string, DumpRow[]> {
  const { meta, coord_system, attrib_type, analysis, external_db, seq_region_attrib } = oneGeneDatabase(DUO);
  return {
    meta: meta.filter(({ meta_key }) => meta_key !== 'species.alias'),
    coord_system,
    attrib_type,
    analysis,
    external_db,
    seq_region_attrib,
    seq_region: [{ seq_region_id: 11, name: '1', coord_system_id: 1, length: LENGTH }],
    dna: [{ seq_region_id: 11, sequence: OTHER }],
  };
}

/** Places where 20 bases of UNA are aligned to 20 of DUO: the region, both starts, and the method (tree or pair). */
const ALIGNED: [region: '1' | 'PATCH', start: number, other: number, method: 'EPO' | 'LASTZ_NET'][] = [
  ['1', 501, 101, 'LASTZ_NET'],
  ['1', 2501, 201, 'LASTZ_NET'],
  ['PATCH', 1041, 301, 'LASTZ_NET'],
  ['1', 1041, 401, 'LASTZ_NET'],
  ['1', 701, 501, 'EPO'],
];

function compara(): Record<string, DumpRow[]> {
  const sets = { LASTZ_NET: 1, EPO: 2 };
  const align = (id: number, block: number, set: number, dnafrag_id: number, start: number, node: number | null) => ({
    genomic_align_id: id,
    genomic_align_block_id: block,
    method_link_species_set_id: set,
    dnafrag_id,
    dnafrag_start: start,
    dnafrag_end: start + 19,
    dnafrag_strand: 1,
    cigar_line: '20M',
    visible: 1,
    node_id: node,
  });
  return {
    meta: [{ meta_id: 1, meta_key: 'schema_version', meta_value: '115' }],
    method_link: [
      { method_link_id: 16, type: 'LASTZ_NET', class: 'GenomicAlignBlock.pairwise_alignment' },
      { method_link_id: 13, type: 'EPO', class: 'GenomicAlignTree.tree_alignment' },
    ],
    method_link_species_set: (
      [
        [1, 16],
        [2, 13],
      ] as const
    ).map(([id, method_link_id]) => ({
      method_link_species_set_id: id,
      method_link_id,
      species_set_id: id,
      name: `set ${id}`,
    })),
    species_set_header: [
      { species_set_id: 1, name: '' },
      { species_set_id: 2, name: 'mammals' },
    ],
    species_set: [1, 2].flatMap((species_set_id) => [1, 2].map((genome_db_id) => ({ species_set_id, genome_db_id }))),
    genome_db: [UNA, DUO].map((name, each) => ({
      genome_db_id: each + 1,
      taxon_id: 9001 + each,
      name,
      assembly: 'FIC1',
      genebuild: '1',
    })),
    dnafrag: (
      [
        ['1', 1],
        ['PATCH', 1],
        ['1', 2],
      ] as const
    ).map(([name, genome_db_id], each) => ({
      dnafrag_id: each + 1,
      name,
      genome_db_id,
      coord_system_name: 'chromosome',
      length: LENGTH,
    })),
    // The last row has no start, as the schema allows.
    genomic_align: [
      ...ALIGNED.flatMap(([region, start, other, method], block) => [
        align(2 * block + 1, block + 1, sets[method], region === '1' ? 1 : 2, start, method === 'EPO' ? 11 : null),
        align(2 * block + 2, block + 1, sets[method], 3, other, method === 'EPO' ? 12 : null),
      ]),
      { ...align(99, 99, 1, 1, 1, null), dnafrag_start: null },
    ],
    genomic_align_tree: (
      [
        [10, 0],
        [11, 10],
        [12, 10],
      ] as const
    ).map(([node_id, parent_id]) => ({
      node_id,
      parent_id,
      root_id: 10,
      left_index: node_id,
      right_index: node_id,
      distance_to_parent: node_id === 12 ? null : 0.1,
    })),
  };
}

let service: RunningService;
beforeAll(async () => {
  const release = await CompiledRelease.from([
    [UNA, 'core', una()],
    [DUO, 'core', duo()],
    ['multi', 'compara', compara()],
  ]);
  service = await release.serve();
});

const PAIRS = `method=LASTZ_NET;species_set=${UNA};species_set=${DUO}`;

/** Rows of all blocks in the form `genome region:start-end`, or the error. Checks the bases of each row. */
async function shown(region: string, query: string): Promise<string[] | string> {
  const { status, json } = await service.get(`/alignment/region/${UNA}/${region}?${query}`);
  if (status !== 200) return `${status} ${json.error}`;
  return json.flatMap(({ alignments }: any) =>
    alignments.map(({ species, seq_region, start, end, strand, seq }: any) => {
      const all =
        species === DUO
          ? OTHER
          : seq_region === '1'
            ? CHROMOSOME
            : `${CHROMOSOME.slice(0, OWN[0] - 1)}${PATCHED}${CHROMOSOME.slice(OWN[1])}`;
      expect(seq).toBe(strand === 1 ? all.slice(start - 1, end) : turned(all.slice(start - 1, end)));
      return `${species} ${seq_region}:${start}-${end}`;
    }),
  );
}

describe('alignment/region of a contig', () => {
  test('shows the alignments of its chromosome at that place, with positions of the chromosome', async () => {
    expect(await shown('CTG1:505-514', PAIRS)).toEqual([`${UNA} 1:505-514`, `${DUO} 1:105-114`]);
    expect(await shown('CTG1:690-730', 'method=EPO')).toEqual([`${UNA} 1:701-720`, `${DUO} 1:501-520`]);
  });
  test('works for a reversed contig', async () => {
    // 2501 to 2520 of the chromosome are 1500 to 1481 of the contig.
    expect(await shown('CTG2:1481-1490', PAIRS)).toEqual([`${UNA} 1:2511-2520`, `${DUO} 1:211-220`]);
    expect(await shown('CTG2:1501-1600', PAIRS)).toBe('400 no alignment available for this region');
  });
});

describe('alignment/region of a patch', () => {
  test('shows pairs of the patch, and pairs of the chromosome around it', async () => {
    expect(await shown('PATCH:1001-1100', PAIRS)).toEqual([`${UNA} PATCH:1041-1060`, `${DUO} 1:301-320`]);
    expect(await shown('PATCH:501-520', PAIRS)).toEqual([`${UNA} 1:501-520`, `${DUO} 1:101-120`]);
    expect(await shown('PATCH:500-1100', PAIRS)).toEqual([
      `${UNA} PATCH:1041-1060`,
      `${DUO} 1:301-320`,
      `${UNA} 1:501-520`,
      `${DUO} 1:101-120`,
    ]);
  });
  test('shows no trees of the chromosome', async () =>
    expect(await shown('PATCH:690-730', 'method=EPO')).toBe('400 no alignment available for this region'));
});

describe('an LRG', () => {
  test('has no alignments at any place', async () => {
    expect(await shown('LRG_1:1-100', PAIRS)).toBe('400 no alignment available for this region');
    expect(await shown('LRG_1:190-230', 'method=EPO')).toBe('400 no alignment available for this region');
  });
  test.each(['LRG_1', 'LRG_1t1', 'LRG_1t1e1'])('has genes without trees or homologies: %s', async (id) => {
    const { status, json } = await service.get(`/genetree/member/id/${UNA}/${id}`);
    expect([status, json.error]).toEqual([400, expect.stringMatching(`^Could not fetch a \\w+ object for ID ${id}$`)]);
    expect((await service.get(`/homology/id/${UNA}/${id}`)).json).toEqual({ data: [] });
  });
});

test('writes a branch without length if the database has none', async () => {
  const { json } = await service.get(`/alignment/region/${UNA}/1:701-720?method=EPO`);
  expect(json[0].tree).toMatch(/_1_501_520\[\+\]:0[,)]/);
});
