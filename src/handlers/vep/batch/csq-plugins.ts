/** Fields of CSQ that plugins add, with the names that Ensembl's plugins give them. */
import type { PluginName } from '../plugins.ts';
import type { Result } from '../result.ts';
import { TranscriptResult } from '../transcript-result.ts';

interface PluginField {
  name: string;
  plugin: PluginName;
  /** Depends on the transcript only. */
  fixed?: true;
  value: (result: Result) => unknown;
}

/** Of transcripts, only `more` has what plugins add to an allele; the whole answer costs more. */
const partOf = (result: Result, key: string): unknown =>
  result instanceof TranscriptResult ? result.more[key] : result.block[key];
const of = (key: string) => (result: Result) => partOf(result, key);
const within = (key: string, name: string) => (result: Result) => {
  const part = partOf(result, key);
  return part !== null && typeof part === 'object' ? new Map(Object.entries(part)).get(name) : undefined;
};

const SPLICEAI = ['DP_AG', 'DP_AL', 'DP_DG', 'DP_DL', 'DS_AG', 'DS_AL', 'DS_DG', 'DS_DL', 'SYMBOL'];

export const PLUGIN_FIELDS: readonly PluginField[] = [
  { name: 'am_class', plugin: 'AlphaMissense', value: within('alphamissense', 'am_class') },
  { name: 'am_pathogenicity', plugin: 'AlphaMissense', value: within('alphamissense', 'am_pathogenicity') },
  { name: 'BLOSUM62', plugin: 'Blosum62', value: of('blosum62') },
  { name: 'CADD_PHRED', plugin: 'CADD', value: of('cadd_phred') },
  { name: 'CADD_RAW', plugin: 'CADD', value: of('cadd_raw') },
  { name: 'ClinPred', plugin: 'ClinPred', value: of('clinpred') },
  { name: 'GO', plugin: 'GO', fixed: true, value: ({ block }) => goTerms(block['go']) },
  { name: 'NMD', plugin: 'NMD', value: of('nmd') },
  { name: 'PHENOTYPES', plugin: 'Phenotypes', value: (result) => phenotypes(partOf(result, 'phenotypes')) },
  { name: 'REVEL', plugin: 'REVEL', value: of('revel') },
  ...SPLICEAI.map((part) => ({
    name: `SpliceAI_pred_${part}`,
    plugin: 'SpliceAI' as const,
    value: within('spliceai', part),
  })),
];

function goTerms(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map(
    ({ go_term: term, description = '' }: { go_term: string; description?: string }) => `${term}:${description}`,
  );
}

/** The names of phenotypes, each once. */
function phenotypes(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return [...new Set(value.map(({ phenotype = '' }: { phenotype?: string }) => phenotype))].filter(Boolean);
}
