/** The demo's whole-genome alignments agree with its genomes: the bases of a column descend from one base. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateDemo } from '../../../../data/fictional/demo.ts';
import { readDump, type Dump, type DumpRow, columnOf } from '../../../support/read-dump.ts';
import { at, found, get, present } from '../../../../src/checked.ts';

let folder: string;
let compara: Dump;
const blocks = new Map<string, DumpRow[]>();
/** Rows of inferred ancestors, which are in separate blocks. */
let ancestors: DumpRow[];
/** Bases by species and region. */
const regions = new Map<string, string[]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-alignments-'));
  await generateDemo(folder);
  compara = await readDump(join(folder, 'multi/compara'));
  const inferred = new Set(
    compara
      .rows('dnafrag')
      .filter(({ coord_system_name }) => coord_system_name === 'ancestralsegment')
      .map(({ dnafrag_id }) => dnafrag_id),
  );
  ancestors = compara.rows('genomic_align').filter(({ dnafrag_id }) => inferred.has(dnafrag_id));
  for (const row of compara.rows('genomic_align').filter(({ dnafrag_id }) => !inferred.has(dnafrag_id)))
    blocks.set(columnOf(row, 'genomic_align_block_id'), [
      ...(blocks.get(columnOf(row, 'genomic_align_block_id')) ?? []),
      row,
    ]);
  for (const row of compara.rows('genome_db')) await readBases(columnOf(row, 'name'));
});
afterAll(() => rm(folder, { recursive: true }));

const COMPLEMENT = new Map([
  ['A', 'T'],
  ['C', 'G'],
  ['G', 'C'],
  ['T', 'A'],
]);
const turned = (bases: string): string =>
  Array.from(bases, (base) => get(COMPLEMENT, base))
    .reverse()
    .join('');

async function readBases(species: string): Promise<void> {
  const core = await readDump(join(folder, species, 'core'));
  const sequences = new Map(core.rows('dna').map((row) => [row.seq_region_id, columnOf(row, 'sequence')]));
  const known = new Map(
    core
      .rows('seq_region')
      .map((row) => [row.seq_region_id, { name: columnOf(row, 'name'), length: Number(row.length) }]),
  );
  for (const [id, sequence] of sequences) regions.set(`${species}/${get(known, id).name}`, [...sequence]);
  for (const { asm_seq_region_id, cmp_seq_region_id, asm_start, cmp_start, cmp_end, ori } of core.rows('assembly')) {
    const sequence = sequences.get(cmp_seq_region_id ?? null);
    if (!sequence) continue;
    const { name, length } = get(known, asm_seq_region_id ?? null);
    const key = `${species}/${name}`;
    if (!regions.has(key)) regions.set(key, Array<string>(length).fill('N'));
    const part = sequence.slice(Number(cmp_start) - 1, Number(cmp_end));
    Array.from(ori === '1' ? part : turned(part)).forEach((base, at) => {
      get(regions, key)[Number(asm_start) - 1 + at] = base;
    });
  }
}

/** The row of an alignment with gaps as dashes; null if the cigar line does not fit the number of bases. */
function alignedRow(row: DumpRow): { genome: string; letters: string } | null {
  const { dnafrag_id, dnafrag_start, dnafrag_end, dnafrag_strand } = row;
  const fragment = found(compara.rows('dnafrag'), (each) => each.dnafrag_id === dnafrag_id);
  const genome = columnOf(
    found(compara.rows('genome_db'), (each) => each.genome_db_id === fragment.genome_db_id),
    'name',
  );
  const forward = get(regions, `${genome}/${fragment.name}`)
    .slice(Number(dnafrag_start) - 1, Number(dnafrag_end))
    .join('');
  const bases = dnafrag_strand === '1' ? forward : turned(forward);
  let [letters, at] = ['', 0];
  for (const [, count, operation] of columnOf(row, 'cigar_line').matchAll(/(\d*)([MD])/g)) {
    const length = Number(count || 1);
    letters += operation === 'D' ? '-'.repeat(length) : bases.slice(at, (at += length));
  }
  return at === bases.length ? { genome, letters } : null;
}

