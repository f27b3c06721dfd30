/** Operations of the group Ontologies and Taxonomy: terms, their ancestors and descendants, and the NCBI taxonomy. */
import { ancestorsChart, termsAbove, termsBelow } from '../handlers/terms/ontology-closure.ts';
import { termById, termsByName } from '../handlers/terms/ontology.ts';
import { classification, taxaByName, taxonById } from '../handlers/terms/taxonomy.ts';
import { flag, list, operation, pathText, text, type Operation } from '../operation/operation.ts';

const group = 'Ontologies and Taxonomy';
const termId = pathText('Accession of a term, in any case', { example: '{term}' });
const taxonId = pathText('NCBI taxon id, or any name of the taxon', { example: '{taxon}' });
const ontology = text('Name of the ontology whose relations are followed; default: the ontology of the term');
const relatives = {
  relation: list('Only parents and children by these relations, such as is_a or part_of; default: all relations', {
    example: 'is_a',
  }),
  simple: flag('Omit parents and children'),
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
  }),
  operation({
    group,
    method: 'GET',
    path: '/ontology/name/:name',
    summary: 'Find terms of ontologies by name or synonym.',
    description:
      'In the name, % matches any text and _ any one letter. A pattern needs at least three consecutive ' +
      'letters, unless the release has few terms. Terms are sorted by accession. A pattern returns 400 if it ' +
      'matches too many terms (formats other than JSON allow some thousand) or if its letters are too common, ' +
      'as in B_ict%. Send more consecutive letters then.',
    parameters: {
      name: pathText('Name or synonym of a term, in any case; may contain the wildcards % and _', {
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
    summary: 'List the terms that have the given term as an ancestor.',
    description:
      'As in Ensembl, returns the terms below the given term by is_a and part_of relations. ontology/descendants ' +
      'returns the terms above it.',
    parameters: { id: termId, ontology },
    formats: ['json', 'xml', 'yaml', 'jsonp'],
    handler: termsBelow,
    example: '/ontology/ancestors/{parent_term}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/ontology/ancestors/chart/:id',
    summary: 'Return the ancestry of a term as a chart: each ancestor with its parents, grouped by relation.',
    parameters: { id: termId, ontology },
    formats: ['json', 'xml', 'jsonp'],
    handler: ancestorsChart,
    example: '/ontology/ancestors/chart/{term}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/ontology/descendants/:id',
    summary: 'List the terms that have the given term as a descendant.',
    description:
      'As in Ensembl, returns the terms above the given term by is_a and part_of relations. ontology/ancestors ' +
      'returns the terms below it.',
    parameters: {
      id: termId,
      ontology,
      subset: text('Only terms of this subset; % matches any text'),
      closest_term: flag('Accepted and ignored, as in Ensembl; use closest_terms'),
      closest_terms: flag('Only the nearest terms'),
      zero_distance: flag('Include the given term'),
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
    description: 'Only JSON lists all children of a taxon with very many children.',
    parameters: { id: taxonId, simple: flag('Omit parent and children') },
    formats: ['json', 'xml', 'yaml', 'jsonp'],
    handler: taxonById,
    example: '/taxonomy/id/{taxon}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/taxonomy/classification/:id',
    summary: 'Return the classification of a taxon: the taxa above it, the nearest first.',
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
      'In the name, % matches any text and _ any one letter. A pattern needs at least three consecutive ' +
      'letters, unless the release has few taxa. A pattern returns 400 if it matches too many taxa (some ' +
      'thousand; fewer in formats other than JSON) or if its letters are too common, as in B_ict%. Send more ' +
      'consecutive letters then.',
    parameters: {
      name: pathText('Scientific, common or other name of a taxon, in any case; may contain the wildcards % and _', {
        example: '{taxon_name}',
      }),
      simple: flag('Omit parent and children'),
    },
    formats: ['json', 'xml', 'yaml', 'jsonp'],
    handler: taxaByName,
    example: '/taxonomy/name/{taxon_name}',
  }),
];
