/** Builds of units give the same bytes in any order of execution, and a failed unit does not stop the others. */
import { appendFile, cp, mkdir, readFile, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildRelease, type BuildProgress } from '../../../../build-index/units/build-release.ts';
import { BuildFolder } from '../../../../build-index/units/build-folder.ts';
import { planBuild } from '../../../../build-index/units/plan.ts';
import { runUnit } from '../../../../build-index/units/run-unit.ts';
import { sealRelease } from '../../../../build-index/units/seal.ts';
import type { BlockForm } from '../../../../build-index/output/index-folder.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { filesBelow, writeFictionalDumps } from '../../../support/fictional-dumps.ts';
import { at, found, present } from '../../../../src/checked.ts';

const folder = await testFolder();
const dumps = join(folder, 'dumps');
await writeFictionalDumps(dumps);
const whole = join(folder, 'whole');
const release = await buildRelease([dumps], whole, silentProgress);

/** A copy of the release to change. */
async function copyOfRelease(name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(whole, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

/** Records which units a build has run. */
function watched(): { progress: BuildProgress; ran: string[] } {
  const ran: string[] = [];
  return { ran, progress: { ...silentProgress, unitDone: (id) => void ran.push(id) } };
}

/** A copy of the dumps to damage. */
async function copyOfDumps(name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(dumps, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

test('a unit and the seal can be repeated after sealing, and leave no files', async () => {
  const run = (index: string, ...words: string[]) =>
    spawnSync(process.execPath, ['cli/genomic-edge.ts', 'build', ...words, '--out', index], { encoding: 'utf8' });
  expect(run(whole, 'seal')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The inputs have not changed since this release was made'),
  });
  expect(run(whole, 'unit', 'fictus_primus.core')).toMatchObject({
    status: 0,
    stdout: 'The release is sealed already; fictus_primus.core has nothing left to do.\n',
  });
  expect(await readdir(whole)).not.toContain('.build');
  const empty = join(folder, 'no-plan');
  await mkdir(empty);
  for (const words of [['seal'], ['unit', 'x']])
    expect(run(empty, ...words)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('contains no build plan'),
    });
  expect(await readdir(empty)).toEqual([]);
});

test('sealing rejects changed dumps, another compiler and a damaged plan', async () => {
  const [copy, index] = [await copyOfDumps('changed'), join(folder, 'changed-index')];
  const plan = await planBuild([copy]);
  const build = await BuildFolder.open(index);
  await build.savePlan(plan);
  const waiting = [...plan.units];
  for (const done = new Set<string>(); waiting.length > 0; ) {
    const unit = at(
      waiting.splice(
        waiting.findIndex(({ after }) => after.every((id) => done.has(id))),
        1,
      ),
      0,
    );
    await runUnit(unit, plan, build);
    done.add(unit.id);
  }
  await expect(sealRelease({ ...plan, compiler: 'another' }, build, index)).rejects.toThrow(
    'another version of the compiler planned this build: plan it again',
  );
  const table = join(copy, 'fictus_primus/core/meta.txt');
  const { atime, mtime } = await stat(table);
  await utimes(table, atime, new Date(mtime.getTime() + 5000));
  await expect(sealRelease(plan, build, index)).rejects.toThrow(
    `${table} has changed since the build was planned: plan it again`,
  );
  expect(await readdir(index)).toEqual(['.build']);
  await utimes(table, atime, mtime);
  await sealRelease(plan, build, index);
  // The plan of another build stays when a release is sealed.
  const next = await BuildFolder.open(index);
  await next.savePlan(plan);
  await buildRelease([dumps], index, silentProgress);
  expect(await next.readPlan()).toEqual(plan);
  await writeFile(join(index, '.build', 'plan.json'), '{"units": [');
  await expect(next.readPlan()).rejects.toThrow('plan.json is damaged: plan the build again');
});

describe('the same dumps give the same bytes', () => {
  test.each([1, 3])('in %i processes', async (processes) => {
    const index = join(folder, `processes-${processes}`);
    await buildRelease([dumps], index, silentProgress, { resources: { processes, memory: 2 ** 31 } });
    expect(await filesBelow(index)).toEqual(await filesBelow(whole));
  });

  test('planned, compiled unit by unit and sealed separately', async () => {
    const index = join(folder, 'apart');
    await (await BuildFolder.open(index)).savePlan(await planBuild([dumps]));
    const build = await BuildFolder.open(index);
    const plan = await build.readPlan();
    const last = at(
      plan.units.filter(({ after }) => after.length > 0),
      0,
    );
    await expect(runUnit(last, plan, build)).rejects.toThrow(
      /the unit \S+, which must run before, is not done: run it first/,
    );
    await expect(sealRelease(plan, build, index)).rejects.toThrow(/units are not done: .*fictus_primus\.core/);
    // Any order works in which a unit comes after the units that it needs.
    const waiting = plan.units.toReversed();
    const done = new Set<string>();
    while (waiting.length > 0) {
      const unit = at(
        waiting.splice(
          waiting.findIndex(({ after }) => after.every((id) => done.has(id))),
          1,
        ),
        0,
      );
      await runUnit(unit, plan, await BuildFolder.open(index));
      done.add(unit.id);
    }
    await sealRelease(plan, build, index);
    expect(await filesBelow(index)).toEqual(await filesBelow(whole));
  });
});

const DAMAGED: [what: string, damage: (dumps: string) => Promise<void>, reason: RegExp][] = [
  [
    'a truncated row',
    (copy) => truncateBy(join(copy, 'fictus_secundus/core/simple_feature.txt'), 8),
    /^fictus_secundus\.core failed: .*simple_feature\.txt.* line 1/m,
  ],
  [
    'a table with another number of columns',
    (copy) => appendFile(join(copy, 'fictus_secundus/core/gene.txt'), 'too\tfew\n'),
    /^fictus_secundus\.core failed: .*gene\.txt line 2/m,
  ],
  [
    'a truncated gzip file',
    async (copy) => {
      const table = join(copy, 'fictus_secundus/core/seq_region.txt');
      await writeFile(`${table}.gz`, gzipSync(await readFile(table)).subarray(0, -9));
      await rm(table);
    },
    /^fictus_secundus\.core failed: .*seq_region\.txt\.gz line \d+: the file is truncated here/m,
  ],
];

/** Blocks as they are. */
const STORED_FORM: BlockForm = { name: 'stored', compress: async (bytes) => bytes };

describe('another block compression', async () => {
  const index = join(folder, 'stored');
  const [usual, stored] = await Promise.all(
    [undefined, STORED_FORM].map((form) => planBuild([dumps], undefined, undefined, form)),
  );

  test('does not reuse units that were compiled with the usual one', async () => {
    const build = await BuildFolder.open(index);
    const { units } = present(usual, 'the plan');
    for (const unit of units) await runUnit(unit, present(usual, 'the plan'), build);
    const { progress, ran } = watched();
    await buildRelease([dumps], index, progress, { blockForm: STORED_FORM });
    expect(ran.sort()).toEqual(
      present(stored, 'the plan')
        .units.map(({ id }) => id)
        .sort(),
    );
  });

  test('is rejected with several processes, which cannot receive it', async () => {
    await expect(
      buildRelease([dumps], join(folder, 'none'), silentProgress, {
        blockForm: STORED_FORM,
        resources: { processes: 2, memory: 2 ** 31 },
      }),
    ).rejects.toThrow(/usual form/);
  });
});

describe('bad input', () => {
  test.each(DAMAGED)(
    '%s fails its unit with isStrict; other units continue and are reused after a fix',
    async (what, damage, reason) => {
      const copy = await copyOfDumps(`damaged ${what}`);
      const index = await copyOfRelease(`index of ${what}`);
      const options = { isStrict: true };
      const before = await filesBelow(index);
      await damage(copy);
      const first = watched();
      await expect(buildRelease([copy], index, first.progress, options)).rejects.toThrow(reason);
      expect(first.ran).toEqual(
        expect.arrayContaining([
          'fictus_primus.core',
          'fictus_primus.variation.variants',
          'fictus_primus.variation.details',
          'fictus_primus.variation.places',
          'fictus_primus.otherfeatures',
        ]),
      );
      expect(first.ran).not.toContain('ids');
      // The served release is untouched.
      expect(await filesBelow(index)).toMatchObject(before);

      await rm(join(copy, 'fictus_secundus'), { recursive: true });
      await cp(join(dumps, 'fictus_secundus'), join(copy, 'fictus_secundus'), {
        recursive: true,
        preserveTimestamps: true,
      });
      const second = watched();
      await buildRelease([copy], index, second.progress, options);
      expect(second.ran).toEqual(['fictus_secundus.core', 'ids', 'digests']);
      expect(await filesBelow(index)).toEqual(before);
    },
  );

  test('is reported with --strict in one line per unit, with exit status 1', async () => {
    const copy = await copyOfDumps('two broken');
    for (const species of ['fictus_primus', 'fictus_secundus'])
      await appendFile(join(copy, species, 'core/gene.txt'), 'too\tfew\n');
    const index = join(folder, 'never');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['cli/genomic-edge.ts', 'build', '--dumps', copy, '--out', index, '--processes', '1', '--strict'],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(
      lines
        .slice(0, 2)
        .sort()
        .map((line) => line.replace(/^genomic-edge build: /, '').split(' ')[0])
        .sort(),
    ).toEqual(['fictus_primus.core', 'fictus_secundus.core']);
    expect(lines[2]).toMatch(/fictus_primus\.otherfeatures, ids, digests did not start/);
    expect((await readdir(index)).sort()).toEqual(['.build']);
  });

  test('makes a release with a report of what departs from sound databases', async () => {
    const copy = await copyOfDumps('tolerated');
    for (const species of ['fictus_primus', 'fictus_secundus'])
      await appendFile(join(copy, species, 'core/seq_region.txt'), 'too\tfew\n');
    const index = join(folder, 'tolerated index');
    const args = ['cli/genomic-edge.ts', 'build', '--dumps', copy, '--out', index, '--processes', '2'];
    for (const run of ['first', 'unchanged']) {
      const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect(status, run).toBe(0);
      const lines = stdout.trim().split('\n');
      const [id] = (await readdir(index)).filter((name) => name.startsWith('115-'));
      const report = join(index, present(id, 'the release'), 'build-report.json');
      expect(lines.slice(-6)).toEqual([
        `The inputs depart from sound ones; ${report} has the details:`,
        'table                            kind                     count  first lines',
        'fictus_primus/core seq_region    missing fields               1  2',
        'fictus_primus/core seq_region    text in a number column      1  2',
        'fictus_secundus/core seq_region  missing fields               1  2',
        'fictus_secundus/core seq_region  text in a number column      1  2',
      ]);
      const { departures } = JSON.parse(await readFile(report, 'utf8'));
      expect(departures).toHaveLength(4);
      expect(departures[0]).toEqual({
        database: 'fictus_primus/core',
        file: `${copy}/fictus_primus/core/seq_region.txt`,
        table: 'seq_region',
        kind: 'missing fields',
        count: 1,
        first: [
          `${copy}/fictus_primus/core/seq_region.txt line 2: a row of seq_region has 4 columns, this one has 2 fields`,
        ],
      });
    }
  });

  test('does not change the id of a release that is built with and without isStrict', async () => {
    const strict = await buildRelease([dumps], await copyOfRelease('both'), silentProgress, { isStrict: true });
    expect(strict).toMatchObject({ id: release.id, departures: [] });
  });
});

test('only changed dumps are compiled again', async () => {
  const copy = await copyOfDumps('changing');
  const index = join(folder, 'changed');
  const plan = await planBuild([copy]);
  const build = await BuildFolder.open(index);
  for (const unit of plan.units) await runUnit(unit, plan, build);
  const table = join(copy, 'fictus_primus/variation/variation.txt');
  await writeFile(table, (await readFile(table, 'utf8')).replace('fs3', 'fs4'));
  await expect(
    runUnit(
      { ...found(plan.units, ({ id }) => id === 'fictus_primus.variation.variants'), key: 'another' },
      plan,
      build,
    ),
  ).rejects.toThrow(/variation\.txt has changed since the build was planned/);
  const { ran, progress } = watched();
  await buildRelease([copy], index, progress);
  expect(ran.sort()).toEqual(['fictus_primus.variation.details', 'fictus_primus.variation.variants']);
  expect(await readdir(index)).not.toContain('.build');
});

describe('a build of the same inputs', async () => {
  const index = await copyOfRelease('again');

  test('does not compile again', async () => {
    const before = await filesBelow(index);
    const { progress, ran } = watched();
    expect(await buildRelease([dumps], index, progress)).toEqual({ ...release, unchanged: true });
    expect(ran).toEqual([]);
    expect(await filesBelow(index)).toEqual(before);
    expect(await readdir(index)).not.toContain('.build');
    const { status, stdout } = spawnSync(
      process.execPath,
      ['cli/genomic-edge.ts', 'build', '--dumps', dumps, '--out', index],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^The inputs have not changed since this release was made\.\nRelease /),
    ]);
  });

  test('removes the rest of units after a build was killed while it removed them', async () => {
    const unit = at((await planBuild([dumps])).units, 0);
    const build = await BuildFolder.open(index);
    await mkdir(join(build.folderOf(unit), 'objects'), { recursive: true });
    // Also units of other inputs.
    await mkdir(join(build.path, 'units', `${unit.id}@another`));
    expect(await buildRelease([dumps], index, silentProgress)).toEqual({ ...release, unchanged: true });
    expect(await readdir(index)).not.toContain('.build');
  });

  test('makes the release current again after another one', async () => {
    const copy = await copyOfDumps('between');
    await rm(join(copy, 'fictus_primus/variation'), { recursive: true });
    const [before, sealed] = [await readFile(join(index, 'current')), await readFile(join(index, '.sealed'))];
    await buildRelease([copy], index, silentProgress);
    expect((await readFile(join(index, 'current'))).equals(before)).toBe(false);
    await writeFile(join(index, '.sealed'), sealed);
    expect(await buildRelease([dumps], index, silentProgress)).toMatchObject({ id: release.id, unchanged: true });
    expect((await readFile(join(index, 'current'))).equals(before)).toBe(true);
  });

  test('compiles again if objects of the release are missing', async () => {
    const before = await filesBelow(index);
    await rm(
      at(
        Object.keys(before)
          .filter((path) => path.startsWith(release.id) && path.endsWith('.bin'))
          .map((path) => join(index, path)),
        0,
      ),
    );
    const { progress, ran } = watched();
    expect(await buildRelease([dumps], index, progress)).toEqual(release);
    expect(ran.length).toBeGreaterThan(0);
    expect(await filesBelow(index)).toEqual(before);
  });
});

