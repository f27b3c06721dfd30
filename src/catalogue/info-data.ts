/** Operations of the group Information about analyses, biotypes, external databases, compara and variation data. */
import {
  findBiotypes,
  listAnalyses,
  listBiotypeGroups,
  listBiotypes,
  listExternalDbs,
  listComparas,
  listMethods,
  listSpeciesSets,
  describePopulation,
  listConsequenceTypes,
  listPopulations,
  listVariationSources,
} from '../handlers/info/database-contents.ts';
import { EXTERNAL_DB_FEATURES } from '../release/documents.ts';
import { choice, flag, operation, pathText, text, type Operation } from '../operation/operation.ts';
import { SPECIES_NAME } from './shared-parameters.ts';

const species = pathText(SPECIES_NAME, { example: '{species}' });
const objectType = pathText('Only biotypes of this kind of object: gene or transcript', {
  optional: true,
  example: 'gene',
});
const compara = text(
  'Name of the compara database; info/comparas lists them. Default: the one of the vertebrates, or the only one',
);

export const operations: Operation[] = [
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/analysis/:species',
    summary: 'List the analyses that produced the data of a species.',
    description: 'Returns the name of each analysis with the kinds of databases that contain its results.',
    parameters: { species },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: listAnalyses,
    // An unknown species gets an empty answer, as in Ensembl.
    example: '/info/analysis/{species}',
    badExample: '/info/analysis/{species}?content-type=text/x-fasta',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/biotypes/:species',
    summary: 'List the biotypes that genes and transcripts of a species have.',
    parameters: { species },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: listBiotypes,
    example: '/info/biotypes/{species}',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/biotypes/groups/:group/:object_type',
    aliases: ['/info/biotypes/groups/:group', '/info/biotypes/groups'],
    summary: 'List the groups of biotypes, or the biotypes of one group.',
    parameters: {
      group: pathText('Name of a group', { optional: true, example: '{biotype_group}' }),
      object_type: objectType,
    },
    formats: ['json', 'yaml', 'xml', 'jsonp', 'text'],
    handler: listBiotypeGroups,
    example: '/info/biotypes/groups/{biotype_group}/gene',
    badExample: '/info/biotypes/groups/coding/nosuch',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/biotypes/name/:name/:object_type',
    aliases: ['/info/biotypes/name/:name', '/info/biotypes/name'],
    summary: 'Describe the biotypes that have a name.',
    parameters: {
      name: pathText('Name of a biotype', { optional: true, example: '{biotype}' }),
      object_type: objectType,
    },
    formats: ['json', 'yaml', 'xml', 'jsonp', 'text'],
    handler: findBiotypes,
    example: '/info/biotypes/name/{biotype}/gene',
    badExample: '/info/biotypes/name/nosuch',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/external_dbs/:species',
    summary: 'List the external databases that a species refers to.',
    parameters: {
      species,
      filter: text('Only databases whose name equals this text or matches this SQL LIKE pattern: HGNC, GO%'),
      feature: choice('Only databases that rows of this table refer to', EXTERNAL_DB_FEATURES, {
        anyCase: true,
        errorText: (value) => `No external db entries for feature '${value}'`,
      }),
    },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: listExternalDbs,
    example: '/info/external_dbs/{species}',
    badExample: '/info/external_dbs/{species}?feature=gene',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/comparas',
    summary: 'List the compara databases and their data release.',
    parameters: {},
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: listComparas,
    example: '/info/comparas',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/compara/methods',
    summary: 'List the methods of comparative analysis, grouped by class.',
    parameters: {
      compara,
      class: text(
        'Only classes whose name contains this text. It may contain . and .* as wildcards, begin with ^, end with $ ' +
          'and list alternatives between |',
      ),
    },
    formats: ['json', 'yaml', 'xml', 'jsonp', 'text'],
    handler: listMethods,
    example: '/info/compara/methods?compara={compara}',
    badExample: '/info/compara/methods?compara=nosuch',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/compara/species_sets/:method',
    summary: 'List the sets of species that a comparative method was applied to.',
    parameters: {
      method: pathText('Type of a method; info/compara/methods lists them', { example: '{compara_method}' }),
      compara,
    },
    formats: ['json', 'yaml', 'xml', 'jsonp', 'text'],
    handler: listSpeciesSets,
    example: '/info/compara/species_sets/{compara_method}?compara={compara}',
    badExample: '/info/compara/species_sets/{compara_method}?compara=nosuch',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/variation/:species',
    summary: 'List the sources of the variation data of a species.',
    parameters: { species, filter: text('Only the source of this name') },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: listVariationSources,
    example: '/info/variation/{variation_species}',
    badExample: '/info/variation/{variation_species}?filter=nosuch',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/variation/consequence_types',
    summary: 'List the consequences that a variant can have.',
    parameters: { rank: flag('Include the rank of severity; 1 is the most severe') },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: listConsequenceTypes,
    example: '/info/variation/consequence_types?rank=1',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/variation/populations/:species',
    summary: 'List the populations of a species.',
    parameters: {
      species,
      filter: choice('LD lists only populations with genotypes for linkage disequilibrium', ['LD'], {
        errorText: (value) => `Unknown filter option '${value}'`,
      }),
    },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: listPopulations,
    example: '/info/variation/populations/{population_species}',
    badExample: '/info/variation/populations/{population_species}?filter=nosuch',
  }),
  operation({
    group: 'Information',
    method: 'GET',
    path: '/info/variation/populations/:species/:population_name',
    summary: 'List the individuals of a population.',
    description:
      'A colon after the species is ignored, so that `/info/variation/populations/:species:/:population_name` works ' +
      'too.',
    parameters: { species, population_name: pathText('Name of a population', { example: '{population}' }) },
    formats: ['json', 'xml', 'jsonp', 'text'],
    handler: describePopulation,
    example: '/info/variation/populations/{population_species}/{population}',
    badExample: '/info/variation/populations/{population_species}/nosuch',
  }),
];
