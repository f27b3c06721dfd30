/** The genome at the root of the tree: three autosomes, two sex chromosomes, an unplaced scaffold, a mitochondrion. */
import { at } from '../../../src/checked.ts';
import {
  type Locus,
  type LocusBiotype,
  makeCodingLocus,
  makeLncRna,
  makeStructuralRna,
  newLocus,
} from '../genes/locus.ts';
import { PRODUCT_CLASSES, SELENOPROTEIN_CLASS } from '../genes/protein-families.ts';
import { randomBases, randomCodingSequence } from '../sequence/genetic-code.ts';
import { makeSpacer } from '../sequence/repeats.ts';
import { newTract } from '../sequence/tract.ts';
import type { Workshop } from '../workshop.ts';
import { retrocopy } from './evolution.ts';
import type { Chromosome, ChromosomeKind, Element, Genome } from './placement.ts';

/** Genes at scale 1; a gene with its spacers takes about 11 kb. */
const CHROMOSOME_PLANS: readonly [name: string, kind: ChromosomeKind, genes: number][] = [
  ['1', 'autosome', 26],
  ['2', 'autosome', 19],
  ['3', 'autosome', 13],
  ['X', 'sex', 15],
  ['Y', 'degenerate', 13],
  ['SCAF1', 'unplaced', 3],
];

/** Genes that exist for every seed, by their index on chromosome 2. */
const CERTAIN_LOCI: Record<number, (workshop: Workshop, coding: readonly Locus[]) => Locus> = {
  3: (workshop) => makeCodingLocus(workshop, SELENOPROTEIN_CLASS),
  4: (workshop) => makeStructuralRna(workshop, 'miRNA'),
  5: (workshop) => makeStructuralRna(workshop, 'rRNA'),
  6: (workshop) => makeStructuralRna(workshop, 'snRNA'),
  7: (workshop) => makeLncRna(workshop),
  8: (workshop, coding) => retrocopy(workshop, at(coding, 0), 'root'),
};

export function makeAncestor(workshop: Workshop, node: string, scale: number): Genome {
  const chromosomes = CHROMOSOME_PLANS.map(([name, kind, genes]) =>
    makeChromosome(workshop.fork(`ancestral chromosome ${name}`), name, kind, Math.max(2, Math.round(genes * scale))),
  );
  return { node, chromosomes: [...chromosomes, makeMitochondrion(workshop.fork('mitochondrion'))] };
}

function makeChromosome(workshop: Workshop, name: string, kind: ChromosomeKind, genes: number): Chromosome {
  const coding: Locus[] = [];
  const elements: Element[] = spacers(workshop);
  for (let gene = 0; gene < genes; gene++) {
    const certain = name === '2' ? CERTAIN_LOCI[gene] : undefined;
    const locus = certain ? certain(workshop, coding) : makeLocus(workshop, coding, kind);
    if (locus.biotype === 'protein_coding') coding.push(locus);
    elements.push({ kind: 'locus', locus }, ...spacers(workshop));
  }
  return { name, kind, elements };
}

/** The two spacers between two genes. A contig may end where two spacers meet. */
function spacers(workshop: Workshop): Element[] {
  const spacer = (): Element => {
    const length = workshop.random.integer(1200, 5200);
    return {
      kind: 'spacer',
      strand: 1,
      tract: makeSpacer(length, workshop.repeats, workshop.random, workshop.columns),
    };
  };
  return [spacer(), spacer()];
}

function makeLocus(workshop: Workshop, coding: readonly Locus[], kind: ChromosomeKind): Locus {
  const { random } = workshop;
  // The first two genes of a chromosome are coding. A degenerate chromosome has fewer coding genes.
  const draw = coding.length < 2 ? 0 : kind === 'degenerate' ? random.next() * 0.5 + 0.5 : random.next();
  if (draw < 0.66) return makeCodingLocus(workshop, random.pick(PRODUCT_CLASSES));
  if (draw < 0.8) return makeLncRna(workshop);
  if (draw < 0.86) return makeStructuralRna(workshop, 'miRNA');
  if (draw < 0.89) return makeStructuralRna(workshop, 'rRNA');
  if (draw < 0.93) return makeStructuralRna(workshop, 'snRNA');
  return retrocopy(workshop, random.pick(coding), 'root');
}

type MitochondrialBiotype = Extract<LocusBiotype, 'Mt_tRNA' | 'Mt_rRNA' | 'protein_coding'>;

/**
 * Genes of the ancestral mitochondrion in order from the control region, without introns. The size is in codons for
 * coding genes and in bases for RNA genes.
 */
const GENES: readonly [symbol: string, biotype: MitochondrialBiotype, size: number, strand: 1 | -1][] = [
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

function makeMitochondrion(workshop: Workshop): Chromosome {
  const { random, columns } = workshop;
  const spacer = (length: number): Element => ({
    kind: 'spacer',
    strand: 1,
    tract: newTract(randomBases(random, length, 0.4), columns),
  });
  const elements: Element[] = [spacer(620)];
  for (const [symbol, biotype, size, strand] of GENES) {
    const coding = biotype === 'protein_coding';
    const bases = coding ? randomCodingSequence(random, size, 2) : randomBases(random, size, 0.42);
    const words = { Mt_tRNA: 'transfer RNA', Mt_rRNA: 'ribosomal RNA', protein_coding: 'protein' }[biotype];
    const locus = newLocus(workshop, {
      biotype,
      symbol,
      cdna: newTract(bases, columns),
      exonLengths: [bases.length],
      introns: [],
      strand,
      codonTable: 2,
      cds: coding ? { start: 0, end: bases.length } : null,
      description: `mitochondrially encoded demo ${words} ${symbol.slice(-1)} (fictional)`,
    });
    elements.push({ kind: 'locus', locus }, spacer(random.integer(2, 30)));
  }
  return { name: 'MT', kind: 'mitochondrion', elements };
}
