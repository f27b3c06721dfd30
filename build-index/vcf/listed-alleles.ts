import { sameBytes } from '../../src/index/blocks/bytes.ts';

const DASH = 0x2d;
const NOT_ASCII = 0x80;
/** Strings of single letters, since most alleles are one letter. */
const LETTERS = Array.from({ length: NOT_ASCII }, (_, code) => String.fromCharCode(code));

/**
 * The alleles of a variant or of a VCF line, the reference first, as ranges of `bytes`. Most alleles are only compared,
 * so they are decoded on demand. Valid as long as `bytes` is.
 */
export class ListedAlleles {
  bytes: Buffer = Buffer.alloc(0);
  /** Number of alleles. */
  count = 0;
  /** Start and end of each allele. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #texts: (string | undefined)[] = [];

  /** Removes all alleles. Alleles added later are ranges of `bytes`. */
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

  /** Adds the alleles between separators. An empty one is an allele too. */
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

  /** Is the allele empty or '-', which means no bases? */
  isNone(allele: number): boolean {
    const [start, end] = [this.start(allele), this.end(allele)];
    return end === start || (end === start + 1 && this.bytes[start] === DASH);
  }

  /** The allele's spelling. */
  text(allele: number): string {
    return (this.#texts[allele] ??= this.#decoded(this.start(allele), this.end(allele)));
  }

  /** Are two alleles spelled equally? */
  same(one: number, other: number): boolean {
    return sameBytes(this.bytes, this.start(one), this.end(one), this.bytes, this.start(other), this.end(other));
  }

  #decoded(start: number, end: number): string {
    const first = this.bytes[start]!;
    return end - start === 1 && first < NOT_ASCII ? LETTERS[first]! : this.bytes.toString('utf8', start, end);
  }
}
