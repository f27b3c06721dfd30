import { buildRelease } from '../../build-index/units/build-release.ts';
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { silentProgress } from './silent-progress.ts';

export { testFolder } from './test-folder.ts';

export interface CompiledService {
  index: string;
  id: string;
  /** Status and parsed JSON body of a GET below /rest. */
  get(path: string): Promise<{ status: number; body: any }>;
  post(path: string, body: unknown): Promise<{ status: number; body: any }>;
}

/** Compiles dump folders and serves the result inside the test process. */
export async function compileAndServe(dumps: string[], index: string): Promise<CompiledService> {
  const { id } = await buildRelease(dumps, index, silentProgress);
  const store = new LocalFolder(index);
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 24)));
  const app = createApp({ operations, openRelease: () => release });
  const ask = async (path: string, init: RequestInit) => {
    const response = await app.request(`/rest${path}`, init);
    return { status: response.status, body: await response.json() };
  };
  return {
    index,
    id,
    get: (path) => ask(path, { headers: { 'Content-Type': 'application/json' } }),
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      }),
  };
}
