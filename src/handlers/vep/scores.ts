/** Scores of alleles on answers, by the rules of Ensembl's plugins of these names. */
import { at } from '../../checked.ts';
import { AlleleMatcher } from '../../effects/allele-match.ts';
import type { ScoreRow, ScoreSource, ScoreValues } from '../../effects/allele-scores.ts';
import type { SmallVariantEffect } from '../../effects/small-variant-effect.ts';
import { reverseComplementOf } from '../../genome/bases.ts';
import type { IntervalQuery } from '../../index/tables/interval-table.ts';
import type { Genome } from '../../release/genome.ts';
import type { VepOptions } from './options.ts';
import { isScored, SCORES_OF } from './plugins.ts';
import type { VepTranscript } from './transcripts-near.ts';
import type { VepAllele, VepVariant } from './vep-variant.ts';

/** Rows at the place of a variant. */
export type FoundScores = { readonly [S in ScoreSource]?: readonly ScoreRow<ScoreValues<S>>[] };
export const NO_SCORES: FoundScores = {};

type Fields = Record<string, unknown>;

/** The sources that the options ask for and that the genome has. */
export function scoreSources(genome: Genome, { plugins }: VepOptions): ScoreSource[] {
  return [...plugins.keys()].filter(isScored).flatMap((name) => {
    const source = SCORES_OF[name];
    return genome.scores.has(source) ? [source] : [];
  });
}

/**
 * Where rows of a variant may be: files give deletions and insertions with the base before them. Only the bases that
 * change count, since alleles may have thousands of others.
 */
export function scoreInterval(variant: VepVariant): IntervalQuery {
  const { start, end } = new AlleleMatcher(variant, 1).span;
  return { region: variant.region.ordinal, start: Math.max(1, start - 2), end };
}

/** The rows of each variant. One wave of reads. */
export async function readScores(
  genome: Genome,
  variants: readonly VepVariant[],
  options: VepOptions,
): Promise<FoundScores[]> {
  const sources = scoreSources(genome, options);
  if (sources.length === 0 || variants.length === 0) return variants.map(() => NO_SCORES);
  const intervals = variants.map(scoreInterval);
  const found = await Promise.all(
    sources.map(async (source) => [source, await genome.scores.at(source, intervals)] as const),
  );
  return variants.map(
    (_, index): FoundScores => Object.fromEntries(found.map(([source, rows]) => [source, at(rows, index)])),
  );
}

/** Rows for any of some alternative alleles; files have them on the forward strand. */
function matching<Values>(
  rows: readonly ScoreRow<Values>[] | undefined,
  { start, strand }: Pick<VepVariant, 'start' | 'strand'>,
  alleles: readonly string[],
): ScoreRow<Values>[] {
  if (!rows || rows.length === 0) return [];
  const matcher = new AlleleMatcher({ start, strand, alleles }, 1);
  return rows.filter(
    ({ position, reference, alternative }) =>
      matcher.matched({ start: position, alleles: [reference || '-', alternative || '-'] }).length > 0,
  );
}

/** Scores that do not depend on a transcript: CADD's. */
export function alleleScores(allele: VepAllele, scores: FoundScores, options: VepOptions): Fields {
  const asked = options.plugins.get('CADD');
  if (asked === undefined || asked === 'sv') return {};
  const isSnv = ({ reference, alternative }: ScoreRow) => reference.length === 1 && alternative.length === 1;
  const [row] = matching(scores.cadd, allele, [allele.reference, allele.alternative]).filter(
    (each) => (asked !== 'snv' || isSnv(each)) && (asked !== 'indels' || !isSnv(each)),
  );
  return row ? fields({ cadd_phred: row.values.phred, cadd_raw: row.values.raw }) : {};
}

/** Scores of an allele on a transcript. */
export function transcriptScores(
  variant: VepVariant,
  allele: VepAllele,
  near: VepTranscript,
  effect: SmallVariantEffect,
  scores: FoundScores,
): Fields {
  return {
    ...(effect.terms.includes('missense_variant') && missenseScores(variant, near, effect, scores)),
    ...clinPred(allele, effect, scores),
    ...spliceAi(allele, near, scores),
  };
}

function missenseScores(
  variant: VepVariant,
  { transcript }: VepTranscript,
  effect: SmallVariantEffect,
  scores: FoundScores,
): Fields {
  const [reference = '', alternative = ''] = (effect.coding.aminoAcids ?? '').split('/');
  const missense = matching(scores.alphamissense, variant, variant.alleles).find(
    ({ values: { proteinVariant } }) => proteinVariant?.[0] === reference && proteinVariant.at(-1) === alternative,
  );
  const revel = matching(scores.revel, variant, variant.alleles).find(
    ({ values: { residue, transcripts } }) =>
      residue === alternative && (transcripts === null || transcripts.split(';').includes(transcript.id)),
  );
  return {
    ...(missense && {
      alphamissense: fields({ am_class: missense.values.class, am_pathogenicity: missense.values.pathogenicity }),
    }),
    ...(revel && fields({ revel: revel.values.score })),
  };
}

const CLINPRED_TERMS = new Set(['missense_variant', 'stop_lost', 'stop_gained', 'start_lost']);

function clinPred({ start, end, strand, alternative }: VepAllele, effect: SmallVariantEffect, scores: FoundScores) {
  if (!/^[ACGT]$/.test(alternative) || start !== end || !effect.terms.some((term) => CLINPRED_TERMS.has(term)))
    return {};
  const forward = strand === 1 ? alternative : reverseComplementOf(alternative);
  const row = scores.clinpred?.find((each) => each.position === start && each.alternative === forward);
  return row ? fields({ clinpred: row.values.score }) : {};
}

function spliceAi(allele: VepAllele, { gene }: VepTranscript, scores: FoundScores): Fields {
  const rows = matching(scores.spliceai, allele, [allele.reference, allele.alternative]);
  const row = rows.findLast(({ values }) => values.symbol !== null && values.symbol === gene.displayName);
  if (!row) return {};
  const { symbol, ...numbers } = row.values;
  return { spliceai: fields({ SYMBOL: symbol, ...numbers }) };
}

/** Without fields that have no value. */
function fields(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
