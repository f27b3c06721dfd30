/** Operations of the group VEP: effects of variants on genes and regulatory features. */
import { MAX_ALLELE, MAX_LINE } from '../effects/input-line.ts';
import { DEFAULT_DISTANCE, MAX_DISTANCE, MAX_VARIANTS, PICK_CRITERIA } from '../handlers/vep/options.ts';
import { vepBatch } from '../handlers/vep/batch/batch.ts';
import { vepHgvs, vepHgvsNotations, vepId, vepIds, vepRegion, vepRegions } from '../handlers/vep/vep.ts';
import { ANSWERED, isScored, MISSING_DATA_HEADER, PLUGINS, type PluginName } from '../handlers/vep/plugins.ts';
import {
  flag,
  operation,
  pathText,
  text,
  type Formats,
  type Operation,
  type Parameter,
} from '../operation/operation.ts';

const FORMATS: Formats = ['json', 'xml', 'jsonp'];

const species = pathText('Name or alias of a species', { example: '{vep_species}' });

/** Options of all operations, which the command `annotate` takes too. */
export const parameters = {
  hgvs: flag("Add HGVS on transcripts and proteins (hgvsc, hgvsp), and how far the 3' rule moved them (hgvs_offset)."),
  numbers: flag('Add the numbers of affected exons and introns: 3/11.'),
  canonical: flag('Mark the canonical transcript of each gene.'),
  mane: flag('Add MANE Select and MANE Plus Clinical.'),
  tsl: flag('Add the transcript support level.'),
  appris: flag('Add the APPRIS level.'),
  ccds: flag('Add the CCDS id.'),
  protein: flag('Add the id of the protein.'),
  uniprot: flag('Add ids of UniProt and UniParc.'),
  xref_refseq: flag('Add ids of RefSeq transcripts.'),
  domains: flag('Add the protein domains that the change overlaps.'),
  mirna: flag('Say whether the change is in a stem or a loop of a miRNA.'),
  transcript_version: flag('Add the version to ids of transcripts.'),
  variant_class: flag('Add the Sequence Ontology class of the variant.'),
  vcf_string: flag('Add the variant as in a VCF file: 2-98807-C-T.'),
  ambiguity: flag('Add the IUPAC code of the alleles.'),
  ga4gh_vrs: flag('Add the allele as GA4GH VRS, on regions with a RefSeq accession of a chromosome (NC_).'),
  minimal: flag('Trim each allele to the bases that differ before effects are computed.'),
  shift_3prime: flag("Move insertions and deletions to the most 3' position before effects are computed."),
  shift_genomic: flag('Add the moved location of insertions and deletions.'),
  failed: flag("Include known variants that failed Ensembl's quality checks in colocated_variants."),
  var_synonyms: flag('Add the synonyms of known variants by source (var_synonyms in colocated_variants).'),
  pubmed: flag('Add the PubMed ids of publications that cite known variants (pubmed in colocated_variants).'),
  refseq: flag('Use transcripts of RefSeq instead of those of Ensembl.'),
  merged: flag('Use transcripts of RefSeq as well as those of Ensembl.'),
  gencode_basic: flag('Only transcripts of the GENCODE basic set.'),
  gencode_primary: flag('Only transcripts of the GENCODE primary set.'),
  ambiguous_hgvs: flag('Return every location that an HGVS notation may mean.'),
  pick: flag('Return one consequence per variant.'),
  pick_allele: flag('Return one consequence per alternative allele.'),
  per_gene: flag('Return one consequence per gene.'),
  pick_allele_gene: flag('Return one consequence per alternative allele and gene.'),
  flag_pick: flag('As pick, but mark the consequence and return all.'),
  flag_pick_allele: flag('As pick_allele, but mark the consequences and return all.'),
  flag_pick_allele_gene: flag('As pick_allele_gene, but mark the consequences and return all.'),
  pick_order: text(`Criteria of pick, separated by commas. Allowed and default: ${PICK_CRITERIA.join(', ')}.`),
  distance: text(
    `Bases before and after a transcript in which a variant is up- or downstream of it: one number, or two ` +
      `separated by a comma. Default ${DEFAULT_DISTANCE}, at most ${MAX_DISTANCE}.`,
  ),
  transcript_id: text('Only this transcript, by its id without a version.'),
  ...plugins(),
};

/** As in Ensembl, any value switches a plugin on. */
function plugins(): Record<PluginName, Parameter<string | undefined>> {
  const entries = PLUGINS.map((name) => [name, text(summaryOf(name))]);
  return Object.fromEntries(entries) as Record<PluginName, Parameter<string | undefined>>;
}

function summaryOf(name: PluginName): string {
  const summary = ANSWERED[name];
  const header = `the header ${MISSING_DATA_HEADER}`;
  if (summary === undefined) return `A plugin of Ensembl. Accepted, but not answered: ${header} names it.`;
  if (isScored(name))
    return `${summary} Needs scores in the index (genomic-edge build --scores); without them, ${header} names it.`;
  return `${summary} Any value switches it on.`;
}

const HEADERS = {
  [MISSING_DATA_HEADER]: 'Plugins that the request asks for and that the index has no data for, separated by commas',
};

