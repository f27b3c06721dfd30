/**
 * A plant with the components A and B, compared in the compara database of its division: with itself and with a
 * relative that the release lacks. The compara database of vertebrates contains another species.
 * The genes are FICG1 (A), FICG2 (B), OTHG1 of the relative, and FICG3 with few details. FICTA is a symbol of FICG1,
 * but the display label of FICG3 in the compara database. FICTA-201 is a name of FICG1's transcript.
 */
import { CompiledRelease } from '../../support/compiled-release.ts';
import type { DumpRow, DumpRows } from '../../support/dump-database.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at } from '../../../src/checked.ts';

const [WHEAT, BIRD] = ['ficticum_aestivum', 'ficta_volans'] as const;

/** The ids of the gene's transcript, exon and translation have the prefix of the gene id. */
function core(species: string, division: string, alias: string, geneId = 'FICG1'): DumpRows {
  const rows = oneGeneDatabase(species);
  rows.gene = rows.gene.map((row) => ({ ...row, stable_id: geneId }));
  const letters = at(geneId.split('G'), 0);
  for (const table of ['transcript', 'exon', 'translation'] as const)
    rows[table] = rows[table].map((row) => ({
      ...row,
      stable_id: String(row.stable_id).replace(/^FIC/, letters),
    }));
  rows.xref = [...rows.xref, { ...at(rows.xref, 0), xref_id: 2, dbprimary_acc: 'F2', display_label: 'FICTA-201' }];
  const link = { object_xref_id: 1, ensembl_id: 1, ensembl_object_type: 'Transcript', xref_id: 2 };
  const changed: Record<string, string> = { 'species.division': division, 'species.alias': alias };
  return {
    ...rows,
    object_xref: [link],
    meta: rows.meta.map((row) => ({
      ...row,
      meta_value: changed[String(row.meta_key)] ?? row.meta_value ?? null,
    })),
  };
}

const PEPTIDES = ['MKKWT', 'MKWT', 'MKKWTT', 'MK', 'MLLL'];
const gene = (id: number, stable: string, genome: number | null, more: DumpRow = {}): DumpRow => ({
  gene_member_id: id,
  stable_id: stable,
  version: 1,
  source_name: 'ENSEMBLGENE',
  genome_db_id: genome,
  canonical_member_id: id,
  dnafrag_id: 1,
  dnafrag_start: 101,
  dnafrag_end: 400,
  dnafrag_strand: 1,
  display_label: null,
  ...more,
});
const product = (id: number, stable: string, genome: number | null, more: DumpRow = {}): DumpRow => ({
  seq_member_id: id,
  stable_id: stable,
  version: 2,
  source_name: 'ENSEMBLPEP',
  genome_db_id: genome,
  sequence_id: id,
  gene_member_id: id,
  display_label: null,
  ...more,
});

