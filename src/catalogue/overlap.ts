/** Operations of the group Overlap. */
import { overlapId, overlapRegion, NO_FEATURE, FEATURE_KINDS } from '../handlers/overlap/overlap.ts';
import { DEFAULT_SPECIES_SET } from '../handlers/overlap/annotation.ts';
import { overlapTranslation, TRANSLATION_KINDS } from '../handlers/overlap/translation.ts';
import { flag, list, operation, pathText, text, type Operation } from '../operation/operation.ts';
import { DATABASE_KINDS, OTHER_OBJECT_TYPES } from './shared-parameters.ts';

/** Bases. */
const MAX_SLICE_LENGTH = 5_000_000;
const ORDER =
  "Features are in Ensembl's order. Lists of many thousand features of one kind are sorted by start instead.";

/** Ensembl's text, with a hint for clients that send a list with commas. */
function notUnderstood(value: string): string {
  const [first, second] = value.toLowerCase().split(',');
  const several = second ? `; several are sent as feature=${first};feature=${second}` : '';
  return `The feature type ${value.toLowerCase()} is not understood${several}`;
}

const features = list(
  'Kind of feature. JSON and XML list only regulatory features that are promoters, enhancers, binding sites of CTCF ' +
    'or of transcription factors, or open chromatin; GFF3 and BED list all.',
  {
    values: [...Object.keys(FEATURE_KINDS), 'none'],
    errorText: notUnderstood,
    required: NO_FEATURE,
    example: 'gene',
  },
);

const filters = {
  logic_name: list('Only genes, transcripts, exons and simple features of this analysis.'),
  biotype: list('Only genes, transcripts, exons and coding sequences of this biotype.', { example: 'protein_coding' }),
  source: list('Only genes annotated by this source.'),
  misc_set: list('Only miscellaneous features of this set.'),
  so_term: list(
    'Only variants with this consequence: a term or accession of the Sequence Ontology, or one of its descendants.',
  ),
  variant_set: text('Only variants of the set with this short name.'),
  species_set: text('Set of species from which constrained elements were computed.', {
    default: DEFAULT_SPECIES_SET,
  }),
  trim_upstream: flag('Omit features that begin before the slice.'),
  trim_downstream: flag('Omit features that end after the slice.'),
};

const HINT = {
  'x-hint': 'If variants were asked for: the input that a build needs, if the species has no variation database',
};

const region = operation({
  group: 'Overlap',
  method: 'GET',
  path: '/overlap/region/:species/:region',
  summary: 'Return features (genes, transcripts, variants and more) that overlap a region.',
  description: `${ORDER} Strands are relative to the strand of the region.`,
  longestSlice: MAX_SLICE_LENGTH,
  parameters: {
    species: pathText('Species name or alias.', { example: '{species}' }),
    region: pathText('Name, start and end, with an optional strand: X:1000-2000, X:1000..2000:-1.', {
      example: '{region}',
    }),
    feature: features,
    db_type: text('Kind of database of genes, transcripts, exons and coding sequences.', {
      values: DATABASE_KINDS,
      others: 'other values return none, as in Ensembl',
      default: 'core',
    }),
    ...filters,
  },
  formats: ['json', 'xml', 'gff3', 'bed', 'jsonp'],
  handler: overlapRegion,
  headers: HINT,
  example: '/overlap/region/{species}/{region}?feature=gene',
});

const id = operation({
  group: 'Overlap',
  method: 'GET',
  path: '/overlap/id/:id',
  summary: 'Return features (genes, transcripts, variants and more) that overlap the region of an identifier.',
  description: ORDER,
  longestSlice: MAX_SLICE_LENGTH,
  parameters: {
    id: pathText('Stable id of a gene, transcript or exon.', { example: '{gene}' }),
    feature: features,
    species: text('Species name or alias.'),
    object_type: text(
      'Kind of object of the id; by default any but predictiontranscript, which also requires species.',
      {
        values: ['gene', 'transcript', 'exon', ...OTHER_OBJECT_TYPES],
      },
    ),
    db_type: text('Kind of database to search for the id; by default all, core first.', { values: DATABASE_KINDS }),
    ...filters,
  },
  formats: ['json', 'xml', 'gff3', 'bed', 'jsonp'],
  handler: overlapId,
  headers: HINT,
  example: '/overlap/id/{gene}?feature=transcript',
});

const translation = operation({
  group: 'Overlap',
  method: 'GET',
  path: '/overlap/translation/:id',
  summary: 'Return features of a translation: domains, exons, residues overlapping a splice site, variants.',
  longestSlice: MAX_SLICE_LENGTH,
  parameters: {
    id: pathText('Stable id of a translation.', { example: '{translation}' }),
    feature: list('Kind of feature.', {
      values: Object.keys(TRANSLATION_KINDS),
      errorText: notUnderstood,
      default: ['protein_feature'],
    }),
    species: text('Species name or alias.'),
    db_type: text('Kind of database to search for the id; by default all, core first.', { values: DATABASE_KINDS }),
    type: text('Only domains of this analysis, or variants with this consequence.'),
    so_term: list(
      'Only variants with this consequence: a term or accession of the Sequence Ontology, or one of its descendants.',
    ),
  },
  formats: ['json', 'xml', 'jsonp'],
  handler: overlapTranslation,
  example: '/overlap/translation/{translation}?feature=protein_feature;feature=translation_exon',
});

export const operations: Operation[] = [region, id, translation];
