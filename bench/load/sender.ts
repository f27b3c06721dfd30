/** Sends requests to a server over a fixed number of connections. */
import { once } from 'node:events';
import { Pool } from 'undici';
import { ServeError } from '../../cli/operator-error.ts';
import { at } from '../../src/checked.ts';
import { newAddress } from './new-address.ts';
import { messageOf } from '../../src/caught-error.ts';

export interface Load {
  /** Milliseconds of each request, from sending it to the last byte of its answer. */
  times: number[];
  seconds: number;
  /** Bytes of the answers' bodies. */
  bytes: number;
  /** Answers with another status than 200. */
  bad: number;
}

export class Sender {
  readonly #base: URL;
  readonly #pool: Pool;
  readonly #connections: number;
  readonly #again: boolean;

  /** @param again ask for the same addresses again and again; otherwise each gets a parameter of its own */
  constructor(base: URL, connections: number, again: boolean) {
    this.#base = base;
    this.#connections = connections;
    this.#again = again;
    this.#pool = new Pool(base.origin, { connections, pipelining: 1 });
  }

  /** The value of a JSON answer. Throws ServeError for another status than 200. */
  async json<T>(path: string): Promise<T> {
    const { status, body } = await this.#get(path);
    const text = await body.text();
    if (status !== 200) throw new ServeError(`${path} returns ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as T;
  }

  /** Asks for the paths in turn, one after another on each connection. */
  async load(paths: readonly string[], seconds: number): Promise<Load> {
    const times: number[] = [];
    let [next, bad, bytes] = [0, 0, 0];
    const began = performance.now();
    const ask = async () => {
      while (performance.now() - began < seconds * 1000) {
        const sent = performance.now();
        const path = at(paths, next++ % paths.length);
        const { status, body } = await this.#get(this.#again ? path : newAddress(path));
        // Not `for await`, which would take the load generator longer than a short answer takes the server.
        body.on('data', (chunk: Uint8Array) => (bytes += chunk.length));
        await once(body, 'end');
        if (status !== 200) bad++;
        times.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: this.#connections }, ask));
    return { times, seconds: (performance.now() - began) / 1000, bytes, bad };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #get(path: string) {
    const target = this.#base.pathname.replace(/\/$/, '') + path;
    try {
      const { statusCode, body } = await this.#pool.request({
        path: target,
        method: 'GET',
        headers: { 'content-type': 'application/json' },
      });
      return { status: statusCode, body };
    } catch (error) {
      throw new ServeError(`no answer from ${this.#base.href}: ${messageOf(error)}`);
    }
  }
}
