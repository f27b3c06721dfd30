/** Lookup: where an identifier or a symbol stands, and in which species and database. */
import { lookupId, lookupIds, lookupSymbol, lookupSymbols } from '../handlers/lookup/lookup.ts';
import { choice, flag, operation, pathText, text, type Operation } from '../operation/operation.ts';
import { DATABASE_KINDS, SPECIES_NAME } from './shared-parameters.ts';

const form = {
  format: choice('How much to say: everything known of the object, or only its identity', ['full', 'condensed'], {
    default: 'full',
    refusal: (value) => `The format '${value}' is not an understood encoding`,
  }),
  expand: flag('Include what belongs to a gene or transcript: transcripts, translations and exons'),
  utr: flag("Include 5' and 3' untranslated stretches; only with expand"),
  mane: flag('Include the matching RefSeq transcript of MANE; only with expand'),
};

const idFilter = {
  species: text(`${SPECIES_NAME}; needed where several species share the identifier`),
  db_type: text('Kind of database to look in; every kind when left out, core first', { values: DATABASE_KINDS }),
  object_type: text('Kind of object to look for', { values: ['gene', 'transcript', 'translation', 'exon'] }),
  phenotypes: flag('Include phenotypes; only for genes'),
};

export const operations: Operation[] = [
  operation({
    group: 'Lookup',
    method: 'GET',
    path: '/lookup/id/:id',
    aliases: ['/lookup/:id', '/lookup/id'],
    summary: 'Find the species and database of one identifier.',
    description: 'Genes, transcripts, translations (proteins) and exons, with or without version, in any letter case.',
    parameters: {
      id: pathText('A stable id; with a version, as in ENSG00000157764.14, only that version is found', {
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
    description: 'The answer has a key for each identifier sent; its value is null when the identifier is unknown.',
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
    summary: 'Find the gene that a symbol is the display name of.',
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
    summary: 'Find the genes that several symbols are the display names of.',
    description: 'The answer has a key for each symbol that names a gene; unknown symbols are left out.',
    parameters: {
      species: pathText(SPECIES_NAME, { example: '{species}' }),
      symbol: pathText('Not looked at: the symbols stand in the body', { optional: true }),
      ...form,
    },
    body: {
      key: 'symbols',
      summary: 'Display names of genes',
      limit: 1000,
      missing: "POST body must contain 'symbols' key with array of values",
      example: ['{symbol}', 'nosuchsymbol'],
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: lookupSymbols,
    example: '/lookup/symbol/{species}',
  }),
];
