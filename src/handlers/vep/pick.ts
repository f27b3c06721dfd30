/** Which of the consequence blocks of a variant are answered, or marked: the options pick, per_gene and their like. */
import { severityOf } from '../../variants/consequences.ts';
import { attribValue, type Attribs } from '../../genome/gene-record.ts';
import { leastBy, supportLevel } from '../variant-recoder/likely-transcript.ts';
import type { PickCriterion, VepOptions } from './options.ts';

/** What of a block picking looks at; a block of no transcript has neutral values. */
export interface Candidate {
  /** The alternative allele. */
  allele: string;
  terms: readonly string[];
  transcript: {
    gene: string;
    attribs: Attribs;
    canonical: boolean;
    biotype: string;
    ccds: boolean;
    /** Bases of the coding sequence, or of the transcript without one. */
    length: number;
    source: 'Ensembl' | 'RefSeq' | null;
  } | null;
}

/** The candidates that stay, and those that are marked. */
export interface Picked<T> {
  kept: readonly T[];
  marked: ReadonlySet<T>;
}

export function pickBlocks<T extends Candidate>(candidates: readonly T[], options: VepOptions): Picked<T> {
  const none = new Set<T>();
  const criteria = options.pickOrder.map((criterion) => VALUES[criterion]);
  const worst = (some: readonly T[]) => leastBy(some, criteria);
  const byAllele = () => [...Map.groupBy(candidates, ({ allele }) => allele).values()];
  if (candidates.length === 0) return { kept: candidates, marked: none };
  if (options.pick) return { kept: [worst(candidates)], marked: none };
  if (options.pick_allele) return { kept: byAllele().map(worst), marked: none };
  if (options.per_gene) return { kept: perGene(candidates, worst), marked: none };
  if (options.pick_allele_gene) return { kept: byAllele().flatMap((some) => perGene(some, worst)), marked: none };
  if (options.flag_pick) return { kept: candidates, marked: new Set([worst(candidates)]) };
  if (options.flag_pick_allele) return { kept: candidates, marked: new Set(byAllele().map(worst)) };
  if (options.flag_pick_allele_gene)
    return { kept: candidates, marked: new Set(byAllele().flatMap((some) => perGene(some, worst))) };
  return { kept: candidates, marked: none };
}

/** Of transcripts one for each gene; all other blocks. */
function perGene<T extends Candidate>(candidates: readonly T[], worst: (some: readonly T[]) => T): T[] {
  const genes = Map.groupBy(candidates, ({ transcript }) => transcript?.gene ?? null);
  const others = genes.get(null) ?? [];
  genes.delete(null);
  return [...others, ...[...genes.values()].map(worst)];
}

const has = ({ transcript }: Candidate, code: string) => (transcript?.attribs.some(([name]) => name === code) ? 0 : 1);

/** Criteria for leastBy: the lowest value wins. */
const VALUES: Record<PickCriterion, (candidate: Candidate) => number> = {
  mane_select: (each) => has(each, 'MANE_Select'),
  mane_plus_clinical: (each) => has(each, 'MANE_Plus_Clinical'),
  canonical: ({ transcript }) => (transcript?.canonical ? 0 : 1),
  biotype: ({ transcript }) => (transcript?.biotype === 'protein_coding' ? 0 : 1),
  ccds: ({ transcript }) => (transcript?.ccds ? 0 : 1),
  length: ({ transcript }) => -(transcript?.length ?? 0),
  rank: ({ terms }) => Math.min(...terms.map(severityOf)),
  tsl: ({ transcript }) => supportLevel(attribValue(transcript?.attribs ?? [], 'TSL')),
  appris: ({ transcript }) => {
    const [, type = '', grade = '0'] =
      /([A-Za-z]).+(\d+)/.exec(attribValue(transcript?.attribs ?? [], 'appris') ?? '') ?? [];
    return Number(grade) === 0 ? 100 : Number(grade) + (type === 'a' ? 10 : 0);
  },
  ensembl: ({ transcript }) => (transcript?.source === 'Ensembl' ? 0 : 1),
  refseq: ({ transcript }) => (transcript?.source === 'RefSeq' ? 0 : 1),
};
