/**
 * The field CSQ of VCF files, as Ensembl's VEP writes it: one entry per allele and feature, separated by commas, with
 * fields separated by '|' in the order that the header gives.
 */
import { at } from '../../../checked.ts';
import type { SmallVariantEffect } from '../../../effects/small-variant-effect.ts';
import type { Positions } from '../../../effects/transcript-places.ts';
import { impactOf } from '../../../variants/consequences.ts';
import type { VariantFeatureRecord } from '../../../variants/variant-features.ts';
import type { Around } from '../around.ts';
import { sharedAlleles } from '../colocated.ts';
import type { VepOptions } from '../options.ts';
import type { PluginName } from '../plugins.ts';
import { PLUGIN_FIELDS } from './csq-plugins.ts';
import type { Result } from '../result.ts';
import type { resultsOf } from '../results.ts';
import { TranscriptResult } from '../transcript-result.ts';
import type { VepTranscript } from '../transcripts-near.ts';
import type { VepVariant } from '../vep-variant.ts';

type Chosen = ReturnType<typeof resultsOf>;

/** What fields of one entry are made of. */
interface Entry {
  result: Result;
  isPicked: boolean;
  known: KnownOfAllele;
  variant: VepVariant;
}

/** Known variants that share an allele. */
interface KnownOfAllele {
  names: string;
  significance: string;
  somatic: string;
  phenotype: string;
}

const NONE_KNOWN: KnownOfAllele = { names: '', significance: '', somatic: '', phenotype: '' };

const FEATURE_TYPES = {
  transcript: 'Transcript',
  regulatory_feature: 'RegulatoryFeature',
  motif_feature: 'MotifFeature',
  intergenic: '',
} as const;

interface Field {
  name: string;
  /** Depends on the transcript only. */
  fixed?: true;
  /** Depends on more than transcript, terms and intron, for a change outside of exons. */
  varies?: true;
  /** The option that the field needs; those without one are always there. */
  option?: keyof VepOptions | readonly (keyof VepOptions)[];
  /** The plugin that the field needs. */
  plugin?: PluginName;
  value: (entry: Entry) => unknown;
}

/** A value of the answer in JSON. */
const ofBlock =
  (key: string) =>
  ({ result }: Entry) =>
    result.block[key];
/** The same, of a small variant on a transcript without the whole answer. */
const ofEffect =
  (key: string, value: (result: TranscriptResult) => unknown) =>
  ({ result }: Entry) =>
    result instanceof TranscriptResult ? value(result) : result.block[key];
/** Fields that are not part of an effect: only `more` of a transcript has it. */
const ofMore = (key: string) => ofEffect(key, ({ more }) => more[key]);
const ifCoding = (value: (effect: SmallVariantEffect) => string | null) => (result: TranscriptResult) => {
  const { situation } = result.effect;
  if (!situation.within || !situation.exon || !situation.coding) return undefined;
  const text = value(result.effect);
  return text === '-' ? undefined : text;
};
const motif =
  (key: string) =>
  ({ result }: Entry) =>
    result.kind === 'motif_feature' ? result.block[key] : undefined;
const prediction =
  (tool: string) =>
  ({ result }: Entry) => {
    if (!(result instanceof TranscriptResult)) return undefined;
    const block = result.more;
    const text = block[`${tool}_prediction`];
    return typeof text === 'string' ? `${text}(${String(block[`${tool}_score`])})` : undefined;
  };

