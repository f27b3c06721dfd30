/** A store in which one object is damaged, the same way at every read. */
import type { Random } from '../../../data/fictional/random.ts';
import { StoreError, type ByteRange, type ReadOptions, type Store } from '../../../src/store/store.ts';

export interface Damage {
  /** Object, or key of a value. */
  object: string;
  kind: string;
  /** The bytes of a range as they are now; null where the object ends before. */
  change(bytes: Uint8Array, offset: number): Uint8Array | null;
}

/**
 * A flipped bit, a wrong byte, a page of zeros, a cut, or a stretch of another place of the object. `within` is read by
 * a request.
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
  // As of another object, or of another place: bytes that are whole in themselves stand where others should.
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