test('bases of one column are similar, more so between close relatives', () => {
  expect(blocks.size).toBeGreaterThan(10);
  const shares = new Map<string, number[]>();
  for (const rows of blocks.values()) {
    const aligned = rows.map((row) => present(alignedRow(row), 'the aligned row'));
    const reference = at(aligned, 0);
    expect(reference.genome).toBe('fictomys_demonstrans');
    for (const { genome, letters } of aligned.slice(1)) {
      expect(letters.length).toBe(reference.letters.length);
      const pairs = Array.from(letters, (letter, at) => [letter, reference.letters.charAt(at)] as const).filter(
        (pair) => !pair.includes('-'),
      );
      const same = pairs.filter(([one, other]) => one === other).length;
      shares.set(genome, [...(shares.get(genome) ?? []), same / pairs.length]);
    }
  }
  const lowest = (genome: string) => Math.min(...get(shares, genome));
  expect(lowest('fictomys_parvus')).toBeGreaterThan(0.88);
  expect(lowest('fictornis_volans')).toBeGreaterThan(0.72);
  expect(lowest('fictichthys_natans')).toBeGreaterThan(0.65);
});

test('multiple blocks have trees with their members as leaves; pairwise blocks have two members and no tree', () => {
  const nodes = compara.rows('genomic_align_tree');
  const parents = new Set(nodes.map(({ parent_id }) => parent_id));
  const leaves = nodes.filter(({ node_id }) => !parents.has(node_id)).map(({ node_id }) => node_id);
  const members = [...blocks.values()].filter(([first]) => first?.node_id !== null);
  expect(
    members
      .flat()
      .map(({ node_id }) => node_id)
      .sort(),
  ).toEqual(leaves.sort());
  for (const rows of members)
    expect(new Set(rows.map(({ node_id }) => found(nodes, (node) => node.node_id === node_id).root_id)).size).toBe(1);
  const others = [...blocks.values()].filter((rows) => !members.includes(rows));
  expect(others.length).toBeGreaterThan(0);
  for (const rows of others) expect(rows.map(({ node_id }) => node_id)).toEqual([null, null]);
});

test('ancestors have rows as long as their block, and each base is that of a member, or of all if they agree', () => {
  const nodes = compara.rows('genomic_align_tree');
  const parents = new Set(nodes.map(({ parent_id }) => parent_id));
  expect(ancestors.map(({ node_id }) => node_id).sort()).toEqual(
    nodes
      .map(({ node_id }) => node_id)
      .filter((id) => parents.has(id))
      .sort(),
  );
  const rootOf = new Map(nodes.map(({ node_id, root_id }) => [node_id, root_id]));
  for (const ancestor of ancestors) {
    const members = found(
      [...blocks.values()],
      ([first]) => first?.node_id != null && rootOf.get(first.node_id) === rootOf.get(ancestor.node_id),
    ).map((row) => present(alignedRow(row), 'the aligned row').letters);
    const { letters } = present(alignedRow(ancestor), 'the aligned row');
    expect(letters).toHaveLength(at(members, 0).length);
    const wrong = Array.from(
      letters,
      (letter, at) => [letter, new Set(members.map((row) => row.charAt(at)))] as const,
    ).filter(([letter, below]) => (letter !== '-' && !below.has(letter)) || (below.size === 1 && !below.has(letter)));
    expect(wrong).toEqual([]);
  }
});

test('a constrained element is a segment of a block with nearly identical bases in all its species', () => {
  const elements = Map.groupBy(
    compara.rows('constrained_element'),
    ({ constrained_element_id }) => constrained_element_id,
  );
  expect(elements.size).toBeGreaterThan(10);
  for (const rows of elements.values()) {
    expect(rows.length).toBeGreaterThan(2);
    const aligned = rows.map((row) =>
      present(
        alignedRow({ ...row, cigar_line: `${Number(row.dnafrag_end) - Number(row.dnafrag_start) + 1}M` }),
        'the aligned row',
      ),
    );
    const [reference, others] = [at(aligned, 0), aligned.slice(1)];
    for (const { letters } of others) {
      // An element has few gaps, and begins and ends with identical bases.
      expect([letters[0], letters.at(-1)]).toEqual([reference.letters[0], reference.letters.at(-1)]);
      expect(Math.abs(letters.length - reference.letters.length)).toBeLessThan(letters.length / 5);
    }
    const same =
      others.length > 0 && others.every(({ letters }) => letters.length === reference.letters.length)
        ? Array.from(reference.letters).filter((letter, at) => others.every(({ letters }) => letters[at] === letter))
            .length
        : null;
    if (same !== null) expect(same / reference.letters.length).toBeGreaterThan(0.8);
    expect(same === null || Number(at(rows, 0).score) <= same).toBe(true);
  }
});

test('inverted segments have a member on the reverse strand', () => {
  expect(compara.rows('genomic_align').some(({ dnafrag_strand }) => dnafrag_strand === '-1')).toBe(true);
});
