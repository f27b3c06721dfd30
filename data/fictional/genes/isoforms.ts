/** The transcripts of a locus in sense coordinates: the exons of each and the resulting reading frame. */
import { at, last } from '../../../src/checked.ts';
import { logNormal, type Random } from '../random.ts';
import { aminoAcidAt } from '../sequence/genetic-code.ts';
import {
  type CodingLocus,
  exonsInSense,
  isCoding,
  type Locus,
  senseBases,
  splice,
  splicedPosition,
  type Span,
  unsplicedPosition,
} from './locus.ts';

export interface Isoform {
  biotype: string;
  exons: Span[];
  /**
   * The coding part of the spliced sequence, including a stop codon; null if it is not coding. `phase` is the number
   * of bases that the first codon lacks.
   */
  cds: { start: number; end: number; phase: number } | null;
  startNotFound: boolean;
  endNotFound: boolean;
  /** Transcript support level, 1 (best) to 5. */
  support: number;
}

/** A stop codon more bases than this before the last splice junction triggers nonsense-mediated decay. */
const DECAY_DISTANCE = 50;
const SHORTEST_PEPTIDE = 20;

/** The first isoform is the canonical one with all exons. */
export function isoformsOf(locus: Locus, random: Random): Isoform[] {
  const exons = exonsInSense(locus);
  const full: Isoform = {
    biotype: locus.biotype,
    exons,
    cds: locus.cds && { ...locus.cds, phase: 0 },
    startNotFound: false,
    endNotFound: false,
    support: 1,
  };
  if (locus.biotype === 'lncRNA' && exons.length > 2 && random.chance(0.5))
    return [full, { ...full, exons: exons.toSpliced(1, 1), support: 3 }];
  if (!isCoding(locus) || exons.length < 2) return [full];
  return [full, ...codingAlternatives(locus, exons, random)];
}

function codingAlternatives(locus: CodingLocus, exons: Span[], random: Random): Isoform[] {
  const bases = senseBases(locus);
  const found: Isoform[] = [];
  const count = exons.length;
  const startCodon = unsplicedPosition(exons, locus.cds.start);
  const stopCodon = unsplicedPosition(exons, locus.cds.end - 1);
  const inner = exons.flatMap((exon, index) =>
    exon.start > startCodon && exon.end <= stopCodon && index > 0 && index < count - 1 ? [index] : [],
  );

  if (inner.length > 0 && random.chance(0.55))
    found.push(withFrame(locus, bases, exons.toSpliced(random.pick(inner), 1), 2));
  if (random.chance(0.5))
    found.push(withFrame(locus, bases, trimmed(exons, startCodon, stopCodon, random), random.integer(1, 3)));
  if (inner.length > 0 && random.chance(0.35)) found.push(fragment(locus, exons, random.pick(inner), random));
  if (random.chance(0.25))
    found.push(untranslated('retained_intron', retainIntron(exons, random.integer(0, count - 2)), 5));
  if (random.chance(0.15)) found.push(untranslated('protein_coding_CDS_not_defined', exons.slice(0, 2), 3));
  return found;
}

/** Truncates both ends within the untranslated regions. */
function trimmed(exons: Span[], startCodon: number, stopCodon: number, random: Random): Span[] {
  const [first, final] = [at(exons, 0), last(exons)];
  const latestStart = Math.min(startCodon, first.end - 30);
  const earliestEnd = Math.max(stopCodon + 1, final.start + 30);
  const start = first.start + random.integer(0, Math.max(0, latestStart - first.start));
  const end = final.end - random.integer(0, Math.max(0, final.end - earliestEnd));
  return exons.map((exon) => ({ start: exon === first ? start : exon.start, end: exon === final ? end : exon.end }));
}

/** An incomplete transcript: it begins within an exon of the coding sequence and may end within the next exon. */
function fragment(locus: CodingLocus, exons: Span[], from: number, random: Random): Isoform {
  const bases = senseBases(locus);
  const first = at(exons, from);
  const start = first.start + random.integer(0, Math.floor((first.end - first.start) / 2));
  const next = at(exons, from + 1);
  const stopCodon = unsplicedPosition(exons, locus.cds.end - 1);
  const endsOpen = next.end <= stopCodon - 3 && random.chance(0.6);
  const rest = endsOpen ? [{ start: next.start, end: next.end - random.integer(0, 15) }] : exons.slice(from + 1);
  const kept = [{ start, end: first.end }, ...rest];
  const phase = (splicedPosition(exons, start) - locus.cds.start) % 3;
  const length = splice(bases, kept).length;
  const stop = splicedPosition(kept, stopCodon);
  return {
    biotype: 'protein_coding',
    exons: kept,
    support: 4,
    startNotFound: true,
    endNotFound: endsOpen,
    cds: { start: 0, end: endsOpen ? length : stop + 1, phase },
  };
}

