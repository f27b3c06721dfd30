/** A variant whose place in the genome is known, as effects are predicted of it. */
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import { trimPair, withoutPadding } from '../../effects/input-line.ts';
import { classOfAlleles } from '../../variants/variant-classes.ts';

/** One alternative allele as it is computed: with `minimal`, without the bases it shares with the reference. */
export interface VepAllele {
  start: number;
  end: number;
  strand: 1 | -1;
  /** As answers write them: '-' for none. */
  reference: string;
  alternative: string;
  /** Position among the alternative alleles of the variant, from 1. */
  number: number;
  /** Can be moved within repeats: as in Ensembl, only alleles of a variant that as a whole inserts or deletes. */
  movable: boolean;
  /** Of a variant whose alleles are all single bases. */
  isSnp: boolean;
}

export interface VepVariant {
  input: string;
  id: string;
  region: SeqRegionRecord;
  /** The region's name as the input has it. */
  sequence: string;
  start: number;
  end: number;
  strand: 1 | -1;
  /** Reference first; empty for a structural variant. */
  alleles: readonly string[];
  soClass: string | null;
  knownClass: string;
  symbolic: string | null;
  /** Classes of the variants that support a copy number variation. */
  supporting: readonly string[];
  /** The other ends of a breakpoint. */
  mates: readonly PlacedMate[];
  minimised: boolean;
  computed: readonly VepAllele[];
}

/** The other end of a breakpoint, as answers name it. */
export interface PlacedMate {
  text: string;
  region: SeqRegionRecord;
  position: number;
}

export interface Placed {
  input: string;
  name: string | null;
  region: SeqRegionRecord;
  sequence: string;
  start: number;
  end: number;
  strand: 1 | -1;
  alleles: readonly string[];
  /** Before the padding of VCF was removed. */
  original?: string;
  /** Bases that the alleles share stay. */
  isWhole?: boolean;
  soClass?: string | null;
  /** Class of a known variant in the database, a term of the Sequence Ontology; '' for none. */
  knownClass?: string | undefined;
  symbolic?: string | null;
  supporting?: readonly string[];
  mates?: readonly PlacedMate[];
}

/** Alternatives that mean that the bases are missing because of another variant: they have no effect of their own. */
const MISSING = new Set(['', '*', '<DEL:*>']);

/** The variant without padding, and its alleles ready to be computed. */
export function vepVariant(placed: Placed, minimal: boolean): VepVariant {
  const {
    input,
    name,
    region,
    sequence,
    strand,
    soClass = null,
    knownClass = '',
    symbolic = null,
    supporting = [],
    mates = [],
    isWhole = false,
  } = placed;
  const untrimmed = {
    start: placed.start,
    end: placed.end,
    alleles: [...placed.alleles],
    original: placed.original ?? placed.alleles.join('/'),
  };
  const isTrimmed = soClass === null && !isWhole;
  const { start, end, alleles } = isTrimmed ? withoutPadding(untrimmed, minimal) : untrimmed;
  const shown = soClass ?? alleles.join('/');
  const base = {
    input,
    id: name ?? `${sequence}_${start}_${shown}`,
    region,
    sequence,
    start,
    end,
    strand,
    alleles,
    soClass,
    knownClass,
    symbolic,
    supporting,
    mates,
  };
  if (soClass !== null) return { ...base, minimised: false, computed: [] };
  const [reference = '', ...alternatives] = alleles;
  const isChanged = alternatives.some((each) => each[0] === reference[0] || each.at(-1) === reference.at(-1));
  const isSplit = minimal && alternatives.length > 1 && isChanged;
  const kindOf = (all: readonly string[]) => {
    const kind = classOfAlleles(all.join('/'));
    return { movable: kind === 'insertion' || kind === 'deletion', isSnp: kind === 'SNV' };
  };
  const kind = kindOf(alleles);
  const seen = new Set<string>();
  const computed = alternatives.flatMap((alternative, index): VepAllele[] => {
    if (alternative === reference || MISSING.has(alternative) || seen.has(alternative)) return [];
    seen.add(alternative);
    if (!/^[A-Z-]+$/.test(reference)) return [];
    const number = index + 1;
    if (!isSplit) return [{ start, end, strand, reference, alternative, number, ...kind }];
    const short = trimPair({ start, end, alleles: [reference, alternative] });
    const [before = '-', after = '-'] = short.alleles;
    const place = { start: short.start, end: short.end, strand };
    return [{ ...place, reference: before, alternative: after, number, ...kindOf(short.alleles) }];
  });
  return { ...base, minimised: minimal && (alternatives.length === 1 || isChanged), computed };
}
