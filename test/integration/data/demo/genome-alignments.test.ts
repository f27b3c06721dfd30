/** The demo's whole-genome alignments, held to its genomes: what stands in a column goes back to one base. */
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
/** Rows of inferred ancestors, which stand in blocks of their own. */
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
  for (const { name } of compara.rows('genome_db')) await readBases(name!);
});
afterAll(() => rm(folder, { recursive: true }));

const turned = (bases: string): string =>
  Array.from(bases, (base) => ({ A: 'T', C: 'G', G: 'C', T: 'A' })[base]!)
    .reverse()
    .join('');

async function readBases(species: string): Promise<void> {
  const core = await readDump(join(folder, species, 'core'));
  const sequences = new Map(core.rows('dna').map(({ seq_region_id, sequence }) => [seq_region_id, sequence!]));
  const known = new Map(
    core
      .rows('seq_region')
      .map(({ seq_region_id, name, length }) => [seq_region_id, { name: name!, length: Number(length) }]),
  );
  for (const [id, sequence] of sequences) regions.set(`${species}/${get(known, id).name}`, [...sequence]);
  for (const { asm_seq_region_id, cmp_seq_region_id, asm_start, cmp_start, cmp_end, ori } of core.rows('assembly')) {
    const sequence = sequences.get(cmp_seq_region_id!);
    if (!sequence) continue;
    const { name, length } = get(known, asm_seq_region_id!);
    const key = `${species}/${name}`;
    if (!regions.has(key)) regions.set(key, Array<string>(length).fill('N'));
    const part = sequence.slice(Number(cmp_start) - 1, Number(cmp_end));
    Array.from(ori === '1' ? part : turned(part)).forEach((base, at) => {
      get(regions, key)[Number(asm_start) - 1 + at] = base;
    });
  }
}

/** The row of an alignment, gaps as dashes; null when the cigar line does not take just the bases of the row. */
function alignedRow({
  dnafrag_id,
  dnafrag_start,
  dnafrag_end,
  dnafrag_strand,
  cigar_line,
}: DumpRow): { genome: string; letters: string } | null {
  const fragment = found(compara.rows('dnafrag'), (each) => each.dnafrag_id === dnafrag_id);
  const genome = found(compara.rows('genome_db'), (each) => each.genome_db_id === fragment.genome_db_id).name!;
  const forward = get(regions, `${genome}/${fragment.name}`)
    .slice(Number(dnafrag_start) - 1, Number(dnafrag_end))
    .join('');
  const bases = dnafrag_strand === '1' ? forward : turned(forward);
  let [letters, at] = ['', 0];
  for (const [, count, operation] of cigar_line!.matchAll(/(\d*)([MD])/g)) {
    const length = Number(count || 1);
    letters += operation === 'D' ? '-'.repeat(length) : bases.slice(at, (at += length));
  }
  return at === bases.length ? { genome, letters } : null;
}

test('bases of one column are alike, the more so the nearer the species are related', () => {
  expect(blocks.size).toBeGreaterThan(10);
  const shares = new Map<string, number[]>();
  for (const rows of blocks.values()) {
    const [reference, ...others] = rows.map((row) => present(alignedRow(row), 'the result of alignedRow'));
    expect(reference!.genome).toBe('fictomys_demonstrans');
    for (const { genome, letters } of others) {
      expect(letters.length).toBe(reference!.letters.length);
      const pairs = Array.from(letters, (letter, at) => [letter, reference!.letters[at]!] as const).filter(
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

test('multiple blocks have trees whose leaves are their members, pairwise blocks are of two and have none', () => {
  const nodes = compara.rows('genomic_align_tree');
  const parents = new Set(nodes.map(({ parent_id }) => parent_id));
  const leaves = nodes.filter(({ node_id }) => !parents.has(node_id)).map(({ node_id }) => node_id);
  const members = [...blocks.values()].filter(([first]) => first!.node_id !== null);
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

test('ancestors have rows as long as their block, with bases of a member, and those that all members share', () => {
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
      ([first]) => first!.node_id !== null && rootOf.get(first!.node_id) === rootOf.get(ancestor.node_id),
    ).map((row) => present(alignedRow(row), 'the result of alignedRow').letters);
    const { letters } = present(alignedRow(ancestor), 'the result of alignedRow');
    expect(letters).toHaveLength(at(members, 0).length);
    const wrong = Array.from(
      letters,
      (letter, at) => [letter, new Set(members.map((row) => row[at]!))] as const,
    ).filter(([letter, below]) => (letter !== '-' && !below.has(letter)) || (below.size === 1 && !below.has(letter)));
    expect(wrong).toEqual([]);
  }
});

test('a constrained element is a segment of a block in which nearly all bases are alike in all its species', () => {
  const elements = Map.groupBy(
    compara.rows('constrained_element'),
    ({ constrained_element_id }) => constrained_element_id,
  );
  expect(elements.size).toBeGreaterThan(10);
  for (const rows of elements.values()) {
    expect(rows.length).toBeGreaterThan(2);
    const [reference, ...others] = rows.map((row) =>
      present(
        alignedRow({ ...row, cigar_line: `${Number(row.dnafrag_end) - Number(row.dnafrag_start) + 1}M` }),
        'the result of alignedRow',
      ),
    );
    for (const { letters } of others) {
      // Gaps within an element are few, and it begins and ends with what is alike.
      expect([letters[0], letters.at(-1)]).toEqual([reference!.letters[0], reference!.letters.at(-1)]);
      expect(Math.abs(letters.length - reference!.letters.length)).toBeLessThan(letters.length / 5);
    }
    const same =
      others.length > 0 && others.every(({ letters }) => letters.length === reference!.letters.length)
        ? Array.from(reference!.letters).filter((letter, at) => others.every(({ letters }) => letters[at] === letter))
            .length
        : null;
    if (same !== null) expect(same / reference!.letters.length).toBeGreaterThan(0.8);
    expect(same === null || Number(at(rows, 0).score) <= same).toBe(true);
  }
});

test('some member stands on the reverse strand, where a segment is inverted', () => {
  expect(compara.rows('genomic_align').some(({ dnafrag_strand }) => dnafrag_strand === '-1')).toBe(true);
});
