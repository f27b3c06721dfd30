/**
 * A comparative database of a release: reads trees, homologies and sequences and hands out their records. What it has
 * no
 * table for is empty.
 */
import { only } from '../checked.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import type { CafeTree } from '../compara/cafe-tree.ts';
import { ComparedProduct, productId } from '../compara/compared-product.ts';
import {
  decodeComparedGene,
  decodeGeneMember,
  decodeGenePart,
  nameKey,
  type ComparedGene,
  type GeneMember,
  type GenePart,
} from '../compara/gene-member.ts';
import { idPrefix } from '../compara/id-form.ts';
import { decodeGeneTree, VARIANT, variantKey, type GeneTree } from '../compara/gene-tree.ts';
import { decodeGeneHomologies, type GeneHomologies } from '../compara/homology-record.ts';
import { ComparaSpecies, type ComparaSpeciesDocument } from '../compara/species.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import { MAX_READ_BYTES } from '../index/blocks/read-plan.ts';
import type { ComparaEntry, ReleaseManifest } from './manifest.ts';
import { ParsedRecords } from '../index/tables/parsed-records.ts';
import { readDocument } from './documents.ts';
import { StoredTables } from './stored-tables.ts';
import type { COMPARA_TABLES, ComparaTable } from './table-registry.ts';
import { ApiError } from '../api-error.ts';
import { sameName } from '../names/name-text.ts';

/** By their document: made once as long as it stays in memory. */
const speciesOf = new WeakMap<ComparaSpeciesDocument, ComparaSpecies>();
const NO_SPECIES = new ComparaSpecies({ genomes: [], nodes: {} });
/** Trees, homologies and products of much visited genes; shared, not to be changed. */
const trees = new ParsedRecords(decodeGeneTree);
const treeOf = (record: Uint8Array) => trees.get(record);
/** By the species that explain their numbers. */
const genesOf = new WeakMap<ComparaSpecies, ParsedRecords<GeneHomologies>>();
const members = new ParsedRecords(decodeGeneMember);
/** A codon is a byte, and up to four letters. */
const products = new ParsedRecords((record) => new ComparedProduct(record), 5);
/** For trees, which may have thousands of products, and show one text of each. */
const letters = {
  product: new ParsedRecords((record) => new ComparedProduct(record).letters(false), 2),
  coding: new ParsedRecords((record) => new ComparedProduct(record).letters(true), 4),
};

export class Compara {
  readonly entry: ComparaEntry;
  readonly #reader: BlockReader;
  readonly #tables: StoredTables<typeof COMPARA_TABLES>;

