import { StoreError } from '../store/store.ts';
import { utf8 } from './utf8.ts';

/** The value of JSON that a record holds. Throws StoreError for bytes that are none: a damaged record is no fault of who asks for it. */
export function storedJson<T>(bytes: Uint8Array): T {
  try {
    return JSON.parse(utf8.decode(bytes)) as T;
  } catch (error) {
    throw new StoreError(`a record holds no JSON: ${(error as Error).message}`, { cause: error });
  }
}
