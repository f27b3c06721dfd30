import { join } from 'node:path';
import { buildRelease } from '../../build-index/compile/release.ts';
import { generateDemo } from '../../build-index/demo/generate.ts';
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { CurrentRelease } from '../../src/release/current-release.ts';
import { objectsOf } from '../../src/release/manifest-objects.ts';
import type { TableEntry } from '../../src/release/manifest.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { CountingStore } from '../support/counting-store.ts';
import { silentProgress } from '../support/silent-progress.ts';
import { testFolder } from '../support/test-folder.ts';

/** What one request cost. */
export interface Cost {
  waves: number;
  reads: number;
  bytes: number;
  status: number;
  text: string;
}

/** What a process has in memory before the request. */
export type Memory = 'nothing' | 'root' | 'directories';

/** Counts what requests read of an index that is compiled, as any is, from dumps. */
export class MeasuredService {
  readonly #index: LocalFolder;

  private constructor(folder: string) {
    this.#index = new LocalFolder(join(folder, 'index'));
  }

  /** Of the demo data; `scale` as generateDemo takes it. */
  static async ofDemo(scale: number): Promise<MeasuredService> {
    const folder = await testFolder();
    await generateDemo(join(folder, 'dumps'), { scale });
    await buildRelease([join(folder, 'dumps')], join(folder, 'index'), silentProgress, { vcfConfig: join(folder, 'dumps/vcf/vcf_config.json') });
    return new MeasuredService(folder);
  }

  /** What a process with that in memory reads for a GET, or for a POST of a body. */
  async cost(path: string, body: unknown, memory: Memory): Promise<Cost> {
    const store = new CountingStore(this.#index);
    const reader = new CachedBlockReader(store, new ByteCache());
    const releases = new CurrentRelease(store, reader);
    const app = createApp({ operations, openRelease: () => releases.get() });
    if (memory !== 'nothing') {
      const { manifest } = await releases.get();
      const tables = [...objectsOf(manifest).values()].filter((entry) => 'directory' in entry) as TableEntry[];
      if (memory === 'directories') await reader.blocks(tables.map(({ object, directory: [offset, length] }) => ({ object, offset, length })));
    }
    store.reset();
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await app.request(`/rest${path}`, { ...init, headers: { 'Content-Type': 'application/json', Accept: 'application/json' } });
    const text = await response.text();
    return { waves: store.waves, reads: store.reads.length + store.values.length, bytes: store.bytes, status: response.status, text };
  }
}
