/** One store of two halves: on Workers objects live in R2, values in KV. */
import type { Store } from './store.ts';

export type ObjectStore = Pick<Store, 'read'>;
export type ValueStore = Pick<Store, 'value'>;

export function combineStores(objects: ObjectStore, values: ValueStore): Store {
  return {
    read: (range) => objects.read(range),
    value: (key) => values.value(key),
  };
}
