/** The genotypes of a VCF line with all their alleles, in the order of the line; phased or not is all the same. Of one that is known by half (0/.), that half is all. */
import { remembered } from '../remembered.ts';
import { SampleColumns } from './sample-columns.ts';

/** What the samples of a line have: good until the next line is read. */
export interface LineCalls {
  /** Different genotypes in the order in which they come: alleles as VCF numbers them, in the order of the line. */
  genotypes: number[][];
  columns: SampleColumns;
  /** Which of `genotypes` each text of `columns` is; NONE where it is none. */
  numbers: number[];
  /** Columns with one. */
  called: number;
}

export const NONE = 0xffff;

const columns = new SampleColumns();

/**
 * @param from where the first sample's column begins
 * @param samples columns; those that the line lacks have no genotype
 */
export function readCalls(line: Buffer, from: number, samples: number): LineCalls {
  columns.read(line, from, samples);
  const genotypes: number[][] = [];
  const keys: string[] = [];
  let called = 0;
  const numbers = columns.texts.map((text, each) => {
    const written = writtenGenotype(text);
    if (!written) return NONE;
    called += columns.counts[each]!;
    const known = keys.indexOf(written.key);
    if (known >= 0) return known;
    keys.push(written.key);
    return genotypes.push(written.alleles) - 1;
  });
  return { genotypes, columns, numbers, called };
}

interface WrittenGenotype {
  alleles: number[];
  /** The same of those that differ in phasing only. */
  key: string;
}

const writtenGenotype = remembered((text: string): WrittenGenotype | null => {
  if (!/^(\d+|\.)([|/](\d+|\.))*$/.test(text)) return null;
  const alleles = text.split(/[|/]/).filter((allele) => allele !== '.').map(Number);
  return alleles.length > 0 ? { alleles, key: alleles.join() } : null;
});
