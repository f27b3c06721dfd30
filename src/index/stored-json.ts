import { StoreError } from '../store/store.ts';
import { utf8 } from './utf8.ts';

/** The value of JSON that a record holds, as bytes or as text. Throws StoreError for what is none: a damaged record is no fault of who asks for it. */
export function storedJson<T>(stored: Uint8Array | string): T {
  try {
    return JSON.parse(typeof stored === 'string' ? stored : utf8.decode(stored)) as T;
  } catch (error) {
    throw new StoreError(`a record holds no JSON: ${(error as Error).message}`, { cause: error });
  }
}
