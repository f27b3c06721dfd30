/** Operations of the group Comparative Genomics: gene trees, homologies, gain and loss in gene families, alignments. */
import { NEWICK_FORMATS } from '../compara/newick-labels.ts';
import { cafeById, cafeOfMember, cafeOfSymbol } from '../handlers/compara/cafe.ts';
import { geneTreeById, geneTreeOfMember, geneTreeOfSymbol } from '../handlers/compara/gene-tree.ts';
import {
  homologiesById,
  homologiesByIds,
  homologiesBySymbol,
  homologiesBySymbols,
} from '../handlers/compara/homology.ts';
import {
  choice,
  flag,
  integer,
  list,
  operation,
  pathText,
  text,
  type Body,
  type Formats,
  type Operation,
} from '../operation/operation.ts';
import { DATABASE_KINDS, SPECIES_NAME } from './shared-parameters.ts';
import { alignmentOfRegion, ALIGNMENT_METHODS } from '../handlers/compara/alignment.ts';

const group = 'Comparative Genomics';

const compara = text(
  'Name of the compara database; info/comparas lists them. By default the one of the division of the species, else ' +
    'that of the vertebrates. If only another one has a gene, the error, or the header X-Hint of an empty answer, ' +
    'names it',
);
const comparaOfTree = text(
  'Name of the compara database; info/comparas lists them. By default all are searched, that of the vertebrates first',
);
const species = pathText(SPECIES_NAME, { example: '{tree_species}' });
const anySpecies = pathText(`${SPECIES_NAME}; by default the first species that has the id`, {
  optional: true,
  example: '{tree_species}',
});
const symbol = pathText(
  'Name of a gene, or of an entry of an external database that is linked to it. % (any text) and _ (any letter) ' +
    'are wildcards after at least two letters; the pattern may match at most 100 genes',
  { example: '{tree_symbol}' },
);
const externalDb = text('Only links to external databases whose names begin with this text; % and _ are wildcards');

const memberFilter = {
  db_type: text('Kind of database to search; by default all, core first', { values: DATABASE_KINDS }),
  object_type: text('Kind of object to search for; by default any', {
    values: ['gene', 'transcript', 'translation', 'exon'],
  }),
};

const SEQUENCES = ['none', 'cdna', 'protein'];

const treeForm = {
  aligned: flag('Show aligned sequences, with gaps, instead of sequences without gaps'),
  cigar_line: flag('Show the cigar line of each sequence in the alignment; JSON only'),
  sequence: text('Sequences to show; by default protein', {
    values: SEQUENCES,
    others: 'other values mean protein, as in Ensembl',
  }),
  phyloxml_aligned: flag('Former name of aligned'),
  phyloxml_sequence: text('Former name of sequence', { values: SEQUENCES, others: 'as for sequence' }),
  nh_format: choice(
    'Labels of the nodes in Newick. A tree with a single gene is written as (product) followed by the label of ' +
      'that node, as in Ensembl',
    NEWICK_FORMATS,
    {
      default: 'simple',
      errorText: (value) => `Unrecognized format '${value}'. Please use one of ${NEWICK_FORMATS.join(', ')}`,
    },
  ),
  prune_species: list('Keep only genes of these species; can be combined with prune_taxon'),
  prune_taxon: list(
    'Keep only genes of species below these taxa, given as NCBI taxon ids or names; can be combined with prune_species',
  ),
  subtree_node_id: integer('Show only the subtree below the node with this id; OrthoXML groups show node ids'),
  compara,
};
const clusterset = {
  clusterset_id: text('Name of a set of trees that was built with other settings than the default trees'),
};

const homologyForm = {
  compara,
  format: choice('full includes alignments and sequences; condensed lists only the genes', ['full', 'condensed'], {
    default: 'full',
    errorText: (value) => `The format '${value}' is not an understood encoding`,
  }),
  type: choice('Kind of homology', ['orthologues', 'paralogues', 'projections', 'all'], {
    default: 'all',
    anyCase: true,
    errorText: (value) => `The type '${value}' is not a known available type`,
  }),
  target_species: list('Only homologues in these species, by any of their names; can be combined with target_taxon'),
  target_taxon: list(
    'Only homologues in species below these taxa, given as NCBI taxon ids or names; can be combined with ' +
      'target_species',
  ),
  aligned: flag('Show aligned sequences, with gaps, instead of sequences without gaps', { default: true }),
  sequence: text('Sequences to show', {
    values: SEQUENCES,
    others: 'other values mean cdna, as in Ensembl',
    default: 'protein',
  }),
  cigar_line: flag('Show the cigar line of each sequence in the alignment', { default: true }),
};

