import { sameBytes } from '../../src/index/blocks/bytes.ts';

const DASH = 0x2d;
const NOT_ASCII = 0x80;
/** Texts of single letters: most alleles are one. */
const LETTERS = Array.from({ length: NOT_ASCII }, (_, code) => String.fromCharCode(code));

/**
 * The alleles of a variant or of a line of a VCF file, the reference first, as bytes where they stand: most are only
 * compared. Good as long as these bytes are.
 */
export class ListedAlleles {
  bytes: Buffer = Buffer.alloc(0);
  /** How many there are. */
  count = 0;
  /** Where allele i begins and ends. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #texts: (string | undefined)[] = [];

  /** Forgets all. Those that are added stand in `bytes`. */
  begin(bytes: Buffer): this {
    this.bytes = bytes;
    this.count = 0;
    return this;
  }

  add(start: number, end: number): void {
    this.#starts[this.count] = start;
    this.#ends[this.count] = end;
    this.#texts[this.count++] = undefined;
  }

  /** Adds what stands between separators; what is empty is an allele too. */
  addList(start: number, end: number, separator: number): this {
    let from = start;
    for (let at = start; at < end; at++) {
      if (this.bytes[at] !== separator) continue;
      this.add(from, at);
      from = at + 1;
    }
    this.add(from, end);
    return this;
  }

  start(allele: number): number {
    return this.#starts[allele]!;
  }

  end(allele: number): number {
    return this.#ends[allele]!;
  }

  /** Is it that there are no bases? */
  isNone(allele: number): boolean {
    const start = this.#starts[allele]!;
    return this.#ends[allele] === start || (this.#ends[allele] === start + 1 && this.bytes[start] === DASH);
  }

  /** As it is spelled. */
  text(allele: number): string {
    return (this.#texts[allele] ??= this.#decoded(this.#starts[allele]!, this.#ends[allele]!));
  }

  /** Are both spelled alike? */
  same(one: number, other: number): boolean {
    return sameBytes(
      this.bytes,
      this.#starts[one]!,
      this.#ends[one]!,
      this.bytes,
      this.#starts[other]!,
      this.#ends[other]!,
    );
  }

  #decoded(start: number, end: number): string {
    const first = this.bytes[start]!;
    return end - start === 1 && first < NOT_ASCII ? LETTERS[first]! : this.bytes.toString('utf8', start, end);
  }
}
