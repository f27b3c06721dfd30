/** Comparative genomics: gene trees, homologues, and how gene families grew and shrank. */
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
  type Format,
  type Operation,
} from '../operation/operation.ts';
import { DATABASE_KINDS, SPECIES_NAME } from './shared-parameters.ts';
import { alignmentOfRegion, ALIGNMENT_METHODS } from '../handlers/compara/alignment.ts';

const group = 'Comparative Genomics';

const compara = text(
  'Name of the comparative database, of which several can stand side by side; where it is left out, that of the ' +
    'division of the species goes first',
);
const species = pathText(SPECIES_NAME, { example: '{tree_species}' });
const anySpecies = pathText(`${SPECIES_NAME}; where it is left out, the first that has the id`, {
  optional: true,
  example: '{tree_species}',
});
const symbol = pathText(
  'Name of a gene, or of anything in another database that is linked to it; % and _ are wildcards behind two ' +
    'letters or more, for up to 100 genes',
  { example: '{tree_symbol}' },
);
const externalDb = text('Only links to databases whose names begin so; % and _ are wildcards');

const memberFilter = {
  db_type: text('Kind of database to look in', { values: DATABASE_KINDS }),
  object_type: text('Kind of object to look for', { values: ['gene', 'transcript', 'translation', 'exon'] }),
};

const SEQUENCES = ['none', 'cdna', 'protein'];

const treeForm = {
  aligned: flag('Show aligned sequences, with gaps, instead of plain ones'),
  cigar_line: flag('Show how each sequence stands in the alignment, as a CIGAR; in JSON only'),
  sequence: text('Sequences to show', {
    values: SEQUENCES,
    others: 'any other text means protein, as in Ensembl',
    default: 'protein',
  }),
  nh_format: choice(
    'What stands at the nodes in Newick; of a tree with a single gene, (product) and behind it what stands at that ' +
      'node, as in Ensembl',
    NEWICK_FORMATS,
    {
      default: 'simple',
      refusal: (value) => `Unrecognized format '${value}'. Please use one of ${NEWICK_FORMATS.join(', ')}`,
    },
  ),
  prune_species: list('Keep genes of this species only; several may be given, and taxa beside them'),
  prune_taxon: list(
    'Keep genes of species below this taxon only, by its NCBI taxon id or a name of it; several may be given',
  ),
  subtree_node_id: integer(
    'Show only what stands below this node of the tree; groups of OrthoXML have the ids of nodes',
  ),
  compara,
};
const clusterset = { clusterset_id: text('Tree made in another way than the default one, by its name') };

const homologyForm = {
  compara,
  format: choice('How much to say: alignments and sequences too, or only which genes', ['full', 'condensed'], {
    default: 'full',
    refusal: (value) => `The format '${value}' is not an understood encoding`,
  }),
  type: choice('Kind of homology', ['orthologues', 'paralogues', 'projections', 'all'], {
    default: 'all',
    anyCase: true,
    refusal: (value) => `The type '${value}' is not a known available type`,
  }),
  target_species: list(
    'Only homologues in this species, by any of its names; the parameter may be repeated, and taxa stand beside it',
  ),
  target_taxon: list(
    'Only homologues in species below this taxon, by its NCBI taxon id or a name of it; the parameter may be repeated',
  ),
  aligned: flag('Show aligned sequences, with gaps, instead of plain ones', { default: true }),
  sequence: text('Sequences to show', {
    values: SEQUENCES,
    others: 'any other text means cdna, as in Ensembl',
    default: 'protein',
  }),
  cigar_line: flag('Show how each sequence stands in the alignment, as a CIGAR', { default: true }),
};

