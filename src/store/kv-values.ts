/** Small mutable values in Workers KV, which keeps them near every location. */
import { checkName } from './object-name.ts';
import { passingError } from './store.ts';
import type { ValueStore } from './combine-stores.ts';

/** The part of KVNamespace that reading needs. */
export interface ReadableNamespace {
  get(key: string, options: { type: 'arrayBuffer'; cacheTtl?: number }): Promise<ArrayBuffer | null>;
}

export class KvValues implements ValueStore {
  readonly #namespace: ReadableNamespace;
  readonly #cacheTtl: number;

  /** `cacheTtl`: seconds for which a location may serve a value that has since changed; KV's least is 30. */
  constructor(namespace: ReadableNamespace, cacheTtl = 60) {
    this.#namespace = namespace;
    this.#cacheTtl = cacheTtl;
  }

  async value(key: string): Promise<Uint8Array | null> {
    checkName(key);
    try {
      const found = await this.#namespace.get(key, { type: 'arrayBuffer', cacheTtl: this.#cacheTtl });
      return found && new Uint8Array(found);
    } catch (error) {
      throw passingError(`the value '${key}' cannot be read from KV: ${(error as Error).message}`);
    }
  }
}
