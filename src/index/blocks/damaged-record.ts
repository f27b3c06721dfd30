import { messageOf } from '../../caught-error.ts';
import { StoreError } from '../../store/store.ts';
import { utf8 } from './bytes.ts';

/** A stored record that is inconsistent with itself, its table or another part of the index. */
export class DamagedRecord extends StoreError {}

/**
 * Runs a decoder of an object's records. Decoders depend only on stored bytes, so an error means damage or a bug of the
 * compiler. Throws DamagedRecord, which names the object.
 */
export function decodedFrom<T>(object: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw new DamagedRecord(`${object} is damaged: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** The JSON value of a record. Throws StoreError for anything else: the record is damaged. */
export function storedJson<T>(stored: Uint8Array | string): T {
  try {
    return JSON.parse(typeof stored === 'string' ? stored : utf8.decode(stored)) as T;
  } catch (error) {
    throw new StoreError(`a record is not JSON: ${messageOf(error)}`, { cause: error });
  }
}
