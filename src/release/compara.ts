/**
 * A comparative database of a release: reads trees, homologies and sequences and hands out their records. What it has no
 * table for is empty.
 */
import type { BlockReader } from '../index/block-reader.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import { SortedTable } from '../index/sorted-table.ts';
import type { CafeTree } from '../compara/cafe-tree.ts';
import { ComparedProduct, productId } from '../compara/compared-product.ts';
import { decodeComparedGene, decodeGeneMember, decodeGenePart, nameKey, type ComparedGene, type GeneMember, type GenePart } from '../compara/gene-member.ts';
import { idPrefix } from '../compara/id-prefix.ts';
import { decodeGeneTree, VARIANT, variantKey, type GeneTree } from '../compara/gene-tree.ts';
import { decodeGeneHomologies, type GeneHomologies } from '../compara/homology-record.ts';
import { ComparaSpecies, type ComparaSpeciesDocument } from '../compara/species.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import { LARGEST_READ } from '../store/memory-budget.ts';
import { attachedDirectory } from './attached-directory.ts';
import type { ComparaEntry, ComparaTable } from './manifest.ts';
import { ParsedRecords } from '../index/parsed-records.ts';
import { readDocument } from './read-document.ts';

/** By their document: made once as long as it stays in memory. */
const speciesOf = new WeakMap<ComparaSpeciesDocument, ComparaSpecies>();
const NO_SPECIES = new ComparaSpecies({ genomes: [], nodes: {} });
/** Trees, homologies and products of much visited genes; shared, not to be changed. */
const trees = new ParsedRecords(decodeGeneTree);
/** By the species that explain their numbers. */
const genesOf = new WeakMap<ComparaSpecies, ParsedRecords<GeneHomologies>>();
const members = new ParsedRecords(decodeGeneMember);
/** A codon is a byte, and up to four letters. */
const products = new ParsedRecords((record) => new ComparedProduct(record), 5);
/** For trees, which may have thousands of products, and show one text of each. */
const letters = { product: new ParsedRecords((record) => new ComparedProduct(record).letters(false), 2), coding: new ParsedRecords((record) => new ComparedProduct(record).letters(true), 4) };

export class Compara {
  readonly entry: ComparaEntry;
  readonly #reader: BlockReader;
  readonly #attachments: Record<string, Uint8Array>;

  constructor(entry: ComparaEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.entry = entry;
    this.#reader = reader;
    this.#attachments = attachments;
  }

