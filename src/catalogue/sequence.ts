/** Operations of the group Sequence: by stable id, by region, and of a whole proteome. */
import { sequenceId, sequenceIds } from '../handlers/sequence/id.ts';
import { sequenceProteome } from '../handlers/sequence/proteome.ts';
import { sequenceRegion, sequenceRegions } from '../handlers/sequence/region.ts';
import {
  choice,
  flag,
  integer,
  operation,
  pathText,
  text,
  type Formats,
  type Operation,
} from '../operation/operation.ts';
import { DATABASE_KINDS, OTHER_OBJECT_TYPES } from './shared-parameters.ts';

const FORMATS: Formats = ['json', 'fasta', 'seqxml', 'text', 'xml', 'yaml', 'jsonp'];

/** Bases. */
const MAX_SLICE_LENGTH = 10_000_000;
/** Ensembl's limit for servers that set none; rest.ensembl.org sets 50. The total length is limited as well. */
const MAX_ITEMS = 1000;
const LIMITS = 'The sequences of one request may have at most 10 Mb in total.';

const expansionAndMasks = {
  expand_5prime: integer(
    'Bases to add before the sequence, on its strand; a negative number removes bases. Genomic sequences only.',
    { default: 0 },
  ),
  expand_3prime: integer(
    'Bases to add after the sequence, on its strand; a negative number removes bases. Genomic sequences only.',
    { default: 0 },
  ),
  mask: choice('Show repeats in lower case (soft) or as N (hard). Genomic sequences only.', ['hard', 'soft'], {
    errorText: (value) => `'${value}' is not an allowed value for masking`,
  }),
  format: text('Format of the answer if the request names no media type.', {
    values: ['fasta'],
    others: 'names of other formats of the operation are accepted, other values are ignored',
  }),
};

const byId = {
  ...expansionAndMasks,
  mask_feature: flag(
    'Show introns of a genomic sequence, or UTRs of a cDNA, in lower case. Cannot be combined with mask.',
  ),
  type: choice(
    'Type of sequence. Ignored for translations, which always return the peptide.',
    ['genomic', 'cds', 'cdna', 'protein'],
    {
      default: 'genomic',
      errorText: (value) => `The type '${value}' is not understood by this service`,
    },
  ),
  start: integer(
    'First base or residue to return, 1-based within the sequence. For the protein of a transcript, start and end ' +
      'count bases of the genomic sequence of the transcript.',
  ),
  end: integer('Last base or residue to return, counted like start.'),
  species: text('Name or alias of the species; required if several species share the id.', { example: '{species}' }),
  object_type: text('Kind of object of the id; by default any but predictiontranscript, which also requires species.', {
    values: ['gene', 'transcript', 'translation', 'exon', ...OTHER_OBJECT_TYPES],
    example: 'gene',
  }),
  db_type: text('Kind of database to search for the id; by default all, core first.', {
    values: DATABASE_KINDS,
    example: 'core',
  }),
};

const byRegion = {
  ...expansionAndMasks,
  mask_feature: flag('Show all bases outside exons in lower case. Cannot be combined with mask.'),
  species: pathText('Name or alias of the species', { example: '{species}' }),
  coord_system: text('Name of the coordinate system of the region.', { example: 'chromosome' }),
  coord_system_version: text('Version of the coordinate system.'),
};

export const operations: Operation[] = [
  operation({
    group: 'Sequence',
    method: 'GET',
    path: '/sequence/id/:id',
    summary: 'Return the genomic, cDNA, coding or peptide sequence of a gene, transcript, translation or exon.',
    description: LIMITS,
    longestSlice: MAX_SLICE_LENGTH,
    parameters: {
      id: pathText('Stable id, with or without version', { example: '{gene}' }),
      ...byId,
      multiple_sequences: flag('Return a list, with one sequence per transcript where a gene has several.'),
    },
    formats: FORMATS,
    handler: sequenceId,
    example: '/sequence/id/{gene}?type=cds;multiple_sequences=1',
  }),
  operation({
    group: 'Sequence',
    method: 'POST',
    path: '/sequence/id',
    summary: 'Return the sequences of several stable ids.',
    description: `Omits unknown ids and ids without a sequence of the requested type. ${LIMITS}`,
    longestSlice: MAX_SLICE_LENGTH,
    parameters: byId,
    body: {
      key: 'ids',
      summary: 'Stable ids',
      limit: MAX_ITEMS,
      missing: 'empty',
      example: ['{gene}', '{transcript}'],
    },
    formats: FORMATS,
    handler: sequenceIds,
    example: '/sequence/id?type=protein',
  }),
  operation({
    group: 'Sequence',
    method: 'GET',
    path: '/sequence/region/:species/:region',
    summary: 'Return the genomic sequence of a region.',
    description: LIMITS,
    longestSlice: MAX_SLICE_LENGTH,
    parameters: {
      region: pathText(
        'Name, start, end and strand: 1:10000..10100:1. start > end is allowed only on circular regions.',
        {
          example: '{slice}',
        },
      ),
      ...byRegion,
    },
    formats: FORMATS,
    handler: sequenceRegion,
    example: '/sequence/region/{species}/{slice}?mask=soft',
  }),
  operation({
    group: 'Sequence',
    method: 'POST',
    path: '/sequence/region/:species',
    summary: 'Return the genomic sequences of several regions of one species.',
    description: `Omits regions that do not exist. ${LIMITS}`,
    longestSlice: MAX_SLICE_LENGTH,
    parameters: byRegion,
    body: { key: 'regions', summary: 'Regions', limit: MAX_ITEMS, missing: 'empty', example: ['{slice}', '{region}'] },
    formats: FORMATS,
    handler: sequenceRegions,
    example: '/sequence/region/{species}',
  }),
  operation({
    group: 'Sequence',
    method: 'GET',
    path: '/sequence/proteome/:species',
    summary: 'Return the peptides of all translations of a species, as a stream.',
    parameters: { species: pathText('Name or alias of the species', { example: '{species}' }) },
    formats: ['json', 'fasta', 'text'],
    handler: sequenceProteome,
    example: '/sequence/proteome/{species}',
  }),
];
