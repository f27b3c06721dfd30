/** Operations of the group Cross References. */
import { xrefsById, xrefsByName, OBJECT_TYPES, xrefsBySymbol } from '../handlers/xrefs/xrefs.ts';
import { choice, flag, operation, pathText, text, type Operation } from '../operation/operation.ts';
import { DATABASE_KINDS, OTHER_OBJECT_TYPES, SPECIES_NAME } from './shared-parameters.ts';

const dbType = 'Kind of database to search';
const species = pathText(SPECIES_NAME, { example: '{species}' });

export const operations: Operation[] = [
  operation({
    group: 'Cross References',
    method: 'GET',
    path: '/xrefs/symbol/:species/:symbol',
    summary: 'Return all objects that are linked to an external symbol.',
    description:
      'The symbol may be the display name of a gene, transcript or translation, a synonym, or an external ' +
      'reference. If a transcript is linked to the symbol, its gene is returned too. The symbol may contain ' +
      'the SQL wildcards % (any text) and _ (any letter) after at least two letters. A pattern returns 400 if ' +
      'too many names begin with its first letters.',
    parameters: {
      species,
      symbol: pathText('Symbol, accession or display name, in any case', { example: '{symbol}' }),
      object_type: choice('Only objects of this type', OBJECT_TYPES, { anyCase: true }),
      external_db: text(
        'Only symbols of external databases whose names begin with this text; % matches any text, _ any letter',
      ),
      db_type: text(dbType, { values: DATABASE_KINDS, default: 'core' }),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: xrefsBySymbol,
    example: '/xrefs/symbol/{species}/{symbol}',
  }),
  operation({
    group: 'Cross References',
    method: 'GET',
    path: '/xrefs/id/:id',
    summary: 'Return the external references of a stable id.',
    parameters: {
      id: pathText('Stable id of a gene, transcript or translation', { example: '{gene}' }),
      species: text('Name of the species; required if several species share the id'),
      object_type: text('Kind of object, if objects of several kinds share the id', {
        values: [...OBJECT_TYPES, ...OTHER_OBJECT_TYPES],
      }),
      all_levels: flag(
        'Include references of the transcripts and translations of a gene, or of the translation of a transcript',
      ),
      external_db: text(
        'Only references to this external database. A text with % is an SQL LIKE pattern, in which _ is any letter',
      ),
      db_type: text(`${dbType}; by default all, core first`, { values: DATABASE_KINDS }),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: xrefsById,
    example: '/xrefs/id/{gene}?all_levels=1',
  }),
  operation({
    group: 'Cross References',
    method: 'GET',
    path: '/xrefs/name/:species/:name',
    summary: 'Return external references by primary accession or display label.',
    parameters: {
      species,
      name: pathText('Primary accession or display label, in any case', { example: '{symbol}' }),
      external_db: text('Only references to this external database'),
      db_type: text(dbType, { values: DATABASE_KINDS, default: 'core' }),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: xrefsByName,
    example: '/xrefs/name/{species}/{symbol}',
  }),
];
