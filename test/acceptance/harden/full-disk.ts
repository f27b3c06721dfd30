/**
 * Builds into a disk that fills up. Each must end with one sentence and leave the release that is served as it was.
 * With more space, the next build must give the bytes of an undisturbed one.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { buildRelease } from '../../../build-index/units/build-release.ts';
import { generateDemo } from '../../../data/fictional/demo.ts';
import { Random } from '../../../data/fictional/random.ts';
import { filesBelow } from '../../support/fictional-dumps.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import type { Figure, HardenOptions } from './figure.ts';

const BUILDS = 40;
/** Kibibytes of the disk: from hardly more than the release that is served, to enough for every build. */
const [LEAST, MOST] = [600, 6_000];
const ENOUGH = 1_000_000;
const SENTENCE = /disk is full|no space left/i;
const STACK = /\n\s+at /;

/**
 * A disk of its own that only these commands see. $1 is its folder, $2 its size in KiB, $3 the release that is served,
 * $4 the folder for what is left after the first build, and the others are the command of a build.
 */
const SCRIPT = `
disk=$1 size=$2 earlier=$3 left=$4; shift 4
mount -t tmpfs -o size=\${size}k tmpfs "$disk" && cp -a "$earlier/." "$disk" || exit 99
"$@" >"$left/out" 2>"$left/first"; first=$?
cp -a "$disk" "$left/full"
mount -o remount,size=${ENOUGH}k "$disk"
"$@" >"$left/out" 2>"$left/second"; second=$?
cp -a "$disk" "$left/whole"
echo "$first $second"`;

/** Whether this system lets its users mount disks in a namespace of their own. */
export function canMount(): boolean {
  const tried = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]);
  return tried.status === 0;
}

export async function fullDisk({ seed, count = BUILDS, signal, log }: HardenOptions): Promise<Figure[]> {
  const work = await mkdtemp(join(tmpdir(), 'genomic-edge-full-disk-'));
  const random = new Random(seed).fork('full-disk');
  const tally = { builds: 0, full: 0, wordless: 0, damaged: 0, failed: 0, differing: 0 };
  try {
    const [dumps, earlier, disk] = [join(work, 'dumps'), join(work, 'earlier'), join(work, 'disk')];
    await generateDemo(dumps, { seed });
    await buildRelease([join(dumps, 'fictomys_parvus')], earlier, silentProgress);
    const served = await filesBelow(earlier);
    await mkdir(disk);
    const build = [process.execPath, 'cli/genomic-edge.ts', 'build', '--dumps', dumps, '--out', disk];
    const buildTwice = async (size: number) => {
      const left = await mkdtemp(join(work, 'left-'));
      const { stdout } = await promisify(execFile)('unshare', [
        ...['-rm', 'sh', '-c', SCRIPT, 'sh', disk, String(size), earlier, left],
        ...build,
      ]);
      return { left, codes: stdout.trim() };
    };
    const right = await filesBelow(join((await buildTwice(ENOUGH)).left, 'whole'));
    while (tally.builds < count && !signal?.aborted) {
      const size = Math.round(LEAST * (MOST / LEAST) ** random.next());
      const { left, codes } = await buildTwice(size);
      const said = await readFile(join(left, 'first'), 'utf8');
      const wrong = (problem: string) => log(`full disk: with ${size} KiB ${problem}: ${codes}, ${said}`);
      tally.builds++;
      if (codes.startsWith('1 ')) {
        tally.full++;
        if (!said.startsWith('genomic-edge build: ') || !SENTENCE.test(said) || STACK.test(said)) {
          tally.wordless++;
          wrong('no sentence says that the disk is full');
        }
        const kept = await filesBelow(join(left, 'full'));
        if (Object.entries(served).some(([name, sum]) => kept[name] !== sum)) {
          tally.damaged++;
          wrong('the release that is served has changed');
        }
      }
      if (!/^[01] 0$/.test(codes)) {
        tally.failed++;
        wrong('a build failed for another reason, or again with more space');
      } else if (!isDeepStrictEqual(await filesBelow(join(left, 'whole')), right)) {
        tally.differing++;
        wrong('the files differ from those of an undisturbed build');
      }
      await rm(left, { recursive: true });
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const none = (name: string, value: number): Figure => ({
    name: `full disk: ${name}`,
    value,
    limit: '0',
    ok: value === 0,
  });
  return [
    { name: 'full disk: builds', value: tally.builds, limit: '', ok: tally.builds > 0 },
    { name: 'full disk: of them with too little space', value: tally.full, limit: 'some', ok: tally.full > 0 },
    none('of these without a sentence that the disk is full', tally.wordless),
    none('releases that were served and changed', tally.damaged),
    none('builds that failed otherwise, or again with more space', tally.failed),
    none('completed builds whose files differ from those of an undisturbed one', tally.differing),
  ];
}
