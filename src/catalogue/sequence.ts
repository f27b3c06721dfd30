/** Sequences by stable id, by region, and of a whole proteome. */
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
  type Format,
  type Operation,
} from '../operation/operation.ts';
import { DATABASE_KINDS } from './shared-parameters.ts';

const FORMATS: readonly Format[] = ['json', 'fasta', 'seqxml', 'text', 'xml', 'yaml', 'jsonp'];

/** Bases. */
const MAX_SLICE_LENGTH = 10_000_000;
const LIMITS = 'All sequences of one request may hold 10 Mb together.';

const expansionAndMasks = {
  expand_5prime: integer(
    'Bases to add before the sequence, on its strand; a negative number takes some away. Genomic sequences only.',
    { default: 0 },
  ),
  expand_3prime: integer(
    'Bases to add after the sequence, on its strand; a negative number takes some away. Genomic sequences only.',
    { default: 0 },
  ),
  mask: choice('Repeats in lower case (soft) or as N (hard). Genomic sequences only.', ['hard', 'soft'], {
    refusal: (value) => `'${value}' is not an allowed value for masking`,
  }),
  format: text('The format when no media type says otherwise.', {
    values: ['fasta'],
    others: 'or the name of another format of the operation; any other text is passed over',
  }),
};

const byId = {
  ...expansionAndMasks,
  mask_feature: flag(
    'Introns of a genomic sequence, or untranslated regions of a cDNA, in lower case. Cannot be combined with mask.',
  ),
  type: choice(
    'Which sequence of the object; a translation always answers with its peptide.',
    ['genomic', 'cds', 'cdna', 'protein'],
    {
      default: 'genomic',
      refusal: (value) => `The type '${value}' is not understood by this service`,
    },
  ),
  start: integer(
    "First base or residue wanted, counted from 1 in the sequence; in a transcript's genomic bases for its protein.",
  ),
  end: integer('Last base or residue wanted, counted as start.'),
  species: text('Name or alias of the species, for ids that several genomes share.', { example: '{species}' }),
  object_type: text('Kind of object the id must be.', {
    values: ['gene', 'transcript', 'translation', 'exon'],
    example: 'gene',
  }),
  db_type: text('Kind of database the id must be in.', { values: DATABASE_KINDS, example: 'core' }),
};

const byRegion = {
  ...expansionAndMasks,
  mask_feature: flag('All but exons in lower case. Cannot be combined with mask.'),
  species: pathText('Name or alias of the species', { example: '{species}' }),
  coord_system: text('Coordinate system the region must be of.', { example: 'chromosome' }),
  coord_system_version: text('Version of the coordinate system.'),
};

export const operations: Operation[] = [
  operation({
    group: 'Sequence',
    method: 'GET',
    path: '/sequence/id/:id',
    summary: 'The genomic, spliced, coding or peptide sequence of a gene, transcript, translation or exon.',
    description: LIMITS,
    longestSlice: MAX_SLICE_LENGTH,
    parameters: {
      id: pathText('A stable id, with or without its version', { example: '{gene}' }),
      ...byId,
      multiple_sequences: flag('Answer with a list, which may hold the sequences of all transcripts of a gene.'),
    },
    formats: FORMATS,
    handler: sequenceId,
    example: '/sequence/id/{gene}?type=cds;multiple_sequences=1',
  }),
  operation({
    group: 'Sequence',
    method: 'POST',
    path: '/sequence/id',
    summary: 'The sequences of several stable ids.',
    description: `Ids that are unknown, or have no such sequence, are left out. ${LIMITS}`,
    longestSlice: MAX_SLICE_LENGTH,
    parameters: byId,
    body: { key: 'ids', summary: 'Stable ids', limit: 50, missing: 'empty', example: ['{gene}', '{transcript}'] },
    formats: FORMATS,
    handler: sequenceIds,
    example: '/sequence/id?type=protein',
  }),
  operation({
    group: 'Sequence',
    method: 'GET',
    path: '/sequence/region/:species/:region',
    summary: 'The genomic sequence of a region.',
    description: LIMITS,
    longestSlice: MAX_SLICE_LENGTH,
    parameters: {
      region: pathText('Name, start, end and strand: 1:10000..10100:1. Start may exceed end on a circular region.', {
        example: '{slice}',
      }),
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
    summary: 'The genomic sequences of several regions of one species.',
    description: `Regions that do not exist are left out. ${LIMITS}`,
    longestSlice: MAX_SLICE_LENGTH,
    parameters: byRegion,
    body: { key: 'regions', summary: 'Regions', limit: 50, missing: 'empty', example: ['{slice}', '{region}'] },
    formats: FORMATS,
    handler: sequenceRegions,
    example: '/sequence/region/{species}',
  }),
  operation({
    group: 'Sequence',
    method: 'GET',
    path: '/sequence/proteome/:species',
    summary: 'The peptides of all translations of a species, as a stream.',
    parameters: { species: pathText('Name or alias of the species', { example: '{species}' }) },
    formats: ['json', 'fasta', 'text'],
    handler: sequenceProteome,
    example: '/sequence/proteome/{species}',
  }),
];
