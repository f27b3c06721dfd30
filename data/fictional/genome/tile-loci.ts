/**
 * Gene loci with the lengths of human genes (medians of Ensembl's human gene set): inner exons of about 120 bases,
 * longer terminal exons, introns of about 1,600 bases with a long tail. Genes in little room have shorter introns.
 */
import { at, last } from '../../../src/checked.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { ascii, randomBases, randomCodingSequence } from '../sequence/genetic-code.ts';
import { type Locus, makeStructuralRna, newLocus, type Span, withSpliceSites } from '../genes/locus.ts';
import { drawMember, PRODUCT_CLASSES } from '../genes/protein-families.ts';
import { logNormal, type Random } from '../random.ts';
import { newTract, type Mark } from '../sequence/tract.ts';
import type { Workshop } from '../workshop.ts';
import { exactSpacer } from '../sequence/repeats.ts';

const SHORTEST_INTRON = 80;
/** Median before introns are scaled down to the room for the gene. The median after that is about 1,500. */
const MEDIAN_INTRON = 6500;
const LONGEST_INTRON = 60_000;
/** Minimum distance of a cut from the ends of the coding sequence: start and stop codon are never split. */
const CLEAR_OF_CODONS = 15;

/**
 * A locus with a random biotype. The shares of biotypes are those of human genes.
 *
 * @param number of the gene on its chromosome, from 1
 * @param room maximum length in bases, at least 4000
 */
export function makeTileLocus(workshop: Workshop, number: number, room: number): Locus {
  const draw = workshop.random.next();
  if (draw < 0.42) return { ...codingLocus(workshop, number, room), id: number, family: number };
  if (draw < 0.76) return { ...lncRna(workshop, number, room), id: number, family: number };
  if (draw < 0.88) return { ...pseudogene(workshop, number), id: number, family: number };
  const biotype = workshop.random.pick(['miRNA', 'rRNA', 'snRNA'] as const);
  const { symbol, ...rna } = makeStructuralRna(workshop, biotype);
  return {
    ...rna,
    symbol: symbol.replace(/\d+$/, String(number)),
    description: rna.description.replace(/\d+/, String(number)),
    id: number,
    family: number,
  };
}

function codingLocus(workshop: Workshop, number: number, room: number): Locus {
  const { random, columns, domains } = workshop;
  const productClass = random.pick(PRODUCT_CLASSES);
  const utr5 = logNormal(random, 180, 0.7, 40, 900);
  const utr3 = logNormal(random, 800, 0.9, 100, Math.min(6000, room >> 3));
  const codons = logNormal(random, 400, 0.7, 60, Math.min(5000, Math.floor(room / 9)));
  const { coding, marks } = codingBases(random, codons, productClass.domains, domains, utr5);
  const tail = joinBytes([randomBases(random, utr3 - 24, 0.38), ascii('AATAAA'), randomBases(random, 18, 0.3)]);
  const cdna = newTract(joinBytes([randomBases(random, utr5, 0.6), coding, tail]), columns, marks);
  const cds = { start: utr5, end: utr5 + coding.length };
  const exonLengths = cutIntoExons(random, cdna.bases.length, cds);
  return newLocus(workshop, {
    biotype: 'protein_coding',
    symbol: `${productClass.stem}${number}`,
    description: `${productClass.words} ${number} (fictional)`,
    cdna,
    exonLengths,
    cds,
    productClass,
    introns: introns(workshop, exonLengths.length - 1, room - cdna.bases.length),
  });
}

