import { encodeGeneHomologies, type Homology, type HomologyDetail, type HomologyScores, type SequencePlaces } from '../../src/compara/homology-record.ts';
import type { RecordLocation } from '../../src/index/object-sink.ts';
import type { TableEntry } from '../../src/release/manifest.ts';
import type { Database } from '../dump/database.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import { groupsOf } from './row-groups.ts';

interface Row {
  gene: number;
  key: string;
  geneId: string;
  version: number | null;
  genome: number;
  productId: string | null;
  memberId: number | null;
  peptide: boolean | null;
  product: number | null;
  coding: number | null;
  /** Null for a gene without homologies. */
  id: number | null;
  method: string;
  type: string;
  speciesTreeNode: number | null;
  treeCompliant: number | null;
  highConfidence: number | null;
  dn: string | null;
  ds: string | null;
  n: string | null;
  s: string | null;
  lnl: string | null;
  goc_score: string | null;
  wga_coverage: string | null;
  cigarLine: string | null;
  identity: number | null;
  similarity: number | null;
  targetGeneId: string;
  targetGenome: number;
  targetProductId: string;
  targetMemberId: number;
  targetPeptide: boolean;
  targetProduct: number | null;
  targetCoding: number | null;
  targetCigarLine: string | null;
  targetIdentity: number | null;
  targetSimilarity: number | null;
}

/**
 * A gene's homologies, the nearest in the gene tree first: the deeper the node at which two genes part, the further right it
 * begins in the nested set. Substitution rates are left out where more synonymous substitutions were found than
 * the pair of genomes is trusted for.
 */
const HOMOLOGIES = `
  WITH judged AS (
    SELECT homology.*, coalesce(try_cast(ds AS DOUBLE) > threshold_on_ds, false) AS saturated
    FROM homology LEFT JOIN method_link_species_set_attr USING (method_link_species_set_id)),
  pairs AS (
    SELECT one.gene_member_id AS gene, h.* REPLACE (CASE WHEN h.saturated THEN NULL ELSE dn END AS dn, CASE WHEN h.saturated THEN NULL ELSE ds END AS ds), one.seq_member_id AS own, one.cigar_line AS cigarLine, one.perc_id AS identity, one.perc_pos AS similarity,
      other.gene_member_id AS target, other.seq_member_id AS targetMemberId, other.cigar_line AS targetCigarLine, other.perc_id AS targetIdentity, other.perc_pos AS targetSimilarity
    FROM homology_member one JOIN homology_member other ON other.homology_id = one.homology_id AND other.gene_member_id <> one.gene_member_id
      JOIN judged h ON h.homology_id = one.homology_id),
  known AS (
    SELECT pairs.*, l.type AS method, t.stable_id AS targetGeneId, t.genome_db_id AS targetGenome, p.stable_id AS targetProductId, p.source_name LIKE '%PEP' AS targetPeptide,
      places.product AS targetProduct, places.coding AS targetCoding, node.left_index
    FROM pairs JOIN method_link_species_set USING (method_link_species_set_id) JOIN method_link l USING (method_link_id)
      JOIN gene_member t ON t.gene_member_id = target JOIN seq_member p ON p.seq_member_id = targetMemberId
      LEFT JOIN sequence_places places ON places.seq_member_id = targetMemberId LEFT JOIN gene_tree_node node ON node.node_id = gene_tree_node_id)
  SELECT g.gene_member_id AS gene, lower(g.stable_id) AS key, g.stable_id AS geneId, g.version, g.genome_db_id AS genome, p.stable_id AS productId, p.seq_member_id AS memberId,
    p.source_name LIKE '%PEP' AS peptide, places.product, places.coding, homology_id AS id, method, description AS type, species_tree_node_id AS speciesTreeNode,
    is_tree_compliant AS treeCompliant, is_high_confidence AS highConfidence, dn, ds, n, s, lnl, goc_score, wga_coverage, cigarLine, identity, similarity,
    targetGeneId, targetGenome, targetProductId, targetMemberId, targetPeptide, targetProduct, targetCoding, targetCigarLine, targetIdentity, targetSimilarity
  FROM gene_member g LEFT JOIN known ON known.gene = g.gene_member_id LEFT JOIN seq_member p ON p.seq_member_id = coalesce(known.own, g.canonical_member_id)
    LEFT JOIN sequence_places places ON places.seq_member_id = p.seq_member_id
  WHERE g.genome_db_id IS NOT NULL
  ORDER BY key, g.genome_db_id, g.gene_member_id, left_index DESC NULLS LAST, homology_id`;

/** Writes every gene with its homologies; `place` tells where a sequence of `sequence_places` stands. */
export async function compileHomologies(database: Database, folder: IndexFolder, name: string, place: (ordinal: number) => RecordLocation): Promise<TableEntry> {
  const { writer, finish } = await folder.sortedTable(name, true);
  for await (const rows of groupsOf(database.rows<Row>(HOMOLOGIES), ({ gene }) => gene)) await writer.add(rows[0]!.key, encode(rows, place));
  return finish();
}

function encode(rows: readonly Row[], place: (ordinal: number) => RecordLocation): Uint8Array {
  const { genome, geneId, productId, version, memberId, peptide, product, coding } = rows[0]!;
  const places = (its: number | null, bases: number | null): SequencePlaces => ({ product: its === null ? null : place(its), coding: bases === null ? null : place(bases) });
  const known = rows.filter(({ id }) => id !== null);
  const homologies = known.map((row): Homology => ({
    method: row.method, type: row.type, speciesTreeNode: row.speciesTreeNode, target: { geneId: row.targetGeneId, productId: row.targetProductId, genome: row.targetGenome },
  }));
  const list = known.map((row): HomologyDetail => ({
    id: row.id!,
    source: { cigarLine: row.cigarLine, identity: row.identity ?? 0, similarity: row.similarity ?? 0 },
    target: {
      cigarLine: row.targetCigarLine, identity: row.targetIdentity ?? 0, similarity: row.targetSimilarity ?? 0, memberId: row.targetMemberId, peptide: row.targetPeptide,
      sequences: places(row.targetProduct, row.targetCoding),
    },
    scores: scoresOf(row), treeCompliant: row.treeCompliant, highConfidence: row.highConfidence,
  }));
  return encodeGeneHomologies(
    { gene: { genome, geneId, productId: productId ?? '' }, version: version ?? 0, homologies },
    { memberId: memberId ?? 0, peptide: peptide === true, sequences: places(product, coding) },
    list,
  );
}

const SCORES = ['n', 's', 'dn', 'ds', 'lnl', 'goc_score', 'wga_coverage'] as const;

function scoresOf(row: Row): HomologyScores {
  const scores: HomologyScores = {};
  for (const name of SCORES) if (row[name] !== null && row[name] !== '') scores[name] = row[name];
  return scores;
}
