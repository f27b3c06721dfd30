/** What requests read of an index, counted in this process: neither runtime nor clock have a part in it. */
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { CurrentRelease } from '../../src/release/current-release.ts';
import { objectsOf, type TableEntry } from '../../src/release/manifest.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import type { ByteRange } from '../../src/store/store.ts';
import { CountingStore } from '../../test/support/counting-store.ts';
import { requestInit, type MeasuredRequest } from './requests.ts';

/** What one request cost. */
export interface Cost {
  /** Dependent waves of reads. */
  waves: number;
  /** Of objects and of values; and these alone. */
  reads: number;
  values: number;
  /** Of objects; and of these bytes those of blocks that were asked for. */
  bytes: number;
  usedBytes: number;
  status: number;
  text: string;
}

/** What a process has in memory before the request. */
export type Memory = 'nothing' | 'root' | 'directories';

export class CountedService {
  readonly #index: LocalFolder;
  #directories: [ByteRange, Uint8Array][] | null = null;

  /** `folder`: a built index. */
  constructor(folder: string) {
    this.#index = new LocalFolder(folder);
  }

  /** What a process with that in memory reads for a request. */
  async cost(request: MeasuredRequest, memory: Memory): Promise<Cost> {
    const store = new CountingStore(this.#index);
    const cache = new ByteCache();
    const releases = new CurrentRelease(store, new CachedBlockReader(store, cache));
    let usedBytes = 0;
    const app = createApp({
      operations,
      openRelease: () => releases.get(),
      log: (entry) => void (usedBytes = entry.usedBytes),
    });
    if (memory !== 'nothing') await releases.get();
    if (memory === 'directories')
      for (const [range, directory] of await this.#readDirectories()) cache.set(range, directory);
    store.reset();
    const response = await app.request(`/rest${request.path}`, requestInit(request));
    const text = await response.text();
    return {
      waves: store.waves,
      reads: store.reads.length + store.values.length,
      values: store.values.length,
      bytes: store.bytes,
      usedBytes,
      status: response.status,
      text,
    };
  }

  close(): Promise<void> {
    return this.#index.close();
  }

  /** Those that each table begins with: their leaves are read when they are needed. */
  async #readDirectories(): Promise<[ByteRange, Uint8Array][]> {
    if (this.#directories) return this.#directories;
    const reader = new CachedBlockReader(this.#index, new ByteCache(0));
    const release = await new CurrentRelease(this.#index, reader).get();
    const tables = [...objectsOf(release.wholeManifest()).values()].filter(
      (entry) => 'directory' in entry,
    ) as TableEntry[];
    const ranges = tables.map(({ object, directory: [offset, length] }) => ({ object, offset, length }));
    const blocks = await reader.blocks(ranges);
    return (this.#directories = ranges.map((range, each) => [range, blocks[each]!]));
  }
}