/** A start codon, at least `codons` codons of domains and linkers, and a stop. @param before bases of the 5' UTR */
function codingBases(
  random: Random,
  codons: number,
  kinds: readonly number[],
  domains: Workshop['domains'],
  before: number,
) {
  const parts = [ascii('ATG')];
  const marks: Mark[] = [];
  let length = 3;
  const add = (bases: Uint8Array) => {
    parts.push(bases);
    length += bases.length;
  };
  for (let each = 0; length < 3 * codons; each++) {
    add(randomCodingSequence(random, random.integer(10, 70) + 2, 1).slice(3, -3));
    const sourceIndex = at(kinds, each % kinds.length);
    const domain = at(domains, sourceIndex);
    // All domains repeat except a secretion signal, which is only at the start of a protein.
    if (each >= kinds.length && domain.logicName === 'signalp') continue;
    const bases = drawMember(domain, random);
    const start = before + length;
    marks.push({ kind: 'domain', sourceIndex, start, end: start + bases.length, strand: 1 });
    add(bases);
  }
  add(ascii(random.pick(['TAA', 'TAG', 'TGA'])));
  return { coding: joinBytes(parts), marks };
}

/**
 * Lengths of exons: the first ends before or soon after the start codon, the last contains the stop codon and 3' UTR.
 */
function cutIntoExons(random: Random, length: number, cds: Span): number[] {
  const lengths: number[] = [];
  const isClear = (cut: number) =>
    Math.abs(cut - cds.start) >= CLEAR_OF_CODONS && Math.abs(cut - cds.end) >= CLEAR_OF_CODONS;
  let done = 0;
  let next =
    random.chance(0.35) && cds.start > 90 ? random.integer(40, cds.start - 40) : cds.start + random.integer(20, 200);
  while (next < cds.end - 40 && !random.chance(0.02)) {
    if (!isClear(next)) next += 2 * CLEAR_OF_CODONS;
    lengths.push(next - done);
    done = next;
    next += logNormal(random, 122, 0.5, 40, 3000);
  }
  return [...lengths, length - done];
}

function lncRna(workshop: Workshop, number: number, room: number): Locus {
  const { random, columns } = workshop;
  const exonLengths = [logNormal(random, 250, 0.6, 50, 1500)];
  while (exonLengths.length < 12 && random.chance(0.68)) exonLengths.push(logNormal(random, 130, 0.6, 40, 1200));
  exonLengths[exonLengths.length - 1] = last(exonLengths) + logNormal(random, 350, 0.8, 50, 3000);
  const bases = exonLengths.reduce((sum, length) => sum + length, 0);
  const kept = bases < room / 2 ? exonLengths : [Math.min(bases, room >> 1)];
  const length = kept.reduce((sum, each) => sum + each, 0);
  return newLocus(workshop, {
    biotype: 'lncRNA',
    symbol: `DEMLNC${number}`,
    description: `demo long non-coding RNA ${number} (fictional)`,
    cdna: newTract(randomBases(random, length, 0.44), columns),
    exonLengths: kept,
    introns: introns(workshop, kept.length - 1, room - length),
  });
}

function pseudogene(workshop: Workshop, number: number): Locus {
  const { random, columns } = workshop;
  const cdna = newTract(randomBases(random, logNormal(random, 700, 0.6, 150, 3000), 0.48), columns);
  return newLocus(workshop, {
    biotype: random.chance(0.75) ? 'processed_pseudogene' : 'unprocessed_pseudogene',
    symbol: `DEMPSG${number}P`,
    cdna,
    exonLengths: [cdna.bases.length],
    introns: [],
    description: `demo pseudogene ${number} (fictional)`,
  });
}

function introns(workshop: Workshop, count: number, room: number): Locus['introns'] {
  const { random } = workshop;
  const drawn = Array.from({ length: count }, () =>
    logNormal(random, MEDIAN_INTRON, 1.25, SHORTEST_INTRON, LONGEST_INTRON),
  );
  const total = drawn.reduce((sum, length) => sum + length, 0);
  const share = Math.min(1, (room - count * SHORTEST_INTRON) / total);
  return drawn.map((length) =>
    withSpliceSites(random, exactSpacer(workshop, Math.max(SHORTEST_INTRON, Math.floor(length * share)))),
  );
}
