/** Variation: names and notations of variants, variants by name and by publication. */
import { variation, variations, variationsByPmcid, variationsByPmid } from '../handlers/variation/variation.ts';
import { flag, operation, pathText, type Operation, list, type Format } from '../operation/operation.ts';
import { recodeVariant, recodeVariants } from '../handlers/variant-recoder/variant-recoder.ts';
import { DEFAULT_FIELDS, FIELDS } from '../handlers/variant-recoder/answer.ts';

const FORMATS: readonly Format[] = ['json', 'xml', 'jsonp'];

const species = pathText('Species name or alias', { example: '{variation_species}' });

const parts = {
  pops: flag('Show frequencies of alleles in populations'),
  genotypes: flag('Show genotypes of samples'),
  genotyping_chips: flag('Show the genotyping chips that test the variant'),
  phenotypes: flag('Show traits and diseases that sources associate with the variant'),
  population_genotypes: flag('Show frequencies of genotypes in populations'),
};

const NAMES =
  'Names are those of variants, their synonyms (those of variants that were merged into them, too), numbers of ' +
  'submissions (ss…), and names of structural ' +
  'variants. Letters count alike in either case.';

const recodedSpecies = pathText('Name or alias of a species', { example: '{recoded_species}' });

const recoderFields = {
  fields: list(
    'Names and notations to answer, with commas between them. Default: all but those that are switched on below.',
    { values: FIELDS, others: 'other names are passed over as long as one is known', default: [DEFAULT_FIELDS] },
  ),
  gencode_basic: flag('Notations on transcripts of the GENCODE basic set only, and on their proteins.'),
  gencode_primary: flag('Notations on transcripts of the GENCODE primary set only, and on their proteins.'),
  failed: flag("Ids of known variants that failed Ensembl's quality checks, too."),
  minimal: flag('Reduce each allele to the bases that differ from the reference: C/CA is -/A.'),
  vcf_string: flag('Also the place and the alleles as a VCF file has them, such as 2-98807-C-T.'),
  var_synonyms: flag('Also synonyms of the known variants, by source.'),
  ga4gh_vrs: flag(
    'Also alleles of the GA4GH Variation Representation Specification, on regions with a RefSeq accession.',
  ),
};

const description =
  'Answers an object for each alternative allele, with a list for each field that has something. HGVS is read on ' +
  'regions (g., m.), on transcripts (c., n.) and on ' +
  'proteins (p., only substitutions of one residue, which may have several answers), of Ensembl and, where the ' +
  'release has its transcripts, of RefSeq; the symbol of a gene stands ' +
  'for all its transcripts. A variant may also be a line of VCF (X 200920 . C G), with spaces or tabs between its ' +
  "columns, or a region and what it becomes (X:200920-200920:1/G). HGVS is written at the most 3' place, SPDI " +
  'and VCF where the variant is. ' +
  'Where a transcript begins within a codon, c. counts the bases that it lacks only as Ensembl does: of single ' +
  'nucleotide variants in its coding sequence, and only where it is written. Known variants are found by what ' +
  'they change, however it is written.';

export const operations: Operation[] = [
  operation({
    group: 'Variation',
    method: 'GET',
    path: '/variant_recoder/:species/:id',
    aliases: ['/variant_recoder/:species'],
    summary: 'All ids and notations of a variant given by an id, HGVS or SPDI.',
    description,
    parameters: {
      species: recodedSpecies,
      id: pathText('Id of a variant, HGVS or SPDI', { optional: true, example: '{recoded_variant}' }),
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
    summary: 'All ids and notations of variants given by ids, HGVS or SPDI.',
    description: `${description} What cannot be recoded is told in the warnings of the next variant that can.`,
    parameters: { species: recodedSpecies, ...recoderFields },
    body: {
      key: 'ids',
      summary: 'Ids of variants, HGVS or SPDI',
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
      'Its places on the genome, alleles, consequences and evidence, and on request what is known of it ' +
      `in samples and populations. ${NAMES}`,
    parameters: { species, id: pathText('Name of a variant', { example: '{variant}' }), ...parts },
    formats: FORMATS,
    handler: variation,
    example: '/variation/{variation_species}/{variant}?pops=1;genotypes=1;phenotypes=1',
  }),
  operation({
    group: 'Variation',
    method: 'POST',
    path: '/variation/:species',
    summary: 'Find many variants by their names.',
    description: `Under the name each has in the database; unknown ones are left out. ${NAMES}`,
    parameters: { species, ...parts },
    body: {
      key: 'ids',
      summary: 'Names of variants',
      limit: 200,
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
    summary: 'Find the variants that a publication cites, by its number in PubMed.',
    parameters: { species, pmid: pathText('PubMed number', { example: '{pmid}' }) },
    formats: FORMATS,
    handler: variationsByPmid,
    example: '/variation/{pmid_species}/pmid/{pmid}',
  }),
  operation({
    group: 'Variation',
    method: 'GET',
    path: '/variation/:species/pmcid/:pmcid',
    summary: 'Find the variants that a publication cites, by its identifier in PubMed Central.',
    parameters: { species, pmcid: pathText('PubMed Central identifier', { example: '{pmcid}' }) },
    formats: FORMATS,
    handler: variationsByPmcid,
    example: '/variation/{pmcid_species}/pmcid/{pmcid}',
  }),
];
