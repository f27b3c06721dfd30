/** Counts what requests read from an index, in this process. The counts depend neither on a runtime nor on a clock. */
import { at } from '../../src/checked.ts';
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

/** The cost of one request. */
export interface Cost {
  /** Dependent waves of reads. */
  waves: number;
  /** Reads of objects and values. */
  reads: number;
  /** Reads of values. */
  values: number;
  /** Bytes read from objects. */
  bytes: number;
  /** Bytes of the blocks that the request needed. */
  usedBytes: number;
  status: number;
  text: string;
}

/** The state of memory before the request. */
export type Memory = 'nothing' | 'root' | 'directories';

export class CountedService {
  readonly #index: LocalFolder;
  #directories: [ByteRange, Uint8Array][] | null = null;

  /** @param folder a built index */
  constructor(folder: string) {
    this.#index = new LocalFolder(folder);
  }

  /** The cost of a request to a process with the given contents in memory. */
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

  /** The first level of each table's directory. */
  async #readDirectories(): Promise<[ByteRange, Uint8Array][]> {
    if (this.#directories) return this.#directories;
    const reader = new CachedBlockReader(this.#index, new ByteCache(0));
    const release = await new CurrentRelease(this.#index, reader).get();
    const ranges = [...objectsOf(await release.wholeManifest()).values()]
      .filter((entry): entry is TableEntry => 'directory' in entry)
      .map(({ object, directory: [offset, length] }) => ({ object, offset, length }));
    const blocks = await reader.blocks(ranges);
    return (this.#directories = ranges.map((range, each) => [range, at(blocks, each)]));
  }
}
