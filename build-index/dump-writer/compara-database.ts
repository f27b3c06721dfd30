/** A compara database: the compared genomes, the methods, the species tree, and the members of gene families. */
import { createHash } from 'node:crypto';
import { get } from '../../src/checked.ts';
import { ANCESTRAL_GENOME } from '../../src/compara/species.ts';
import { COMPARA_TABLES } from './compara-tables.ts';
import { DumpWriter } from './dump-writer.ts';

/** The Ensembl release whose schema the tables have. */
const SCHEMA_VERSION = 115;

/** Names, classes and display names of methods by method_link_id, as in Ensembl's databases. */
const METHODS = {
  11: ['GERP_CONSTRAINED_ELEMENT', 'ConstrainedElement.constrained_element', 'GERP Constrained Elements'],
  13: ['EPO', 'GenomicAlignTree.ancestral_alignment', 'EPO'],
  16: ['LASTZ_NET', 'GenomicAlignBlock.pairwise_alignment', 'LastZ'],
  19: ['PECAN', 'GenomicAlignBlock.multiple_alignment', 'Pecan'],
  201: ['ENSEMBL_ORTHOLOGUES', 'Homology.homology', 'orthologues'],
  202: ['ENSEMBL_PARALOGUES', 'Homology.homology', 'paralogues'],
  401: ['PROTEIN_TREES', 'ProteinTree.protein_tree_node', 'protein-trees'],
} as const;
export type Method = keyof typeof METHODS;

export interface ComparedGenome {
  taxonId: number | null;
  productionName: string;
  assembly: string;
  displayName: string;
}

const ANCESTORS: ComparedGenome = {
  taxonId: 0,
  productionName: ANCESTRAL_GENOME,
  assembly: '',
  displayName: 'Ancestral sequences (fictional)',
};

/** A node of a species tree. */
export interface SpeciesNode<Node> {
  name: string;
  taxonId: number | null;
  /** Expected substitutions per neutral site on the branch above. */
  branchLength: number;
  children: readonly Node[];
}

/** A coding gene and its product. */
export interface MemberText {
  /** gene_member_id, seq_member_id and sequence_id, from `nextId('seq_member')`. */
  id: number;
  genomeId: number;
  taxonId: number;
  place: { dnafrag_id: number; dnafrag_start: number; dnafrag_end: number; dnafrag_strand: 1 | -1 };
  gene: { stableId: string; version: number | null; label: string | null; description: string | null };
  product: { stableId: string; version: number | null; label: string | null; peptide: string };
  /** Coding bases without the stop codon. */
  coding?: string;
}

export class ComparaDatabase extends DumpWriter<typeof COMPARA_TABLES> {
  readonly #source: string;
  /** method_link_species_set_ids by pair of genomes: `1-2`, or `1-1` for paralogues. */
  readonly #homologySets = new Map<string, number>();

  /** @param source of the alignments and trees */
  constructor(folder: string, source: string, methods: readonly Method[]) {
    super(folder, COMPARA_TABLES);
    this.#source = source;
    this.insert('meta', { meta_id: 1, meta_key: 'schema_version', meta_value: SCHEMA_VERSION });
    this.insert('meta', { meta_id: 2, meta_key: 'schema_type', meta_value: 'compara' });
    for (const method_link_id of methods) {
      const [type, method_class, display_name] = METHODS[method_link_id];
      this.insert('method_link', { method_link_id, type, class: method_class, display_name });
    }
  }

  addGenome(
    genome_db_id: number,
    { taxonId, productionName, assembly, displayName }: ComparedGenome,
    { genebuild = '2024-08-Demo', hasKaryotype = false } = {},
  ): void {
    this.insert('genome_db', {
      genome_db_id,
      taxon_id: taxonId,
      name: productionName,
      assembly,
      genebuild,
      has_karyotype: Number(hasKaryotype),
      display_name: displayName,
      first_release: SCHEMA_VERSION,
    });
  }

  /** Adds the genome of inferred ancestors. */
  addAncestralGenome(genome_db_id: number): void {
    this.addGenome(genome_db_id, ANCESTORS, { genebuild: '' });
  }

