/** The whole application over any store, in this process, and its answers with their log lines. */
import { createApp } from '../../../src/app.ts';
import { notOffered } from '../../../src/catalogue/not-offered.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { Store } from '../../../src/store/store.ts';
import { sumOf, type LoadRequest } from './load-requests.ts';

export interface Answer {
  status: number;
  /** Null if the body broke off: the client notices that it is incomplete. */
  sum: number | null;
  text: string;
  retryAfter: string | null;
}

/** A service that has read nothing yet. */
export class AppInProcess {
  readonly #app: ReturnType<typeof createApp>;

  constructor(store: Store) {
    const releases = new Releases(store, new ByteCache());
    this.#app = createApp({ operations, notOffered, openRelease: (name) => releases.open(name) });
  }

  /** The JSON of an answer. Throws Error for another status than 200. */
  async json<T>(path: string): Promise<T> {
    const response = await this.#app.request(`http://127.0.0.1${path}`, { headers: { accept: 'application/json' } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async ask({ method, path, headers, body }: LoadRequest): Promise<Answer> {
    const response = await this.#app.request(`http://127.0.0.1${path}`, { method, headers, body });
    const bytes = await response.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    );
    return {
      status: response.status,
      sum: bytes && sumOf(bytes),
      retryAfter: response.headers.get('retry-after'),
      text: response.status === 200 || !bytes ? '' : new TextDecoder().decode(bytes),
    };
  }
}

/** Collects log lines while `body` runs, instead of printing them. */
export async function logged<T>(body: () => Promise<T>): Promise<{ result: T; log: string }> {
  const { error, warn } = console;
  const lines: string[] = [];
  console.error = console.warn = (...parts: unknown[]) => void lines.push(parts.map(String).join(' '));
  try {
    return { result: await body(), log: lines.join('\n') };
  } finally {
    Object.assign(console, { error, warn });
  }
}

/** Requests of a mix with the checksums of their right answers; null for answers that change with time. */
export async function rightAnswers(
  store: Store,
  mix: readonly (readonly LoadRequest[])[],
): Promise<{ request: LoadRequest; sum: number | null }[]> {
  const app = new AppInProcess(store);
  const answers: { request: LoadRequest; sum: number | null }[] = [];
  for (const request of mix.flat()) {
    const { status, sum } = await app.ask(request);
    if (status !== 200) throw new Error(`${request.method} ${request.path} is answered ${status} from a sound index`);
    answers.push({ request, sum: request.sums && sum });
  }
  return answers;
}
