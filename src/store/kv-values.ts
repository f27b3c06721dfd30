/** Small mutable values in Workers KV, which is replicated to every location. */
import { messageOf } from '../caught-error.ts';
import { checkName, passingError, type ValueOptions, type ValueStore } from './store.ts';

/** The subset of KVNamespace that this module uses. */
export interface ReadableNamespace {
  get(
    key: string,
    options: { type: 'stream'; cacheTtl?: number },
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  get(key: string, options: { type: 'arrayBuffer'; cacheTtl?: number }): Promise<ArrayBuffer | null>;
}

export class KvValues implements ValueStore {
  readonly #namespace: ReadableNamespace;
  readonly #cacheTtl: number;

  /** @param cacheTtl seconds for which a location may serve an outdated value; KV's minimum is 30 */
  constructor(namespace: ReadableNamespace, cacheTtl = 60) {
    this.#namespace = namespace;
    this.#cacheTtl = cacheTtl;
  }

  async value(key: string, { first }: ValueOptions = {}): Promise<Uint8Array | null> {
    checkName(key);
    try {
      if (first !== undefined) {
        const stream = await this.#namespace.get(key, { type: 'stream', cacheTtl: this.#cacheTtl });
        return stream && (await beginningOf(stream, first));
      }
      const found = await this.#namespace.get(key, { type: 'arrayBuffer', cacheTtl: this.#cacheTtl });
      return found && new Uint8Array(found);
    } catch (error) {
      throw passingError(`the value '${key}' cannot be read from KV: ${messageOf(error)}`);
    }
  }
}

/** Reads at least `length` bytes of a stream, if it has that many, and cancels the rest. */
async function beginningOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, length: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let left = length; left > 0; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    left -= value.length;
  }
  await reader.cancel();
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
