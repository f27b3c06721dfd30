import { createApp } from '../../src/app.ts';
import { decodePlainBlock, encodePlainBlock } from '../../src/index/block.ts';
import { markBlock, objectNumber } from '../../src/index/block-mark.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { withoutBases } from '../../src/index/sequence-chunk.ts';
import { exampleRequest } from '../../src/operation/example-request.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import type { ByteRange, Store } from '../../src/store/store.ts';
import { encodeLittleIndex } from '../../src/warm-up/little-index.ts';
import { RecordingReader } from './recording-reader.ts';

/**
 * Of an index that stands in a folder what the catalogue's examples read: its root, and these blocks. All bases are A, which is as good for rehearsing,
 * and compresses. Throws Error for an example that is not answered, or has no data.
 */
export async function littleIndexOf(folder: string, operations: readonly Operation[]): Promise<Uint8Array> {
  const store = new LocalFolder(folder);
  try {
    const root = await store.value(ROOT_KEY);
    // Without a cache every block is asked for.
    const reader = new RecordingReader(new CachedBlockReader(store, new ByteCache(0)));
    const release = Release.fromRoot(root!, reader);
    const app = createApp({ operations, openRelease: () => release });
    for (const operation of operations) {
      const example = exampleRequest(operation, release.manifest.samples ?? {});
      if (!example) throw new Error(`${operation.method} ${operation.path}: the index has no data for the example`);
      const response = await app.request(`/rest${example.address}`, { method: operation.method, headers: example.headers, body: example.body });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${operation.method} ${example.address}: ${text}`);
    }
    const sequences = new Set(release.wholeManifest().genomes.flatMap(({ sequence }) => sequence?.object ?? []));
    return encodeLittleIndex(root!, await Promise.all(reader.asked.map(async (range) => ({ range, bytes: await blockOf(store, range, sequences) }))));
  } finally {
    await store.close();
  }
}

async function blockOf(store: Store, range: ByteRange, sequences: ReadonlySet<string>): Promise<Uint8Array> {
  const stored = await store.read(range);
  if (!sequences.has(range.object)) return stored;
  const block = encodePlainBlock(withoutBases(decodePlainBlock(stored, range)));
  return markBlock(block, objectNumber(range.object) ?? undefined, range.offset);
}