  /** Adds a sequence region of a genome; returns its dnafrag_id. */
  addDnafrag(
    genome_db_id: number,
    name: string,
    length: number,
    { id = this.nextId('dnafrag'), system = 'chromosome', isReference = true } = {},
  ): number {
    this.insert('dnafrag', {
      dnafrag_id: id,
      length,
      name,
      genome_db_id,
      coord_system_name: system,
      is_reference: Number(isReference),
    });
    return id;
  }

  /** Adds the application of a method to some genomes; returns its method_link_species_set_id. */
  addSet(
    method: Method,
    name: string,
    group: string,
    genomes: readonly number[],
    id = this.nextId('method_link_species_set'),
  ): number {
    this.insert('species_set_header', {
      species_set_id: id,
      name: group,
      size: genomes.length,
      first_release: SCHEMA_VERSION,
    });
    for (const genome_db_id of genomes) this.insert('species_set', { species_set_id: id, genome_db_id });
    this.insert('method_link_species_set', {
      method_link_species_set_id: id,
      method_link_id: method,
      species_set_id: id,
      name,
      source: this.#source,
      url: '',
      first_release: SCHEMA_VERSION,
    });
    return id;
  }

  addParalogues(genome: number, name: string): void {
    this.#homologySets.set(`${genome}-${genome}`, this.addSet(202, `${name} paralogues`, '', [genome]));
  }

  /** @param one,other genome_db_ids, ascending */
  addOrthologues(one: number, other: number, names: string): void {
    this.#homologySets.set(`${one}-${other}`, this.addSet(201, `${names} orthologues`, '', [one, other]));
  }

  /** method_link_species_set_id of the homologies between two genomes or within one. */
  homologySet(one: number, other: number): number {
    return get(this.#homologySets, `${Math.min(one, other)}-${Math.max(one, other)}`);
  }

  /** Adds a species tree; returns its node_ids. */
  addSpeciesTree<Node extends SpeciesNode<Node>>(
    tree: Node,
    genomeOf: (node: Node) => number | null,
    { rootId, label, trees }: { rootId: number; label: string; trees: number },
  ): Map<Node, number> {
    const ids = new Map<Node, number>();
    let index = 0;
    const write = (node: Node, parent_id: number | null): void => {
      const node_id = rootId + ids.size;
      ids.set(node, node_id);
      const left_index = ++index;
      for (const child of node.children) write(child, node_id);
      this.insert('species_tree_node', {
        node_id,
        parent_id,
        root_id: rootId,
        left_index,
        right_index: ++index,
        distance_to_parent: node.branchLength,
        taxon_id: node.taxonId,
        genome_db_id: genomeOf(node),
        node_name: node.name,
      });
    };
    write(tree, null);
    this.insert('species_tree_root', { root_id: rootId, method_link_species_set_id: trees, label });
    return ids;
  }

  addMember({ id, genomeId, taxonId, place, gene, product, coding }: MemberText): void {
    this.insert('gene_member', {
      gene_member_id: id,
      stable_id: gene.stableId,
      version: gene.version,
      source_name: 'ENSEMBLGENE',
      taxon_id: taxonId,
      genome_db_id: genomeId,
      biotype_group: 'coding',
      canonical_member_id: id,
      description: gene.description,
      display_label: gene.label,
      ...place,
    });
    this.insert('seq_member', {
      seq_member_id: id,
      stable_id: product.stableId,
      version: product.version,
      source_name: 'ENSEMBLPEP',
      taxon_id: taxonId,
      genome_db_id: genomeId,
      sequence_id: id,
      gene_member_id: id,
      display_label: product.label,
      ...place,
    });
    const { peptide } = product;
    this.insert('sequence', {
      sequence_id: id,
      length: peptide.length,
      md5sum: createHash('md5').update(peptide).digest('hex'),
      sequence: peptide,
    });
    if (coding === undefined) return;
    this.insert('other_member_sequence', {
      seq_member_id: id,
      seq_type: 'cds',
      length: coding.length,
      sequence: coding,
    });
  }

  /** Adds the alignment of a family's products. @param columns number of columns @param cigarLines by seq_member_id */
  addGeneAlignment(
    gene_align_id: number,
    method: string,
    columns: number,
    cigarLines: Iterable<[number, string]>,
  ): void {
    this.insert('gene_align', { gene_align_id, aln_method: method, aln_length: columns });
    for (const [seq_member_id, cigar_line] of cigarLines)
      this.insert('gene_align_member', { gene_align_id, seq_member_id, cigar_line });
  }
}