/** Translates from the start codon of the locus to the first stop. A frame that is open or too short is not coding. */
function withFrame(locus: CodingLocus, bases: Uint8Array, exons: Span[], support: number): Isoform {
  const all = exonsInSense(locus);
  const message = splice(bases, exons);
  const start = splicedPosition(exons, unsplicedPosition(all, locus.cds.start));
  const recoded = locus.cdna.marks
    .filter(({ kind }) => kind === 'selenocysteine')
    .map((mark) => splicedPosition(exons, unsplicedPosition(all, mark.start)));
  let end = start;
  while (end + 3 <= message.length && (aminoAcidAt(message, end, locus.codonTable) !== '*' || recoded.includes(end)))
    end += 3;
  if (end + 3 > message.length || end - start < 3 * SHORTEST_PEPTIDE)
    return untranslated('protein_coding_CDS_not_defined', exons, support);
  const { start: lastStart, end: lastEnd } = last(exons);
  const lastJunction = message.length - (lastEnd - lastStart);
  const premature = unsplicedPosition(exons, end + 2) !== unsplicedPosition(all, locus.cds.end - 1);
  const biotype = premature && lastJunction - (end + 3) > DECAY_DISTANCE ? 'nonsense_mediated_decay' : 'protein_coding';
  return { biotype, exons, cds: { start, end: end + 3, phase: 0 }, startNotFound: false, endNotFound: false, support };
}

function retainIntron(exons: Span[], intron: number): Span[] {
  return [{ start: at(exons, intron).start, end: at(exons, intron + 1).end }];
}

function untranslated(biotype: string, exons: Span[], support: number): Isoform {
  return { biotype, exons, cds: null, startNotFound: false, endNotFound: false, support };
}

/** A tile has 1,000 transcript ids for at most five genes. */
const MAX_ISOFORMS = 100;
/** `manyIsoforms` stops after this number of draws that gave no new transcript. */
const MAX_IDLE_DRAWS = 25;

/**
 * The canonical isoform, followed by others. The mean counts are those of human genes: about eight for a coding gene,
 * three for a long non-coding RNA, one for others.
 */
export function manyIsoforms(locus: Locus, random: Random): Isoform[] {
  const exons = exonsInSense(locus);
  const canonical = at(isoformsOf(locus, random), 0);
  if (exons.length < 2 || (locus.biotype !== 'lncRNA' && !locus.cds)) return [canonical];
  const wanted = locus.cds
    ? logNormal(random, 6.7, 0.8, 1, MAX_ISOFORMS)
    : logNormal(random, 2.6, 0.8, 1, MAX_ISOFORMS);
  const found = new Map([[keyOf(canonical), canonical]]);
  for (let idle = 0; found.size < wanted && idle < MAX_IDLE_DRAWS; idle++) {
    const before = found.size;
    for (const isoform of locus.cds ? isoformsOf(locus, random).slice(1) : [shorter(canonical, exons, random)]) {
      if (found.size < wanted && !found.has(keyOf(isoform))) found.set(keyOf(isoform), isoform);
    }
    if (found.size > before) idle = 0;
  }
  return [...found.values()];
}

/** A random run of exons, some inner ones left out. */
function shorter(full: Isoform, exons: readonly Span[], random: Random): Isoform {
  const first = random.integer(0, exons.length - 1);
  const final = random.integer(first, exons.length - 1);
  const kept = exons
    .slice(first, final + 1)
    .filter((_, index, all) => index === 0 || index === all.length - 1 || random.chance(0.8));
  const from = at(kept, 0);
  const start = from.start + random.integer(0, Math.max(0, Math.floor((from.end - from.start) / 2) - 20));
  return { ...full, exons: kept.with(0, { start, end: from.end }), support: random.integer(1, 5) };
}

function keyOf({ exons, cds }: Isoform): string {
  return `${exons.map(({ start, end }) => `${start}-${end}`).join()} ${cds?.start}-${cds?.end}`;
}