/** Species tree: node 1 is the root, 2 the ancestor of the components, 3 and 4 the components, 5 the relative. */
function plants(): DumpRows {
  const homology = (
    id: number,
    set: number,
    type: string,
    [one, other]: [number, number],
    more: DumpRow = {},
  ): { homology: DumpRow; members: DumpRow[] } => ({
    homology: {
      homology_id: id,
      method_link_species_set_id: set,
      description: type,
      is_tree_compliant: 1,
      dn: null,
      ds: null,
      n: null,
      s: null,
      lnl: null,
      species_tree_node_id: 2,
      gene_tree_node_id: 11,
      goc_score: null,
      wga_coverage: null,
      is_high_confidence: null,
      ...more,
    },
    members: [one, other].map((member, each) => ({
      homology_id: id,
      gene_member_id: member,
      seq_member_id: member,
      cigar_line: id === 3 ? null : each === 0 ? '5M' : '2MD2M',
      perc_id: 80,
      perc_pos: 90,
    })),
  });
  const pairs = [
    homology(1, 1, 'homoeolog_one2one', [1, 2]),
    homology(2, 2, 'ortholog_many2many', [1, 3], { species_tree_node_id: 1, gene_tree_node_id: null }),
    homology(3, 3, 'gene_split', [2, 4]),
    homology(4, 3, 'alt_allele', [1, 4], { species_tree_node_id: null }),
  ];
  return {
    meta: [{ meta_id: 1, meta_key: 'schema_version', meta_value: '115' }],
    method_link: [
      { method_link_id: 1, type: 'ENSEMBL_HOMOEOLOGUES', class: 'Homology.homology' },
      { method_link_id: 2, type: 'ENSEMBL_ORTHOLOGUES', class: 'Homology.homology' },
      { method_link_id: 3, type: 'ENSEMBL_PARALOGUES', class: 'Homology.homology' },
      { method_link_id: 4, type: null, class: null },
    ],
    method_link_species_set: [1, 2, 3].map((id) => ({
      method_link_species_set_id: id,
      method_link_id: id,
      species_set_id: id,
      name: `set ${id}`,
    })),
    species_set_header: [{ species_set_id: 1, name: 'wheat' }],
    species_set: [
      { species_set_id: 1, genome_db_id: 1 },
      { species_set_id: 2, genome_db_id: 1 },
      { species_set_id: 2, genome_db_id: 4 },
    ],
    genome_db: [
      {
        genome_db_id: 1,
        taxon_id: 4565,
        name: WHEAT,
        assembly: 'FIC1',
        genebuild: '1',
        genome_component: null,
        strain_name: null,
        display_name: null,
        first_release: 110,
        last_release: null,
      },
      {
        genome_db_id: 2,
        taxon_id: 4565,
        name: WHEAT,
        assembly: 'FIC1',
        genebuild: '1',
        genome_component: 'A',
        first_release: 110,
      },
      {
        genome_db_id: 3,
        taxon_id: 4565,
        name: WHEAT,
        assembly: 'FIC1',
        genebuild: '1',
        genome_component: 'B',
        first_release: 111,
      },
      { genome_db_id: 4, taxon_id: null, name: 'fictaria_aliena', assembly: 'X', genebuild: '' },
      // A faulty row.
      { genome_db_id: 5, taxon_id: null, name: null, assembly: '', genebuild: '' },
    ],
    ncbi_taxa_node: [
      { taxon_id: 1, parent_id: 0 },
      { taxon_id: 4565, parent_id: 1 },
    ],
    ncbi_taxa_name: [{ taxon_id: 4565, name: 'Ficticum aestivum', name_class: 'scientific name' }],
    species_tree_node: (
      [
        [1, null, null],
        [2, 1, null],
        [3, 2, 2],
        [4, 2, 3],
        [5, 1, 4],
      ] as const
    ).map(([id, parent, genome], each) => ({
      node_id: id,
      parent_id: parent,
      root_id: 1,
      left_index: each,
      right_index: each,
      taxon_id: null,
      genome_db_id: genome,
      node_name: id === 1 ? null : `node ${id}`,
    })),
    dnafrag: [{ dnafrag_id: 1, name: '1', genome_db_id: 1 }],
    gene_member: [
      gene(1, 'FICG1', 1),
      gene(2, 'FICG2', 1, { dnafrag_id: null, dnafrag_start: null, dnafrag_end: null, version: null }),
      gene(3, 'OTHG1', 4),
      gene(4, 'FICG3', 1, { canonical_member_id: 4, display_label: 'Ficta ' }),
      gene(5, 'LOST', null, { canonical_member_id: null }),
    ],
    seq_member: [
      product(1, 'FICP1', 1),
      product(2, 'FICP2', 1),
      product(3, 'OTHP1', 4),
      product(4, 'FICR3', 1, { source_name: 'ENSEMBLTRANS', sequence_id: null }),
      product(6, 'Q00001', null, { source_name: 'Uniprot/SPTREMBL', gene_member_id: null, sequence_id: 5 }),
    ],
    sequence: PEPTIDES.map((sequence, each) => ({ sequence_id: each + 1, sequence })),
    other_member_sequence: [{ seq_member_id: 1, seq_type: 'cds', sequence: 'ATGAAAAAATGGACA' }],
    gene_align_member: (
      [
        [1, '5MD'],
        [2, '2MD2MD'],
        [3, '6M'],
        [4, null],
      ] as const
    ).map(([member, cigar]) => ({ gene_align_id: 1, seq_member_id: member, cigar_line: cigar })),
    gene_tree_root: [
      // A tree of trees: the second one has no alignment, and leaves without genes.
      {
        root_id: 1,
        tree_type: 'supertree',
        clusterset_id: 'default',
        gene_align_id: null,
        ref_root_id: null,
        stable_id: null,
      },
      {
        root_id: 10,
        tree_type: 'tree',
        clusterset_id: 'default',
        gene_align_id: 1,
        ref_root_id: null,
        stable_id: 'FICGT1',
      },
      {
        root_id: 20,
        tree_type: 'tree',
        clusterset_id: 'default',
        gene_align_id: null,
        ref_root_id: null,
        stable_id: 'FICGT2',
      },
      {
        root_id: 30,
        tree_type: 'subtree',
        clusterset_id: 'default',
        gene_align_id: null,
        ref_root_id: null,
        stable_id: 'FICGT3',
      },
      // Another clustering of the first.
      { root_id: 40, tree_type: 'tree', clusterset_id: 'Cereals', gene_align_id: 1, ref_root_id: 10, stable_id: null },
    ],
    gene_tree_node: (
      [
        [1, null, 1, null],
        [10, 1, 10, null],
        [11, 10, 10, null],
        [12, 11, 10, 1],
        [13, 11, 10, 2],
        [14, 10, 10, 3],
        [20, 1, 20, null],
        [21, 20, 20, 4],
        [22, 20, 20, 6],
        [30, 20, 30, null],
        [40, null, 40, null],
        [41, 40, 40, 2],
        [42, 40, 40, 1],
      ] as const
    ).map(([id, parent, root, member], each) => ({
      node_id: id,
      parent_id: parent,
      root_id: root,
      left_index: each,
      right_index: each,
      distance_to_parent: 0.5,
      seq_member_id: member,
    })),
    gene_tree_node_attr: [
      {
        node_id: 11,
        node_type: 'gene_split',
        species_tree_node_id: 2,
        bootstrap: null,
        duplication_confidence_score: null,
      },
      { node_id: 10, node_type: 'speciation', species_tree_node_id: 77 },
      { node_id: 20, node_type: 'sub-speciation', species_tree_node_id: null },
    ],
    homology: pairs.map(({ homology: row }) => row),
    homology_member: pairs.flatMap(({ members }) => members),
    CAFE_gene_family: [
      { cafe_gene_family_id: 1, root_id: 1, lca_id: 1, gene_tree_root_id: 10, pvalue_avg: null, lambdas: null },
    ],
    // Node 2 has no data, and so the nodes below it are not shown.
    CAFE_species_gene: (
      [
        [1, 1, null],
        [3, 1, 0.001],
        [5, 1, 0.5],
      ] as const
    ).map(([node, count, pvalue]) => ({ cafe_gene_family_id: 1, node_id: node, n_members: count, pvalue })),
  };
}

