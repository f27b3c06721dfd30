/**
 * A gene with all its homologies: value of the `homologies` table, by the gene's stable id in lower case, one record for
 * each genome that has the id.
 *
 *   varint length | JSON of what a condensed list shows | JSON of the rest
 *
 * so that a condensed list parses no cigar lines. Homologies stand in the order of their gene tree, the nearest first.
 */
import type { RecordLocation } from '../index/object-sink.ts';
import { splitHead } from '../index/headed-record.ts';

/** Where the sequences of a product stand in the `member-sequences` table; null for one that the database lacks. */
export interface SequencePlaces {
  /** The peptide, or the RNA of a gene that codes for none. */
  product: RecordLocation | null;
  /** The coding bases; null for RNA. */
  coding: RecordLocation | null;
}

export interface HomologyGene {
  geneId: string;
  /** Stable id of the product that was compared. */
  productId: string;
  /** genome_db_id. */
  genome: number;
}

export interface Homology {
  /** method_link.type: ENSEMBL_ORTHOLOGUES and so on. */
  method: string;
  /** ortholog_one2one, within_species_paralog and so on. */
  type: string;
  speciesTreeNode: number | null;
  target: HomologyGene;
}

/** Place in the pairwise alignment, and how much of the product is identical and similar there, in percent. */
export interface AlignedProduct {
  cigarLine: string | null;
  identity: number;
  similarity: number;
}

/** Numbers of a homology by name, as the database writes them. */
export type HomologyScores = Partial<Record<'n' | 's' | 'dn' | 'ds' | 'lnl' | 'goc_score' | 'wga_coverage', string>>;

export interface HomologyDetail {
  id: number;
  source: AlignedProduct;
  target: AlignedProduct & { memberId: number; peptide: boolean; sequences: SequencePlaces };
  scores: HomologyScores;
  treeCompliant: number | null;
  highConfidence: number | null;
}

export interface HomologyDetails {
  /** seq_member_id of the gene's own product. */
  memberId: number;
  peptide: boolean;
  sequences: SequencePlaces;
  /** Of the homology at an index. Shared: not to be changed. */
  of(index: number): HomologyDetail;
}

export interface GeneHomologies {
  gene: HomologyGene;
  version: number;
  homologies: Homology[];
  /** Parsed when called. */
  details(): HomologyDetails;
}

type Place = RecordLocation | 0;
type HeadRow = [
  genome: number, geneId: string, version: number, productId: string, methods: string[], types: string[],
  homologies: [method: number, type: number, speciesTreeNode: number | null, geneId: string, productId: string, genome: number][],
];
type DetailRow = [
  id: number, sourceCigar: string | null, sourceIdentity: number, sourceSimilarity: number, cigar: string | null, identity: number, similarity: number, memberId: number,
  peptide: 0 | 1, product: Place, coding: Place, treeCompliant: number | null, highConfidence: number | null, scores?: HomologyScores,
];
type TailRow = [memberId: number, peptide: 0 | 1, product: Place, coding: Place, details: DetailRow[]];

const decoder = new TextDecoder();

export function decodeGeneHomologies(record: Uint8Array): GeneHomologies {
  const [head, tail] = splitHead(record);
  const [genome, geneId, version, productId, methods, types, rows] = JSON.parse(decoder.decode(head)) as HeadRow;
  let details: HomologyDetails | null = null;
  return {
    gene: { genome, geneId, productId },
    version,
    homologies: rows.map(([method, type, speciesTreeNode, id, product, its]) => ({
      method: methods[method]!, type: types[type]!, speciesTreeNode, target: { geneId: id, productId: product, genome: its },
    })),
    details: () => (details ??= decodeDetails(tail)),
  };
}

const NO_SCORES: HomologyScores = {};

function decodeDetails(bytes: Uint8Array): HomologyDetails {
  const [memberId, peptide, product, coding, rows] = JSON.parse(decoder.decode(bytes)) as TailRow;
  const details: HomologyDetail[] = [];
  return {
    memberId, peptide: peptide === 1, sequences: { product: product || null, coding: coding || null },
    of: (index) => (details[index] ??= detailOf(rows[index]!)),
  };
}

function detailOf(row: DetailRow): HomologyDetail {
  return {
    id: row[0],
    source: { cigarLine: row[1], identity: row[2], similarity: row[3] },
    target: { cigarLine: row[4], identity: row[5], similarity: row[6], memberId: row[7], peptide: row[8] === 1, sequences: { product: row[9] || null, coding: row[10] || null } },
    treeCompliant: row[11], highConfidence: row[12], scores: row[13] ?? NO_SCORES,
  };
}

/** Ratio of non-synonymous to synonymous substitution rates, five decimals; null where one of them is not known or zero. */
export function dnDsRatio({ dn, ds }: HomologyScores): string | null {
  return dn === undefined || ds === undefined || Number(ds) === 0 ? null : (Number(dn) / Number(ds)).toFixed(5);
}