/** In VEP's order; those of plugins in the order of their names. */
const FIELDS: readonly Field[] = [
  { name: 'Allele', varies: true, value: ofEffect('variant_allele', ({ shown }) => shown) },
  { name: 'Consequence', value: ({ result }) => result.terms },
  { name: 'IMPACT', value: ({ result }) => impactOf(result.terms[0] ?? '') },
  { name: 'SYMBOL', fixed: true, value: ofBlock('gene_symbol') },
  { name: 'Gene', fixed: true, value: ofBlock('gene_id') },
  { name: 'Feature_type', fixed: true, value: ({ result }) => FEATURE_TYPES[result.kind] },
  {
    name: 'Feature',
    fixed: true,
    value: ({ result: { block } }) =>
      block['transcript_id'] ?? block['regulatory_feature_id'] ?? block['motif_feature_id'],
  },
  { name: 'BIOTYPE', fixed: true, value: ofBlock('biotype') },
  { name: 'EXON', value: ofEffect('exon', ({ effect }) => effect.exonNumber) },
  { name: 'INTRON', value: ofEffect('intron', ({ effect }) => effect.intronNumber) },
  { name: 'HGVSc', value: ofMore('hgvsc') },
  { name: 'HGVSp', value: ofMore('hgvsp') },
  { name: 'cDNA_position', value: (entry) => positions(entry, 'cdna') },
  { name: 'CDS_position', value: (entry) => positions(entry, 'cds') },
  { name: 'Protein_position', value: (entry) => positions(entry, 'protein') },
  {
    name: 'Amino_acids',
    value: ofEffect(
      'amino_acids',
      ifCoding(({ coding }) => coding.aminoAcids),
    ),
  },
  {
    name: 'Codons',
    value: ofEffect(
      'codons',
      ifCoding(({ coding }) => coding.codons),
    ),
  },
  { name: 'Existing_variation', varies: true, value: ({ known }) => known.names },
  { name: 'ALLELE_NUM', option: 'minimal', value: ofMore('allele_num') },
  {
    name: 'DISTANCE',
    varies: true,
    value: ofEffect('distance', ({ effect, terms }) => (isBeside(terms) ? effect.distance : undefined)),
  },
  { name: 'STRAND', fixed: true, value: ofBlock('strand') },
  { name: 'FLAGS', fixed: true, value: ofBlock('flags') },
  {
    name: 'PICK',
    varies: true,
    option: ['flag_pick', 'flag_pick_allele', 'flag_pick_allele_gene'],
    value: ({ isPicked }) => (isPicked ? 1 : undefined),
  },
  { name: 'MINIMISED', varies: true, option: 'minimal', value: ({ variant }) => (variant.minimised ? 1 : undefined) },
  { name: 'SYMBOL_SOURCE', fixed: true, value: ofBlock('gene_symbol_source') },
  { name: 'HGNC_ID', fixed: true, value: ofBlock('hgnc_id') },
  {
    name: 'CANONICAL',
    fixed: true,
    option: 'canonical',
    value: ({ result }) => (result.block['canonical'] ? 'YES' : undefined),
  },
  { name: 'MANE', fixed: true, option: 'mane', value: ofBlock('mane') },
  { name: 'MANE_SELECT', fixed: true, option: 'mane', value: ofBlock('mane_select') },
  { name: 'MANE_PLUS_CLINICAL', fixed: true, option: 'mane', value: ofBlock('mane_plus_clinical') },
  { name: 'TSL', fixed: true, option: 'tsl', value: ofBlock('tsl') },
  { name: 'APPRIS', fixed: true, option: 'appris', value: ofBlock('appris') },
  { name: 'CCDS', fixed: true, option: 'ccds', value: ofBlock('ccds') },
  { name: 'ENSP', fixed: true, option: 'protein', value: ofBlock('protein_id') },
  { name: 'SWISSPROT', fixed: true, option: 'uniprot', value: ofBlock('swissprot') },
  { name: 'TREMBL', fixed: true, option: 'uniprot', value: ofBlock('trembl') },
  { name: 'UNIPARC', fixed: true, option: 'uniprot', value: ofBlock('uniparc') },
  { name: 'UNIPROT_ISOFORM', fixed: true, option: 'uniprot', value: ofBlock('uniprot_isoform') },
  { name: 'RefSeq', fixed: true, option: 'xref_refseq', value: ofBlock('refseq_transcript_ids') },
  { name: 'REFSEQ_MATCH', fixed: true, option: ['refseq', 'merged'], value: ofBlock('refseq_match') },
  { name: 'SOURCE', fixed: true, option: 'merged', value: ofBlock('source') },
  { name: 'SIFT', value: prediction('sift') },
  { name: 'PolyPhen', value: prediction('polyphen') },
  { name: 'DOMAINS', option: 'domains', value: ({ result }) => domains(result.block['domains']) },
  { name: 'miRNA', option: 'mirna', value: ofBlock('mirna') },
  { name: 'HGVS_OFFSET', option: 'hgvs', value: ofMore('hgvs_offset') },
  { name: 'CLIN_SIG', varies: true, value: ({ known }) => known.significance },
  { name: 'SOMATIC', varies: true, value: ({ known }) => known.somatic },
  { name: 'PHENO', varies: true, value: ({ known }) => known.phenotype },
  { name: 'MOTIF_NAME', value: motif('motif_name') },
  { name: 'MOTIF_POS', value: motif('motif_pos') },
  { name: 'HIGH_INF_POS', value: motif('high_inf_pos') },
  { name: 'MOTIF_SCORE_CHANGE', value: motif('motif_score_change') },
  { name: 'TRANSCRIPTION_FACTORS', value: motif('transcription_factors') },
  ...PLUGIN_FIELDS.map(({ value, ...field }) => ({ ...field, value: ({ result }: Entry) => value(result) })),
];

