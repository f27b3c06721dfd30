/** Effects of variants as rows of a table, read from answers of VEP. The page and its script use it. */
import { impactOf, mostSevere } from '../../variants/consequences.ts';
import { flagOf, isObject, numberOf, objectsOf, textOf, type JsonObject } from '../views/json-fields.ts';

/** A variant of an answer. */
export interface ShownVariant {
  /** As sent. */
  input: string;
  region: string;
  start: number;
  end: number;
  /** Of the alleles: 1 or -1. */
  strand: number;
  /** Alleles, the reference first: 'C/T'. */
  alleles: string;
  /** The bases of the genome, if they are known to differ from the reference allele. */
  genomeBases?: string;
  /** Most severe consequence. */
  worst: string;
  /** Names of known variants at the same place. */
  known: string[];
  effects: Effect[];
}

/** One effect of a variant, on a transcript or another feature. */
export interface Effect {
  kind: 'transcript' | 'regulatory' | 'motif' | 'intergenic';
  allele: string;
  /** SO terms, the most severe first. */
  terms: string[];
  impact: string;
  gene: string;
  geneId: string;
  /** Id of a transcript or another feature. */
  feature: string;
  biotype: string;
  isCanonical: boolean;
  /** MANE Select or MANE Plus Clinical. */
  mane: string;
  exon: string;
  intron: string;
  cds: string;
  protein: string;
  aminoAcids: string;
  codons: string;
  hgvsc: string;
  hgvsp: string;
  sift: string;
  polyphen: string;
}

/** A line that has no result. */
export interface Refusal {
  input: string;
  error: string;
}

/** The variants of an answer; other values are left out. */
export function readVariants(answer: unknown): ShownVariant[] {
  return objectsOf(answer).flatMap((value) => readVariant(value) ?? []);
}

/** The variant of an object, or null for one without a place, such as an error. */
export function readVariant(value: unknown): ShownVariant | null {
  if (!isObject(value)) return null;
  const [start, end] = [numberOf(value, 'start'), numberOf(value, 'end')];
  if (start === undefined || end === undefined) return null;
  const effects = [
    ...objectsOf(value.transcript_consequences).map((each) => readEffect('transcript', each)),
    ...objectsOf(value.regulatory_feature_consequences).map((each) => readEffect('regulatory', each)),
    ...objectsOf(value.motif_feature_consequences).map((each) => readEffect('motif', each)),
    ...objectsOf(value.intergenic_consequences).map((each) => readEffect('intergenic', each)),
  ];
  return {
    input: textOf(value, 'input'),
    region: textOf(value, 'seq_region_name'),
    start,
    end,
    strand: (numberOf(value, 'strand') ?? 1) < 0 ? -1 : 1,
    alleles: textOf(value, 'allele_string'),
    worst: textOf(value, 'most_severe_consequence') || (mostSevere(effects.flatMap(({ terms }) => terms)) ?? ''),
    known: objectsOf(value.colocated_variants).map((each) => textOf(each, 'id')),
    effects,
  };
}

/** The error of a line of a batch; null for a result. */
export function readRefusal(value: unknown): Refusal | null {
  if (!isObject(value) || typeof value.error !== 'string') return null;
  return { input: textOf(value, 'input'), error: value.error };
}

function readEffect(kind: Effect['kind'], block: JsonObject): Effect {
  const terms = Array.isArray(block.consequence_terms)
    ? block.consequence_terms.filter((term): term is string => typeof term === 'string')
    : [];
  const geneId = textOf(block, 'gene_id');
  return {
    kind,
    allele: textOf(block, 'variant_allele'),
    terms,
    impact: textOf(block, 'impact') || impactOf(terms[0] ?? ''),
    gene: textOf(block, 'gene_symbol') || geneId,
    geneId,
    feature:
      textOf(block, 'transcript_id') || textOf(block, 'regulatory_feature_id') || textOf(block, 'motif_feature_id'),
    biotype: textOf(block, 'biotype'),
    isCanonical: flagOf(block, 'canonical'),
    mane: 'mane_select' in block ? 'MANE Select' : 'mane_plus_clinical' in block ? 'MANE Plus Clinical' : '',
    exon: textOf(block, 'exon'),
    intron: textOf(block, 'intron'),
    cds: placeOf(block, 'cds'),
    protein: placeOf(block, 'protein'),
    aminoAcids: textOf(block, 'amino_acids'),
    codons: textOf(block, 'codons'),
    hgvsc: textOf(block, 'hgvsc'),
    hgvsp: textOf(block, 'hgvsp'),
    sift: scoreOf(block, 'sift'),
    polyphen: scoreOf(block, 'polyphen'),
  };
}

/** '65', '65-70', '?-70'. */
function placeOf(block: JsonObject, name: string): string {
  const [start, end] = [textOf(block, `${name}_start`), textOf(block, `${name}_end`)];
  if (start === end) return start;
  return `${start || '?'}-${end || '?'}`;
}

/** 'deleterious (0.01)'. */
function scoreOf(block: JsonObject, name: string): string {
  const [prediction, score] = [textOf(block, `${name}_prediction`), textOf(block, `${name}_score`)];
  return prediction && `${prediction.replaceAll('_', ' ')} (${score})`;
}

const BEYOND = ['upstream_gene_variant', 'downstream_gene_variant'];

/** Whether an effect is on a transcript, not beyond it. */
export function isHit({ kind, terms }: Effect): boolean {
  return kind === 'transcript' && !terms.some((term) => BEYOND.includes(term));
}

/** Which effects a table shows. Empty lists and texts choose all. */
export interface EffectFilter {
  impacts: readonly string[];
  /** An SO term. */
  consequence: string;
  /** Symbol or id, in any case. */
  gene: string;
  canonicalOnly: boolean;
}

export function isShown({ impacts, consequence, gene, canonicalOnly }: EffectFilter, effect: Effect): boolean {
  if (canonicalOnly && !effect.isCanonical) return false;
  if (impacts.length > 0 && !impacts.includes(effect.impact)) return false;
  if (consequence !== '' && !effect.terms.includes(consequence)) return false;
  if (gene === '') return true;
  const wanted = gene.toLowerCase();
  return effect.gene.toLowerCase() === wanted || effect.geneId.toLowerCase() === wanted;
}

/** The variant with the effects that a filter shows; null if there is none. */
export function filtered(variant: ShownVariant, filter: EffectFilter): ShownVariant | null {
  const effects = variant.effects.filter((effect) => isShown(filter, effect));
  return effects.length > 0 ? { ...variant, effects } : null;
}

/** Numbers of variants and of their effects. */
export class EffectCounts {
  variants = 0;
  effects = 0;
  refused = 0;
  /** Variants by most severe consequence. */
  readonly worst = new Map<string, number>();
  /** Effects by SO term. */
  readonly terms = new Map<string, number>();
  readonly genes = new Map<string, number>();

  add({ worst, effects }: ShownVariant): void {
    this.variants++;
    this.effects += effects.length;
    count(this.worst, worst);
    for (const { terms, gene } of effects) {
      for (const term of terms) count(this.terms, term);
      // A list of all genes of a genome would be no choice.
      if (gene !== '' && (this.genes.size < 500 || this.genes.has(gene))) count(this.genes, gene);
    }
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
