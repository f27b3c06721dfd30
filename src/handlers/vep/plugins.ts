/**
 * Parameters of Ensembl's server that switch on its plugins. As there, a parameter that is sent counts, whatever its
 * value. Some plugins need data of an index that not all have, others data that no index has.
 */
import type { ScoreSource } from '../../effects/allele-scores.ts';
import type { Genome } from '../../release/genome.ts';

export const PLUGINS = [
  'AlphaMissense',
  'AncestralAllele',
  'Blosum62',
  'CADD',
  'ClinPred',
  'Conservation',
  'dbNSFP',
  'dbscSNV',
  'DosageSensitivity',
  'Enformer',
  'EVE',
  'GeneSplicer',
  'Geno2MP',
  'GO',
  'IntAct',
  'LoF',
  'LOEUF',
  'MaveDB',
  'MaxEntScan',
  'mutfunc',
  'NMD',
  'OpenTargets',
  'Paralogues',
  'Phenotypes',
  'REVEL',
  'RiboseqORFs',
  'SpliceAI',
  'UTRAnnotator',
] as const;
export type PluginName = (typeof PLUGINS)[number];

/** What answers show of plugins that an index may have data for. */
export const ANSWERED: Readonly<Partial<Record<PluginName, string>>> = {
  AlphaMissense: 'Add the score and class of AlphaMissense to missense variants (alphamissense).',
  Blosum62: 'Add the score of the matrix BLOSUM62 to substitutions of residues (blosum62).',
  CADD:
    'Add the scores of CADD (cadd_phred, cadd_raw). The values snv and indels restrict them to such alleles; sv has ' +
    'no scores.',
  ClinPred: 'Add the score of ClinPred to changes of one residue (clinpred).',
  GO: 'Add terms of the Gene Ontology that transcripts refer to (go).',
  NMD: 'Mark changes that escape nonsense-mediated decay (nmd).',
  Phenotypes: 'Add phenotypes of all features at the location of the variant (phenotypes).',
  REVEL: 'Add the score of REVEL to missense variants (revel).',
  SpliceAI: 'Add the predictions of SpliceAI (spliceai).',
};

/** Tables of scores of alleles, by the plugins that answer them. */
export const SCORES_OF = {
  AlphaMissense: 'alphamissense',
  CADD: 'cadd',
  ClinPred: 'clinpred',
  REVEL: 'revel',
  SpliceAI: 'spliceai',
} as const satisfies Partial<Record<PluginName, ScoreSource>>;

/** Header of answers that lists the plugins that a request asks for and that the index has no data for. */
export const MISSING_DATA_HEADER = 'x-missing-data';

/** The plugins of the request, with the values sent. */
export function pluginsOf(params: Readonly<Partial<Record<PluginName, string | undefined>>>): Map<PluginName, string> {
  return new Map(
    PLUGINS.flatMap((name) => {
      const value = params[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Those that the genome has no data for. */
export function withoutData(genome: Genome, plugins: ReadonlyMap<PluginName, string>): PluginName[] {
  return [...plugins.keys()].filter((name) => !hasData(genome, name));
}

function hasData(genome: Genome, name: PluginName): boolean {
  if (isScored(name)) return genome.scores.has(SCORES_OF[name]);
  if (name === 'GO') return genome.entry.tables.xrefs !== undefined;
  if (name === 'Phenotypes') return genome.entry.tables.phenotypes !== undefined;
  return name === 'NMD' || name === 'Blosum62';
}

export function isScored(name: PluginName): name is keyof typeof SCORES_OF {
  return Object.hasOwn(SCORES_OF, name);
}
