/** Start codons that do not mean methionine elsewhere. */
import { reverseComplementOf } from '../../src/genome/bases.ts';
import type { Feature, Piece } from './feature.ts';
import type { InputSequence } from './sequence-names.ts';
import { isOpenAtStart } from './translation-edits.ts';

/** Reads bases of the forward strand, as capital letters. `end` may lie past the length of a circular sequence. */
export type ReadBases = (sequence: InputSequence, start: number, end: number) => string;

/** Start codons other than ATG by number of NCBI's genetic code. */
const STARTS: Readonly<Record<number, string>> = {
  1: 'TTG CTG',
  2: 'ATT ATC ATA GTG',
  3: 'ATA GTG',
  4: 'TTA TTG CTG ATT ATC ATA GTG',
  5: 'TTG ATT ATC ATA GTG',
  9: 'GTG',
  11: 'TTG CTG ATT ATC ATA GTG',
  12: 'CTG',
  13: 'TTG ATA GTG',
  21: 'GTG',
  23: 'ATT GTG',
  24: 'TTG CTG GTG',
  25: 'TTG GTG',
  26: 'CTG',
};

export class StartCodons {
  readonly #read: ReadBases;
  readonly #codonTable: number;

  /** @param codonTable of sequences whose CDSs name none */
  constructor(read: ReadBases, codonTable: number) {
    this.#read = read;
    this.#codonTable = codonTable;
  }

  /**
   * Does a CDS begin with such a codon? In the standard code only if the file follows INSDC's rules, in which every
   * complete CDS begins with methionine. A `/translation` decides, since it also knows edited RNA.
   */
  isOtherStart(cds: Feature, pieces: readonly Piece[], sequence: InputSequence): boolean {
    const kind = cds.attributes.get('gbkey');
    const table = Number(cds.attributes.get('transl_table') ?? this.#codonTable);
    const stated = cds.attributes.get('translation');
    if (stated !== undefined) return stated.startsWith('M') && codonAtStart(this.#read, pieces, sequence) !== 'ATG';
    if (kind === 'Prot' || (table === 1 && kind === undefined) || isOpenAtStart(cds, pieces)) return false;
    return (STARTS[table] ?? '').split(' ').includes(codonAtStart(this.#read, pieces, sequence));
  }
}

function codonAtStart(read: ReadBases, pieces: readonly Piece[], sequence: InputSequence): string {
  let codon = '';
  for (const { start, end, strand } of pieces) {
    if (codon.length >= 3) break;
    const missing = 3 - codon.length;
    codon +=
      strand === 1
        ? read(sequence, start, Math.min(end, start + missing - 1))
        : reverseComplementOf(read(sequence, Math.max(start, end - missing + 1), end));
  }
  return codon;
}
