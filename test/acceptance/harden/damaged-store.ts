/** A store with one damaged object, which is damaged in the same way at every read. */
import type { Random } from '../../../data/fictional/random.ts';
import { StoreError, type ByteRange, type ReadOptions, type Store } from '../../../src/store/store.ts';

export interface Damage {
  /** Name of the object, or key of a value. */
  object: string;
  kind: string;
  /** The bytes of a range after the damage; null if the object ends before. */
  change(bytes: Uint8Array, offset: number): Uint8Array | null;
}

/**
 * Draws a damage: a flipped bit, a wrong byte, a page of zeros, a cut, or bytes of another place of the object.
 * @param range a range that a request reads
 */
export function drawDamage({ object, offset, length }: ByteRange, random: Random): Damage {
  const at = offset + random.integer(0, length - 1);
  const patch = (kind: string, from: number, patched: (before: Uint8Array) => Uint8Array, size: number): Damage => ({
    object,
    kind,
    change(bytes, start) {
      const [first, last] = [Math.max(from, start), Math.min(from + size, start + bytes.length)];
      if (first >= last) return bytes;
      const changed = bytes.slice();
      changed.set(patched(bytes.subarray(first - start, last - start)), first - start);
      return changed;
    },
  });
  const draw = random.next();
  const [bit, other] = [1 << random.integer(0, 7), random.integer(1, 255)];
  if (draw < 0.5) return patch('a flipped bit', at, (before) => before.map((byte) => byte ^ bit), 1);
  if (draw < 0.7) return patch('a wrong byte', at, (before) => before.map((byte) => byte ^ other), 1);
  if (draw < 0.8) return patch('a page of zeros', at - (at % 4096), (before) => new Uint8Array(before.length), 4096);
  if (draw < 0.9)
    return { object, kind: 'a cut', change: (bytes, start) => (start + bytes.length > at ? null : bytes) };
  // Bytes that are intact, but belong to another object or place.
  return {
    object,
    kind: 'bytes of 512 further',
    change: (bytes) =>
      bytes.length > 512 ? new Uint8Array([...bytes.subarray(512), ...bytes.subarray(0, 512)]) : bytes.toReversed(),
  };
}

export class DamagedStore implements Store {
  readonly #store: Store;
  readonly #damage: Damage;

  constructor(store: Store, damage: Damage) {
    this.#store = store;
    this.#damage = damage;
  }

  async read(range: ByteRange, options?: ReadOptions): Promise<Uint8Array> {
    const bytes = await this.#store.read(range, options);
    if (range.object !== this.#damage.object) return bytes;
    const changed = this.#damage.change(bytes, range.offset);
    if (!changed) throw new StoreError(`${range.object} ends before byte ${range.offset + range.length}`);
    return changed;
  }

  async value(key: string): Promise<Uint8Array | null> {
    const bytes = await this.#store.value(key);
    if (!bytes || key !== this.#damage.object) return bytes;
    return this.#damage.change(bytes, 0) ?? bytes.subarray(0, bytes.length >> 1);
  }
}
