/** Names of objects and values: segments joined by '/', the same in every store, never a way out of it. */
import { StoreError } from './store.ts';

/** The name itself. Throws StoreError for one with an empty, '.' or '..' segment, a backslash or a control character. */
export function checkName(name: string): string {
  const sound = name.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (!sound || /[\\\u0000-\u001f]/.test(name)) throw new StoreError(`${JSON.stringify(name)} is no name of an object`);
  return name;
}
