/** Operations of the group Phenotype annotations: by gene, by region, by ontology accession and term. */
import { PHENOTYPE_FEATURE_TYPES } from '../genome/phenotype-record.ts';
import { phenotypeGene } from '../handlers/phenotypes/gene.ts';
import { phenotypeRegion } from '../handlers/phenotypes/region.ts';
import { phenotypeAccession, phenotypeTerm } from '../handlers/phenotypes/terms.ts';
import { choice, flag, operation, pathText, text, type Formats, type Operation } from '../operation/operation.ts';

const FORMATS: Formats = ['json', 'xml', 'jsonp'];

const species = pathText('Name or alias of a species with a variation database', { example: '{phenotype_species}' });

const details = {
  include_pubmed_id: flag('Include the PubMed ids of the publications that support an association.'),
  include_review_status: flag('Include the review status of an association.'),
};

const submitter = { include_submitter: flag('Include the names of the submitters of an association.') };

const classes = {
  trait: flag('0 omits phenotypes of class trait (traits and diseases).', {
    default: true,
  }),
  tumour: flag('0 omits phenotypes of class tumour.', { default: true }),
  non_specified: flag('0 omits phenotypes of class non_specified.', { default: true }),
};

const terms = {
  include_children: flag('Include features of the direct children of the term.'),
  source: text('Only associations of this source.'),
};

export const operations: Operation[] = [
  operation({
    group: 'Phenotype annotations',
    method: 'GET',
    path: '/phenotype/gene/:species/:gene',
    summary: 'Return the phenotypes associated with a gene.',
    description: 'Rejects a parameter that is sent several times.',
    parameters: {
      species,
      gene: pathText('Name, synonym or stable id of a gene', { example: '{phenotype_gene}' }),
      include_associated: flag(
        'Include phenotypes of variants and other features that a source associates with the gene.',
      ),
      include_overlap: flag('Include phenotypes of all features that overlap the gene.'),
      ...details,
      ...submitter,
      ...classes,
    },
    formats: FORMATS,
    rejectsRepeated: true,
    handler: phenotypeGene,
    example: '/phenotype/gene/{phenotype_gene_species}/{phenotype_gene}?include_associated=1;include_overlap=1',
    badExample: '/phenotype/gene/{phenotype_gene_species}/NOSUCH',
  }),
  operation({
    group: 'Phenotype annotations',
    method: 'GET',
    path: '/phenotype/region/:species/:region',
    summary: 'Return the phenotypes of features that overlap a region.',
    // Ensembl documents 5 Mb but accepts longer regions: docs/decisions/0006.
    longestSlice: 10_000_000,
    description:
      'A region may contain about 70,000 phenotypes if the service runs as a Cloudflare Worker, twenty times as many ' +
      'otherwise. Regions with more return 400.',
    parameters: {
      species,
      region: pathText('Name, start and end: 9:22125500-22136000', { example: '{phenotype_region}' }),
      feature_type: choice('Only features of this kind.', PHENOTYPE_FEATURE_TYPES, {
        errorText: (value) =>
          `${value} is not a valid object type, valid types are: ${PHENOTYPE_FEATURE_TYPES.join(', ')}`,
      }),
      only_phenotypes: flag('Return only the phenotypes of each feature and their ontology terms.'),
      ...details,
      ...submitter,
      ...classes,
    },
    formats: FORMATS,
    handler: phenotypeRegion,
    example: '/phenotype/region/{phenotype_species}/{phenotype_region}',
    badExample: '/phenotype/region/{phenotype_species}/{phenotype_region}?feature_type=Nosuch',
  }),
  operation({
    group: 'Phenotype annotations',
    method: 'GET',
    path: '/phenotype/accession/:species/:accession',
    summary: 'Return features with a phenotype of an ontology term, by accession of the term.',
    parameters: {
      species,
      accession: pathText('Accession of a term', { example: '{phenotype_accession}' }),
      ...terms,
      ...details,
    },
    formats: FORMATS,
    handler: phenotypeAccession,
    example: '/phenotype/accession/{phenotype_term_species}/{phenotype_accession}',
  }),
  operation({
    group: 'Phenotype annotations',
    method: 'GET',
    path: '/phenotype/term/:species/:term',
    summary: 'Return features with a phenotype of an ontology term, by name of the term.',
    parameters: {
      species,
      term: pathText(
        'Name or synonym of a term, in any case; % matches any text, _ any letter, and + a blank if no name ' +
          'contains it',
        {
          example: '{phenotype_term}',
        },
      ),
      ...terms,
      ...details,
    },
    formats: FORMATS,
    handler: phenotypeTerm,
    example: '/phenotype/term/{phenotype_term_species}/{phenotype_term}',
  }),
];
