/**
 * Gene loci: the unit that descendants inherit. A locus contains the sequence of its longest transcript (cDNA), the
 * lengths of its exons, and its introns. All tracts are in the gene's sense. isoforms.ts derives the transcripts.
 */
import { at } from '../../../src/checked.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import type { Random } from '../random.ts';
import { ascii, type CodonTable, randomBases, randomCodingSequence } from '../sequence/genetic-code.ts';
import { makeSpacer } from '../sequence/repeats.ts';
import { type Mark, newTract, type Tract } from '../sequence/tract.ts';
import type { Workshop } from '../workshop.ts';
import { drawMember, type ProductClass } from './protein-families.ts';

export type LocusBiotype =
  | 'protein_coding'
  | 'lncRNA'
  | 'miRNA'
  | 'rRNA'
  | 'snRNA'
  | 'processed_pseudogene'
  | 'unprocessed_pseudogene'
  | 'Mt_tRNA'
  | 'Mt_rRNA';

export interface Locus {
  /** The same in every genome that inherited the locus; a duplicate gets a new id. */
  id: number;
  /** Shared by all loci that descend from one gene, including duplicates and retrocopies. */
  family: number;
  /** The locus that was copied; null if this one is no copy. */
  copiedFrom: number | null;
  /** Name of the tree node on whose branch the locus appeared; `root` for the ancestor's loci. */
  bornOn: string;
  biotype: LocusBiotype;
  symbol: string;
  description: string;
  strand: 1 | -1;
  cdna: Tract;
  exonLengths: number[];
  /** One less than exons. */
  introns: Tract[];
  /** The coding part of the cDNA, including the stop codon; null for non-coding loci. */
  cds: Span | null;
  codonTable: CodonTable;
  productClass: ProductClass | null;
}

export interface CodingLocus extends Locus {
  cds: Span;
}

export function isCoding(locus: Locus): locus is CodingLocus {
  return locus.cds !== null;
}

/** Offsets in a locus read in its own sense, exons and introns in turn: 0-based from the 5' end, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

type Draft = Pick<Locus, 'biotype' | 'symbol' | 'description' | 'cdna' | 'exonLengths' | 'introns'> & Partial<Locus>;

export function newLocus(workshop: Workshop, draft: Draft): Locus {
  const id = workshop.next('locus');
  const strand = workshop.random.chance(0.5) ? 1 : -1;
  return {
    id,
    family: id,
    copiedFrom: null,
    bornOn: 'root',
    strand,
    cds: null,
    codonTable: 1,
    productClass: null,
    ...draft,
  };
}

export function makeCodingLocus(workshop: Workshop, productClass: ProductClass): Locus {
  const { random, columns, domains } = workshop;
  const number = workshop.next(productClass.stem);
  const selenoprotein = productClass.stem === 'DEMSEL';
  const parts: Uint8Array[] = [];
  const marks: Mark[] = [];
  const utr5 = randomBases(random, random.integer(60, 240), 0.6);
  let offset = utr5.length + 3;
  const linker = (codons: number) => {
    const bases = randomCodingSequence(random, codons + 2, 1).slice(3, -3);
    parts.push(bases);
    offset += bases.length;
  };
  if (productClass.domains[0] !== 10) linker(random.integer(8, 40));
  for (const sourceIndex of productClass.domains) {
    const bases = drawMember(at(domains, sourceIndex), random);
    parts.push(bases);
    marks.push({ kind: 'domain', sourceIndex, start: offset, end: offset + bases.length, strand: 1 });
    if (selenoprotein) {
      const site = 3 * Math.floor(bases.length / 6);
      bases.set(ascii('TGA'), site);
      const start = offset + site;
      marks.push({ kind: 'selenocysteine', sourceIndex: 0, start, end: start + 3, strand: 1 });
    }
    offset += bases.length;
    linker(random.integer(15, 60));
  }
  const stop = ascii(random.pick(['TAA', 'TAG', 'TGA']));
  const utr3 = joinBytes([
    randomBases(random, random.integer(150, 700), 0.38),
    ascii('AATAAA'),
    randomBases(random, 18, 0.3),
  ]);
  const cdna = newTract(joinBytes([utr5, ascii('ATG'), ...parts, stop, utr3]), columns, marks);
  const cds = { start: utr5.length, end: offset + 3 };
  const exonLengths = cutIntoExons(random, cdna.bases.length, random.integer(2, 9), [
    cds,
    ...marks.filter(({ kind }) => kind === 'selenocysteine'),
  ]);
  return newLocus(workshop, {
    biotype: 'protein_coding',
    symbol: `${productClass.stem}${number}`,
    cdna,
    exonLengths,
    cds,
    productClass,
    description: `${productClass.words} ${number} (fictional)`,
    introns: makeIntrons(workshop, exonLengths.length - 1),
  });
}

export function makeLncRna(workshop: Workshop): Locus {
  const { random, columns } = workshop;
  const cdna = newTract(randomBases(random, random.integer(500, 1800), 0.44), columns);
  const exonLengths = cutIntoExons(random, cdna.bases.length, random.integer(1, 4), []);
  const number = workshop.next('DEMLNC');
  return newLocus(workshop, {
    biotype: 'lncRNA',
    symbol: `DEMLNC${number}`,
    cdna,
    exonLengths,
    introns: makeIntrons(workshop, exonLengths.length - 1),
    description: `demo long non-coding RNA ${number} (fictional)`,
  });
}

/** A gene with one exon whose RNA folds into hairpins: one for a miRNA, three for the others. */
export function makeStructuralRna(workshop: Workshop, biotype: 'miRNA' | 'rRNA' | 'snRNA'): Locus {
  const { random, columns } = workshop;
  const [stem, words, hairpins] = (
    {
      miRNA: ['DEMMIR', 'demo microRNA', 1],
      rRNA: ['DEMRRN', 'demo ribosomal RNA', 3],
      snRNA: ['DEMSNR', 'demo small nuclear RNA', 3],
    } as const
  )[biotype];
  const fold = () => {
    const arm = randomBases(random, random.integer(22, 34), 0.5);
    return joinBytes([arm, randomBases(random, random.integer(8, 16)), reverseComplement(arm)]);
  };
  const bases = joinBytes(Array.from({ length: hairpins }, fold));
  const number = workshop.next(stem);
  return newLocus(workshop, {
    biotype,
    symbol: `${stem}${number}`,
    cdna: newTract(bases, columns),
    exonLengths: [bases.length],
    introns: [],
    description: `${words} ${number} (fictional)`,
  });
}