  constructor(entry: ComparaEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.entry = entry;
    this.#reader = reader;
    this.#tables = new StoredTables(entry.tables ?? {}, reader, attachments);
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

  /**
   * The first variant of the gene tree of a stable id that a method (clusterset) has made, both in any case; null where
   * there is none.
   */
  async variantTree(id: string, clusterset: string): Promise<GeneTree | null> {
    return this.#tree(variantKey(id, clusterset));
  }

  /** The gene tree at a place that a member gave. */
  async geneTreeAt(place: RecordLocation): Promise<GeneTree> {
    return only(await this.#tables.at('gene-trees', [place], treeOf));
  }

  /** Gains and losses of the family of a gene tree, by its stable id in any case; null where none were computed. */
  cafeTree(id: string): Promise<CafeTree | null> {
    return this.#first('cafe-trees', id.toLowerCase(), decodeRecord<CafeTree>);
  }

  async cafeTreeAt(place: RecordLocation): Promise<CafeTree> {
    return only(await this.#tables.at('cafe-trees', [place], decodeRecord<CafeTree>));
  }

  /** Genes by their own stable id or their product's, in any case, in all genomes that have it. One wave of reads. */
  members(ids: readonly string[]): Promise<GeneMember[][]> {
    return this.#ofIds('gene-members', ids, (record) => members.get(record));
  }

  /**
   * Genes of what bears some ids, in any case, and is found only by way of its gene: exons, products in no tree. One
   * wave of reads.
   */
  async parts(ids: readonly string[]): Promise<GenePart[]> {
    return (await this.#ofIds('gene-parts', ids, decodeGenePart)).flat();
  }

  /**
   * Genes in trees that a genome calls by some names, before it is known what the names mean there: of each reference
   * that bears a name
   * the first MAX_GENES_OF_NAME. As `members` has them by the genes' ids. One wave of reads.
   */
  named(species: string, names: readonly string[]): Promise<ComparedGene[][]> {
    return this.#tables.find(
      'gene-names',
      names.map((name) => nameKey(species, name)),
      decodeComparedGene,
    );
  }

  /** Genes with their homologies by stable id, in any case, in all genomes that have it. One wave of reads. */
  async homologies(ids: readonly string[]): Promise<GeneHomologies[][]> {
    const [found, species] = await Promise.all([this.#ofIds('homologies', ids, (record) => record), this.species()]);
    let genes = genesOf.get(species);
    if (!genes)
      genesOf.set(
        species,
        (genes = new ParsedRecords((record) => decodeGeneHomologies(record, species), PARSED_HOMOLOGIES)),
      );
    return this.#tables.decoded('homologies', () => found.map((records) => records.map((record) => genes.get(record))));
  }

  /** Sequences of a tree's members by seq_member_id. */
  async sequencesOfTree(key: string, coding: boolean): Promise<TreeSequences> {
    const records = only(await this.#tables.records('member-sequences', [key]));
    const byId = this.#tables.decoded(
      'member-sequences',
      () => new Map(records.map((record) => [productId(record), record])),
    );
    const its = coding ? letters.coding : letters.product;
    return (id) => {
      const record = byId.get(id);
      return record ? this.#tables.decoded('member-sequences', () => its.get(record)) : null;
    };
  }

  /**
   * Reads the sequences of some trees' members, so that they are in memory: of so many trees, in order, as together
   * take no more than one read may.
   */
  async readAhead(trees: readonly string[]): Promise<void> {
    const sizes = await Promise.all(
      trees.map(async (key) => [key, await this.#tables.storedBytes('member-sequences', [key])] as const),
    );
    let left = MAX_READ_BYTES;
    const read: string[] = [];
    for (const [key, size] of sizes) {
      if (size > left) continue;
      left -= size;
      read.push(key);
    }
    if (read.length > 0) await this.#tables.records('member-sequences', read);
  }

  /** Products at some places, in the order asked. One wave of reads. */
  productsAt(places: readonly RecordLocation[]): Promise<ComparedProduct[]> {
    return this.#tables.at('member-sequences', places, (record) => products.get(record));
  }

  /** Records by stable ids; nothing is read where there can be none. */
  async #ofIds<T>(table: ComparaTable, ids: readonly string[], decode: (record: Uint8Array) => T): Promise<T[][]> {
    return ids.some((id) => this.mayHave(id))
      ? this.#tables.find(
          table,
          ids.map((id) => id.toLowerCase()),
          decode,
        )
      : ids.map(() => []);
  }

  #tree(key: string): Promise<GeneTree | null> {
    return this.#first('gene-trees', key, treeOf);
  }

  async #first<T>(table: ComparaTable, key: string, decode: (record: Uint8Array) => T): Promise<T | null> {
    const [[record] = []] = await this.#tables.find(table, [key], decode);
    return record ?? null;
  }
}

/**
 * Letters of a tree's member by seq_member_id, decoded when they are asked for; null for one that the database lacks.
 */
export type TreeSequences = (memberId: number) => string | null;

/** Bytes that homologies take parsed, for each of a record's. */
const PARSED_HOMOLOGIES = 30;

/** The species of a database that spans species, where its name tells no other. */
export const ALL_SPECIES = 'multi';

/** What clients call the comparative database of that name. */
const DEFAULT_COMPARA = 'vertebrates';

/** Does a client name a database? '' and '0' are no name. */
export function namesCompara(name: string | undefined): name is string {
  return name !== undefined && name !== '' && name !== '0';
}

/** As clients call it. */
export function comparaName({ name }: ComparaEntry): string {
  return name === ALL_SPECIES ? DEFAULT_COMPARA : name;
}

/**
 * A comparative database by what dumps or clients call it; throws ApiError (400) for one that the release lacks. Who
 * names none
 * means that of the division which the species is of, else the default one, else the only one there is.
 *
 * @param division of the species that is compared, such as EnsemblPlants
 */
export function findCompara(
  { comparas = [] }: ReleaseManifest,
  name: string | undefined,
  division?: string,
): ComparaEntry {
  const named = (wanted: string) =>
    comparas.find(({ name: its }) => sameName(its, sameName(wanted, DEFAULT_COMPARA) ? ALL_SPECIES : wanted));
  const byDefault = () =>
    (division && named(division.replace(/^Ensembl/, ''))) ||
    named(ALL_SPECIES) ||
    (comparas.length === 1 ? comparas[0] : undefined);
  const compara = namesCompara(name) ? named(name) : byDefault();
  if (!compara)
    throw new ApiError(
      `There is no comparative database '${namesCompara(name) ? name : DEFAULT_COMPARA}' in this release`,
    );
  return compara;
}
