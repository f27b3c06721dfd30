/** The genome at the root of the tree: three autosomes, a pair of sex chromosomes, an unplaced piece, a mitochondrion. */
import type { Chromosome, ChromosomeKind, Element, Genome } from './genome-model.ts';
import type { Locus } from './locus.ts';
import type { Workshop } from './workshop.ts';
import { makeCodingLocus, makeLncRna, makeStructuralRna } from './locus.ts';
import { makeMitochondrion } from './mitochondrion.ts';
import { PRODUCT_CLASSES, SELENOPROTEIN_CLASS } from './protein-families.ts';
import { retrocopy } from './gene-copies.ts';
import { makeSpacer } from './repeats.ts';

/** Genes at scale 1; a gene with its surroundings takes about 11 kb. */
const CHROMOSOME_PLANS: readonly [name: string, kind: ChromosomeKind, genes: number][] = [
  ['1', 'autosome', 26],
  ['2', 'autosome', 19],
  ['3', 'autosome', 13],
  ['X', 'sex', 15],
  ['Y', 'degenerate', 13],
  ['SCAF1', 'unplaced', 3],
];

/** What every world has, whatever the seed: these genes of chromosome 2, by their place in the row. */
const CERTAIN_LOCI: Record<number, (workshop: Workshop, coding: readonly Locus[]) => Locus> = {
  3: (workshop) => makeCodingLocus(workshop, SELENOPROTEIN_CLASS),
  4: (workshop) => makeStructuralRna(workshop, 'miRNA'),
  5: (workshop) => makeStructuralRna(workshop, 'rRNA'),
  6: (workshop) => makeStructuralRna(workshop, 'snRNA'),
  7: (workshop) => makeLncRna(workshop),
  8: (workshop, coding) => retrocopy(workshop, coding[0]!, 'root'),
};

export function makeAncestor(workshop: Workshop, node: string, scale: number): Genome {
  const chromosomes = CHROMOSOME_PLANS.map(([name, kind, genes]) =>
    makeChromosome(workshop.fork(`ancestral chromosome ${name}`), name, kind, Math.max(2, Math.round(genes * scale))));
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

/** Two of them between any two genes: where two spacers meet, a contig may end. */
function spacers(workshop: Workshop): Element[] {
  const spacer = (): Element => {
    const length = workshop.random.integer(1200, 5200);
    return { kind: 'spacer', strand: 1, tract: makeSpacer(length, workshop.repeats, workshop.random, workshop.columns) };
  };
  return [spacer(), spacer()];
}

function makeLocus(workshop: Workshop, coding: readonly Locus[], kind: ChromosomeKind): Locus {
  const { random } = workshop;
  // The first two genes of a chromosome code for proteins; a degenerate one has lost most of its genes.
  const draw = coding.length < 2 ? 0 : kind === 'degenerate' ? random.next() * 0.5 + 0.5 : random.next();
  if (draw < 0.66) return makeCodingLocus(workshop, random.pick(PRODUCT_CLASSES));
  if (draw < 0.8) return makeLncRna(workshop);
  if (draw < 0.86) return makeStructuralRna(workshop, 'miRNA');
  if (draw < 0.89) return makeStructuralRna(workshop, 'rRNA');
  if (draw < 0.93) return makeStructuralRna(workshop, 'snRNA');
  return retrocopy(workshop, random.pick(coding), 'root');
}
