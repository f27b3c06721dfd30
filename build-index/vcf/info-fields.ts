const [EQUALS, SEMICOLON] = [0x3d, 0x3b];
/** Of a polynomial over the bytes of a name. */
const FACTOR = 31;

/** Reads some fields of the column INFO; a line may have hundreds, of which nothing becomes a text. */
export class InfoFields {
  readonly #names: Buffer[] = [];
  readonly #byHash = new Map<number, number[]>();

  /** The number of a field that is to be read. */
  numberOf(name: string): number {
    const bytes = Buffer.from(name);
    const hash = bytes.reduce(hashed, 0);
    const alike = this.#byHash.get(hash) ?? [];
    const known = alike.find((number) => this.#names[number]!.equals(bytes));
    if (known !== undefined) return known;
    const number = this.#names.push(bytes) - 1;
    this.#byHash.set(hash, [...alike, number]);
    return number;
  }

  /** By number, those that have a value; of a field that comes twice, the last. */
  read(line: Buffer, from: number, to: number): (string | undefined)[] {
    const values = new Array<string | undefined>(this.#names.length).fill(undefined);
    for (let at = from; at < to; at++) {
      const start = at;
      let hash = 0;
      for (; at < to && line[at] !== EQUALS && line[at] !== SEMICOLON; at++) hash = hashed(hash, line[at]!);
      if (line[at] !== EQUALS || at >= to) continue;
      const valueAt = at + 1;
      const number = this.#find(line, start, at, hash);
      while (at < to && line[at] !== SEMICOLON) at++;
      if (number >= 0) values[number] = line.toString('latin1', valueAt, at);
    }
    return values;
  }

  #find(line: Buffer, from: number, to: number, hash: number): number {
    for (const number of this.#byHash.get(hash) ?? []) {
      const name = this.#names[number]!;
      if (name.length === to - from && name.compare(line, from, to) === 0) return number;
    }
    return -1;
  }
}

function hashed(hash: number, byte: number): number {
  return (Math.imul(hash, FACTOR) + byte) | 0;
}
