/**
 * Which plan the release was made of that an index folder holds: the same inputs, given again, need not be compiled
 * again.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { objectsOf, RELEASE_ROOT, ROOT_KEY, type CompiledManifest } from '../../src/release/manifest.ts';
import { decodeRoot, wholeManifest } from '../../src/release/root.ts';
import { makeCurrent } from '../output/listed-releases.ts';
import { replaceValue } from '../output/work-folder.ts';
import { sealerVersion } from './compiler-version.ts';
import type { BuildPlan } from './unit.ts';

/** In the index folder; no part of the release. */
const SEALED = '.sealed';

export interface SealedRelease {
  id: string;
  genomes: number;
  /** What the operator should know: one sentence each. */
  notices: string[];
  /** It was there already. */
  unchanged?: boolean;
  /** Id of the release that was the current one before, where this one, unchanged, has become so again. */
  insteadOf?: string;
}

interface SealedPlan {
  /** keyOf a plan. */
  plan: string;
  release: SealedRelease;
}

/** Notes that a release stands in the folder, and what it was made of. Of several the last is known. */
export async function noteSealed(indexFolder: string, plan: BuildPlan, release: SealedRelease): Promise<void> {
  await replaceValue(
    indexFolder,
    SEALED,
    new TextEncoder().encode(JSON.stringify({ plan: await keyOf(plan), release } satisfies SealedPlan)),
  );
}

/**
 * The release of just this plan, whether it is the current one or not; null where there is none, or some of it is
 * missing.
 */
export async function sealedRelease(indexFolder: string, plan: BuildPlan): Promise<SealedRelease | null> {
  const sealed = await readSealed(indexFolder);
  return sealed?.plan === (await keyOf(plan)) ? wholeRelease(indexFolder, sealed) : null;
}

/** The same of whatever plan was sealed last: its units, and the plan, have been put away. */
export async function lastSealed(indexFolder: string): Promise<SealedRelease | null> {
  const sealed = await readSealed(indexFolder);
  return sealed && wholeRelease(indexFolder, sealed);
}

/** Makes a release that the folder holds already the current one, if it is not, and says which was. */
export async function serveSealed(indexFolder: string, release: SealedRelease): Promise<SealedRelease> {
  const root = await readFile(join(indexFolder, release.id, RELEASE_ROOT));
  const current = await readFile(join(indexFolder, ROOT_KEY)).catch(() => null);
  if (current?.equals(root)) return { ...release, unchanged: true };
  await makeCurrent(indexFolder, root);
  const insteadOf = current && manifestOf(current)?.id;
  return { ...release, unchanged: true, ...(insteadOf && { insteadOf }) };
}

function readSealed(indexFolder: string): Promise<SealedPlan | null> {
  return readFile(join(indexFolder, SEALED), 'utf8').then(
    (text) => JSON.parse(text) as SealedPlan,
    () => null,
  );
}

async function wholeRelease(indexFolder: string, { release }: SealedPlan): Promise<SealedRelease | null> {
  const { id } = release;
  const root = await readFile(join(indexFolder, id, RELEASE_ROOT)).catch(() => null);
  if (!root) return null;
  const manifest = manifestOf(root);
  if (manifest?.id !== id) return null;
  for (const { object, size } of objectsOf(manifest).values()) {
    if (
      (await stat(join(indexFolder, object)).then(
        (stats) => stats.size,
        () => null,
      )) !== size
    )
      return null;
  }
  return release;
}

/** Null for bytes that are no root of this version, or are damaged. */
function manifestOf(root: Uint8Array): CompiledManifest | null {
  try {
    return wholeManifest(decodeRoot(root));
  } catch {
    return null;
  }
}

/** Hash of all that decides a release. */
async function keyOf({ units, databases, notices }: BuildPlan): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify([await sealerVersion(), units.map(({ id, key }) => [id, key]), databases, notices]))
    .digest('hex')
    .slice(0, 32);
}
