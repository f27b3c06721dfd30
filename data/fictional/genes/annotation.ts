/**
 * The annotated genes of one species: isoforms with coordinates, phases, translations and stable ids. Coordinates are
 * 1-based inclusive on the region's forward strand; start > end spans the origin of a circular region.
 */
import { at, last } from '../../../src/checked.ts';
import type { DemoSpecies } from '../species.ts';
import { type Isoform, isoformsOf } from './isoforms.ts';
import { type Locus, senseBases, splice, type Span } from './locus.ts';
import type { PlacedLocus, PlacedRegion } from '../genome/placement.ts';
import type { Random } from '../random.ts';
import { translate } from '../sequence/genetic-code.ts';

interface Named {
  dbId: number;
  stableId: string;
  version: number;
}

interface AnnotatedExon extends Named {
  start: number;
  end: number;
  /** Bases of the first codon that the previous exon contains; -1 if the exon begins (endPhase: ends) untranslated. */
  phase: number;
  endPhase: number;
  constitutive: boolean;
}

export interface AnnotatedTranslation extends Named {
  startExon: AnnotatedExon;
  /** 1-based from the 5' end of the exon. */
  startOffset: number;
  endExon: AnnotatedExon;
  endOffset: number;
  /** Without the stop; a selenocysteine is U, a codon truncated at the 5' end is X. */
  peptide: string;
  /** 1-based residues that are selenocysteines. */
  selenocysteines: number[];
  /** 0-based offset of the first codon in the spliced sequence; negative if the codon's first bases are missing. */
  frameStart: number;
}

export interface AnnotatedTranscript extends Named {
  isoform: Isoform;
  name: string;
  start: number;
  end: number;
  exons: AnnotatedExon[];
  spliced: Uint8Array;
  translation: AnnotatedTranslation | null;
}

export interface AnnotatedGene extends Named {
  locus: Locus;
  region: PlacedRegion;
  symbol: string;
  start: number;
  end: number;
  strand: 1 | -1;
  transcripts: AnnotatedTranscript[];
}

export interface AnnotatorOptions {
  /** Numbers of genes, transcripts, proteins and exons that other annotators have named; names continue from there. */
  named?: { G: number; T: number; P: number; E: number };
  isoforms?: (locus: Locus, random: Random) => Isoform[];
}

export class Annotator {
  readonly genes: AnnotatedGene[] = [];
  readonly #species: DemoSpecies;
  readonly #isoforms: Random;
  readonly #isoformsOf: (locus: Locus, random: Random) => Isoform[];
  readonly #versions: Random;
  readonly #counts: { G: number; T: number; P: number; E: number };

  constructor(species: DemoSpecies, random: Random, { named, isoforms = isoformsOf }: AnnotatorOptions = {}) {
    this.#species = species;
    this.#isoforms = random;
    this.#isoformsOf = isoforms;
    this.#counts = { G: 0, T: 0, P: 0, E: 0, ...named };
    this.#versions = random.fork(`versions of ${species.productionName}`);
  }

