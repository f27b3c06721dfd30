/**
 * Evolution along a branch of the tree. Spacers and introns drift freely; coding sequence is held by selection;
 * genes are lost, silenced and duplicated; stretches of autosomes turn round, which breaks synteny.
 */
import type { Chromosome, Element, Genome } from './genome-model.ts';
import type { Locus } from './locus.ts';
import type { TreeNode } from './species-tree.ts';
import type { Workshop } from './workshop.ts';
import { evolveCoding } from './coding-evolution.ts';
import { duplicate, retrocopy, silence } from './gene-copies.ts';
import { makeLncRna } from './locus.ts';
import { insertRepeats, makeSpacer } from './repeats.ts';
import { mutateTract } from './tract.ts';

/** Genomes at every node, ancestors included, by the node's name: what alignments and gene trees are read off. */
export function evolve(workshop: Workshop, tree: TreeNode, root: Genome): Map<string, Genome> {
  const genomes = new Map([[tree.name, root]]);
  const descend = (node: TreeNode, genome: Genome): void => {
    for (const child of node.children) {
      const evolved = evolveGenome(workshop.fork(`branch to ${child.name}`), genome, child);
      genomes.set(child.name, evolved);
      descend(child, evolved);
    }
  };
  descend(tree, root);
  return genomes;
}

function evolveGenome(workshop: Workshop, genome: Genome, node: TreeNode): Genome {
  return { node: node.name, chromosomes: genome.chromosomes.map((chromosome) => evolveChromosome(workshop, chromosome, node)) };
}

function evolveChromosome(workshop: Workshop, chromosome: Chromosome, { name, branchLength }: TreeNode): Chromosome {
  const { random } = workshop;
  // Mitochondria and unplaced pieces keep their genes: too few to lose any.
  const stable = chromosome.kind === 'mitochondrion' || chromosome.kind === 'unplaced';
  const elements: Element[] = [];
  chromosome.elements.forEach((element, index) => {
    if (element.kind === 'spacer') {
      elements.push({ ...element, tract: evolveSpacer(workshop, element, branchLength, stable) });
      return;
    }
    // The first gene of a chromosome, and selenoproteins, are indispensable.
    const dispensable = !stable && index > 3 && element.locus.productClass?.stem !== 'DEMSEL';
    if (dispensable && random.chance(0.3 * branchLength)) return;
    const silenced = dispensable && element.locus.biotype === 'protein_coding' && random.chance(0.2 * branchLength);
    const locus = evolveLocus(workshop, silenced ? silence(element.locus) : element.locus, branchLength);
    elements.push({ kind: 'locus', locus });
    if (!stable) elements.push(...gains(workshop, locus, name, branchLength));
  });
  return { ...chromosome, elements: chromosome.kind === 'autosome' ? invertStretch(workshop, elements) : elements };
}

/** What the branch adds behind a locus: a tandem duplicate, a retrocopy, a new non-coding gene, or (mostly) nothing. */
function gains(workshop: Workshop, locus: Locus, branch: string, branchLength: number): Element[] {
  const { random } = workshop;
  const draw = random.next() / branchLength;
  const coding = locus.biotype === 'protein_coding' && locus.productClass?.stem !== 'DEMSEL';
  let gained: Locus | null = null;
  if (coding && draw < 0.35) gained = duplicate(workshop, locus, branch);
  else if (coding && draw < 0.5) gained = retrocopy(workshop, locus, branch);
  else if (draw > 0.5 && draw < 0.6) gained = { ...makeLncRna(workshop), bornOn: branch };
  if (!gained) return [];
  const tract = makeSpacer(random.integer(1200, 3000), workshop.repeats, random, workshop.columns);
  return [{ kind: 'spacer', strand: 1, tract }, { kind: 'locus', locus: gained }];
}

/** Elements after a short time of drift, with none gained or lost: another haplotype of the same stretch. */
export function evolveElements(workshop: Workshop, elements: readonly Element[], branchLength: number): Element[] {
  return elements.map((element) =>
    element.kind === 'spacer'
      ? { ...element, tract: evolveSpacer(workshop, element, branchLength, false) }
      : { kind: 'locus', locus: evolveLocus(workshop, element.locus, branchLength) });
}

function evolveSpacer(workshop: Workshop, spacer: Element & { kind: 'spacer' }, branchLength: number, stable: boolean) {
  const { random, columns } = workshop;
  const rates = { substitutions: branchLength, indels: branchLength / 14, keepStart: 0, keepEnd: 0 };
  const drifted = spacer.tract.bases.length < 100 ? spacer.tract : mutateTract(spacer.tract, rates, random, columns);
  return stable ? drifted : insertRepeats(drifted, 800 / branchLength, workshop.repeats, random, columns);
}

function evolveLocus(workshop: Workshop, locus: Locus, branchLength: number): Locus {
  const { random, columns } = workshop;
  const introns = locus.introns.map((intron) =>
    mutateTract(intron, { substitutions: branchLength, indels: branchLength / 14, keepStart: 6, keepEnd: 16 }, random, columns));
  if (locus.cds) return { ...locus, introns, ...evolveCoding(locus, locus.cds, branchLength, random, columns) };
  // Structural RNAs change slowly, other transcripts and dead genes nearly as fast as what surrounds them.
  const pace = locus.biotype.endsWith('pseudogene') ? 1 : locus.biotype === 'lncRNA' ? 0.8 : 0.15;
  const rates = { substitutions: branchLength * pace, indels: 0, keepStart: 0, keepEnd: 0 };
  return { ...locus, introns, cdna: mutateTract(locus.cdna, rates, random, columns) };
}

/** Turns a stretch of a few elements round: their order and their strands. */
function invertStretch({ random }: Workshop, elements: Element[]): Element[] {
  if (elements.length < 30 || random.chance(0.3)) return elements;
  const from = random.integer(6, elements.length - 20);
  const to = from + random.integer(6, 12);
  const turned = elements.slice(from, to).reverse().map((element): Element => {
    if (element.kind === 'spacer') return { ...element, strand: element.strand === 1 ? -1 : 1 };
    return { kind: 'locus', locus: { ...element.locus, strand: element.locus.strand === 1 ? -1 : 1 } };
  });
  return [...elements.slice(0, from), ...turned, ...elements.slice(to)];
}
