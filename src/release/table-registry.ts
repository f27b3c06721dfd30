/**
 * The table registry: all tables of an index. It determines the names in the manifest, the writers in
 * build-index/output, the readers (stored-tables.ts) and the chapter of payloads in docs/FORMAT.md.
 */
import { GENOME_DOCUMENTS } from './genome-documents.ts';
import { GENOME_OBJECTS } from './genome-objects.ts';
import { GENOME_TABLES } from './genome-tables.ts';
import { document, interval, sorted, type NamesOf, type TableSpec } from './table-spec.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Tables of the whole release; `ids` has its own field in the manifest. */
export const RELEASE_TABLES = {
  ids: sorted(
    'ids',
    {
      key: 'stable id without version, lower case',
      record: 'decodeStableId in src/genome/stable-id.ts',
      input: { core: ['gene', 'transcript', 'translation', 'exon'], units: ['core'] },
      compiler: 'ids/stable-id-table.ts',
      read: 'every request that names a stable id',
    },
    // Most requests begin here. Up to about 100 million ids the directory has no second level, and so costs no read.
    { attach: 'first', directoryBytes: 2 * MIB },
  ),
  archive: sorted(
    'archive',
    {
      key: 'stable id, lower case',
      record: 'ArchiveRecord in src/genome/stable-id.ts',
      input: { core: ['stable_id_event', 'mapping_session', 'gene_archive'], stable_ids: ['archive_id_lookup'] },
      compiler: 'ids/archive.ts',
      read: 'archive/id',
    },
    { attach: 'last' },
  ),
  'genome-metadata': sorted(
    'genome-metadata',
    {
      key: 'what a genome is found by (`metadataKey`, `genomeKey`)',
      record: 'GenomeMetadata in src/release/documents.ts',
      input: { core: ['meta'], units: ['core', 'compara'], taxonomy: ['ncbi_taxa_node'] },
      compiler: 'genome/genome-metadata.ts',
      read: 'info/genomes; a name, or the metadata of a genome, as JSON',
    },
    { attach: 'among', directoryBytes: 256 * KIB },
  ),
  'sequence-digests': sorted(
    'sequence-digests',
    {
      key: 'MD5 in hexadecimal, or GA4GH identifier (`digestKey`)',
      record: 'decodeDigestedSequence in src/genome/sequence-digest.ts',
      input: { units: ['core'] },
      compiler: 'refget/sequence-digests.ts',
      read: 'refget',
    },
    { attach: 'last', directoryBytes: 256 * KIB },
  ),
  'sequence-collections': sorted(
    'sequence-collections',
    {
      key: 'digest, or an attribute with its digest (`filterKey`, `numberKey`)',
      record:
        'StoredCollection in src/release/collection-keys.ts; ' + 'CollectionPlace in src/release/collection-keys.ts',
      input: { units: ['core'] },
      compiler: 'refget/sequence-collections.ts',
      read: 'seqcol',
    },
    { attach: 'last', directoryBytes: 256 * KIB },
  ),
} as const;

export const RELEASE_DOCUMENTS = {
  biotypes: document('biotypes', {
    record: 'BiotypesDocument in src/release/documents.ts',
    input: { core: ['biotype', 'external_db'] },
    compiler: 'genome/annotation-sources.ts',
    read: 'info/biotypes/groups, info/biotypes/name',
  }),
} as const;