const treeFormats: Format[] = ['json', 'phyloxml', 'orthoxml', 'nh', 'jsonp'];
const homologyFormats: Format[] = ['json', 'xml', 'orthoxml', 'jsonp'];
/** Clients that ask for any XML get the one that shows most. */
const treeTypes = { 'text/xml': 'phyloxml', 'application/xml': 'phyloxml' } as const;
/** Newick of families always shows the same. */
const cafeForm = {
  compara,
  nh_format: text('Taken for the sake of clients that send it: nodes show name, genes and p-value', {
    default: 'Preset with default cafe parameters',
  }),
};
const cafeFormats: Format[] = ['json', 'nh', 'jsonp'];

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
    summary: 'A gene tree by its id.',
    description: 'Without `compara`, the database of the vertebrates goes before all others that have the tree.',
    parameters: { id: pathText('Stable id of a gene tree', { example: '{gene_tree}' }), ...clusterset, ...treeForm },
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
    summary: 'The gene tree that a gene, transcript, translation or exon stands in.',
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
    summary: 'The gene tree that the gene of a symbol stands in.',
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
    summary: 'Orthologues and paralogues of a gene.',
    parameters: {
      species: anySpecies,
      id: pathText('Stable id of a gene, with or without version', { example: '{tree_gene}' }),
      ...homologyForm,
    },
    formats: homologyFormats,
    handler: homologiesById,
    example: '/homology/id/{homology_species}/{homology_gene}?sequence=none;compara={homology_compara}',
  }),
  operation({
    group,
    method: 'POST',
    path: '/homology/id/:species',
    aliases: ['/homology/id'],
    summary: 'Orthologues and paralogues of several genes.',
    description:
      'The answer has an entry for each gene that the comparative database has. XML and OrthoXML are made for up ' +
      'to 100 genes.',
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
    summary: 'Orthologues and paralogues of the genes that a symbol names.',
    parameters: { species, symbol, external_db: externalDb, ...homologyForm },
    formats: homologyFormats,
    handler: homologiesBySymbol,
    example: '/homology/symbol/{homology_species}/{homology_symbol}?sequence=cdna;compara={homology_compara}',
  }),
  operation({
    group,
    method: 'POST',
    path: '/homology/symbol/:species',
    summary: 'Orthologues and paralogues of the genes that several symbols name.',
    description:
      'The answer has an entry for each gene, symbols without one are left out. XML and OrthoXML are made for up ' +
      'to 100 genes.',
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
    summary: 'How the family of a gene tree grew and shrank along the species tree (CAFE).',
    parameters: { id: pathText('Stable id of a gene tree', { example: '{gene_tree}' }), ...cafeForm },
    formats: cafeFormats,
    handler: cafeById,
    example: '/cafe/genetree/id/{cafe_tree}?compara={cafe_compara}',
  }),
  operation({
    group,
    method: 'GET',
    path: '/cafe/genetree/member/id/:species/:id',
    aliases: ['/cafe/genetree/member/id/:id'],
    summary: 'How the family of a gene, transcript, translation or exon grew and shrank along the species tree (CAFE).',
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
    summary: 'How the family of the gene of a symbol grew and shrank along the species tree (CAFE).',
    parameters: { species, symbol, external_db: externalDb, ...memberFilter, ...cafeForm },
    formats: cafeFormats,
    handler: cafeOfSymbol,
    example: '/cafe/genetree/member/symbol/{cafe_species}/{cafe_symbol}?compara={cafe_compara}',
  }),
];

/** Whole-genome alignments, which come first in the documentation. */
export const alignmentOperations: Operation[] = [
  operation({
    group: 'Comparative Genomics',
    method: 'GET',
    path: '/alignment/region/:species/:region',
    aliases: ['/alignment/block/region/:species/:region'],
    summary: 'Whole-genome alignments of a region, multiple or pairwise, with the tree of each block.',
    longestSlice: 1_000_000,
    parameters: {
      species: pathText(SPECIES_NAME, { example: '{alignment_species}' }),
      region: pathText('Region, with or without a strand; the blocks are shown on it', {
        example: '{alignment_region}',
      }),
      compara: text(
        'Name of the comparative database, of which several can stand side by side; where it is left out, that of ' +
          'the division of the species goes first',
      ),
      aligned: flag('Show aligned sequences, with gaps, instead of plain ones', { default: true }),
      compact: flag('Show a genome that is there in several pieces as one row', { default: true }),
      no_branch_lengths: flag('Leave branch lengths out of the trees of multiple alignments'),
      mask: choice('Show repeats as N (hard) or in lower case (soft)', ['hard', 'soft'], {
        refusal: (value) => `'${value}' is not an allowed value for masking`,
      }),
      method: text('How the genomes were aligned; info/compara/methods lists the methods of a database', {
        values: ALIGNMENT_METHODS,
        others: 'any other that the database has',
        default: 'EPO',
      }),
      species_set_group: text(
        'Name of the group of species that were aligned; mammals where neither it nor species_set is sent; ' +
          'info/compara/species_sets/METHOD lists those of a method',
      ),
      species_set: list(
        'All species that were aligned, by any of their names: two for pairwise methods. Not with species_set_group',
      ),
      display_species_set: list('Species to show of those aligned; several may be given'),
    },
    formats: ['json', 'xml', 'phyloxml', 'jsonp'],
    mediaTypes: { 'text/xml': 'phyloxml', 'application/xml': 'phyloxml' },
    handler: alignmentOfRegion,
    example:
      '/alignment/region/{alignment_species}/{alignment_region}?compara={alignment_compara};' +
      'method={alignment_method};species_set_group={alignment_set}',
  }),
];