  /** Genomes and species trees. */
  async species(): Promise<ComparaSpecies> {
    if (!this.entry.species) return NO_SPECIES;
    const document = await readDocument<ComparaSpeciesDocument>(this.#reader, this.entry.species);
    let species = speciesOf.get(document);
    if (!species) speciesOf.set(document, (species = new ComparaSpecies(document)));
    return species;
  }

  /** May it know something by a stable id? Nothing is read. */
  mayHave(id: string): boolean {
    return this.entry.idPrefixes?.includes(idPrefix(id)) ?? true;
  }

  /** The gene tree of a stable id, in any case; null for an unknown one. Keys of variants are no ids. */
  async geneTree(id: string): Promise<GeneTree | null> {
    return id.includes(VARIANT) ? null : this.#tree(id.toLowerCase());
  }

  /** The first variant of the gene tree of a stable id that a method (clusterset) has made, both in any case; null where there is none. */
  async variantTree(id: string, clusterset: string): Promise<GeneTree | null> {
    return this.#tree(variantKey(id, clusterset));
  }

  /** The gene tree at a place that a member gave. */
  async geneTreeAt(place: RecordLocation): Promise<GeneTree> {
    const [record] = await this.#table('gene-trees')!.at([place]);
    return trees.get(record!);
  }

  /** Gains and losses of the family of a gene tree, by its stable id in any case; null where none were computed. */
  async cafeTree(id: string): Promise<CafeTree | null> {
    const record = await this.#first('cafe-trees', id.toLowerCase());
    return record && decodeRecord<CafeTree>(record);
  }

  async cafeTreeAt(place: RecordLocation): Promise<CafeTree> {
    const [record] = await this.#table('cafe-trees')!.at([place]);
    return decodeRecord<CafeTree>(record!);
  }

  /** Genes by their own stable id or their product's, in any case, in all genomes that have it. One wave of reads. */
  async members(ids: readonly string[]): Promise<GeneMember[][]> {
    const found = await this.#ofIds('gene-members', ids);
    return ids.map((_, each) => (found?.[each] ?? []).map((record) => members.get(record)));
  }

  /** Genes of what bears some ids, in any case, and is found only by way of its gene: exons, products in no tree. One wave of reads. */
  async parts(ids: readonly string[]): Promise<GenePart[]> {
    const found = (await this.#ofIds('gene-parts', ids)) ?? [];
    return found.flatMap((records) => records.map(decodeGenePart));
  }

  /**
   * Genes in trees that a genome calls by some names, before it is known what the names mean there: of each reference that bears a name
   * the first MOST_GENES_OF_NAME. As `members` has them by the genes' ids. One wave of reads.
   */
  async named(species: string, names: readonly string[]): Promise<ComparedGene[][]> {
    const found = await this.#table('gene-names')?.find(names.map((name) => nameKey(species, name)));
    return names.map((_, each) => (found?.[each] ?? []).map(decodeComparedGene));
  }

  /** Genes with their homologies by stable id, in any case, in all genomes that have it. One wave of reads. */
  async homologies(ids: readonly string[]): Promise<GeneHomologies[][]> {
    const [found, species] = await Promise.all([this.#ofIds('homologies', ids), this.species()]);
    let genes = genesOf.get(species);
    if (!genes) genesOf.set(species, (genes = new ParsedRecords((record) => decodeGeneHomologies(record, species), PARSED_HOMOLOGIES)));
    return ids.map((_, each) => (found?.[each] ?? []).map((record) => genes.get(record)));
  }

  /** Sequences of a tree's members by seq_member_id. */
  async sequencesOfTree(key: string, coding: boolean): Promise<TreeSequences> {
    const [records = []] = (await this.#table('member-sequences')?.find([key])) ?? [];
    const byId = new Map(records.map((record) => [productId(record), record]));
    const its = coding ? letters.coding : letters.product;
    return (id) => {
      const record = byId.get(id);
      return record ? its.get(record) : null;
    };
  }

  /** Reads the sequences of some trees' members, so that they are in memory: of so many trees, in order, as together take no more than one read may. */
  async readAhead(trees: readonly string[]): Promise<void> {
    const table = this.#table('member-sequences');
    const sizes = table ? await Promise.all(trees.map((key) => table.storedBytes([key]))) : [];
    let left = LARGEST_READ;
    const read: string[] = [];
    for (const [each, size] of sizes.entries()) {
      if (size > left) continue;
      left -= size;
      read.push(trees[each]!);
    }
    if (read.length > 0) await table!.find(read);
  }

  /** Products at some places, in the order asked. One wave of reads. */
  async productsAt(places: readonly RecordLocation[]): Promise<ComparedProduct[]> {
    const records = places.length === 0 ? [] : await this.#table('member-sequences')!.at(places);
    return records.map((record) => products.get(record));
  }

  /** Records by stable ids; undefined where there can be none. */
  #ofIds(table: ComparaTable, ids: readonly string[]): Promise<Uint8Array[][]> | undefined {
    return ids.some((id) => this.mayHave(id)) ? this.#table(table)?.find(ids.map((id) => id.toLowerCase())) : undefined;
  }

  async #tree(key: string): Promise<GeneTree | null> {
    const record = await this.#first('gene-trees', key);
    return record && trees.get(record);
  }

  async #first(table: ComparaTable, key: string): Promise<Uint8Array | null> {
    const [[record] = []] = (await this.#table(table)?.find([key])) ?? [];
    return record ?? null;
  }

  #table(name: ComparaTable): SortedTable | null {
    const table = this.entry.tables?.[name];
    return table ? new SortedTable(table, this.#reader, attachedDirectory(table, this.#attachments)) : null;
  }
}

/** Letters of a tree's member by seq_member_id, decoded when they are asked for; null for one that the database lacks. */
export type TreeSequences = (memberId: number) => string | null;

/** Bytes that homologies take parsed, for each of a record's. */
const PARSED_HOMOLOGIES = 30;