/** Tables of a compara database. */
export const COMPARA_TABLES = {
  'gene-trees': sorted(
    '<compara>/compara/gene-trees',
    {
      key: 'lower case: stable id of the tree; of a variant `<stable id>#<clusterset>`, of others also `#<root id>`',
      record: 'decodeGeneTree in src/compara/gene-tree.ts',
      input: { compara: ['gene_tree_root', 'gene_tree_node', 'gene_tree_node_attr', 'gene_align_member'] },
      compiler: 'compara/gene-trees.ts',
      read: 'genetree',
    },
    { attach: 'among' },
  ),
  'gene-members': sorted(
    '<compara>/compara/gene-members',
    {
      key: 'stable id of the gene or of its product, lower case; the version is that of the id',
      record: 'decodeGeneMember in src/compara/gene-member.ts',
      input: { compara: ['gene_member', 'seq_member', 'gene_tree_node'] },
      compiler: 'compara/gene-members.ts',
      read: 'genetree/member/id, cafe/genetree/member/id, homology',
    },
    { attach: 'among' },
  ),
  'gene-names': sorted(
    '<compara>/compara/gene-names',
    {
      key: 'production name, `/`, a name of the gene in `symbols` (`nameKey`); at most 60 genes of a reference',
      record: 'decodeComparedGene in src/compara/gene-member.ts',
      input: { units: ['core', 'compara'] },
      compiler: 'compara/gene-lookups.ts',
      read: 'genetree/member/symbol, cafe/genetree/member/symbol, homology/symbol',
    },
    { attach: 'last' },
  ),
  'gene-parts': sorted(
    '<compara>/compara/gene-parts',
    {
      key: 'stable id of an exon, or of a product in no tree, of a compared gene; lower case',
      record: 'decodeGenePart in src/compara/gene-member.ts',
      input: { units: ['core', 'compara'] },
      compiler: 'compara/gene-lookups.ts',
      read: 'genetree/member/id and homology/id with such an id',
    },
    { attach: 'among' },
  ),
  homologies: sorted(
    '<compara>/compara/homologies',
    {
      key: 'stable id of the gene, lower case; see [Homologies](#homologies)',
      record: 'decodeGeneHomologies in src/compara/homology-record.ts',
      input: { compara: ['homology', 'homology_member', 'method_link_species_set'] },
      compiler: 'compara/homologies.ts',
      read: 'homology',
    },
    { attach: 'among' },
  ),
  'member-sequences': sorted(
    '<compara>/compara/member-sequences',
    {
      key: 'key of the tree, in the order of its leaves; `/` for products in no tree',
      record: 'encodeComparedProduct in src/compara/compared-product.ts',
      input: { compara: ['seq_member', 'sequence', 'other_member_sequence', 'gene_align_member'] },
      compiler: 'compara/member-sequences.ts',
      read: 'homology, and genetree with sequences',
    },
    { attach: 'among' },
  ),
  'cafe-trees': sorted('<compara>/compara/cafe-trees', {
    key: 'as `gene-trees`',
    record: 'CafeTree in src/compara/cafe-tree.ts',
    input: { compara: ['CAFE_gene_family', 'CAFE_species_gene', 'species_tree_node'] },
    compiler: 'compara/gene-trees.ts',
    read: 'cafe/genetree',
  }),
} as const;

/** Whole-genome alignments of a compara database: `alignments` in its manifest entry. */
export const ALIGNMENT_TABLES = {
  references: interval(
    '<compara>/compara/alignments',
    {
      key: 'number of the region in a set of species, extent of the aligned interval (`alignmentNumber`)',
      record: 'decodeAlignmentRecord in src/compara/alignment-record.ts',
      input: { compara: ['genomic_align', 'dnafrag', 'method_link_species_set'] },
      compiler: 'compara/alignments.ts',
      read: 'alignment/region',
    },
    { attach: 'last' },
  ),
  blocks: sorted(
    '<compara>/compara/alignment-blocks',
    {
      key: 'twelve digits, counted along the genomes; found by the location that `alignments` gives',
      record: 'decodeAlignmentBlock in src/compara/alignment-record.ts',
      input: { compara: ['genomic_align', 'genomic_align_tree', 'species_tree_node'], units: ['core'] },
      compiler: 'compara/alignments.ts',
      read: 'alignment/region',
    },
    { attach: 'last' },
  ),
} as const;

export const COMPARA_DOCUMENTS = {
  methods: document('<compara>/compara/methods', {
    record: 'ComparaMethods in src/release/documents.ts',
    input: { compara: ['method_link', 'method_link_species_set', 'species_set'] },
    compiler: 'compara/compara-species.ts',
    read: 'info/compara/methods, info/compara/species_sets, alignment/region',
  }),
  species: document('<compara>/compara/species', {
    record: 'ComparaSpeciesDocument in src/compara/species.ts',
    input: { compara: ['genome_db', 'species_tree_node', 'ncbi_taxa_name', 'homology'] },
    compiler: 'compara/compara-species.ts',
    read: 'genetree, cafe/genetree, homology',
  }),
} as const;

export const TERM_TABLES = {
  terms: sorted(
    'ontology/terms',
    {
      key: 'accession, lower case',
      record: 'decodeTerm in src/terms/term-record.ts',
      input: { ontology: ['term', 'ontology', 'synonym', 'alt_id', 'relation', 'closure'] },
      compiler: 'terms/ontology.ts',
      read: 'ontology',
    },
    { attach: 'among', directoryBytes: MIB },
  ),
  cards: sorted('ontology/cards', {
    key: 'accession, lower case; found by the locations that `terms` gives',
    record: 'decodeCard in src/terms/answer-text.ts',
    input: { ontology: ['term', 'synonym'] },
    compiler: 'terms/ontology.ts',
    read: 'ontology/ancestors, ontology/descendants',
  }),
} as const;

