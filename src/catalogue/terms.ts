/** Terms of ontologies with what lies above and below them, and the NCBI taxonomy. */
import { ancestorsChart, termsAbove, termsBelow } from '../handlers/terms/ontology-closure.ts';
import { termById, termsByName } from '../handlers/terms/ontology.ts';
import { classification, taxaByName, taxonById } from '../handlers/terms/taxonomy.ts';
import { flag, list, operation, pathText, text, type Operation } from '../operation/operation.ts';

const group = 'Ontologies and Taxonomy';
const termId = pathText('Accession of a term, in any case', { example: '{term}' });
const taxonId = pathText('NCBI taxon id, or any name of the taxon', { example: '{taxon}' });
const ontology = text('Name of the ontology whose relations are followed; that of the term when left out');
const relatives = {
  relation: list('Only parents and children by these relations, such as is_a or part_of; all when left out', {
    example: 'is_a',
  }),
  simple: flag('Leave parents and children out'),
};

export const operations: Operation[] = [
  operation({
    group,
    method: 'GET',
    path: '/ontology/id/:id',
    summary: 'Find a term of an ontology by its accession.',
    parameters: { id: termId, ...relatives },
    formats: ['json', 'xml', 'yaml', 'jsonp'],
    handler: termById,
    example: '/ontology/id/{term}',
    badExample: '/ontology/id/{term}?relation=nosuch',
  }),
  operation({
    group,
    method: 'GET',
    path: '/ontology/name/:name',
    summary: 'Find terms of ontologies by name or synonym.',
    description:
      'In the name % stands for any text and _ for any one letter. A pattern must hold three letters that stand ' +
      'together, unless the release has few terms. The terms come in the order of their accessions; a pattern ' +
      'that some thousand match may be too much for formats other than JSON, and one that very many match is ' +
      'refused; so may be one of common letters, such as B_ict%, however few match it: more letters that stand ' +
      'together help.',
    parameters: {
      name: pathText('Name or synonym of a term, in any case; may hold the wildcards % and _', {
        example: '{term_name}',
      }),
      ontology: text('Only terms of this ontology'),
      ...relatives,
    },
    formats: ['json', 'xml', 'yaml', 'jsonp'],
    handler: termsByName,
    example: '/ontology/name/{term_name}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/ontology/ancestors/:id',
    summary: 'List the terms that have the given one among their ancestors.',
    description:
      'As in Ensembl, the list holds what lies below the term by is_a and part_of relationships; ' +
      'ontology/descendants lists what lies above.',
    parameters: { id: termId, ontology },
    formats: ['json', 'xml', 'yaml', 'jsonp'],
    handler: termsBelow,
    example: '/ontology/ancestors/{parent_term}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/ontology/ancestors/chart/:id',
    summary: 'Show the ancestry of a term as a chart: every ancestor with its own parents by relation.',
    parameters: { id: termId, ontology },
    formats: ['json', 'xml', 'jsonp'],
    handler: ancestorsChart,
    example: '/ontology/ancestors/chart/{term}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/ontology/descendants/:id',
    summary: 'List the terms that have the given one among their descendants.',
    description:
      'As in Ensembl, the list holds what lies above the term by is_a and part_of relationships; ' +
      'ontology/ancestors lists what lies below.',
    parameters: {
      id: termId,
      ontology,
      subset: text('Only terms of this subset; % stands for any text'),
      closest_term: flag('Accepted for compatibility and without effect, as in Ensembl: use closest_terms'),
      closest_terms: flag('Only the nearest of the terms'),
      zero_distance: flag('List the given term too'),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: termsAbove,
    example: '/ontology/descendants/{term}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/taxonomy/id/:id',
    summary: 'Find a taxon by its id or name.',
    description: 'Of a taxon with very many children only JSON shows them all.',
    parameters: { id: taxonId, simple: flag('Leave parent and children out') },
    formats: ['json', 'xml', 'yaml', 'jsonp'],
    handler: taxonById,
    example: '/taxonomy/id/{taxon}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/taxonomy/classification/:id',
    summary: 'Show the classification of a taxon: the taxa above it, the nearest first.',
    parameters: { id: taxonId },
    formats: ['json', 'xml', 'yaml', 'jsonp'],
    handler: classification,
    example: '/taxonomy/classification/{taxon}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/taxonomy/name/:name',
    summary: 'Find taxa by any of their names.',
    description:
      'In the name % stands for any text and _ for any one letter. A pattern must hold three letters that stand ' +
      'together, unless the release has few taxa. A pattern that more taxa match than one answer can list (some ' +
      'thousand from all over the tree of life) is refused; so may be one of common letters, such as B_ict%, ' +
      'however few match it: more letters that stand together help. Formats other than JSON list less.',
    parameters: {
      name: pathText('Scientific, common or other name of a taxon, in any case; may hold the wildcards % and _', {
        example: '{taxon_name}',
      }),
      simple: flag('Leave parent and children out'),
    },
    formats: ['json', 'xml', 'yaml', 'jsonp'],
    handler: taxaByName,
    example: '/taxonomy/name/{taxon_name}',
  }),
];
