import { messageOf } from '../../caught-error.ts';
import { StoreError } from '../../store/store.ts';
import { utf8 } from './bytes.ts';

/** A stored record that contradicts itself, its table or another part of the index. */
export class DamagedRecord extends StoreError {}

/**
 * What a decoder makes of records of an object. Decoders depend on nothing but stored bytes, so one that fails has met
 * damage or a compiler's mistake: throws DamagedRecord, which names the object.
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

/** The JSON value of a record, given as bytes or text. Throws StoreError for anything else: the record is damaged. */
export function storedJson<T>(stored: Uint8Array | string): T {
  try {
    return JSON.parse(typeof stored === 'string' ? stored : utf8.decode(stored)) as T;
  } catch (error) {
    throw new StoreError(`a record holds no JSON: ${messageOf(error)}`, { cause: error });
  }
}
