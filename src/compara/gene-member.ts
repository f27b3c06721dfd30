/**
 * A gene in a compara database, in three tables: `gene-members` by the gene's stable id and those of its products in
 * trees (all in lower case), `gene-parts` by the ids of its exons and other products, `gene-names` by its names
 * (nameKey). If genomes share an id, or genes of a genome a name, there is one record for each.
 */
import { at } from '../checked.ts';
import { STABLE_ID_TYPES, type StableIdType } from '../genome/stable-id.ts';
import { symbolKey } from '../genome/symbol-record.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';

export interface MemberTree {
  /** The method of the tree: `default` or the name of another. */
  clusterset: string;
  /** False for a variant of another tree. */
  reference: boolean;
  place: RecordLocation;
  /** Key of its members' sequences. */
  sequences: string;
  /** Location of the gains and losses of its family; null if they were not computed. */
  cafe: RecordLocation | null;
}

/** A gene and its trees: value of `gene-names`. */
export interface ComparedGene {
  /** genome_db_id. */
  genome: number;
  geneId: string;
  /** In order of their root_id. */
  trees: MemberTree[];
}

/** Value of `gene-members`. */
export interface GeneMember extends ComparedGene {
  /** Version of the gene or product with the id. */
  version: number;
}

/**
 * The gene of an exon, or of a product that is in no tree: value of the `gene-parts` table, by the lower-cased stable
 * id of the part, in the order of the `ids` table.
 */
export interface GenePart {
  gene: ComparedGene;
  /** Type of the object with the id, and index of its genome in the release. */
  type: StableIdType;
  genome: number;
}

type GeneRow = [genome: number, geneId: string, trees: [string, 0 | 1, RecordLocation, string, RecordLocation | 0][]];
type MemberRow = [...GeneRow, version: number];
/** The compiler builds it in SQL (PARTS) from the row of the gene. */
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
  return { gene: geneOf(row), type: at(STABLE_ID_TYPES, row[3]), genome: row[4] };
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
 * Key of the genes with a name in a genome. The compiler makes the keys in SQL (GENES_BY_NAME).
 * @param species production name
 */
export function nameKey(species: string, name: string): string {
  return `${species.toLowerCase()}/${symbolKey(name)}`;
}

/** Most genes in `gene-names` for each reference with a name: the first that are in trees, in the order of answers. */
export const MAX_GENES_OF_NAME = 60;

/** The tree of a gene: the only one, else the first that is not a variant; null if there is none. */
export function chooseTree({ trees }: ComparedGene, clusterset?: string): MemberTree | null {
  const candidates = clusterset
    ? trees.filter((tree) => tree.clusterset.toLowerCase() === clusterset.toLowerCase())
    : trees;
  return candidates.length === 1 ? at(candidates, 0) : (candidates.find(({ reference }) => reference) ?? null);
}
