/** Answers of an index folder inside this process. Benchmarks use it too, so it does not import Vitest. */
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import type { LocalFolder } from '../../src/store/local-folder.ts';
import { CountingStore } from './counting-store.ts';

interface Answer {
  status: number;
  type: string;
  text: string;
  headers: Headers;
  /** The parsed body; null unless the content type is application/json. */
  json: any;
}

export interface RunningService {
  get(path: string, type?: string): Promise<Answer>;
  post(path: string, body: unknown, type?: string): Promise<Answer>;
  /** The bare response. @param path from the root, so with /rest or without */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Counts the reads after the one of the root. */
  store: CountingStore;
  close(): Promise<void>;
}

/** Serves an open index folder. It has read only the root. */
export async function runService(index: LocalFolder): Promise<RunningService> {
  const store = new CountingStore(index);
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 24)));
  store.reset();
  const app = createApp({ operations, openRelease: () => release });
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await app.request(`/rest${path}`, init);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      type,
      headers: response.headers,
      text,
      json: type.startsWith('application/json') ? JSON.parse(text) : null,
    };
  };
  return {
    store,
    close: () => index.close(),
    fetch: async (path, init) => app.request(path, init),
    get: (path, type = 'application/json') => ask(path, { headers: { 'Content-Type': type } }),
    post: (path, body, type = 'application/json') =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Accept: type },
      }),
  };
}
