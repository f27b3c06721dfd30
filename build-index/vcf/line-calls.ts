/** The genotypes of a VCF line as they stand there: every allele, in the order of the line. */

const [TAB, COLON] = [...'\t:'].map((letter) => letter.charCodeAt(0)) as [number, number];

/** What the samples of a line have. */
export interface LineCalls {
  /** Different whole genotypes in the order in which they come: alleles as VCF numbers them, in the order of the line. */
  genotypes: number[][];
  /** One a column of the samples: index in `genotypes`, NONE where there is no whole one. Good until the next line is read. */
  codes: Uint16Array;
  /** Columns with a whole one. */
  called: number;
}

export const NONE = 0xffff;

let room = new Uint16Array(0);

/**
 * @param from where the first sample's column begins
 * @param samples columns; those that the line lacks have no genotype
 */
export function readCalls(line: Buffer, from: number, samples: number): LineCalls {
  if (room.length < samples) room = new Uint16Array(samples);
  const codes = room.subarray(0, samples);
  const found = new CalledGenotypes();
  const view = new DataView(line.buffer, line.byteOffset, line.byteLength);
  let at = from;
  let column = 0;
  let called = 0;
  // Hardly any column is more than a genotype of three letters, such as 0|1 and a tab, which was there before.
  let word = -1;
  let code = NONE;
  while (column < samples && at < line.length) {
    for (const last = line.length - 4; column < samples && at <= last; at += 4) {
      const next = view.getInt32(at, true);
      if (next !== word) {
        const known = found.ofWord(next);
        if (known === UNKNOWN) break;
        word = next;
        code = known;
      }
      codes[column++] = code;
      if (code !== NONE) called++;
    }
    if (column === samples || at >= line.length) break;
    const end = endOfField(line, at);
    const text = line.toString('latin1', at, end);
    code = found.ofText(text);
    word = end - at === 3 && line[end] === TAB ? view.getInt32(at, true) : -1;
    if (word !== -1) found.keep(word, code);
    codes[column++] = code;
    if (code !== NONE) called++;
    const tab = line[end] === COLON ? line.indexOf(TAB, end) : end;
    at = tab < 0 ? line.length : tab + 1;
  }
  codes.fill(NONE, column);
  return { genotypes: found.genotypes, codes, called };
}

/** Of four letters that have not been looked at. */
const UNKNOWN = -1;

/** Numbers the genotypes of a line in the order in which they come. */
class CalledGenotypes {
  readonly genotypes: number[][] = [];
  readonly #known = new Map<string, number>();
  /** Three letters and a tab, as a number, and what they stand for. */
  readonly #words: number[] = [];
  readonly #codes: number[] = [];

  ofWord(word: number): number {
    for (let each = 0; each < this.#words.length; each++) if (this.#words[each] === word) return this.#codes[each]!;
    return UNKNOWN;
  }

  keep(word: number, code: number): void {
    this.#words.push(word);
    this.#codes.push(code);
  }

  ofText(text: string): number {
    if (!/^\d+([|/]\d+)*$/.test(text)) return NONE;
    const alleles = text.split(/[|/]/).map(Number);
    const key = alleles.join();
    let number = this.#known.get(key);
    if (number === undefined) this.#known.set(key, (number = this.genotypes.push(alleles) - 1));
    return number;
  }
}

function endOfField(line: Buffer, from: number): number {
  let at = from;
  while (at < line.length && line[at] !== TAB && line[at] !== COLON) at++;
  return at;
}
