import { createApp } from '../../src/app.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { objectsOf } from '../../src/release/manifest-objects.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { drawSamples } from './draw-samples.ts';
import { requestInit, requestsOf, type OperationRequests } from './requests.ts';

/** Up to so many requests of each operation that an index answers with 200, and the bytes of all its objects. */
export async function drawRequests(folder: string, operations: readonly Operation[], count: number): Promise<{ bytes: number; requests: OperationRequests[] }> {
  const store = new LocalFolder(folder);
  try {
    const reader = new CachedBlockReader(store, new ByteCache());
    const release = await Release.open(store, reader);
    const app = createApp({ operations, openRelease: () => release });
    const requests = await requestsOf(operations, await drawSamples(release, reader, count), async (request) => {
      const response = await app.request(`/rest${request.path}`, requestInit(request));
      // The beginning tells: a long answer is not read for that.
      await response.body?.cancel();
      return response.status;
    });
    const bytes = [...objectsOf(release.wholeManifest()).values()].reduce((sum, { size }) => sum + size, 0);
    return { bytes, requests };
  } finally {
    await store.close();
  }
}
