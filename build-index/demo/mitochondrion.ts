/** The ancestral mitochondrion: a small circle, packed with genes without introns, in the vertebrate mitochondrial code. */
import type { Chromosome, Element } from './genome-model.ts';
import type { LocusBiotype } from './locus.ts';
import type { Workshop } from './workshop.ts';
import { randomBases, randomCodingSequence } from './genetic-code.ts';
import { newLocus } from './locus.ts';
import { newTract } from './tract.ts';

/** Order, kind and size (codons for coding genes, bases for RNA genes) around the circle, from the control region on. */
const GENES: readonly [symbol: string, biotype: LocusBiotype, size: number, strand: 1 | -1][] = [
  ['MT-DEMT1', 'Mt_tRNA', 70, 1],
  ['MT-DEMR1', 'Mt_rRNA', 940, 1],
  ['MT-DEMT2', 'Mt_tRNA', 69, 1],
  ['MT-DEMR2', 'Mt_rRNA', 1540, 1],
  ['MT-DEMT3', 'Mt_tRNA', 72, -1],
  ['MT-DEMP1', 'protein_coding', 316, 1],
  ['MT-DEMT4', 'Mt_tRNA', 68, -1],
  ['MT-DEMP2', 'protein_coding', 348, 1],
  ['MT-DEMT5', 'Mt_tRNA', 71, 1],
  ['MT-DEMP3', 'protein_coding', 512, 1],
  ['MT-DEMP4', 'protein_coding', 226, 1],
  ['MT-DEMT6', 'Mt_tRNA', 69, 1],
  ['MT-DEMP5', 'protein_coding', 174, -1],
  ['MT-DEMP6', 'protein_coding', 380, 1],
];

export function makeMitochondrion(workshop: Workshop): Chromosome {
  const { random, columns } = workshop;
  const spacer = (length: number): Element => ({ kind: 'spacer', strand: 1, tract: newTract(randomBases(random, length, 0.4), columns) });
  const elements: Element[] = [spacer(620)];
  for (const [symbol, biotype, size, strand] of GENES) {
    const coding = biotype === 'protein_coding';
    const bases = coding ? randomCodingSequence(random, size, 2) : randomBases(random, size, 0.42);
    const words = { Mt_tRNA: 'transfer RNA', Mt_rRNA: 'ribosomal RNA', protein_coding: 'protein' }[biotype as string];
    const locus = newLocus(workshop, {
      biotype, symbol, cdna: newTract(bases, columns), exonLengths: [bases.length], introns: [], strand, codonTable: 2,
      cds: coding ? { start: 0, end: bases.length } : null,
      description: `mitochondrially encoded demo ${words} ${symbol.slice(-1)} (fictional)`,
    });
    elements.push({ kind: 'locus', locus }, spacer(random.integer(2, 30)));
  }
  return { name: 'MT', kind: 'mitochondrion', elements };
}
