/**
 * Claims on units: a file that says which process is making a unit, so that no other begins the same. A claim is void when its process has ended,
 * or when it has not been renewed for a while. Claims only save work: should two processes make the same unit after all, both make the
 * same bytes, and one is kept (BuildFolder.finish).
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from '../output/abandoned.ts';

const RENEWED_EVERY = 10_000;
/** Longer than an event loop is ever held up: of processes on other machines nothing else is known. */
const VOID_AFTER = 90_000;
const LOOKED_AT_EVERY = 250;

/** A process that has a claim; `token` tells its claims apart. */
export interface Claimant {
  host: string;
  process: number;
  token: string;
}

/** Of a claim that does not say: a machine that lost its power may leave an empty file. */
const UNKNOWN: Claimant = { host: '', process: 0, token: '' };

/** As in "it is being made by process 12 on node1". */
export function nameOf({ host, process }: Claimant): string {
  return host === UNKNOWN.host ? 'a process unknown' : `process ${process} on ${host}`;
}

/**
 * Runs `make` while this process has the claim, after waiting for another that has it.
 *
 * @param path of the claim
 * @param isDone whether another has made it meanwhile: then nothing is left to do
 * @param waiting told who has the claim, once
 */
export async function withClaim(path: string, isDone: () => Promise<boolean>, waiting: (other: Claimant) => void, make: () => Promise<void>): Promise<void> {
  const own: Claimant = { host: hostname(), process: process.pid, token: randomUUID() };
  const watch = new ClaimWatch();
  while (!(await take(path, own))) {
    const other = await readClaim(path);
    if (!other) continue;
    if (watch.isVoid(other)) {
      await remove(path, other.claimant);
      continue;
    }
    if (watch.isFirst) waiting(other.claimant);
    await wait(LOOKED_AT_EVERY);
    if (await isDone()) return;
  }
  const renewal = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), RENEWED_EVERY);
  try {
    if (!(await isDone())) await make();
  } finally {
    clearInterval(renewal);
    await remove(path, own);
  }
}

interface Claim {
  claimant: Claimant;
  /** When it was last renewed, by the clock of who keeps the files. */
  renewed: number;
}

/** What a process that waits has seen of a claim. Clocks of machines differ, so that only changes count. */
class ClaimWatch {
  #seen = '';
  #since = 0;
  #looks = 0;

  /** After the first look. */
  get isFirst(): boolean {
    return this.#looks === 1;
  }

  isVoid({ claimant, renewed }: Claim): boolean {
    this.#looks++;
    if (claimant.host === hostname() && !isRunning(claimant.process)) return true;
    const state = `${claimant.token} ${renewed}`;
    if (state !== this.#seen) [this.#seen, this.#since] = [state, performance.now()];
    return performance.now() - this.#since > VOID_AFTER;
  }
}

/**
 * The claim appears whole, or not at all when there is one. Where the file system cannot make it so, as one without hard links, the unit is made
 * without: claims only save work.
 */
async function take(path: string, own: Claimant): Promise<boolean> {
  const written = `${path}.${own.token}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(written, JSON.stringify(own));
    await link(written, path);
    return true;
  } catch (error) {
    // Whoever seals a release puts the folder away, at this moment too: it is tried again.
    return !['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code!);
  } finally {
    await rm(written, { force: true });
  }
}

/** Null when it is gone. One that cannot be understood is somebody's on another machine: it is void when nobody renews it. */
async function readClaim(path: string): Promise<Claim | null> {
  try {
    const text = await readFile(path, 'utf8');
    return { claimant: claimantIn(text), renewed: (await stat(path)).mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function claimantIn(text: string): Claimant {
  try {
    const written = JSON.parse(text) as Claimant | null;
    return typeof written?.token === 'string' ? written : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** Removes somebody's claim, and no other that has come in its place. */
async function remove(path: string, { token }: Claimant): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  if ((await readClaim(path))?.claimant.token !== token) return;
  await rename(path, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const moved = await readClaim(aside);
  // Between the look and the move another has removed it, and taken the claim: it gets it back.
  if (moved && moved.claimant.token !== token) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}
