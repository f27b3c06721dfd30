/** Clients that send requests without pause, and the expected answers of two releases. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../../../src/app.ts';
import { operations } from '../../../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../../../src/index/blocks/block-reader.ts';
import { rootName } from '../../../../cli/publish/local-release.ts';
import { Release } from '../../../../src/release/release.ts';
import { ByteCache } from '../../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../../src/store/local-folder.ts';
import { at, get, present } from '../../../../src/checked.ts';

export type Answers = Map<string, string>;

const JSON_WANTED = { 'Content-Type': 'application/json' };

/** The answers of a release in a folder, by path. */
export async function answersOf(folder: string, release: string, paths: readonly string[]): Promise<Answers> {
  const store = new LocalFolder(folder);
  const root = present(await store.value(rootName(release)), 'the root');
  const opened = Release.fromRoot(root, new CachedBlockReader(store, new ByteCache()));
  const app = createApp({ operations, openRelease: () => opened });
  const answers = new Map(
    await Promise.all(
      paths.map(
        async (path) => [path, await (await app.request(`/rest${path}`, { headers: JSON_WANTED })).text()] as const,
      ),
    ),
  );
  await store.close();
  return answers;
}

export interface Load {
  /** Resolves when only this release has answered for a few rounds. */
  settledOn(release: string): Promise<void>;
  /** Stops the clients. @returns the number of answers per release, and the answers that match neither release */
  end(): Promise<{ counts: Map<string, number>; wrong: string[] }>;
}

const CLIENTS = 2;
/** Milliseconds between two requests of a client, which leave some CPU for the publisher. */
const PAUSE = 5;

export function startLoad(url: string, releases: ReadonlyMap<string, Answers>): Load {
  const counts = new Map([...releases.keys()].map((id) => [id, 0]));
  const wrong: string[] = [];
  const paths = [...at([...releases.values()], 0).keys()];
  let going = true;
  /** The releases of the latest answers, newest last. */
  const latest: string[] = [];
  const ask = async (path: string): Promise<void> => {
    const response = await fetch(url + path, { headers: JSON_WANTED });
    const text = await response.text();
    const from = [...releases].find(([, answers]) => answers.get(path) === text)?.[0];
    if (!from || response.status !== 200) wrong.push(`${response.status} ${path}: ${text.slice(0, 200)}`);
    else {
      counts.set(from, get(counts, from) + 1);
      latest.push(from);
      if (latest.length > CLIENTS * paths.length * 2) latest.shift();
    }
  };
  const client = async (first: number): Promise<void> => {
    for (let each = first; going; each++) {
      await ask(at(paths, each % paths.length)).catch((error: Error) => wrong.push(error.message));
      await sleep(PAUSE);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, each) => client(each));
  return {
    async settledOn(release) {
      latest.length = 0;
      while (
        wrong.length === 0 &&
        (latest.length < CLIENTS * paths.length * 2 || latest.some((each) => each !== release))
      )
        await sleep(50);
    },
    async end() {
      going = false;
      await Promise.all(clients);
      return { counts, wrong };
    },
  };
}