function vertebrates(birdGene: string, relative?: string): DumpRows {
  return {
    meta: [{ meta_id: 1, meta_key: 'schema_version', meta_value: '115' }],
    method_link: [{ method_link_id: 2, type: 'ENSEMBL_ORTHOLOGUES', class: 'Homology.homology' }],
    genome_db: [
      { genome_db_id: 1, taxon_id: 9, name: BIRD, assembly: 'FIC1', genebuild: '1' },
      ...(relative ? [{ genome_db_id: 2, taxon_id: 4565, name: WHEAT, assembly: 'FIC1', genebuild: '1' }] : []),
    ],
    gene_member: [gene(1, birdGene, 1), ...(relative ? [gene(2, relative, 2)] : [])],
    seq_member: [product(1, 'BIRDP1', 1)],
    sequence: [{ sequence_id: 1, sequence: 'MK' }],
  };
}

/**
 * @param birdGene id of the other species' gene; the default is an id of the plant
 * @param relativeOfBird a gene of the plant that the database of vertebrates compares as well, like those of fly and
 *   yeast in Ensembl
 */
export function polyploidRelease(
  databases: readonly ('plants' | 'multi')[] = ['plants', 'multi'],
  { birdGene = 'FICG1', relativeOfBird }: { birdGene?: string; relativeOfBird?: string } = {},
): Promise<CompiledRelease> {
  return CompiledRelease.from([
    [WHEAT, 'core', core(WHEAT, 'EnsemblPlants', 'wheat')],
    [BIRD, 'core', core(BIRD, 'EnsemblVertebrates', 'bird', birdGene)],
    ...databases.map((name): [string, string, DumpRows] => [
      name,
      'compara',
      name === 'plants' ? plants() : vertebrates(birdGene, relativeOfBird),
    ]),
  ]);
}