const description =
  'Returns for each variant: consequence terms of the Sequence Ontology on every transcript within the distance and ' +
  'on regulatory features and motifs; positions in cDNA, coding sequence and protein; codons and residues; known ' +
  'variants at the same location.';

const missing = (key: string) =>
  ` Cannot find "${key}" key in your POST. Please check the format of your message against the documentation`;

export const operations: Operation[] = [
  operation({
    group: 'VEP',
    method: 'GET',
    path: '/vep/:species/region/:region/:allele',
    aliases: ['/vep/:species/region/:region'],
    summary: 'Predict the effects of a variant at a region.',
    description,
    parameters: {
      species,
      region: pathText('Region as name:start-end:strand; an insertion has start = end + 1', {
        example: '{vep_region}',
      }),
      allele: pathText('Alternative allele: bases, - for a deletion, or INS, DUP, DEL, TDUP', {
        optional: true,
        example: '{vep_allele}',
      }),
      ...parameters,
    },
    formats: FORMATS,
    headers: HEADERS,
    handler: vepRegion,
    example: '/vep/{vep_species}/region/{vep_region}/{vep_allele}',
  }),
  operation({
    group: 'VEP',
    method: 'POST',
    path: '/vep/:species/region',
    summary: 'Predict the effects of several variants.',
    description:
      `${description} The first line decides the format of all: VCF, '1 100 100 A/G 1', 1:100-100:1/G, HGVS, SPDI or ` +
      `id. A line has at most ${MAX_LINE} characters, an allele at most ${MAX_ALLELE} bases, and a structural ` +
      'variant at most 10 Mb.',
    parameters: { species, ...parameters },
    body: {
      key: 'variants',
      summary: 'Variants, one a line',
      limit: MAX_VARIANTS,
      missing: missing('variants'),
      example: ['{vep_line}'],
    },
    formats: FORMATS,
    headers: HEADERS,
    handler: vepRegions,
    example: '/vep/{vep_species}/region',
  }),
  operation({
    group: 'VEP',
    method: 'GET',
    path: '/vep/:species/id/:id',
    aliases: ['/vep/:species/id'],
    summary: 'Predict the effects of a known variant.',
    description,
    parameters: {
      species,
      id: pathText('Name of a variant', { optional: true, example: '{vep_variant}' }),
      ...parameters,
    },
    formats: FORMATS,
    headers: HEADERS,
    handler: vepId,
    example: '/vep/{vep_species}/id/{vep_variant}',
  }),
  operation({
    group: 'VEP',
    method: 'POST',
    path: '/vep/:species/id',
    summary: 'Predict the effects of several known variants.',
    description,
    parameters: { species, ...parameters },
    body: {
      key: 'ids',
      summary: 'Names of variants',
      limit: MAX_VARIANTS,
      missing: missing('ids'),
      example: ['{vep_variant}'],
    },
    formats: FORMATS,
    headers: HEADERS,
    handler: vepIds,
    example: '/vep/{vep_species}/id',
  }),
  operation({
    group: 'VEP',
    method: 'GET',
    path: '/vep/:species/hgvs/:hgvs_notation',
    aliases: ['/vep/:species/hgvs'],
    summary: 'Predict the effects of a variant in HGVS.',
    description,
    parameters: {
      species,
      hgvs_notation: pathText('HGVS on a region, a transcript or a protein', {
        optional: true,
        example: '{vep_hgvs}',
      }),
      ...parameters,
    },
    formats: FORMATS,
    headers: HEADERS,
    handler: vepHgvs,
    example: '/vep/{vep_species}/hgvs/{vep_hgvs}',
  }),
  operation({
    group: 'VEP',
    method: 'POST',
    path: '/vep/:species/hgvs',
    summary: 'Predict the effects of several variants in HGVS.',
    description,
    parameters: { species, ...parameters },
    body: {
      key: 'hgvs_notations',
      summary: 'HGVS notations',
      limit: MAX_VARIANTS,
      missing: missing('hgvs_notations'),
      example: ['{vep_hgvs}'],
    },
    formats: FORMATS,
    headers: HEADERS,
    handler: vepHgvsNotations,
    example: '/vep/{vep_species}/hgvs',
  }),
  operation({
    group: 'VEP',
    method: 'POST',
    path: '/vep/:species/batch',
    summary: 'Annotate a VCF file of any length.',
    description:
      'The body is a VCF file, plain, gzip or bgzip, or a list of its lines in JSON. The answer begins while the ' +
      'file ' +
      "is sent: the same lines with the field CSQ of Ensembl's VEP in INFO, or one answer a line in JSON. A line " +
      'that ' +
      'cannot be annotated is kept and says why. If the file breaks off, or a limit is reached, the last line ' +
      'says so ' +
      '(##ERROR= or {"error": …}) and the connection ends early.',
    parameters: { species, ...parameters },
    body: {
      key: 'variants',
      summary: 'Lines of a VCF file',
      limit: Infinity,
      missing: missing('variants'),
      streamed: ['text/x-vcf', 'application/gzip'],
      example: ['{vep_record}'],
    },
    milliseconds: Infinity,
    formats: ['vcf', 'ndjson', 'json'],
    handler: vepBatch,
    example: '/vep/{vep_species}/batch',
  }),
];
