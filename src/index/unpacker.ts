/** Null for bytes that are not for it: too many or too few, or not well-formed. */
export type Unpacking = (packed: Uint8Array) => Uint8Array | null;

/** Unpacks with a kernel what is for it, and all else in plain JavaScript, which says what is wrong. */
export class Unpacker {
  readonly #kernel: () => Unpacking | null;
  readonly #plainly: (packed: Uint8Array, name: string) => Uint8Array;
  #opened: Unpacking | undefined;

  /** @param kernel null where it does not run */
  constructor(kernel: () => Unpacking | null, plainly: (packed: Uint8Array, name: string) => Uint8Array) {
    this.#kernel = kernel;
    this.#plainly = plainly;
  }

  /** Makes the kernel's instance: ahead of the first request where that counts for none. */
  open(): Unpacking {
    return (this.#opened ??= this.#kernel() ?? (() => null));
  }

  /** What was packed. Throws StoreError where the bytes are not those of one; `name` says whose they are. */
  unpack(packed: Uint8Array, name: string): Uint8Array {
    return this.open()(packed) ?? this.#plainly(packed, name);
  }
}
