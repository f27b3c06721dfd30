/** Which genes a compara database finds by name, for names of a fictional genome that its core unit has saved. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  decodeComparedGene,
  encodeGeneMember,
  MAX_GENES_OF_NAME,
  type GeneMember,
} from '../../../../../src/compara/gene-member.ts';
import { withStagedMembers, writeGeneNames } from '../../../../../build-index/compile/compara/gene-lookups.ts';
import { testFolder } from '../../../../support/test-folder.ts';

/** A reference to a gene under a name. */
type Name = [key: string, reference: number, gene: number, rank: number, linked?: boolean];

const GENES = MAX_GENES_OF_NAME + 10;
const LONE = 7;
const geneId = (gene: number) => `FICG${String(gene).padStart(3, '0')}`;
const tree = {
  clusterset: 'default',
  reference: true,
  place: [8, 100, 0] as [number, number, number],
  sequences: 'ficgt1',
  cafe: null,
};

/** All genes are in the same tree, except one that is in none. */
async function* members(): AsyncGenerator<[string, Uint8Array]> {
  for (let gene = 0; gene < GENES; gene++) {
    const member: GeneMember = { genome: 1, geneId: geneId(gene), version: 1, trees: gene === LONE ? [] : [tree] };
    yield [geneId(gene).toLowerCase(), encodeGeneMember(member)];
  }
}

/** Keys and genes as written. */
async function written(genomes: Record<string, Name[]>): Promise<[string, string][]> {
  const folder = await testFolder();
  const found: [string, string][] = [];
  const text = new TextDecoder();
  await withStagedMembers(members(), folder, async (connection) => {
    const saved = [];
    for (const [species, names] of Object.entries(genomes)) {
      const path = join(folder, `${species}.parquet`);
      const rows = names.map(
        ([key, reference, gene, rank, linked = true]) =>
          `('${key}', ${reference}, '${geneId(gene).toLowerCase()}', ${linked}, ${rank})`,
      );
      await connection.run(
        `COPY (SELECT * FROM (VALUES ${rows.join(', ')}) names(key, xref_id, gene, linked, rank)) ` +
          `TO '${path}' (FORMAT parquet)`,
      );
      saved.push({ path, species });
    }
    const add = async (key: string | Uint8Array, record: Uint8Array) =>
      found.push([typeof key === 'string' ? key : text.decode(key), decodeComparedGene(record).geneId]) - 1;
    await writeGeneNames(connection, saved, {
      add,
      async addAll(keys, records) {
        for (const [row, start] of keys.starts.entries()) {
          await add(
            keys.bytes.subarray(start, keys.ends[row]),
            records.bytes.subarray(records.starts[row], records.ends[row]),
          );
        }
      },
    });
  });
  return found;
}

test('writes each gene of a tree once per name, even with several references, and no gene without a tree', async () => {
  expect(
    await written({
      fictus_primus: [
        ['p1', 1, 3, 1],
        ['p1', 2, 3, 1],
        ['p1', 2, 1, 2],
        ['old', 9, 3, 1],
        ['lone', 4, LONE, 5],
        ['other', 5, 999, 6],
      ],
    }),
  ).toEqual([
    ['fictus_primus/old', 'FICG003'],
    ['fictus_primus/p1', 'FICG001'],
    ['fictus_primus/p1', 'FICG003'],
  ]);
});

test('writes the first linked genes of a reference with many genes, before genes that only show it', async () => {
  const all = Array.from({ length: GENES }, (_, gene): Name => ['go:1', 1, gene, GENES - gene, gene < 65]);
  // Ranks descend from gene to gene: the linked ones are 64 down to 4, without the gene that is in no tree.
  const expected = Array.from({ length: MAX_GENES_OF_NAME + 1 }, (_, each) => 64 - each)
    .filter((gene) => gene !== LONE)
    .sort((a, b) => a - b);
  expect(await written({ fictus_primus: all })).toEqual(
    expected.map((gene) => ['go:1', geneId(gene)]).map(([key, gene]) => [`fictus_primus/${key}`, gene]),
  );
  const twice: Name[] = [...all, ['go:1', 2, 0, 1]];
  expect((await written({ fictus_primus: twice })).map(([, gene]) => gene)).toEqual([
    geneId(0),
    ...expected.map(geneId),
  ]);
});

test('orders genomes by the keys of the table', async () => {
  const keys = await written({
    fictus_primus_minor: [['a', 1, 1, 1]],
    fictus_primus: [['b', 1, 1, 1]],
    fictus: [
      ['é', 1, 2, 1],
      ['z', 1, 1, 1],
    ],
  });
  expect(keys.map(([key]) => key)).toEqual(['fictus/z', 'fictus/é', 'fictus_primus/b', 'fictus_primus_minor/a']);
});
