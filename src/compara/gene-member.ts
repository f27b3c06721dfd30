/**
 * A gene as a comparative database knows it, in three tables: `gene-members` by the gene's stable id and by those of
 * its products that stand in trees (all in lower case), `gene-parts` by the ids of what else belongs to it,
 * `gene-names` by what its genome calls it (nameKey). Genomes may share ids, and genes of a genome a name: then there
 * is one record for each.
 */
import { at } from '../checked.ts';
import { STABLE_ID_TYPES, type StableIdType } from '../genome/stable-id.ts';
import { symbolKey } from '../genome/symbol-record.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';

export interface MemberTree {
  /** Which of the ways to make trees made this one: `default` or the name of another. */
  clusterset: string;
  /** The tree is no variant of another one. */
  reference: boolean;
  place: RecordLocation;
  /** Its members' sequences. */
  sequences: string;
  /** The gains and losses of its family, where they were computed. */
  cafe: RecordLocation | null;
}

/** A gene and where it stands: value of `gene-names`. */
export interface ComparedGene {
  /** genome_db_id. */
  genome: number;
  geneId: string;
  /** In order of their root_id. */
  trees: MemberTree[];
}

/** Value of `gene-members`. */
export interface GeneMember extends ComparedGene {
  /** Of what bears the id: the gene or its product. */
  version: number;
}

/**
 * The gene of an exon or of a product that stands in no tree itself: value of the `gene-parts` table, by the stable
 * id of the part in lower case, in the order in which the release's ids have what bears it.
 */
export interface GenePart {
  gene: ComparedGene;
  /** What bears the id, and in which of the release's genomes. */
  type: StableIdType;
  genome: number;
}

type GeneRow = [genome: number, geneId: string, trees: [string, 0 | 1, RecordLocation, string, RecordLocation | 0][]];
type MemberRow = [...GeneRow, version: number];
/** The compiler puts it together in SQL (PARTS), of the row of the gene. */
type PartRow = [...GeneRow, type: number, genome: number];

const encoder = new TextEncoder();

export function encodeComparedGene(gene: ComparedGene): Uint8Array {
  return encoder.encode(JSON.stringify(rowOf(gene)));
}

export function encodeGeneMember(member: GeneMember): Uint8Array {
  return encoder.encode(JSON.stringify([...rowOf(member), member.version] satisfies MemberRow));
}

function rowOf({ genome, geneId, trees }: ComparedGene): GeneRow {
  return [
    genome,
    geneId,
    trees.map(({ clusterset, reference, place, sequences, cafe }) => [
      clusterset,
      reference ? 1 : 0,
      place,
      sequences,
      cafe ?? 0,
    ]),
  ];
}

export function decodeComparedGene(value: Uint8Array): ComparedGene {
  return geneOf(parsed<GeneRow>(value));
}

export function decodeGeneMember(value: Uint8Array): GeneMember {
  const row = parsed<MemberRow>(value);
  return { ...geneOf(row), version: row[3] };
}

export function decodeGenePart(value: Uint8Array): GenePart {
  const row = parsed<PartRow>(value);
  return { gene: geneOf(row), type: STABLE_ID_TYPES[row[3]]!, genome: row[4] };
}

function parsed<Row>(value: Uint8Array): Row {
  return storedJson(value);
}

function geneOf([genome, geneId, rows]: readonly [...GeneRow, ...unknown[]]): ComparedGene {
  return {
    genome,
    geneId,
    trees: rows.map(([clusterset, reference, place, sequences, cafe]) => ({
      clusterset,
      reference: reference === 1,
      place,
      sequences,
      cafe: cafe || null,
    })),
  };
}

/**
 * Key of the genes that a genome calls by a name. `species`: production name. The compiler makes the keys in SQL
 * (GENES_BY_NAME).
 */
export function nameKey(species: string, name: string): string {
  return `${species.toLowerCase()}/${symbolKey(name)}`;
}

/**
 * Of each reference that bears a name, so many genes at most are in `gene-names`: the first, in the order of answers,
 * that stand in trees.
 */
export const MAX_GENES_OF_NAME = 60;

/** The tree that a gene stands in: the only one, else the first that is no variant of another; null for none. */
export function chooseTree({ trees }: ComparedGene, clusterset?: string): MemberTree | null {
  const candidates = clusterset
    ? trees.filter((tree) => tree.clusterset.toLowerCase() === clusterset.toLowerCase())
    : trees;
  return candidates.length === 1 ? at(candidates, 0) : (candidates.find(({ reference }) => reference) ?? null);
}