  annotate(region: PlacedRegion): void {
    for (const placed of region.loci) this.genes.push(this.#gene(region, placed));
  }

  #gene(region: PlacedRegion, { locus, start, end }: PlacedLocus): AnnotatedGene {
    const symbol =
      this.#species.lowerCaseSymbols && !locus.symbol.startsWith('MT-') ? locus.symbol.toLowerCase() : locus.symbol;
    // The isoforms depend on the locus only, so that orthologues have the same ones.
    const isoforms = this.#isoformsOf(locus, this.#isoforms.fork(`isoforms of locus ${locus.id}`));
    const exons = new Map<string, AnnotatedExon>();
    const bases = senseBases(locus);
    const place = (interval: Span): { start: number; end: number } => {
      const wrapped = (position: number) => ((position - 1 + region.length) % region.length) + 1;
      return locus.strand === 1
        ? { start: wrapped(start + interval.start), end: wrapped(start + interval.end - 1) }
        : { start: wrapped(end - interval.end + 1), end: wrapped(end - interval.start) };
    };
    const gene: AnnotatedGene = {
      ...this.#name('G'),
      locus,
      region,
      symbol,
      start,
      end,
      strand: locus.strand,
      transcripts: [],
    };
    gene.transcripts = isoforms.map((isoform, index) => {
      const own = isoform.exons.map((interval, rank) => {
        const phases = phasesOf(isoform, rank);
        const key = [interval.start, interval.end, ...phases].join();
        const known = exons.get(key);
        if (known) return known;
        const constitutive = isoforms.every((other) =>
          other.exons.some((exon) => exon.start === interval.start && exon.end === interval.end),
        );
        const exon = { ...this.#name('E'), ...place(interval), phase: phases[0], endPhase: phases[1], constitutive };
        exons.set(key, exon);
        return exon;
      });
      const spliced = splice(bases, isoform.exons);
      return {
        ...this.#name('T'),
        isoform,
        name: `${symbol}-${201 + index}`,
        exons: own,
        spliced,
        ...place({ start: at(isoform.exons, 0).start, end: last(isoform.exons).end }),
        translation: isoform.cds && { ...this.#name('P'), ...translationOf(locus, isoform, isoform.cds, own, spliced) },
      };
    });
    return gene;
  }

  #name(kind: 'G' | 'T' | 'P' | 'E'): Named {
    const number = ++this.#counts[kind];
    const version = this.#versions.chance(0.7) ? 1 : this.#versions.integer(2, 5);
    return { dbId: number, stableId: stableId(this.#species, kind, number), version };
  }
}

export function stableId(species: Pick<DemoSpecies, 'letter'>, kind: 'G' | 'T' | 'P' | 'E', number: number): string {
  return `DEMO${species.letter}${kind}${String(number).padStart(11, '0')}`;
}

/** The span of an isoform's exon in the spliced sequence. */
function splicedExon(isoform: Isoform, rank: number): Span {
  const start = isoform.exons.slice(0, rank).reduce((length, each) => length + each.end - each.start, 0);
  const exon = at(isoform.exons, rank);
  return { start, end: start + exon.end - exon.start };
}

function phasesOf(isoform: Isoform, rank: number): [phase: number, endPhase: number] {
  const { cds } = isoform;
  if (!cds) return [-1, -1];
  const { start, end } = splicedExon(isoform, rank);
  const phase = start < cds.start || start >= cds.end ? -1 : (start - cds.start + cds.phase) % 3;
  const endPhase = end <= cds.start || end > cds.end ? -1 : (end - cds.start + cds.phase) % 3;
  return [phase, endPhase];
}

function translationOf(
  locus: Locus,
  isoform: Isoform,
  cds: NonNullable<Isoform['cds']>,
  exons: AnnotatedExon[],
  spliced: Uint8Array,
): Omit<AnnotatedTranslation, keyof Named> {
  const rankOf = (position: number): number =>
    isoform.exons.findIndex((_, rank) => splicedExon(isoform, rank).end > position);
  const [startRank, endRank] = [rankOf(cds.start), rankOf(cds.end - 1)];
  const lead = (3 - cds.phase) % 3;
  const codons = translate(spliced.subarray(cds.start + lead, cds.end), locus.codonTable);
  const whole = (cds.phase === 0 ? '' : 'X') + (isoform.endNotFound ? codons : codons.slice(0, -1));
  const selenocysteines = [...whole].flatMap((residue, index) => (residue === '*' ? [index + 1] : []));
  return {
    startExon: at(exons, startRank),
    startOffset: cds.start - splicedExon(isoform, startRank).start + 1,
    endExon: at(exons, endRank),
    endOffset: cds.end - splicedExon(isoform, endRank).start,
    peptide: whole.replaceAll('*', 'U'),
    selenocysteines,
    frameStart: cds.start - cds.phase,
  };
}
