/** One store of two halves: on Workers objects live in R2, values in KV. */
import type { Store } from './store.ts';

export type ObjectStore = Pick<Store, 'read'>;
export type ValueStore = Pick<Store, 'value'>;

export function combineStores(objects: ObjectStore, values: ValueStore): Store {
  return {
    read: (range, options) => objects.read(range, options),
    value: (key, options) => values.value(key, options),
  };
}
