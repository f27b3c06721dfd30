/** Operations of the group Overlap. */
import { overlapId, overlapRegion, NO_FEATURE, FEATURE_KINDS } from '../handlers/overlap/overlap.ts';
import { DEFAULT_SPECIES_SET } from '../handlers/overlap/annotation.ts';
import { overlapTranslation, TRANSLATION_KINDS } from '../handlers/overlap/translation.ts';
import { flag, list, operation, pathText, text, type Operation } from '../operation/operation.ts';
import { DATABASE_KINDS } from './shared-parameters.ts';

/** Bases. */
const MAX_SLICE_LENGTH = 5_000_000;
const ORDER =
  'Short lists are in the order of the database, those of many thousand features of a kind in order of start.';

/** In Ensembl's words, but for lists with commas, which many try first. */
function notUnderstood(value: string): string {
  const [first, second] = value.toLowerCase().split(',');
  const several = second ? `; several are sent as feature=${first};feature=${second}` : '';
  return `The feature type ${value.toLowerCase()} is not understood${several}`;
}

const features = list(
  'The kind of feature to retrieve. Several may be given. Regulatory features are those whose type the Sequence ' +
    'Ontology has a term for: no epigenetically modified accessible regions (EMARs).',
  {
    values: [...Object.keys(FEATURE_KINDS), 'none'],
    refusal: notUnderstood,
    required: NO_FEATURE,
    example: 'gene',
  },
);

const filters = {
  logic_name: list('Only genes, transcripts, exons and simple features made by this analysis.'),
  biotype: list(
    'Only genes, transcripts, exons and coding sequences of this functional classification. Several may be given.',
    { example: 'protein_coding' },
  ),
  source: list('Only genes annotated by this source.'),
  misc_set: list('Only miscellaneous features of this set.'),
  so_term: list('Only variants with this consequence, a term or accession of the Sequence Ontology, or one below it.'),
  variant_set: text('Only variants of the set with this short name.'),
  species_set: text('The set of species that constrained elements were computed from.', {
    default: DEFAULT_SPECIES_SET,
  }),
  trim_upstream: flag('Leave out features that begin before the slice.'),
  trim_downstream: flag('Leave out features that end after the slice.'),
};

const region = operation({
  group: 'Overlap',
  method: 'GET',
  path: '/overlap/region/:species/:region',
  summary: 'Retrieves features (genes, transcripts, variants and more) that overlap a given region.',
  description: `${ORDER} Strands are relative to the strand of the region.`,
  longestSlice: MAX_SLICE_LENGTH,
  parameters: {
    species: pathText('Species name or alias.'),
    region: pathText('Region, with an optional strand: X:1000-2000, X:1000..2000:-1.'),
    feature: features,
    db_type: text('The kind of database to take genes and their parts from.', {
      values: DATABASE_KINDS,
      others: 'any other has none, as in Ensembl',
      default: 'core',
    }),
    ...filters,
  },
  formats: ['json', 'xml', 'gff3', 'bed', 'jsonp'],
  handler: overlapRegion,
  example: '/overlap/region/{species}/{region}?feature=gene',
});

const id = operation({
  group: 'Overlap',
  method: 'GET',
  path: '/overlap/id/:id',
  summary:
    'Retrieves features (genes, transcripts, variants and more) that overlap the region of the given identifier.',
  description: ORDER,
  longestSlice: MAX_SLICE_LENGTH,
  parameters: {
    id: pathText('Stable id of a gene, transcript or exon.'),
    feature: features,
    species: text('Species name or alias.'),
    object_type: text('What the id names.', { values: ['gene', 'transcript', 'exon'] }),
    db_type: text('The kind of database to look for the id in.', { values: DATABASE_KINDS }),
    ...filters,
  },
  formats: ['json', 'xml', 'gff3', 'bed', 'jsonp'],
  handler: overlapId,
  example: '/overlap/id/{gene}?feature=transcript',
});

const translation = operation({
  group: 'Overlap',
  method: 'GET',
  path: '/overlap/translation/:id',
  summary:
    'Retrieves features related to a specific translation: domains, exons, residues split by an intron, variants.',
  longestSlice: MAX_SLICE_LENGTH,
  parameters: {
    id: pathText('Stable id of a translation.'),
    feature: list('The kind of feature to retrieve. Several may be given.', {
      values: Object.keys(TRANSLATION_KINDS),
      refusal: notUnderstood,
      default: ['protein_feature'],
    }),
    species: text('Species name or alias.'),
    db_type: text('The kind of database to look for the id in.', { values: DATABASE_KINDS }),
    type: text('Only domains found by this analysis, or variants with this consequence.'),
    so_term: list(
      'Only variants with this consequence, a term or accession of the Sequence Ontology, or one below it.',
    ),
  },
  formats: ['json', 'xml', 'jsonp'],
  handler: overlapTranslation,
  example: '/overlap/translation/{translation}?feature=protein_feature;feature=translation_exon',
});

export const operations: Operation[] = [region, id, translation];
