/** Operations of the group Variation: notations of variants, variants by name and by publication. */
import { variation, variations, variationsByPmcid, variationsByPmid } from '../handlers/variation/variation.ts';
import { flag, operation, pathText, type Operation, list, type Formats } from '../operation/operation.ts';
import { recodeVariant, recodeVariants } from '../handlers/variant-recoder/variant-recoder.ts';
import { DEFAULT_FIELDS, FIELDS } from '../handlers/variant-recoder/answer.ts';

const FORMATS: Formats = ['json', 'xml', 'jsonp'];

const species = pathText('Species name or alias', { example: '{variation_species}' });

const parts = {
  pops: flag('Include allele frequencies in populations'),
  genotypes: flag('Include genotypes of samples'),
  genotyping_chips: flag('Include the genotyping chips that test the variant'),
  phenotypes: flag('Include traits and diseases associated with the variant'),
  population_genotypes: flag('Include genotype frequencies in populations'),
};

const NAMES =
  'A name is the name or synonym of a variant, the former name of a variant merged into it, the number of a ' +
  'submission (ss…), or the name of a structural variant, in any case.';

const recodedSpecies = pathText('Name or alias of a species', { example: '{recoded_species}' });

const recoderFields = {
  fields: list('Ids and notations to return, separated by commas. Default: all except those of the parameters below.', {
    values: FIELDS,
    others: 'unknown names are ignored if at least one is known',
    default: [DEFAULT_FIELDS],
  }),
  gencode_basic: flag('Only notations on transcripts of the GENCODE basic set and their proteins.'),
  gencode_primary: flag('Accepted and ignored, as in Ensembl.'),
  failed: flag("Include ids of known variants that failed Ensembl's quality checks."),
  minimal: flag('Trim each allele to the bases that differ from the reference: C/CA becomes -/A.'),
  vcf_string: flag('Include location and alleles as in a VCF file: 2-98807-C-T.'),
  var_synonyms: flag('Include synonyms of the known variants, by source.'),
  ga4gh_vrs: flag(
    'Include alleles of the GA4GH Variation Representation Specification; needs spdi among the fields. The list is ' +
      'empty on regions without a RefSeq accession of a chromosome (NC_000001.11).',
  ),
};

const description =
  'Returns an object for each alternative allele, with a list for each field that has values. The variant may ' +
  'be an id, HGVS, SPDI, a line of VCF with spaces or tabs between its columns (X 200920 . C G), or a region ' +
  'with an allele (X:200920-200920:1/G). HGVS is accepted on regions (g., m.), transcripts (c., n.) and ' +
  'proteins (p., substitutions and deletions of residues, which may match several variants). Transcripts are those ' +
  'of Ensembl and, if the release contains them, of RefSeq; the symbol of a gene means all its transcripts. ' +
  "The answer gives HGVS at the most 3' position, SPDI and VCF at the position of the variant. If the coding " +
  'sequence of a transcript begins within a codon, the c. notations in the answer count the missing bases, as ' +
  'Ensembl does, only for single-nucleotide variants in the coding sequence; the c. notations in a request ' +
  'never count them. Known variants are found by the change of sequence, whatever their notation.';

export const operations: Operation[] = [
  operation({
    group: 'Variation',
    method: 'GET',
    path: '/variant_recoder/:species/:id',
    aliases: ['/variant_recoder/:species'],
    summary: 'Return all ids and notations of a variant.',
    description,
    parameters: {
      species: recodedSpecies,
      id: pathText('Variant as id, CAid, HGVS, SPDI, VCF or region with allele', {
        optional: true,
        example: '{recoded_variant}',
      }),
      ...recoderFields,
    },
    formats: FORMATS,
    handler: recodeVariant,
    example: '/variant_recoder/{recoded_species}/{recoded_variant}',
  }),
  operation({
    group: 'Variation',
    method: 'POST',
    path: '/variant_recoder/:species',
    summary: 'Return all ids and notations of several variants.',
    description: `${description} Warnings of a variant include errors of preceding variants that cannot be recoded.`,
    parameters: { species: recodedSpecies, ...recoderFields },
    body: {
      key: 'ids',
      summary: 'Variants, each as id, CAid, HGVS, SPDI, VCF or region with allele',
      limit: 200,
      example: ['{recoded_variant}'],
      missing: ' Cannot find "ids" key in your POST. Please check the format of your message against the documentation',
    },
    formats: FORMATS,
    handler: recodeVariants,
    example: '/variant_recoder/{recoded_species}',
  }),
  operation({
    group: 'Variation',
    method: 'GET',
    path: '/variation/:species/:id',
    summary: 'Find a variant by its name.',
    description:
      'Returns locations, alleles, consequence and evidence; frequencies, genotypes and phenotypes on request. ' +
      NAMES,
    parameters: { species, id: pathText('Name of a variant', { example: '{variant}' }), ...parts },
    formats: FORMATS,
    handler: variation,
    example: '/variation/{variation_species}/{variant}?pops=1;genotypes=1;phenotypes=1',
  }),
  operation({
    group: 'Variation',
    method: 'POST',
    path: '/variation/:species',
    summary: 'Find several variants by their names.',
    description: `Returns an object whose keys are names of variants in the database. Omits unknown variants. ${NAMES}`,
    parameters: { species, ...parts },
    body: {
      key: 'ids',
      summary: 'Names of variants',
      limit: 200,
      nullIsEmpty: true,
      missing: "You POST data does not contain a list keyed by 'ids'",
      example: ['{variant}'],
    },
    formats: FORMATS,
    handler: variations,
    example: '/variation/{variation_species}',
  }),
  operation({
    group: 'Variation',
    method: 'GET',
    path: '/variation/:species/pmid/:pmid',
    summary: 'Find the variants that a publication cites, by PubMed id.',
    parameters: {
      species,
      pmid: pathText('PubMed id', { example: '{pmid}' }),
      genotyping_chips: parts.genotyping_chips,
    },
    formats: FORMATS,
    handler: variationsByPmid,
    example: '/variation/{pmid_species}/pmid/{pmid}',
  }),
  operation({
    group: 'Variation',
    method: 'GET',
    path: '/variation/:species/pmcid/:pmcid',
    summary: 'Find the variants that a publication cites, by PubMed Central id.',
    parameters: {
      species,
      pmcid: pathText('PubMed Central id', { example: '{pmcid}' }),
      genotyping_chips: parts.genotyping_chips,
    },
    formats: FORMATS,
    handler: variationsByPmcid,
    example: '/variation/{pmcid_species}/pmcid/{pmcid}',
  }),
];