const treeFormats: Formats = ['json', 'phyloxml', 'orthoxml', 'nh', 'jsonp'];
const homologyFormats: Formats = ['json', 'xml', 'orthoxml', 'jsonp'];
/** Clients that ask for plain XML get PhyloXML, the most detailed of the XML formats. */
const treeTypes = { 'text/xml': 'phyloxml', 'application/xml': 'phyloxml' } as const;
/** The Newick of a gene family has a single form. */
const cafeForm = {
  compara,
  nh_format: text('Accepted and ignored: nodes always show name, number of genes and p-value', {
    default: 'Preset with default cafe parameters',
  }),
};
const cafeFormats: Formats = ['json', 'nh', 'jsonp'];

const HINT = { 'x-hint': 'On an empty answer: the compara database that has the gene' };

const genes = (key: string, summary: string, example: readonly string[]): Body => ({
  key,
  summary,
  limit: 1000,
  missing: `POST body must contain '${key}' key with array of values`,
  example,
});

export const operations: Operation[] = [
  operation({
    group,
    method: 'GET',
    path: '/genetree/id/:id',
    summary: 'Return a gene tree by its id.',
    parameters: {
      id: pathText('Stable id of a gene tree', { example: '{gene_tree}' }),
      clusterset_id: text('Accepted and ignored, as in Ensembl; use genetree/member to choose a set of trees'),
      ...treeForm,
      compara: comparaOfTree,
    },
    formats: treeFormats,
    mediaTypes: treeTypes,
    handler: geneTreeById,
    example: '/genetree/id/{gene_tree}?compara={tree_compara}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/genetree/member/id/:species/:id',
    aliases: ['/genetree/member/id/:id'],
    summary: 'Return the gene tree that contains a gene, given the id of the gene, a transcript, translation or exon.',
    parameters: {
      species: anySpecies,
      id: pathText('Stable id, with or without version', { example: '{tree_gene}' }),
      ...memberFilter,
      ...clusterset,
      ...treeForm,
    },
    formats: treeFormats,
    mediaTypes: treeTypes,
    handler: geneTreeOfMember,
    example: '/genetree/member/id/{tree_species}/{tree_gene}?sequence=none;compara={tree_compara}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/genetree/member/symbol/:species/:symbol',
    summary: 'Return the gene tree that contains the gene of a symbol.',
    parameters: { species, symbol, external_db: externalDb, ...memberFilter, ...clusterset, ...treeForm },
    formats: treeFormats,
    mediaTypes: treeTypes,
    handler: geneTreeOfSymbol,
    example: '/genetree/member/symbol/{tree_species}/{tree_symbol}?aligned=1;cigar_line=1;compara={tree_compara}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/homology/id/:species/:id',
    aliases: ['/homology/id/:id'],
    summary: 'Return orthologues and paralogues of a gene.',
    parameters: {
      species: anySpecies,
      id: pathText('Stable id of a gene, with or without version', { example: '{tree_gene}' }),
      ...homologyForm,
    },
    formats: homologyFormats,
    headers: HINT,
    handler: homologiesById,
    example: '/homology/id/{homology_species}/{homology_gene}?sequence=none;compara={homology_compara}',
  }),
  operation({
    group,
    method: 'POST',
    path: '/homology/id/:species',
    aliases: ['/homology/id'],
    summary: 'Return orthologues and paralogues of several genes.',
    description:
      'Returns an entry for each gene that the compara database contains. XML and OrthoXML are limited to 100 genes; ' +
      'longer lists return 400.',
    parameters: { species: anySpecies, ...homologyForm },
    body: genes('ids', 'Stable ids of genes', ['{homology_gene}']),
    formats: homologyFormats,
    handler: homologiesByIds,
    example: '/homology/id/{homology_species}?format=condensed;compara={homology_compara}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/homology/symbol/:species/:symbol',
    summary: 'Return orthologues and paralogues of the genes that have a symbol.',
    parameters: { species, symbol, external_db: externalDb, ...homologyForm },
    formats: homologyFormats,
    headers: HINT,
    handler: homologiesBySymbol,
    example: '/homology/symbol/{homology_species}/{homology_symbol}?sequence=cdna;compara={homology_compara}',
  }),
  operation({
    group,
    method: 'POST',
    path: '/homology/symbol/:species',
    summary: 'Return orthologues and paralogues of the genes that have any of several symbols.',
    description:
      'Returns an entry for each gene; symbols without a gene are omitted. XML and OrthoXML are limited to 100 ' +
      'genes; longer lists return 400.',
    parameters: { species, external_db: externalDb, ...homologyForm },
    body: genes('symbols', 'Names of genes', ['{homology_symbol}', 'nosuchsymbol']),
    formats: homologyFormats,
    handler: homologiesBySymbols,
    example: '/homology/symbol/{homology_species}?format=condensed;compara={homology_compara}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/cafe/genetree/id/:id',
    summary: 'Return gain and loss of genes in the family of a gene tree along the species tree (CAFE).',
    parameters: {
      id: pathText('Stable id of a gene tree', { example: '{gene_tree}' }),
      ...cafeForm,
      compara: comparaOfTree,
    },
    formats: cafeFormats,
    handler: cafeById,
    example: '/cafe/genetree/id/{cafe_tree}?compara={cafe_compara}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/cafe/genetree/member/id/:species/:id',
    aliases: ['/cafe/genetree/member/id/:id'],
    summary:
      'Return gain and loss of genes in the family of a gene along the species tree (CAFE), given the id of the ' +
      'gene, a transcript, translation or exon.',
    parameters: {
      species: anySpecies,
      id: pathText('Stable id, with or without version', { example: '{tree_gene}' }),
      ...memberFilter,
      ...cafeForm,
    },
    formats: cafeFormats,
    handler: cafeOfMember,
    example: '/cafe/genetree/member/id/{cafe_species}/{cafe_gene}?compara={cafe_compara}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/cafe/genetree/member/symbol/:species/:symbol',
    summary: 'Return gain and loss of genes in the family of the gene of a symbol along the species tree (CAFE).',
    parameters: { species, symbol, external_db: externalDb, ...memberFilter, ...cafeForm },
    formats: cafeFormats,
    handler: cafeOfSymbol,
    example: '/cafe/genetree/member/symbol/{cafe_species}/{cafe_symbol}?compara={cafe_compara}',
  }),
];

