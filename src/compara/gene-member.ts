/**
 * A gene as a comparative database knows it: value of the `gene-members` table, by the gene's stable id and by those of its
 * products that stand in trees (all in lower case), and of the `gene-labels` table, by its symbol (labelKey). Genomes may share
 * ids, and genes of a genome a symbol: then there is one record for each.
 */
import { STABLE_ID_TYPES, type StableIdType } from '../genome/stable-id.ts';
import { symbolKey } from '../genome/symbol-record.ts';
import type { RecordLocation } from '../index/object-sink.ts';

export interface MemberTree {
  /** Which of the ways to make trees made this one: `default` or the name of another. */
  clusterset: string;
  rootId: number;
  /** The tree is no variant of another one. */
  reference: boolean;
  place: RecordLocation;
  /** Its members' sequences. */
  sequences: string;
  /** The gains and losses of its family, where they were computed. */
  cafe: RecordLocation | null;
}

export interface GeneMember {
  /** genome_db_id. */
  genome: number;
  geneId: string;
  version: number;
  trees: MemberTree[];
}

type Row = [genome: number, geneId: string, version: number, trees: [string, number, 0 | 1, RecordLocation, string, RecordLocation | 0][]];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeGeneMember({ genome, geneId, version, trees }: GeneMember): Uint8Array {
  const rows = trees.map(({ clusterset, rootId, reference, place, sequences, cafe }): Row[3][number] => [clusterset, rootId, reference ? 1 : 0, place, sequences, cafe ?? 0]);
  return encoder.encode(JSON.stringify([genome, geneId, version, rows] satisfies Row));
}

export function decodeGeneMember(value: Uint8Array): GeneMember {
  return memberOf(JSON.parse(decoder.decode(value)) as Row);
}

function memberOf([genome, geneId, version, rows]: readonly [...Row, ...unknown[]]): GeneMember {
  return {
    genome, geneId, version,
    trees: rows.map(([clusterset, rootId, reference, place, sequences, cafe]) => ({ clusterset, rootId, reference: reference === 1, place, sequences, cafe: cafe || null })),
  };
}

/**
 * The gene of an exon or of a product that stands in no tree itself: value of the `gene-parts` table, by the stable id of the part in lower
 * case, in the order in which the release's ids have what bears it.
 */
export interface GenePart {
  member: GeneMember;
  /** What bears the id, and in which of the release's genomes. */
  type: StableIdType;
  genome: number;
}

/** The gene's record with two numbers more at its end; the compiler puts it together in SQL (PARTS). */
export function decodeGenePart(value: Uint8Array): GenePart {
  const row = JSON.parse(decoder.decode(value)) as [...Row, type: number, genome: number];
  return { member: memberOf(row), type: STABLE_ID_TYPES[row[4]]!, genome: row[5] };
}

/** Key of the genes that the database shows by a symbol. `species`: production name. The compiler makes the keys in SQL (BY_LABEL). */
export function labelKey(species: string, symbol: string): string {
  return `${species.toLowerCase()}/${symbolKey(symbol)}`;
}

/** The tree that a gene stands in: the only one, else the first that is no variant of another; null for none. */
export function chooseTree({ trees }: GeneMember, clusterset?: string): MemberTree | null {
  const candidates = clusterset ? trees.filter((tree) => tree.clusterset.toLowerCase() === clusterset.toLowerCase()) : trees;
  if (candidates.length === 1) return candidates[0]!;
  return candidates.filter(({ reference }) => reference).sort((a, b) => a.rootId - b.rootId)[0] ?? null;
}
