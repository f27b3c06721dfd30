/** Options of effect prediction, as requests name them and as the code uses them. */
import { ApiError } from '../../api-error.ts';
import type { Reach } from '../../effects/transcript-places.ts';
import { pluginsOf, type PluginName } from './plugins.ts';

/** Parameters of all six operations. Every flag is false by default. */
export interface VepParams extends Readonly<Partial<Record<PluginName, string | undefined>>> {
  species: string;
  hgvs: boolean;
  numbers: boolean;
  canonical: boolean;
  mane: boolean;
  tsl: boolean;
  appris: boolean;
  ccds: boolean;
  protein: boolean;
  uniprot: boolean;
  xref_refseq: boolean;
  domains: boolean;
  mirna: boolean;
  transcript_version: boolean;
  variant_class: boolean;
  vcf_string: boolean;
  ambiguity: boolean;
  ga4gh_vrs: boolean;
  minimal: boolean;
  shift_3prime: boolean;
  shift_genomic: boolean;
  failed: boolean;
  var_synonyms: boolean;
  pubmed: boolean;
  refseq: boolean;
  merged: boolean;
  gencode_basic: boolean;
  gencode_primary: boolean;
  ambiguous_hgvs: boolean;
  pick: boolean;
  pick_allele: boolean;
  per_gene: boolean;
  pick_allele_gene: boolean;
  flag_pick: boolean;
  flag_pick_allele: boolean;
  flag_pick_allele_gene: boolean;
  pick_order: string | undefined;
  distance: string | undefined;
  transcript_id: string | undefined;
}

export const PICK_CRITERIA = [
  'mane_select',
  'mane_plus_clinical',
  'canonical',
  'appris',
  'tsl',
  'biotype',
  'ccds',
  'rank',
  'length',
  'ensembl',
  'refseq',
] as const;
export type PickCriterion = (typeof PICK_CRITERIA)[number];

export interface VepOptions extends VepParams {
  reach: Reach;
  pickOrder: readonly PickCriterion[];
  /** Only this transcript, without a version; null for all. */
  onlyTranscript: string | null;
  /** Attributes that transcripts must have. */
  attributes: readonly string[];
  /** Plugins of Ensembl that the request asks for, with the values sent. */
  plugins: ReadonlyMap<PluginName, string>;
}

/** Variants of a POST, also those that line breaks within a text separate. */
export const MAX_VARIANTS = 200;

/** Bases before and after a transcript in which variants are up- or downstream. */
export const DEFAULT_DISTANCE = 5000;
export const MAX_DISTANCE = 1_000_000;

/** Options that exclude each other, in the order in which Ensembl looks. */
const INCOMPATIBLE = [
  ['refseq', 'gencode_basic'],
  ['refseq', 'merged'],
  ['gencode_primary', 'gencode_basic'],
  ['gencode_primary', 'refseq'],
] as const;

/** Throws ApiError (400) for options that exclude each other and for values that are not allowed. */
export function readOptions(params: VepParams): VepOptions {
  for (const [one, other] of INCOMPATIBLE)
    if (params[one] && params[other]) throw new ApiError(`ERROR: Can't use --${one} and --${other} together\n`);
  const id = params.transcript_id ?? '';
  return {
    ...params,
    reach: reachOf(params.distance),
    pickOrder: pickOrderOf(params.pick_order),
    onlyTranscript: /^[A-Za-z0-9_.]{1,24}$/.test(id) ? id : null,
    plugins: pluginsOf(params),
    attributes: [
      ...(params.gencode_basic ? ['gencode_basic'] : []),
      ...(params.gencode_primary ? ['gencode_primary'] : []),
    ],
  };
}

/** The options of a request that sends none. */
export function defaultOptions(species: string): VepOptions {
  return readOptions({
    species,
    hgvs: false,
    numbers: false,
    canonical: false,
    mane: false,
    tsl: false,
    appris: false,
    ccds: false,
    protein: false,
    uniprot: false,
    xref_refseq: false,
    domains: false,
    mirna: false,
    transcript_version: false,
    variant_class: false,
    vcf_string: false,
    ambiguity: false,
    var_synonyms: false,
    pubmed: false,
    ga4gh_vrs: false,
    minimal: false,
    shift_3prime: false,
    shift_genomic: false,
    failed: false,
    refseq: false,
    merged: false,
    gencode_basic: false,
    gencode_primary: false,
    ambiguous_hgvs: false,
    pick: false,
    pick_allele: false,
    per_gene: false,
    pick_allele_gene: false,
    flag_pick: false,
    flag_pick_allele: false,
    flag_pick_allele_gene: false,
    pick_order: undefined,
    distance: undefined,
    transcript_id: undefined,
  });
}

/** One number for both sides, or 'upstream,downstream'. As in Ensembl, a text that is no number counts as 0. */
function reachOf(text: string | undefined): Reach {
  if (text === undefined || text === '') return { upstream: DEFAULT_DISTANCE, downstream: DEFAULT_DISTANCE };
  const [upstream = 0, given = 0] = text.split(',').map((each) => Number.parseInt(each, 10) || 0);
  // As in Ensembl, a downstream distance of 0 means the upstream one.
  const downstream = given || upstream;
  const longest = Math.max(upstream, downstream);
  if (longest > MAX_DISTANCE || Math.min(upstream, downstream) < 0)
    throw new ApiError(`distance '${text}' is not allowed; use a number of bases from 0 to ${MAX_DISTANCE}`);
  return { upstream, downstream };
}

function pickOrderOf(text: string | undefined): readonly PickCriterion[] {
  if (!text) return PICK_CRITERIA;
  return text.split(',').map((word) => {
    const criterion = PICK_CRITERIA.find((each) => each === word);
    if (!criterion)
      throw new ApiError(
        `ERROR: "${word}" is not a valid value for --pick_orderValid values: ${PICK_CRITERIA.join(', ')}`,
      );
    return criterion;
  });
}
