/** A client of the sequence operations of a store. */
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/sequence.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { Store } from '../../../src/store/store.ts';

interface Reply {
  status: number;
  text: string;
  json: any;
}

export type Ask = (path: string, options?: { body?: unknown; type?: string }) => Promise<Reply>;

/** Opens the release of a store. All that requests read stays in its cache. */
export async function clientOf(store: Store): Promise<Ask> {
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  const app = createApp({ operations, openRelease: () => release });
  return async (path, { body, type = 'application/json' } = {}) => {
    const answer = await app.request(`/rest${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? { 'content-type': type } : { 'content-type': 'application/json', accept: type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      json: type === 'application/json' || answer.status >= 400 ? JSON.parse(text) : null,
    };
  };
}