/** Writes entries with the fields that the options ask for. */
export class CsqWriter {
  readonly #fields: readonly Field[];
  readonly #runs: readonly Run[];
  readonly #fixed = new WeakMap<VepTranscript, string[]>();
  readonly #quietRuns: readonly Run[];
  /** By terms and intron. */
  readonly #quiet = new WeakMap<VepTranscript, Map<string, string[]>>();

  constructor(options: VepOptions) {
    this.#fields = FIELDS.filter(({ option, plugin }) => {
      if (plugin !== undefined) return options.plugins.has(plugin);
      const needed = option === undefined ? [] : typeof option === 'string' ? [option] : option;
      return needed.length === 0 || needed.some((each) => options[each]);
    });
    this.#runs = runsOf(this.#fields, ({ fixed = false }) => fixed);
    this.#quietRuns = runsOf(this.#fields, ({ varies = false }) => !varies);
  }

  /** The line of the VCF header that describes the field. */
  get header(): string {
    const names = this.#fields.map(({ name }) => name).join('|');
    const description = `Consequence annotations from Ensembl VEP. Format: ${names}`;
    return `##INFO=<ID=CSQ,Number=.,Type=String,Description="${description}">`;
  }

  /** The value of the field; empty for a variant of which nothing is predicted. */
  value(variant: VepVariant, { kept, marked }: Chosen, around: Around): string {
    const known = variant.soClass === null ? knownByAllele(variant, around) : null;
    let text = '';
    for (const result of kept) {
      const entry = {
        result,
        isPicked: marked.has(result),
        known: known?.get(result.allele) ?? NONE_KNOWN,
        variant,
      };
      if (text !== '') text += ',';
      text += this.#entry(entry);
    }
    return text;
  }

  #entry(entry: Entry): string {
    const { result } = entry;
    if (!(result instanceof TranscriptResult)) return textOf(this.#runs, null, entry);
    return isQuiet(result)
      ? textOf(this.#quietRuns, this.#quietOf(result, entry), entry)
      : textOf(this.#runs, this.#fixedOf(result.near, entry), entry);
  }

  /** The runs of fixed fields of a transcript, each as one text. */
  #fixedOf(near: VepTranscript, entry: Entry): string[] {
    let texts = this.#fixed.get(near);
    if (!texts) this.#fixed.set(near, (texts = fixedTexts(this.#runs, entry)));
    return texts;
  }

  #quietOf({ near, terms, effect }: TranscriptResult, entry: Entry): string[] {
    let ofNear = this.#quiet.get(near);
    if (!ofNear) this.#quiet.set(near, (ofNear = new Map()));
    const key = `${terms.length === 1 ? terms[0] : terms.join('&')} ${effect.intronNumber}`;
    let texts = ofNear.get(key);
    if (!texts) ofNear.set(key, (texts = fixedTexts(this.#quietRuns, entry)));
    return texts;
  }
}

/** Neighbouring fields whose values are all fixed, or none. */
interface Run {
  areFixed: boolean;
  parts: Field[];
}

function runsOf(fields: readonly Field[], isFixed: (field: Field) => boolean): Run[] {
  const runs: Run[] = [];
  for (const field of fields) {
    const areFixed = isFixed(field);
    const run = runs.at(-1);
    if (run?.areFixed === areFixed) run.parts.push(field);
    else runs.push({ areFixed, parts: [field] });
  }
  return runs;
}

/** @param fixed the texts of the fixed runs; null if they are not known */
function textOf(runs: readonly Run[], fixed: readonly string[] | null, entry: Entry): string {
  let text = '';
  let next = 0;
  let isFirst = true;
  for (const { parts, areFixed } of runs) {
    if (areFixed && fixed) {
      text += isFirst ? at(fixed, next++) : `|${at(fixed, next++)}`;
      isFirst = false;
      continue;
    }
    for (const { value } of parts) {
      text += isFirst ? written(value(entry)) : `|${written(value(entry))}`;
      isFirst = false;
    }
  }
  return text;
}

function fixedTexts(runs: readonly Run[], entry: Entry): string[] {
  return runs.flatMap(({ parts, areFixed }) =>
    areFixed ? [parts.map(({ value }) => written(value(entry))).join('|')] : [],
  );
}

/** Most changes are in no exon, and few options add something to them. */
function isQuiet({ effect, more }: TranscriptResult): boolean {
  if (effect.situation.exon) return false;
  for (const _ in more) return false;
  return true;
}

/** Characters that VCF gives a meaning are replaced, as in VEP. */
function written(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return `${value}`;
  const text = Array.isArray(value) ? value.join('&') : String(value);
  if (!/[,;|\s]/.test(text)) return text;
  return text.replaceAll(/[,|]/g, '&').replaceAll(';', '%3B').replaceAll(/\s+/g, '_');
}

/** '12', '12-14', '?-14' or '12-?'; the end of a position in an exon may be outside of it. */
function positions({ result }: Entry, kind: 'cdna' | 'cds' | 'protein'): string | undefined {
  if (!(result instanceof TranscriptResult))
    return span({ start: asNumber(result.block[`${kind}_start`]), end: asNumber(result.block[`${kind}_end`]) });
  const { situation } = result.effect;
  if (!situation.within || !situation.exon || (kind !== 'cdna' && !situation.coding)) return undefined;
  return span(result.effect.coding[kind]);
}

function isBeside(terms: readonly string[]): boolean {
  return terms.includes('upstream_gene_variant') || terms.includes('downstream_gene_variant');
}

function span({ start, end }: Positions): string | undefined {
  if (start === undefined) return end === undefined ? undefined : `?-${end}`;
  if (end === undefined) return `${start}-?`;
  if (start === end) return `${start}`;
  return start < end ? `${start}-${end}` : `${end}-${start}`;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function domains(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map(({ db, name }: { db: string; name: string }) => `${db}:${name}`);
}

/** dbSNP before HGMD before COSMIC before others; germline before somatic. */
const RANKS: Readonly<Record<string, number>> = { rs: 1, cm: 2, ci: 2, cd: 2, co: 3 };

function knownByAllele(variant: VepVariant, { known }: Around): Map<string, KnownOfAllele> | null {
  if (known.length === 0) return null;
  const shared = known.flatMap((feature) => {
    const alleles = sharedAlleles(variant, feature);
    return alleles === null || alleles.length > 0 ? [{ record: feature.record, alleles }] : [];
  });
  if (shared.length === 0) return null;
  const [only] = shared;
  const [allele] = variant.computed;
  // The usual case: one known variant, one allele.
  if (only && allele && shared.length === 1 && variant.computed.length === 1)
    return new Map([[allele.alternative, describeKnown([only.record])]]);
  const rank = (name: string) => RANKS[name.slice(0, 2).toLowerCase()] ?? 100;
  shared.sort(
    ({ record: one }, { record: other }) =>
      Number(one.somatic) - Number(other.somatic) || rank(one.name) - rank(other.name),
  );
  return new Map(
    variant.computed.map(({ alternative }) => {
      const names = new Set<string>();
      const records = shared.flatMap(({ record, alleles }) => {
        if ((alleles !== null && !alleles.includes(alternative)) || names.has(record.name)) return [];
        names.add(record.name);
        return [record];
      });
      return [alternative, describeKnown(records)];
    }),
  );
}

function describeKnown(records: readonly VariantFeatureRecord[]): KnownOfAllele {
  const flags = (isSet: (record: VariantFeatureRecord) => boolean) =>
    records.some(isSet) ? records.map((record) => Number(isSet(record))).join('&') : '';
  return {
    names: records.map(({ name }) => name).join('&'),
    significance: records
      .flatMap(({ clinicalSignificance }) => clinicalSignificance)
      .map((each) => each.replaceAll(' ', '_'))
      .join('&'),
    somatic: flags(({ somatic }) => somatic),
    phenotype: flags(({ phenotypeOrDisease }) => phenotypeOrDisease),
  };
}
