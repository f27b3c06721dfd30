import { join } from 'node:path';
import { afterAll } from 'vitest';
import { buildRelease, type BuildOptions } from '../../build-index/units/build-release.ts';
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { CountingStore } from './counting-store.ts';
import { writeDump, type DumpRows } from './dump-database.ts';
import { silentProgress } from './silent-progress.ts';
import { testFolder } from './test-folder.ts';

/** One database to compile: species, database kind and tables. */
export type DumpedDatabase = [species: string, group: string, tables: DumpRows];

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

/** A release compiled from dumps into a temporary folder, which is removed after the tests of the file. */
export class CompiledRelease {
  readonly notices: readonly string[];
  readonly #folder: string;

  private constructor(folder: string, notices: readonly string[]) {
    this.#folder = folder;
    this.notices = notices;
  }

  static async from(databases: readonly DumpedDatabase[], options: BuildOptions = {}): Promise<CompiledRelease> {
    const folder = await testFolder();
    for (const [species, group, tables] of databases) await writeDump(join(folder, 'dumps'), species, group, tables);
    return CompiledRelease.#compile([join(folder, 'dumps')], folder, options);
  }

  /** Compiles an existing folder of dumps. */
  static async ofDumps(dumps: string, options: BuildOptions = {}): Promise<CompiledRelease> {
    return CompiledRelease.#compile([dumps], await testFolder(), options);
  }

  static async #compile(dumps: string[], folder: string, options: BuildOptions): Promise<CompiledRelease> {
    const { notices } = await buildRelease(dumps, join(folder, 'index'), silentProgress, options);
    return new CompiledRelease(folder, notices);
  }

  /** A service that has read only the root. */
  serve(): Promise<RunningService> {
    return serveIndex(join(this.#folder, 'index'));
  }
}

const open: LocalFolder[] = [];

// Registered while the test file loads, as in test-folder.ts. Node warns about files that garbage collection closes.
afterAll(() => Promise.all(open.map((each) => each.close())));

/** Serves an index folder inside the test process, until the tests of the file end. It has read only the root. */
export async function serveIndex(folder: string): Promise<RunningService> {
  const index = new LocalFolder(folder);
  open.push(index);
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
