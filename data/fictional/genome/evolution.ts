/**
 * Evolution along a branch of the tree. Spacers and introns drift freely; coding sequence is under selection; genes
 * are lost, silenced and duplicated; segments of autosomes are inverted, which breaks synteny.
 */
import { at } from '../../../src/checked.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { type Locus, makeLncRna } from '../genes/locus.ts';
import type { Random } from '../random.ts';
import { aminoAcidAt, randomCodingSequence, substitute } from '../sequence/genetic-code.ts';
import { insertRepeats, makeSpacer } from '../sequence/repeats.ts';
import { type Columns, mutateTract, newTract, type Tract, TractEditor } from '../sequence/tract.ts';
import type { TreeNode } from '../species.ts';
import type { Workshop } from '../workshop.ts';
import type { Chromosome, Element, Genome } from './placement.ts';

/** The genomes at all nodes of the tree, by name of the node. Alignments and gene trees are derived from them. */
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
  return {
    node: node.name,
    chromosomes: genome.chromosomes.map((chromosome) => evolveChromosome(workshop, chromosome, node)),
  };
}

function evolveChromosome(workshop: Workshop, chromosome: Chromosome, { name, branchLength }: TreeNode): Chromosome {
  const { random } = workshop;
  // Mitochondria and unplaced scaffolds have few genes, so they lose none.
  const stable = chromosome.kind === 'mitochondrion' || chromosome.kind === 'unplaced';
  const elements: Element[] = [];
  chromosome.elements.forEach((element, index) => {
    if (element.kind === 'spacer') {
      elements.push({ ...element, tract: evolveSpacer(workshop, element, branchLength, stable) });
      return;
    }
    // The first gene of a chromosome and selenoproteins are never lost or silenced.
    const dispensable = !stable && index > 3 && element.locus.productClass?.stem !== 'DEMSEL';
    if (dispensable && random.chance(0.3 * branchLength)) return;
    const silenced = dispensable && element.locus.biotype === 'protein_coding' && random.chance(0.2 * branchLength);
    const locus = evolveLocus(workshop, silenced ? silence(element.locus) : element.locus, branchLength);
    elements.push({ kind: 'locus', locus });
    if (!stable) elements.push(...gains(workshop, locus, name, branchLength));
  });
  return { ...chromosome, elements: chromosome.kind === 'autosome' ? invertSegment(workshop, elements) : elements };
}

/** The elements that the branch adds after a locus: a tandem duplicate, a retrocopy, a new lncRNA or, mostly, none. */
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
  return [
    { kind: 'spacer', strand: 1, tract },
    { kind: 'locus', locus: gained },
  ];
}

/** The elements after some drift, without gains and losses: another haplotype of the segment. */
export function evolveElements(workshop: Workshop, elements: readonly Element[], branchLength: number): Element[] {
  return elements.map((element) =>
    element.kind === 'spacer'
      ? { ...element, tract: evolveSpacer(workshop, element, branchLength, false) }
      : { kind: 'locus', locus: evolveLocus(workshop, element.locus, branchLength) },
  );
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
    mutateTract(
      intron,
      { substitutions: branchLength, indels: branchLength / 14, keepStart: 6, keepEnd: 16 },
      random,
      columns,
    ),
  );
  if (locus.cds) return { ...locus, introns, ...evolveCoding(locus, locus.cds, branchLength, random, columns) };
  // Structural RNAs change slowly; lncRNAs and pseudogenes change about as fast as spacers.
  const pace = locus.biotype.endsWith('pseudogene') ? 1 : locus.biotype === 'lncRNA' ? 0.8 : 0.15;
  const rates = { substitutions: branchLength * pace, indels: 0, keepStart: 0, keepEnd: 0 };
  return { ...locus, introns, cdna: mutateTract(locus.cdna, rates, random, columns) };
}

/** Inverts the order and the strands of a few neighbouring elements. */
function invertSegment({ random }: Workshop, elements: Element[]): Element[] {
  if (elements.length < 30 || random.chance(0.3)) return elements;
  const from = random.integer(6, elements.length - 20);
  const to = from + random.integer(6, 12);
  const turned = elements
    .slice(from, to)
    .reverse()
    .map((element): Element => {
      if (element.kind === 'spacer') return { ...element, strand: element.strand === 1 ? -1 : 1 };
      return { kind: 'locus', locus: { ...element.locus, strand: element.locus.strand === 1 ? -1 : 1 } };
    });
  return [...elements.slice(0, from), ...turned, ...elements.slice(to)];
}

/** Share of amino acid changes that selection accepts. */
const ACCEPTED_REPLACEMENTS = 0.2;
/** Share of substitutions in untranslated regions that selection accepts. */
const ACCEPTED_UTR = 0.6;

