import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { buildRelease } from '../../build-index/compile/release.ts';
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { silentProgress } from '../support/silent-progress.ts';

/** A folder for one test file, removed after its tests. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'compile-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface CompiledService {
  index: string;
  id: string;
  /** Status and parsed body of a GET below /rest, as JSON. */
  get(path: string): Promise<{ status: number; body: any }>;
}

/** Compiles dump folders and serves the result within the test. */
export async function compileAndServe(dumps: string[], index: string): Promise<CompiledService> {
  const { id } = await buildRelease(dumps, index, silentProgress);
  const store = new LocalFolder(index);
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 24)));
  const app = createApp({ operations, openRelease: () => release });
  return {
    index,
    id,
    async get(path) {
      const response = await app.request(`/rest${path}`, { headers: { 'Content-Type': 'application/json' } });
      return { status: response.status, body: await response.json() };
    },
  };
}
