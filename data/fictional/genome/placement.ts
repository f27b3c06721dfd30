/**
 * Genomes as rows of inherited elements, and their sequence regions with coordinates: the places of loci and repeats,
 * and the contigs. Coordinates are 1-based inclusive on the region's forward strand.
 */
import { found } from '../../../src/checked.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { type Locus, repeatsInSense, senseBases } from '../genes/locus.ts';
import type { Random } from '../random.ts';
import { randomBases } from '../sequence/genetic-code.ts';
import type { Tract } from '../sequence/tract.ts';

export type Element = { kind: 'spacer'; tract: Tract; strand: 1 | -1 } | { kind: 'locus'; locus: Locus };

/** `sex` is the chromosome that both sexes have (X, Z), `degenerate` its shrunken partner (Y, W). */
export type ChromosomeKind = 'autosome' | 'sex' | 'degenerate' | 'unplaced' | 'mitochondrion';

export interface Chromosome {
  /** A number or a letter; see `regionName` for the name in a species. */
  name: string;
  kind: ChromosomeKind;
  elements: Element[];
}

export interface Genome {
  /** Name of its tree node. */
  node: string;
  chromosomes: Chromosome[];
}

export function lociOf(chromosome: Chromosome): Locus[] {
  return chromosome.elements.flatMap((element) => (element.kind === 'locus' ? [element.locus] : []));
}

/** Bases start..end of the region are bases from..from + (end - start) of the contig, on its strand. */
export interface Contig {
  name: string;
  bases: Uint8Array;
  start: number;
  end: number;
  from: number;
  strand: 1 | -1;
}

interface PlacedRepeat {
  /** Index of the repeat family. */
  sourceIndex: number;
  start: number;
  end: number;
  strand: 1 | -1;
}

/** On a circular region, start > end if the locus spans the origin. */
export interface PlacedLocus {
  locus: Locus;
  start: number;
  end: number;
}

export interface PlacedRegion {
  name: string;
  kind: ChromosomeKind | 'alternative';
  length: number;
  circular: boolean;
  loci: PlacedLocus[];
  repeats: PlacedRepeat[];
  contigs: Contig[];
  /** All elements with their coordinates. */
  elements: { element: Element; start: number; end: number }[];
}

export interface PlacementOptions {
  name: string;
  /** Bases before the first element that no contig covers. */
  lead?: number;
  contigName: () => string;
  /** Source of contig lengths, gaps and strands; without it, the region has one contig. */
  random?: Random;
}

const N = 0x4e;

export function placeRegion(
  kind: PlacedRegion['kind'],
  elements: readonly Element[],
  { name, lead = 0, contigName, random }: PlacementOptions,
): PlacedRegion {
  const region: PlacedRegion = {
    name,
    kind,
    length: 0,
    circular: kind === 'mitochondrion',
    loci: [],
    repeats: [],
    contigs: [],
    elements: [],
  };
  let parts: Uint8Array[] = [];
  let contigStart = lead + 1;
  let at = lead + 1;
  let target = random ? random.integer(18_000, 55_000) : Infinity;
  const closeContig = (): void => {
    region.contigs.push(makeContig(contigName(), joinBytes(parts), contigStart, random));
    parts = [];
  };
  elements.forEach((element, index) => {
    const betweenSpacers = element.kind === 'spacer' && elements[index - 1]?.kind === 'spacer';
    if (random && betweenSpacers && at - contigStart > target) {
      closeContig();
      // Two of three neighbouring contigs have a gap of unknown bases between them, the others meet.
      if (random.chance(0.67)) at += random.pick([100, 100, 500, 1000]);
      contigStart = at;
      target = random.integer(18_000, 55_000);
    }
    const bases = basesOf(element);
    const end = at + bases.length - 1;
    region.elements.push({ element, start: at, end });
    placeRepeats(region, element, at, end);
    if (element.kind === 'locus') region.loci.push({ locus: element.locus, start: at, end });
    parts.push(bases);
    at = end + 1;
  });
  closeContig();
  region.length = at - 1;
  region.repeats.sort((a, b) => a.start - b.start || a.end - b.end);
  return region;
}

/** Rotates a circular region so that its origin is in the middle of the given locus. */
export function moveOriginInto(region: PlacedRegion, symbol: string): PlacedRegion {
  const middle = found(region.loci, ({ locus }) => locus.symbol === symbol);
  const shift = Math.floor((middle.start + middle.end) / 2);
  const moved = (position: number): number => ((position - 1 - shift + region.length) % region.length) + 1;
  const rotate = <T extends { start: number; end: number }>(feature: T): T => ({
    ...feature,
    start: moved(feature.start),
    end: moved(feature.end),
  });
  return {
    ...region,
    loci: region.loci.map(rotate).sort((a, b) => a.start - b.start),
    repeats: region.repeats.map(rotate),
    elements: region.elements.map(rotate),
    contigs: region.contigs.map((contig) => ({
      ...contig,
      bases: joinBytes([contig.bases.subarray(shift), contig.bases.subarray(0, shift)]),
    })),
  };
}

function basesOf(element: Element): Uint8Array {
  const bases = element.kind === 'spacer' ? element.tract.bases : senseBases(element.locus);
  const strand = element.kind === 'spacer' ? element.strand : element.locus.strand;
  return strand === 1 ? bases : reverseComplement(bases);
}

function placeRepeats(region: PlacedRegion, element: Element, start: number, end: number): void {
  const strand = element.kind === 'spacer' ? element.strand : element.locus.strand;
  const marks = element.kind === 'spacer' ? element.tract.marks : repeatsInSense(element.locus);
  for (const mark of marks) {
    if (mark.kind !== 'repeat') continue;
    const place =
      strand === 1
        ? { start: start + mark.start, end: start + mark.end - 1 }
        : { start: end - mark.end + 1, end: end - mark.start };
    region.repeats.push({ sourceIndex: mark.sourceIndex, ...place, strand: mark.strand === strand ? 1 : -1 });
  }
}

/**
 * A contig for bases of a region. With `random`, some contigs are reverse-complemented, and some extend beyond the part
 * that the assembly uses.
 */
export function makeContig(name: string, used: Uint8Array, start: number, random?: Random): Contig {
  const end = start + used.length - 1;
  if (!random) return { name, bases: used, start, end, from: 1, strand: 1 };
  const strand = random.chance(0.3) ? -1 : 1;
  const overhang = random.chance(0.4) ? random.integer(50, 200) : 0;
  const bases = joinBytes([
    randomBases(random, overhang),
    strand === 1 ? used : reverseComplement(used),
    randomBases(random, overhang),
  ]);
  if (bases.includes(N)) throw new Error(`contig ${name} contains an N; contigs may contain only known bases`);
  return { name, bases, start, end, from: overhang + 1, strand };
}

/** The name of a chromosome's region in a species. */
export function regionName(chromosome: Chromosome, sexChromosomes: readonly [string, string], letter: string): string {
  if (chromosome.kind === 'sex') return sexChromosomes[0];
  if (chromosome.kind === 'degenerate') return sexChromosomes[1];
  return chromosome.kind === 'unplaced' ? `DEMO${letter}${chromosome.name}` : chromosome.name;
}