export const TERM_DOCUMENTS = {
  consequences: document('ontology/consequences', {
    record: 'ConsequenceTermsDocument in src/variants/consequences.ts',
    input: { ontology: ['term', 'closure'] },
    compiler: 'terms/ontology.ts',
    read: 'overlap with so_term',
  }),
} as const;

export const TAXON_TABLES = {
  taxa: sorted(
    'taxonomy/taxa',
    {
      key: 'taxon id, or one that was merged into it',
      record: 'decodeTaxon in src/terms/taxon-record.ts',
      input: { taxonomy: ['ncbi_taxa_node', 'ncbi_taxa_name'] },
      compiler: 'terms/taxonomy.ts',
      read: 'taxonomy',
    },
    // A search by name reads many taxa from as many blocks, so blocks are a quarter of the usual size.
    { attach: 'among', directoryBytes: MIB, blockBytes: 12 * KIB },
  ),
  cards: sorted('taxonomy/cards', {
    key: 'number of the block and of the card in it; found by the locations that `taxa` gives',
    record: 'encodeTaxonCard in src/terms/taxon-record.ts',
    input: { taxonomy: ['ncbi_taxa_node', 'ncbi_taxa_name'] },
    compiler: 'terms/taxon-cards.ts',
    read: 'taxonomy/classification',
  }),
  families: sorted('taxonomy/families', {
    key: 'id of the parent and number of the part (`familyKey`)',
    record: 'taxaJson in src/terms/taxon-record.ts',
    input: { taxonomy: ['ncbi_taxa_node', 'ncbi_taxa_name'] },
    compiler: 'terms/taxonomy.ts',
    read: 'taxonomy/id of a taxon with very many children',
  }),
} as const;

/** Tables that find terms and taxa by name: NameIndexEntry. */
export const NAME_TABLES = {
  names: sorted('<database>/names', {
    key: 'name, folded (`foldName`)',
    record: 'decodePlaces in src/names/name-places.ts',
    input: { ontology: ['term', 'synonym'], taxonomy: ['ncbi_taxa_name'] },
    compiler: 'rows/name-index.ts',
    read: 'ontology/name, taxonomy/name, phenotype/term',
  }),
  trigrams: sorted(
    '<database>/trigrams',
    {
      key: 'three letters and number of the part; under NUL (`BLOCKS_KEY`) the blocks of the searched records',
      record: 'decodeHead in src/names/trigram-list.ts',
      input: { ontology: ['term', 'synonym'], taxonomy: ['ncbi_taxa_name'] },
      compiler: 'rows/name-index.ts',
      read: 'ontology/name and taxonomy/name with wildcards',
    },
    // A search reads several parts of the directory. With small leaves, this costs less than the lists themselves.
    { directoryBytes: 64 * KIB },
  ),
} as const;

/** All tables and documents, by owner. */
export const TABLES = {
  release: { ...RELEASE_TABLES, ...RELEASE_DOCUMENTS },
  genome: { ...GENOME_TABLES, ...GENOME_OBJECTS },
  'genome documents': GENOME_DOCUMENTS,
  compara: { ...COMPARA_TABLES, ...COMPARA_DOCUMENTS },
  alignments: ALIGNMENT_TABLES,
  ontology: { ...TERM_TABLES, ...TERM_DOCUMENTS },
  taxonomy: TAXON_TABLES,
  names: NAME_TABLES,
} as const satisfies Record<string, Record<string, TableSpec>>;

/** Tables of a genome. A genome lacks tables for which its databases have no rows. */
export type GenomeTable = keyof typeof GENOME_TABLES;
export type GenomeDocument = keyof typeof GENOME_DOCUMENTS;
/** Tables of the whole release, except `ids`. */
export type ReleaseTable = Exclude<keyof typeof RELEASE_TABLES, 'ids'>;
export type ComparaTable = keyof typeof COMPARA_TABLES;

export type SortedGenomeTable = NamesOf<typeof GENOME_TABLES, 'sorted'>;
export type IntervalGenomeTable = NamesOf<typeof GENOME_TABLES, 'interval'>;
