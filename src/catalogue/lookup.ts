/** Operations of the group Lookup: species, database and location of an identifier or a symbol. */
import { lookupId, lookupIds, lookupSymbol, lookupSymbols } from '../handlers/lookup/lookup.ts';
import { choice, flag, operation, pathText, text, type Operation } from '../operation/operation.ts';
import { DATABASE_KINDS, OTHER_OBJECT_TYPES, SPECIES_NAME } from './shared-parameters.ts';

const form = {
  format: choice(
    'full includes all fields of the object; condensed only those that identify it',
    ['full', 'condensed'],
    {
      default: 'full',
      errorText: (value) => `The format '${value}' is not an understood encoding`,
    },
  ),
  expand: flag('Include the transcripts of a gene, and translations and exons of each transcript'),
  utr: flag("Include 5' and 3' UTRs; requires expand"),
  mane: flag('Include the matching RefSeq transcript of MANE; requires expand'),
};

const idFilter = {
  species: text(`${SPECIES_NAME}; required if several species share the identifier`),
  db_type: text('Kind of database to search; by default all, core first', { values: [...DATABASE_KINDS, 'compara'] }),
  object_type: text(
    'Kind of object to search for; by default any but predictiontranscript, which also requires species. Gene ' +
      'trees have only the ' +
      'condensed format',
    {
      values: ['gene', 'transcript', 'translation', 'exon', 'genetree', ...OTHER_OBJECT_TYPES],
    },
  ),
  phenotypes: flag('Include phenotypes; only for genes'),
};

export const operations: Operation[] = [
  operation({
    group: 'Lookup',
    method: 'GET',
    path: '/lookup/id/:id',
    aliases: ['/lookup/:id', '/lookup/id'],
    summary: 'Find the species and database of one identifier.',
    description:
      'Finds genes, transcripts, translations (proteins) and exons, with or without version, in any letter case.',
    parameters: {
      id: pathText('Stable id. With a version, as in ENSG00000157764.14, only that version is found', {
        optional: true,
        example: '{gene}',
      }),
      ...idFilter,
      ...form,
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: lookupId,
    example: '/lookup/id/{gene}?expand=1',
  }),
  operation({
    group: 'Lookup',
    method: 'POST',
    path: '/lookup/id',
    summary: 'Find the species and database of several identifiers.',
    description: 'Returns an object with a key for each identifier. The value is null if the identifier is unknown.',
    parameters: { ...idFilter, ...form },
    body: { key: 'ids', summary: 'Stable ids', limit: 1000, missing: 'empty', example: ['{gene}', '{transcript}'] },
    formats: ['json', 'xml', 'jsonp'],
    handler: lookupIds,
    example: '/lookup/id',
  }),
  operation({
    group: 'Lookup',
    method: 'GET',
    path: '/lookup/symbol/:species/:symbol',
    aliases: ['/lookup/symbol/:species'],
    summary: 'Find the gene with a display name.',
    parameters: {
      species: pathText(SPECIES_NAME, { example: '{species}' }),
      symbol: pathText('Display name of a gene, in any case', { optional: true, example: '{symbol}' }),
      ...form,
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: lookupSymbol,
    example: '/lookup/symbol/{species}/{symbol}',
  }),
  operation({
    group: 'Lookup',
    method: 'POST',
    path: '/lookup/symbol/:species/:symbol',
    aliases: ['/lookup/symbol/:species'],
    summary: 'Find the genes with several display names.',
    description: 'Returns an object with a key for each symbol of a gene. Unknown symbols are omitted.',
    parameters: {
      species: pathText(SPECIES_NAME, { example: '{species}' }),
      symbol: pathText('Ignored: the body contains the symbols', { optional: true }),
      ...form,
    },
    body: {
      key: 'symbols',
      summary: 'Display names of genes',
      limit: 1000,
      nullIsEmpty: true,
      missing: "POST body must contain 'symbols' key with array of values",
      example: ['{symbol}', 'nosuchsymbol'],
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: lookupSymbols,
    example: '/lookup/symbol/{species}',
  }),
];
