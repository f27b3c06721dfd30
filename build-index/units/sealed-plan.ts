/**
 * Records from which plan the last release of an index folder was made, so that equal inputs are not compiled again.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { objectsOf, RELEASE_ROOT, ROOT_KEY, type CompiledManifest } from '../../src/release/manifest.ts';
import { decodeRoot, readWholeRelease } from '../../src/release/root.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { makeCurrent } from '../output/listed-releases.ts';
import { replaceValue } from '../output/work-folder.ts';
import type { ReportedDeparture } from './build-report.ts';
import { sealerVersion } from './compiler-version.ts';
import type { BuildPlan } from './unit.ts';

/** Name of the file in the index folder. It is not part of the release. */
const SEALED = '.sealed';

export interface SealedRelease {
  id: string;
  genomes: number;
  /** Sentences for the operator. */
  notices: string[];
  /** Missing in records of earlier versions. */
  departures?: ReportedDeparture[];
  /** The release existed already. */
  unchanged?: boolean;
  /** Id of the release that was current before, if this unchanged one has become current again. */
  insteadOf?: string;
}

interface SealedPlan {
  /** keyOf a plan. */
  plan: string;
  release: SealedRelease;
}

/** Records a release and its plan. Replaces the record of an earlier release. */
export async function noteSealed(indexFolder: string, plan: BuildPlan, release: SealedRelease): Promise<void> {
  await replaceValue(
    indexFolder,
    SEALED,
    new TextEncoder().encode(JSON.stringify({ plan: await keyOf(plan), release } satisfies SealedPlan)),
  );
}

/** The release of exactly this plan, current or not. Null if there is none, or it is incomplete. */
export async function sealedRelease(indexFolder: string, plan: BuildPlan): Promise<SealedRelease | null> {
  const sealed = await readSealed(indexFolder);
  return sealed?.plan === (await keyOf(plan)) ? wholeRelease(indexFolder, sealed) : null;
}

/** The last sealed release, of any plan. Null if there is none, or it is incomplete. */
export async function lastSealed(indexFolder: string): Promise<SealedRelease | null> {
  const sealed = await readSealed(indexFolder);
  return sealed && wholeRelease(indexFolder, sealed);
}

/** Makes an existing release current, unless it is. The result names the release that was current before. */
export async function serveSealed(indexFolder: string, release: SealedRelease): Promise<SealedRelease> {
  const root = await readFile(join(indexFolder, release.id, RELEASE_ROOT));
  const current = await readFile(join(indexFolder, ROOT_KEY)).catch(() => null);
  if (current?.equals(root)) return { ...release, unchanged: true };
  await makeCurrent(indexFolder, root);
  const insteadOf = current && idOf(current);
  return { ...release, unchanged: true, ...(insteadOf && { insteadOf }) };
}

function readSealed(indexFolder: string): Promise<SealedPlan | null> {
  return readFile(join(indexFolder, SEALED), 'utf8').then(
    (text): SealedPlan => JSON.parse(text),
    () => null,
  );
}

async function wholeRelease(indexFolder: string, { release }: SealedPlan): Promise<SealedRelease | null> {
  const { id } = release;
  const root = await readFile(join(indexFolder, id, RELEASE_ROOT)).catch(() => null);
  if (!root) return null;
  const manifest = await manifestOf(root, indexFolder);
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

/** Null for damaged bytes, and for a root of another version. */
function idOf(root: Uint8Array): string | null {
  try {
    return decodeRoot(root).manifest.id;
  } catch {
    return null;
  }
}

/** Null for damaged bytes, for a root of another version, and without the genomes. */
async function manifestOf(root: Uint8Array, indexFolder: string): Promise<CompiledManifest | null> {
  const store = new LocalFolder(indexFolder);
  try {
    return (await readWholeRelease(decodeRoot(root), new CachedBlockReader(store, new ByteCache(0)))).manifest;
  } catch {
    return null;
  } finally {
    await store.close();
  }
}

/** Hash of all inputs of a release. */
async function keyOf({ units, databases, notices }: BuildPlan): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify([await sealerVersion(), units.map(({ id, key }) => [id, key]), databases, notices]))
    .digest('hex')
    .slice(0, 32);
}