test('two builds of the same dumps at once give the same release', async () => {
  const index = join(folder, 'two-at-once');
  const releases = await Promise.all([1, 2].map(() => buildRelease([dumps], index, silentProgress)));
  expect(at(releases, 0).id).toBe(at(releases, 1).id);
  expect(await filesBelow(index)).toEqual(await filesBelow(whole));
  expect(await readdir(index)).not.toContain('.build');
});

test('the same unit, begun several times, is stored once', async () => {
  const plan = await planBuild([dumps]);
  const build = await BuildFolder.open(join(folder, 'unit-twice'));
  const unit = at(plan.units, 0);
  await Promise.all([1, 2, 3].map(() => runUnit(unit, plan, build)));
  expect(await build.record(unit)).not.toBeNull();
  expect(await readdir(join(build.path, 'units'))).toHaveLength(1);
  expect((await readdir(build.path)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a unit is not compiled again if another build has sealed the release of its plan', async () => {
  const index = await copyOfRelease('sealed-meanwhile');
  const plan = await planBuild([dumps]);
  const build = await BuildFolder.open(index);
  let read = 0;
  await runUnit(at(plan.units, 0), plan, build, (bytes) => void (read += bytes));
  expect(read).toBe(0);
  // Both builds remove the units.
  await Promise.all([1, 2].map(() => build.clear(plan)));
  await build.clear(plan);
  expect(await readdir(index)).not.toContain('.build');
});

test('the details unit does not read the variants if they have no frequencies, genotypes and phenotypes', async () => {
  const read: Record<string, number> = {};
  const progress: BuildProgress = { ...silentProgress, read: (id, bytes) => void (read[id] = (read[id] ?? 0) + bytes) };
  await buildRelease([dumps], join(folder, 'without details'), progress);
  const { size } = await stat(join(dumps, 'fictus_primus/variation/variation.txt'));
  expect(read['fictus_primus.variation.variants']).toBeGreaterThan(size);
  expect(read['fictus_primus.variation.details']).toBeLessThan(size);
});

const MAY_MOUNT =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

test.skipIf(!MAY_MOUNT)(
  'a full disk fails units with a message, and the build continues with more space (needs to mount a file system)',
  async () => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40k', 'tmpfs', disk]).status).toBe(0);
    onTestFinished(() => void spawnSync('umount', [disk]));
    await expect(buildRelease([dumps], join(disk, 'index'), silentProgress)).rejects.toThrow(
      new RegExp(`failed: the disk is full: .*${join(disk, 'index')}`),
    );
    expect(await readdir(join(disk, 'index'))).toEqual(['.build']);
    expect(spawnSync('mount', ['-o', 'remount,size=100m', disk]).status).toBe(0);
    await buildRelease([dumps], join(disk, 'index'), silentProgress);
    expect(await filesBelow(join(disk, 'index'))).toEqual(await filesBelow(whole));
  },
);

test('help of build lists the options', () => {
  const { stdout } = spawnSync(process.execPath, ['cli/genomic-edge.ts', 'build', '--help'], { encoding: 'utf8' });
  for (const option of ['--dumps', '--vcf', '--out', '--processes', '--memory'])
    expect(stdout).toContain(`${option} <`);
});

async function truncateBy(path: string, bytes: number): Promise<void> {
  await truncate(path, (await readFile(path)).length - bytes);
}

test('a unit that several processes finish at the same time is stored once and complete', async () => {
  const build = await BuildFolder.open(join(folder, 'finished-at-once'));
  const unit = at((await planBuild([dumps])).units, 0);
  const works = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { work, objects } = await build.begin();
      await writeFile(join(objects, 'a.bin'), 'abc');
      return work;
    }),
  );
  const record = { id: unit.id, key: unit!.key, result: null, objects: [{ object: 'a.bin', size: 3 }] } as never;
  await Promise.all(works.map((work) => build.finish(unit, work, record)));
  expect(await build.record(unit)).toEqual(record);
  expect((await readdir(build.path)).filter((name) => name.startsWith('.building'))).toEqual([]);
});
