/** The compiler distinguishes bases that a database never had from bases that a damaged file has lost. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type LackingBases,
  ScratchBases,
  checkBases,
} from '../../../../../build-index/compile/genome/scratch-bases.ts';
import type { DumpRegion, RegionSet } from '../../../../../build-index/compile/genome/regions.ts';
import type { DumpDatabase } from '../../../../../build-index/dump/find-databases.ts';
import { lackOfBases } from '../../../../../build-index/compile/notices.ts';

const folder = await mkdtemp(join(tmpdir(), 'check-bases-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Regions of one species, each of 4 bases. r9 is in a coordinate system without stored sequence. */
const regionsOf = (...ids: number[]) =>
  ({
    list: ids.map((id) => ({ id, name: `r${id}`, length: 4, coordSystem: { sequenceLevel: id !== 9 } }) as DumpRegion),
  }) as unknown as RegionSet;
const SOME = regionsOf(1, 2, 3, 4, 9);
const rows = (...ids: number[]) => ids.map((id) => `${id}\tACGT\n`).join('');

/** The bases that a dna file lacks of a species, and the notices about them. */
async function checked(text: string | Buffer, regions = SOME): Promise<[LackingBases | null, string[]]> {
  const path = join(folder, `dna.txt${typeof text === 'string' ? '' : '.gz'}`);
  await writeFile(path, text);
  const dump = {
    species: 'fictus',
    group: 'core',
    schema: new Map(),
    tables: new Map([['dna', path]]),
  } as unknown as DumpDatabase;
  const bases = await ScratchBases.load(dump, folder);
  try {
    const lackingBases = checkBases(dump, regions, bases);
    return [lackingBases, lackOfBases(dump, { lackingBases, sequence: null, entry: { species: 'fictus' } } as never)];
  } finally {
    await bases.close();
  }
}

describe('regions without bases', () => {
  it.each([
    ['of none', rows(1, 2, 3, 4), null, []],
    [
      'in between',
      rows(1, 2, 4),
      [3],
      ['fictus core: the dna table lacks the bases of 1 region; they are served as N (such as r3).'],
    ],
    [
      'in between, in a file without a final newline',
      rows(1, 2, 4).trimEnd(),
      [3],
      ['fictus core: the dna table lacks the bases of 1 region; they are served as N (such as r3).'],
    ],
    [
      'in between and at the end',
      rows(1, 3),
      [2, 4],
      ['fictus core: the dna table lacks the bases of 2 regions; they are served as N (such as r2).'],
    ],
    [
      'at the end',
      rows(1, 2),
      [3, 4],
      [
        'fictus core: the dna table lacks the bases of 2 regions; they are served as N (such as r3). ' +
          'They would be at the end of the file: verify its checksum.',
      ],
    ],
    [
      'at the end, compressed',
      gzipSync(rows(1, 2, 3)),
      [4],
      [
        'fictus core: the dna table lacks the bases of 1 region; they are served as N (such as r4). ' +
          'They would be at the end of the file: verify its checksum.',
      ],
    ],
    ['of all, as no species has any', '', null, []],
  ])('are read as N and reported: %s', async (_, text, lacking, notices) => {
    const [found, said] = await checked(text);
    expect(found?.regions.map(({ id }) => id) ?? null).toEqual(lacking);
    expect(said).toEqual(notices);
  });

  it('of a whole species in a collection are reported as such, unless another database has its bases', async () => {
    const [found, said] = await checked(rows(1, 2, 3, 4), regionsOf(7, 8));
    expect(found).toMatchObject({ areAll: true, areLast: true });
    expect(said).toEqual([
      'fictus core: the dna table has no bases of fictus; the genome has no sequence. ' +
        'They would be at the end of the file: verify its checksum.',
    ]);
    expect((await checked(rows(1, 2, 9), regionsOf(7, 8)))[1]).toEqual([
      'fictus core: the dna table has no bases of fictus; the genome has no sequence.',
    ]);
    expect(lackOfBases({} as never, { lackingBases: found, sequence: {} } as never)).toEqual([]);
  });
});

describe('a file that was cut short is rejected', () => {
  const whole = rows(1, 2, 3, 4);
  // A file that was cut between two rows looks like one that never had the other rows.
  const within = Array.from({ length: whole.length - 1 }, (_, at) => at + 1).filter(
    (at) => whole[at - 1] !== '\n' && at < whole.length - 1,
  );

  it('within any row, compressed or not', async () => {
    expect(within).toHaveLength(whole.length - 5);
    for (const at of within)
      for (const text of [whole.slice(0, at), gzipSync(whole.slice(0, at))])
        await expect(checked(text), `${at}`).rejects.toThrow(/dna\.txt(\.gz)?( line \d)?: /);
  });

  it('after the last base of a region, without its newline', async () => {
    const fault =
      'dna.txt: the file ends without a newline and lacks the bases of 2 regions after its last row ' +
      '(such as seq region 3, r3); it is truncated, or only its last newline is missing';
    await expect(checked(rows(1, 2).trimEnd())).rejects.toThrow(fault);
    await expect(checked(rows(1, 2).trimEnd(), regionsOf(7))).rejects.toThrow(
      'lacks the bases of 1 region after its last row (such as seq region 7, r7)',
    );
    // The region before is missing as well, but not at the end.
    await expect(checked(rows(2).trimEnd())).rejects.toThrow('2 regions after its last row (such as seq region 3,');
  });

  it('within the bases of a region', async () => {
    await expect(checked(`${rows(1)}2\tACG`)).rejects.toThrow(
      'dna.txt line 2: seq region 2 (r2) has 3 bases, but its length in seq_region is 4; one of ' +
        'the two tables is damaged or truncated',
    );
  });
});
