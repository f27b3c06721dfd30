/** Operations of the group Variation that translate between names and notations of variants. */
import { recodeVariant, recodeVariants } from '../handlers/variant-recoder/variant-recoder.ts';
import { DEFAULT_FIELDS, FIELDS } from '../handlers/variant-recoder/answer.ts';
import { flag, list, operation, pathText, type Format, type Operation } from '../operation/operation.ts';

const GROUP = 'Variation';
const FORMATS: readonly Format[] = ['json', 'xml', 'jsonp'];

const species = pathText('Name or alias of a species', { example: '{recoded_species}' });

const parameters = {
  fields: list('Names and notations to answer, with commas between them. Default: all but those that are switched on below.', { values: FIELDS, others: 'other names are passed over as long as one is known', default: [DEFAULT_FIELDS] }),
  gencode_basic: flag('Notations on transcripts of the GENCODE basic set only, and on their proteins.'),
  gencode_primary: flag('Notations on transcripts of the GENCODE primary set only, and on their proteins.'),
  failed: flag('Ids of known variants that failed Ensembl\'s quality checks, too.'),
  minimal: flag('Reduce each allele to the bases that differ from the reference: C/CA is -/A.'),
  vcf_string: flag('Also the place and the alleles as a VCF file has them, such as 2-98807-C-T.'),
  var_synonyms: flag('Also synonyms of the known variants, by source.'),
  ga4gh_vrs: flag('Also alleles of the GA4GH Variation Representation Specification, on regions with a RefSeq accession.'),
};

const description = 'Answers an object for each alternative allele, with a list for each field that has something. HGVS is read on regions (g., m.), on transcripts (c., n.) and on '
  + 'proteins (p., only substitutions of one residue, which may have several answers), of Ensembl and, where the release has its transcripts, of RefSeq; the symbol of a gene stands '
  + 'for all its transcripts. A variant may also be a line of VCF (X 200920 . C G), with spaces or tabs between its columns, or a region and what it becomes (X:200920-200920:1/G). HGVS is written at the most 3\' place, SPDI and VCF where the variant is. '
  + 'Where a transcript begins within a codon, c. counts the bases that it lacks only as Ensembl does: of single nucleotide variants in its coding sequence, and only where it is written. Known variants are found by what they change, however it is written.';

export const operations: Operation[] = [
  operation({
    group: GROUP, method: 'GET', path: '/variant_recoder/:species/:id', aliases: ['/variant_recoder/:species'],
    summary: 'All ids and notations of a variant given by an id, HGVS or SPDI.',
    description,
    parameters: { species, id: pathText('Id of a variant, HGVS or SPDI', { optional: true, example: '{recoded_variant}' }), ...parameters },
    formats: FORMATS, handler: recodeVariant, example: '/variant_recoder/{recoded_species}/{recoded_variant}',
  }),
  operation({
    group: GROUP, method: 'POST', path: '/variant_recoder/:species',
    summary: 'All ids and notations of variants given by ids, HGVS or SPDI.',
    description: `${description} What cannot be recoded is told in the warnings of the next variant that can.`,
    parameters: { species, ...parameters },
    body: {
      key: 'ids', summary: 'Ids of variants, HGVS or SPDI', limit: 200, example: ['{recoded_variant}'],
      missing: ' Cannot find "ids" key in your POST. Please check the format of your message against the documentation',
    },
    formats: FORMATS, handler: recodeVariants, example: '/variant_recoder/{recoded_species}',
  }),
];
