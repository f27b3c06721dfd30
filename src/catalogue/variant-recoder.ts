/** Operations of the group Variation that translate between names and notations of variants. */
import { recodeVariant, recodeVariants } from '../handlers/variant-recoder/variant-recoder.ts';
import { DEFAULT_FIELDS, FIELDS } from '../handlers/variant-recoder/answer.ts';
import { flag, list, operation, pathText, type Format, type Operation } from '../operation/operation.ts';

const GROUP = 'Variation';
const FORMATS: readonly Format[] = ['json', 'xml', 'jsonp'];

const species = pathText('Name or alias of a species', { example: 'fictomys_demonstrans' });

const parameters = {
  fields: list('Names and notations to answer, with commas between them. Default: all but those that are switched on below.', { values: FIELDS, default: [DEFAULT_FIELDS] }),
  gencode_basic: flag('Only transcripts of the GENCODE basic set.'),
  gencode_primary: flag('Only transcripts of the GENCODE primary set.'),
  failed: flag('Also ids of known variants that failed Ensembl\'s quality checks.'),
  minimal: flag('Reduce each allele to the bases that differ from the reference.'),
  vcf_string: flag('Also the place and the alleles as a VCF file has them.'),
  var_synonyms: flag('Also synonyms of the known variants, by source.'),
  ga4gh_vrs: flag('Also alleles of the GA4GH Variation Representation Specification, on regions with a RefSeq accession.'),
};

const description = 'HGVS is read as g., m., c., n. and p. (substitutions of one residue, which may have several answers), and written at the most 3\' place; SPDI at the place of the variant.';

export const operations: Operation[] = [
  operation({
    group: GROUP, method: 'GET', path: '/variant_recoder/:species/:id', aliases: ['/variant_recoder/:species'],
    summary: 'All ids and notations of a variant given by an id, HGVS or SPDI.',
    description,
    parameters: { species, id: pathText('Id of a variant, HGVS or SPDI', { optional: true, example: 'demors39' }), ...parameters },
    formats: FORMATS, handler: recodeVariant, example: '/variant_recoder/fictomys_demonstrans/demors39',
  }),
  operation({
    group: GROUP, method: 'POST', path: '/variant_recoder/:species',
    summary: 'All ids and notations of variants given by ids, HGVS or SPDI.',
    description: `${description} What cannot be recoded is told in the warnings of the next variant that can.`,
    parameters: { species, ...parameters },
    body: {
      key: 'ids', summary: 'Ids of variants, HGVS or SPDI', limit: 200, example: ['demors39', '2:g.98807C>T'],
      missing: ' Cannot find "ids" key in your POST. Please check the format of your message against the documentation',
    },
    formats: FORMATS, handler: recodeVariants, example: '/variant_recoder/fictomys_demonstrans',
  }),
];
