/** Alignments of made data fit their genomes, and its funcgen dumps fit the chromosome and its transcripts. */
import { beforeAll, expect, test } from 'vitest';
import { makeData } from '../../../../data/fictional/scaled/make-data.ts';
import { type DumpRow, columnOf } from '../../../support/read-dump.ts';
import { regionBases, transcriptsOf, type DumpTranscript } from '../../../support/transcripts-of-dump.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { ALIGNED, GROUPS, readMadeDumps, SPECIES, type MadeDumps } from './made-dumps.ts';
import { at, get, present } from '../../../../src/checked.ts';

const SCALE = 0.4;
const PARTS = ['core', 'compara', 'funcgen'] as const;

const folder = await testFolder();
let dumps: MadeDumps;
let transcripts: DumpTranscript[];
let chromosome: string;

beforeAll(async () => {
  await makeData(folder, { scale: SCALE, only: PARTS });
  dumps = await readMadeDumps(
    folder,
    GROUPS.filter((group) => PARTS.some((part) => group.endsWith(`/${part}`))),
  );
  transcripts = transcriptsOf(dumps[`${SPECIES}/core`]);
  chromosome = get(regionBases(dumps[`${SPECIES}/core`]), '1');
});

test('aligned segments fit their cigar lines and genomes, and ancestors have the bases of the chromosome', () => {
  const compara = dumps['multi/compara'];
  const genomes = new Map(
    compara.rows('genome_db').map((row) => [columnOf(row, 'genome_db_id'), columnOf(row, 'name')]),
  );
  const fragments = new Map(compara.rows('dnafrag').map((row) => [columnOf(row, 'dnafrag_id'), row]));
  const ancestors = dumps['ancestral_sequences/core'];
  const ancestral = new Map(
    ancestors.rows('dna').map((row) => [columnOf(row, 'seq_region_id'), columnOf(row, 'sequence')]),
  );
  const bases = new Map(
    ancestors
      .rows('seq_region')
      .map((row) => [`ancestral_sequences/${row.name}`, get(ancestral, columnOf(row, 'seq_region_id'))]),
  );
  for (const species of [SPECIES, ...ALIGNED] as const)
    bases.set(`${species}/1`, at([...regionBases(dumps[`${species}/core`]).values()], 0));
  const turned = (letters: string): string =>
    Array.from(letters, (base) => 'ACGT'.charAt('TGCA'.indexOf(base)))
      .reverse()
      .join('');
  const columnsOf = (row: DumpRow): { genome: string; letters: string } => {
    const fragment = get(fragments, columnOf(row, 'dnafrag_id'));
    const genome = get(genomes, columnOf(fragment, 'genome_db_id'));
    const region = get(bases, `${genome}/${fragment.name}`);
    expect(region.length).toBe(Number(fragment.length));
    const forward = region.slice(Number(row.dnafrag_start) - 1, Number(row.dnafrag_end));
    const own = row.dnafrag_strand === '1' ? forward : turned(forward);
    let at = 0;
    const letters = [...columnOf(row, 'cigar_line').matchAll(/(\d*)([MD])/g)]
      .map(([, count, operation]) =>
        operation === 'D' ? '-'.repeat(Number(count || 1)) : own.slice(at, (at += Number(count || 1))),
      )
      .join('');
    expect(at).toBe(own.length);
    return { genome, letters };
  };
  const shares = new Map<string, [same: number, all: number]>();
  const seen = { turned: 0, pairwise: 0, multiple: 0, ancestral: 0 };
  const roots = new Map(
    compara.rows('genomic_align_tree').map((row) => [columnOf(row, 'node_id'), columnOf(row, 'root_id')]),
  );
  const ofTree = new Map<string, string>();
  const lengths = new Map(
    compara.rows('genomic_align_block').map((row) => [columnOf(row, 'genomic_align_block_id'), Number(row.length)]),
  );
  for (const [id, rows] of Map.groupBy(compara.rows('genomic_align'), (row) =>
    columnOf(row, 'genomic_align_block_id'),
  )) {
    const all = rows.map(columnsOf);
    const first = at(all, 0);
    for (const { letters } of all) expect(letters.length).toBe(lengths.get(id));
    seen.turned += rows.filter(({ dnafrag_strand }) => dnafrag_strand === '-1').length;
    const root = roots.get(at(rows, 0).node_id ?? '');
    if (first.genome === 'ancestral_sequences') {
      seen.ancestral++;
      for (const { letters } of all) expect(letters).toBe(ofTree.get(present(root, 'the root')));
      continue;
    }
    expect(first.genome).toBe(SPECIES);
    seen[root === undefined ? 'pairwise' : 'multiple']++;
    if (root !== undefined) ofTree.set(root, first.letters);
    for (const { genome, letters } of all.slice(1)) {
      const share = shares.get(genome) ?? get(shares.set(genome, [0, 0]), genome);
      for (let column = 0; column < letters.length; column++) {
        if (letters[column] === '-' || first.letters[column] === '-') continue;
        share[1]++;
        if (letters[column] === first.letters[column]) share[0]++;
      }
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  expect(seen.ancestral).toBe(seen.multiple);
  const shareOf = (genome: string) => get(shares, genome)[0] / get(shares, genome)[1];
  const [near, far] = [shareOf(ALIGNED[0]), shareOf(ALIGNED[1])];
  expect(near).toBeGreaterThan(0.9);
  expect(far).toBeGreaterThan(0.65);
  expect(far).toBeLessThan(near);
});

test('features are on the chromosome, motifs fit their matrices, and probes have bases of their transcripts', () => {
  const funcgen = dumps[`${SPECIES}/funcgen`];
  const lengths = new Map(
    [...Map.groupBy(funcgen.rows('binding_matrix_frequencies'), (row) => columnOf(row, 'binding_matrix_id'))].map(
      ([id, rows]) => [id, Math.max(...rows.map(({ position }) => Number(position)))],
    ),
  );
  const motifs = funcgen.rows('motif_feature');
  expect(
    motifs.filter(
      (row) =>
        Number(row.seq_region_end) - Number(row.seq_region_start) + 1 !==
        lengths.get(columnOf(row, 'binding_matrix_id')),
    ),
  ).toEqual([]);
  const features = funcgen.rows('regulatory_feature');
  expect(features.length / (SCALE * 10)).toBeGreaterThanOrEqual(12);
  expect(new Set(features.map(({ feature_type_id }) => feature_type_id)).size).toBe(5);
  for (const { seq_region_start, seq_region_end } of [...features, ...motifs])
    expect(
      Number(seq_region_start) > 0 &&
        Number(seq_region_start) <= Number(seq_region_end) &&
        Number(seq_region_end) <= chromosome.length,
    ).toBe(true);
  const spliced = new Map(transcripts.map(({ id, exons }) => [id, exons.map(({ bases }) => bases).join('')]));
  const sequences = new Map(
    funcgen.rows('probe_seq').map((row) => [columnOf(row, 'probe_seq_id'), columnOf(row, 'sequence')]),
  );
  const probes = new Map(
    funcgen.rows('probe').map((row) => [columnOf(row, 'probe_id'), get(sequences, columnOf(row, 'probe_seq_id'))]),
  );
  const matches = funcgen.rows('probe_transcript');
  expect(
    matches.filter((row) => !get(spliced, columnOf(row, 'stable_id')).includes(get(probes, columnOf(row, 'probe_id')))),
  ).toEqual([]);
  expect(new Set(matches.map(({ probe_id }) => probe_id)).size).toBe(probes.size);
  for (const { probe_set_id, size } of funcgen.rows('probe_set'))
    expect(funcgen.rows('probe').filter((probe) => probe.probe_set_id === probe_set_id)).toHaveLength(Number(size));
});