function makeIntrons(workshop: Workshop, count: number): Tract[] {
  const { random } = workshop;
  return Array.from({ length: count }, () =>
    makeIntron(workshop, random.chance(0.25) ? random.integer(900, 2400) : random.integer(90, 700)),
  );
}

function makeIntron({ random, columns, repeats }: Workshop, length: number): Tract {
  return withSpliceSites(random, makeSpacer(length, repeats, random, columns));
}

/**
 * Turns a tract into an intron, in place: it begins with GTAAGT, GTGAGT or GTATGT and ends in a pyrimidine tract and
 * AG.
 */
export function withSpliceSites(random: Random, intron: Tract): Tract {
  intron.bases.set(ascii(random.pick(['GTAAGT', 'GTGAGT', 'GTATGT'])));
  const acceptor = ascii(
    Array.from({ length: 12 }, () => random.pick(['T', 'T', 'C'])).join('') + random.pick(['CAG', 'TAG']),
  );
  intron.bases.set(acceptor, intron.bases.length - acceptor.length);
  return intron;
}

/**
 * Lengths of at most `count` exons. No cut is within 15 bases of an end of the given spans: start codon, stop codon and
 * selenocysteine are never split.
 */
function cutIntoExons(random: Random, length: number, count: number, keepWhole: readonly Span[]): number[] {
  const cuts: number[] = [];
  for (let tries = 0; cuts.length < count - 1 && tries < 60; tries++) {
    const cut = random.integer(40, length - 40);
    const nearCut = cuts.some((other) => Math.abs(other - cut) < 45);
    const nearSite = keepWhole.some(({ start, end }) => Math.abs(start - cut) < 15 || Math.abs(end - cut) < 15);
    if (!nearCut && !nearSite) cuts.push(cut);
  }
  return [...cuts.sort((a, b) => a - b), length].map((cut, index, all) => cut - (all[index - 1] ?? 0));
}

export function exonsInSense({ exonLengths, introns }: Locus): Span[] {
  let offset = 0;
  return exonLengths.map((length, index) => {
    const exon = { start: offset, end: offset + length };
    offset = exon.end + (introns[index]?.bases.length ?? 0);
    return exon;
  });
}

/** Bases of the unspliced gene. */
export function senseBases({ cdna, exonLengths, introns }: Locus): Uint8Array {
  let offset = 0;
  return joinBytes(
    exonLengths.flatMap((length, index) => {
      const exon = cdna.bases.subarray(offset, (offset += length));
      const intron = introns[index];
      return intron ? [exon, intron.bases] : [exon];
    }),
  );
}

/** Repeat copies in the introns. */
export function repeatsInSense(locus: Locus): Mark[] {
  const exons = exonsInSense(locus);
  return locus.introns.flatMap(({ marks }, index) => {
    const { end: intronStart } = at(exons, index);
    return marks.map((mark) => ({ ...mark, start: mark.start + intronStart, end: mark.end + intronStart }));
  });
}

/** Position in the spliced sequence of an unspliced position; -1 if no exon contains it. */
export function splicedPosition(exons: readonly Span[], sense: number): number {
  let before = 0;
  for (const { start, end } of exons) {
    if (sense >= start && sense < end) return before + sense - start;
    before += end - start;
  }
  return -1;
}

/** Unspliced position of a position in the spliced sequence; -1 beyond its end. */
export function unsplicedPosition(exons: readonly Span[], position: number): number {
  for (const { start, end } of exons) {
    if (position < end - start) return start + position;
    position -= end - start;
  }
  return -1;
}

export function splice(bases: Uint8Array, exons: readonly Span[]): Uint8Array {
  return joinBytes(exons.map(({ start, end }) => bases.subarray(start, end)));
}