/** Evolution of a coding cDNA under purifying selection. Frame, start, stop and splice sites are conserved. */
function evolveCoding(
  locus: Locus,
  cds: { start: number; end: number },
  branchLength: number,
  random: Random,
  columns: Columns,
): Pick<Locus, 'cdna' | 'exonLengths' | 'cds'> {
  const { cdna, exonLengths, codonTable } = locus;
  let exonEnd = 0;
  const boundaries = exonLengths.map((length) => (exonEnd += length));
  const kept = cdna.marks.filter(({ kind }) => kind === 'selenocysteine');
  const editor = new TractEditor(cdna, columns);

  // Deletes and inserts whole codons, away from the ends of exons, start, stop and selenocysteine.
  const rate = branchLength / 25;
  for (let site = cds.start + 30 + 3 * random.skip(rate); site < cds.end - 30; site += 30 + 3 * random.skip(rate)) {
    const nearBoundary = boundaries.some((boundary) => Math.abs(boundary - site) < 12);
    if (nearBoundary || kept.some(({ start }) => Math.abs(start - site) < 12)) continue;
    editor.copyTo(site);
    if (random.chance(0.5)) editor.dropTo(site + 3);
    else editor.insert(randomCodingSequence(random, random.integer(3, 5), codonTable).slice(3, -3));
  }
  const child = editor.finish();
  const ends = boundaries.map((boundary) =>
    boundary === cdna.bases.length ? child.bases.length : editor.moved(boundary),
  );
  const coding = {
    start: editor.moved(cds.start),
    end: cds.end === cdna.bases.length ? child.bases.length : editor.moved(cds.end),
  };

  const { bases } = child;
  for (let site = random.skip(branchLength); site < bases.length; site += 1 + random.skip(branchLength)) {
    const before = at(bases, site);
    if (site < coding.start || site >= coding.end) {
      if (random.chance(ACCEPTED_UTR)) bases[site] = substitute(random, before);
      continue;
    }
    const codon = site - ((site - coding.start) % 3);
    const old = aminoAcidAt(bases, codon, codonTable);
    // The start codon and stop codons, including that of selenocysteine, never change.
    if (old === '*' || codon === coding.start) continue;
    bases[site] = substitute(random, before);
    const changed = aminoAcidAt(bases, codon, codonTable);
    if (changed === '*' || (changed !== old && !random.chance(ACCEPTED_REPLACEMENTS))) bases[site] = before;
  }
  return { cdna: child, exonLengths: ends.map((end, index) => end - (ends[index - 1] ?? 0)), cds: coding };
}

const ADENINE = 0x41;

/** A tandem duplicate, including introns. */
function duplicate(workshop: Workshop, locus: Locus, bornOn: string): Locus {
  const copy = workshop.next(`copies of ${locus.symbol}`);
  return {
    ...structuredClone(locus),
    id: workshop.next('locus'),
    copiedFrom: locus.id,
    bornOn,
    symbol: `${locus.symbol}L${copy}`,
    description: locus.description.replace(' (fictional)', ` like ${copy} (fictional)`),
  };
}

/** A retrocopied pseudogene: the diverged spliced message without introns, with a poly(A) tail, not under selection. */
export function retrocopy(workshop: Workshop, parent: Locus, bornOn: string): Locus {
  const { random, columns } = workshop;
  const copy = workshop.next(`pseudogenes of ${parent.symbol}`);
  const tail = newTract(new Uint8Array(random.integer(15, 40)).fill(ADENINE), columns);
  const message = mutateTract(
    unmarked(parent.cdna),
    { substitutions: 0.12, indels: 0.006, keepStart: 0, keepEnd: 0 },
    random,
    columns,
  );
  const cdna: Tract = {
    bases: joinBytes([message.bases, tail.bases]),
    columns: Int32Array.of(...message.columns, ...tail.columns),
    marks: [],
  };
  return {
    id: workshop.next('locus'),
    family: parent.family,
    copiedFrom: parent.id,
    bornOn,
    biotype: 'processed_pseudogene',
    symbol: `${parent.symbol}P${copy}`,
    description: parent.description.replace(' (fictional)', ` pseudogene ${copy} (fictional)`),
    strand: random.chance(0.5) ? 1 : -1,
    cdna,
    exonLengths: [cdna.bases.length],
    introns: [],
    cds: null,
    codonTable: 1,
    productClass: null,
  };
}

/** Turns a gene into a pseudogene in the same place. Selection no longer conserves its frame. */
function silence(locus: Locus): Locus {
  return {
    ...locus,
    biotype: 'unprocessed_pseudogene',
    cds: null,
    productClass: null,
    cdna: unmarked(locus.cdna),
    description: locus.description.replace(' (fictional)', ', no longer functional (fictional)'),
  };
}

function unmarked(tract: Tract): Tract {
  return { ...tract, marks: [] };
}