/** Whole-genome alignments, the first operation of the documentation. */
export const alignmentOperations: Operation[] = [
  operation({
    group: 'Comparative Genomics',
    method: 'GET',
    path: '/alignment/region/:species/:region',
    aliases: ['/alignment/block/region/:species/:region'],
    summary: 'Return whole-genome alignments of a region, multiple or pairwise, with the tree of each block.',
    longestSlice: 1_000_000,
    parameters: {
      species: pathText(SPECIES_NAME, { example: '{alignment_species}' }),
      region: pathText(
        'Name, start and end, with an optional strand: 7:1000000-1000500:1. Blocks are shown on that strand',
        {
          example: '{alignment_region}',
        },
      ),
      compara,
      aligned: flag('Show aligned sequences, with gaps, instead of sequences without gaps', { default: true }),
      compact: flag('Merge the pieces of a genome within a block into one row', { default: true }),
      no_branch_lengths: flag('Omit branch lengths from the trees of multiple alignments'),
      mask: choice(
        'Show repeats as N (hard) or in lower case (soft); by default repeats are not marked',
        ['hard', 'soft'],
        {
          errorText: (value) => `'${value}' is not an allowed value for masking`,
        },
      ),
      method: text('Alignment method; info/compara/methods lists the methods of a compara database', {
        values: ALIGNMENT_METHODS,
        others: 'other methods of the database are accepted',
        default: 'EPO',
        example: '{alignment_method}',
      }),
      species_set_group: text(
        'Name of the group of aligned species; default mammals, unless species_set is sent. ' +
          'info/compara/species_sets/:method lists the groups of a method',
        { example: '{alignment_set}' },
      ),
      species_set: list(
        'All aligned species, by any of their names; two for pairwise methods. Cannot be combined with ' +
          'species_set_group',
      ),
      display_species_set: list('Show only these of the aligned species'),
    },
    formats: ['json', 'xml', 'phyloxml', 'jsonp'],
    mediaTypes: { 'text/xml': 'phyloxml', 'application/xml': 'phyloxml' },
    handler: alignmentOfRegion,
    example:
      '/alignment/region/{alignment_species}/{alignment_region}?compara={alignment_compara};' +
      'method={alignment_method};species_set_group={alignment_set}',
  }),
];
