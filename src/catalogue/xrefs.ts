import { xrefsById, xrefsByName, OBJECT_TYPES, xrefsBySymbol } from '../handlers/xrefs/xrefs.ts';
import { choice, flag, operation, pathText, text, type Operation } from '../operation/operation.ts';
import { DATABASE_KINDS, SPECIES_NAME } from './shared-parameters.ts';

const dbType = 'Kind of database to look in';
const species = pathText(SPECIES_NAME, { example: '{species}' });

export const operations: Operation[] = [
  operation({
    group: 'Cross References',
    method: 'GET',
    path: '/xrefs/symbol/:species/:symbol',
    summary: 'Looks up an external symbol and returns all objects linked to it.',
    description:
      'The symbol may be a display name of a gene, transcript or translation, a synonym, or an external reference. ' +
      'When a ' +
      "gene's transcript is linked to the symbol, both gene and transcript are returned. SQL wildcards are " +
      'understood: % is any text, _ any ' +
      'letter. A pattern must begin with two letters or more; one that too many names begin like is refused.',
    parameters: {
      species,
      symbol: pathText('Symbol, accession or display name; case does not matter', { example: '{symbol}' }),
      object_type: choice('Only objects of this type', OBJECT_TYPES, { anyCase: true }),
      external_db: text('Only symbols of external databases whose name begins so; % is any text, _ any letter'),
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
    summary: 'Retrieves the external references of a stable identifier.',
    parameters: {
      id: pathText('Stable id of a gene, transcript or translation', { example: '{gene}' }),
      species: text('Name of the species, where several share the id'),
      object_type: text('Type of the object, where several types share the id', { values: OBJECT_TYPES }),
      all_levels: flag(
        'Also the references of the transcripts and translations of a gene, and of the translation of a transcript',
      ),
      external_db: text(
        'Only references to this external database; with % it is an SQL pattern, in which _ is any letter',
      ),
      db_type: text(`${dbType}; by default core comes first`, { values: DATABASE_KINDS }),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: xrefsById,
    example: '/xrefs/id/{gene}?all_levels=1',
  }),
  operation({
    group: 'Cross References',
    method: 'GET',
    path: '/xrefs/name/:species/:name',
    summary: 'Looks up external references by their primary accession or display label.',
    parameters: {
      species,
      name: pathText('Primary accession or display label; case does not matter', { example: '{symbol}' }),
      external_db: text('Only references to this external database'),
      db_type: text(dbType, { values: DATABASE_KINDS, default: 'core' }),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: xrefsByName,
    example: '/xrefs/name/{species}/{symbol}',
  }),
];
