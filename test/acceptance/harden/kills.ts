/**
 * Builds that are killed with SIGKILL at random instants. The next build must resume, and the last one must give the
 * bytes of an undisturbed build. Meanwhile the release that is served stays whole.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from '../../../build-index/output/work-folder.ts';
import { buildRelease } from '../../../build-index/units/build-release.ts';
import { Random } from '../../../data/fictional/random.ts';
import { present } from '../../../src/checked.ts';
import { ROOT_KEY } from '../../../src/release/manifest.ts';
import { writeDump } from '../../support/dump-database.ts';
import { filesBelow, writeFictionalDumps } from '../../support/fictional-dumps.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import type { Figure, HardenOptions } from './figure.ts';

const KILLS = 200;
/** Most kills of one build, before it is completed and compared. */
const IN_A_ROW = 10;
/** Milliseconds that processes have to notice that the build was killed. */
const NOTICE = 60_000;

export async function kills({ seed, count = KILLS, signal, log }: HardenOptions): Promise<Figure[]> {
  const work = await mkdtemp(join(tmpdir(), 'genomic-edge-kills-'));
  const random = new Random(seed).fork('kills');
  const tally = { kills: 0, builds: 0, differing: 0, damaged: 0, failed: 0, sealed: 0 };
  try {
    const [dumps, earlier] = [join(work, 'dumps'), join(work, 'earlier')];
    await writeFictionalDumps(dumps);
    await writeDump(earlier, 'fictus_prior', 'core', oneGeneDatabase('fictus_prior'));
    const expected = join(work, 'expected');
    await buildRelease([earlier], expected, silentProgress);
    const served = await filesBelow(expected);
    const began = performance.now();
    await buildAndKill(dumps, expected, (ended) => ended, false);
    const duration = performance.now() - began;
    const right = await filesBelow(expected);
    log(`kills: an undisturbed build takes ${(duration / 1000).toFixed(1)} s`);
    while (tally.kills < count && !signal?.aborted) {
      const index = join(work, `index${tally.builds++}`);
      await buildRelease([earlier], index, silentProgress);
      for (let row = random.integer(1, IN_A_ROW); row > 0 && tally.kills < count; row--) {
        const after = duration * (0.15 + 0.95 * random.next());
        const isGroup = random.chance(0.5);
        const code = await buildAndKill(dumps, index, (ended) => Promise.race([ended, wait(after)]), isGroup);
        if (code === 0) break;
        if (code !== null) {
          tally.failed++;
          log(`kills: a build ended with ${code} before it was killed`);
          break;
        }
        tally.kills++;
        const isNew = (await sumOf(join(index, ROOT_KEY))) === right[ROOT_KEY];
        if (isNew) tally.sealed++;
        const wrong: string[] = [];
        for (const [name, sum] of Object.entries(isNew ? right : served))
          if (!name.startsWith('.') && (await sumOf(join(index, name))) !== sum) wrong.push(name);
        if (wrong.length > 0) {
          tally.damaged++;
          log(`kills: after ${after.toFixed(0)} ms the release that is served lacks ${wrong.join(', ')}`);
        }
        if (tally.kills % 20 === 0)
          log(`kills: ${tally.kills} of ${count}, ${tally.sealed} after the release was sealed`);
      }
      // Workers whose parent was killed take a moment to notice it on a busy machine.
      for (let waited = 0; waited < NOTICE && (await unitsInProgress(index)) > 0; waited += 50) await wait(50);
      const code = await buildAndKill(dumps, index, (ended) => ended, false);
      if (code !== 0) {
        tally.failed++;
        log(`kills: the last build ended with ${code}`);
      }
      const [found, names] = [await filesBelow(index), (await readdir(index)).sort()];
      if (!isDeepStrictEqual(found, right) || !isDeepStrictEqual(names, (await readdir(expected)).sort())) {
        tally.differing++;
        log(`kills: ${index} differs: ${differences(found, right).join(', ')} ${names.join(' ')}`);
      }
      await rm(index, { recursive: true });
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const none = (name: string, value: number): Figure => ({
    name: `kills: ${name}`,
    value,
    limit: '0',
    ok: value === 0,
  });
  return [
    { name: 'kills: builds that were killed', value: tally.kills, limit: '', ok: tally.kills > 0 },
    { name: 'kills: series of them that were completed', value: tally.builds, limit: '', ok: tally.builds > 0 },
    none('completed builds whose files differ from those of an undisturbed one', tally.differing),
    none('builds that failed', tally.failed),
    none('releases that were served and lacked a byte after a kill', tally.damaged),
  ];
}

/** SHA-256 of a file; null without one. */
async function sumOf(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

function differences(found: Record<string, string>, right: Record<string, string>): string[] {
  return [...new Set([...Object.keys(found), ...Object.keys(right)])].filter((name) => found[name] !== right[name]);
}

/**
 * Runs the command and kills it when `instant` resolves, unless it has ended.
 *
 * @param isGroup kills its workers as well, as when a machine fails; otherwise they notice it themselves
 * @returns the exit code; null if it was killed
 */
export async function buildAndKill(
  dumps: string,
  index: string,
  instant: (ended: Promise<unknown>) => Promise<unknown>,
  isGroup: boolean,
): Promise<number | null> {
  const child = spawn(
    process.execPath,
    ['cli/genomic-edge.ts', 'build', '--dumps', dumps, '--out', index, '--processes', '2'],
    { stdio: 'ignore', detached: true },
  );
  const ended = new Promise<number | null>((settle) => child.once('exit', (code) => settle(code)));
  await instant(ended);
  try {
    const pid = present(child.pid, 'pid');
    process.kill(isGroup ? -pid : pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
  return ended;
}

/** Number of units that a running process is compiling. */
export async function unitsInProgress(index: string): Promise<number> {
  const names = await readdir(join(index, '.build')).catch(() => []);
  return names.filter((name) => {
    const [, process] = /-(\d+)-[^-]*$/.exec(name) ?? [];
    return process !== undefined && isRunning(Number(process));
  }).length;
}
