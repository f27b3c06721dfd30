/**
 * A compara database of a release: reads gene trees, homologies and sequences and returns their records. A table that
 * the release lacks has no records.
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
import { decodeGeneTree, VARIANT, type GeneTree } from '../compara/gene-tree.ts';
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

/** By document: each is parsed once for as long as the document stays in memory. */
const speciesOf = new WeakMap<ComparaSpeciesDocument, ComparaSpecies>();
const NO_SPECIES = new ComparaSpecies({ genomes: [], nodes: {} });
/** Parsed trees take 1.6 to 2.7 times their bytes. With more, a tree of 2,000 genes would be too large to be kept. */
const PARSED_TREES = 3;
/** Parsed trees, homologies and products of recently requested genes. Shared between requests: do not modify. */
const trees = new ParsedRecords(decodeGeneTree, PARSED_TREES);
const treeOf = (record: Uint8Array) => trees.get(record);
/** By the species that the numbers in homology records refer to. */
const genesOf = new WeakMap<ComparaSpecies, ParsedRecords<GeneHomologies>>();
const members = new ParsedRecords(decodeGeneMember);
/** A codon is stored as one byte and parsed to up to four letters. */
const products = new ParsedRecords((record) => new ComparedProduct(record), 5);
/** Only the letters, for gene trees: a tree may have thousands of products and shows one sequence of each. */
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

  /** Whether the database may contain a stable id, judged by the prefix of the id. Reads nothing. */
  mayHave(id: string): boolean {
    return this.entry.idPrefixes?.includes(idPrefix(id)) ?? true;
  }

  /** The gene tree with a stable id (case-insensitive), or null. Rejects keys of variant trees, which are not ids. */
  async geneTree(id: string): Promise<GeneTree | null> {
    return id.includes(VARIANT) ? null : this.#tree(id.toLowerCase());
  }

  /** The gene tree at the location that a gene member refers to. */
  async geneTreeAt(place: RecordLocation): Promise<GeneTree> {
    return only(await this.#tables.at('gene-trees', [place], treeOf));
  }

  /**
   * Gains and losses of the gene family (CAFE tree) of a gene tree, by stable id (case-insensitive); null if none was
   * computed.
   */
  cafeTree(id: string): Promise<CafeTree | null> {
    return this.#first('cafe-trees', id.toLowerCase(), decodeRecord<CafeTree>);
  }

  /** The CAFE tree at the location that a gene member refers to. */
  async cafeTreeAt(place: RecordLocation): Promise<CafeTree> {
    return only(await this.#tables.at('cafe-trees', [place], decodeRecord<CafeTree>));
  }

  /**
   * Genes by their own stable id or the id of their product (case-insensitive), in all genomes that have it. One wave
   * of reads.
   */
  members(ids: readonly string[]): Promise<GeneMember[][]> {
    return this.#ofIds('gene-members', ids, (record) => members.get(record));
  }

  /**
   * Genes by the stable ids of their exons and of products that are in no tree (case-insensitive). One wave of reads.
   */
  async parts(ids: readonly string[]): Promise<GenePart[]> {
    return (await this.#ofIds('gene-parts', ids, decodeGenePart)).flat();
  }

  /**
   * Genes in trees by names that a genome uses. A name may have several meanings (references); each contributes at most
   * MAX_GENES_OF_NAME genes, as `members` returns them by id. One wave of reads.
   */
  named(species: string, names: readonly string[]): Promise<ComparedGene[][]> {
    return this.#tables.find(
      'gene-names',
      names.map((name) => nameKey(species, name)),
      decodeComparedGene,
    );
  }

  /** Genes with their homologies by stable id (case-insensitive), in all genomes that have it. One wave of reads. */
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

  /** Sequences of the members of a gene tree. One wave of reads. */
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
   * Prefetches the sequences of the members of some trees into the cache. Skips trees that would take the read above
   * MAX_READ_BYTES in total.
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

  /** Products at some locations, in the same order. One wave of reads. */
  productsAt(places: readonly RecordLocation[]): Promise<ComparedProduct[]> {
    return this.#tables.at('member-sequences', places, (record) => products.get(record));
  }

  /** Records by stable ids. Reads nothing if no id has a prefix that the database contains. */
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
 * Returns the letters of a tree's member by seq_member_id, decoded on demand; null if the database lacks the member.
 */
export type TreeSequences = (memberId: number) => string | null;

/** Bytes of parsed homologies for each stored byte. */
const PARSED_HOMOLOGIES = 30;

/** Name of the compara database in the dumps of vertebrates, whose folder names no division. */
export const ALL_SPECIES = 'multi';

/** The name that clients use for that database. */
const DEFAULT_COMPARA = 'vertebrates';

/** Whether a request names a compara database. As in Ensembl, '' and '0' are no names. */
export function namesCompara(name: string | undefined): name is string {
  return name !== undefined && name !== '' && name !== '0';
}

/** The name of a compara database in requests and answers. */
export function comparaName({ name }: ComparaEntry): string {
  return name === ALL_SPECIES ? DEFAULT_COMPARA : name;
}

/** The compara databases in the order in which requests that name none search gene trees by id. */
export function comparasInOrder({ comparas = [] }: Pick<ReleaseManifest, 'comparas'>): ComparaEntry[] {
  const isFirst = ({ name }: ComparaEntry) => name === ALL_SPECIES;
  return comparas.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

/**
 * A compara database by the name that dumps or clients use. Without a name: the database of the division, else the
 * default one, else the only one. Throws ApiError (400) if the release lacks it.
 *
 * @param division of the species that the request is about, such as EnsemblPlants
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
  if (comparas.length === 0) throw new ApiError('This release has no compara database');
  if (!compara)
    throw new ApiError(`There is no compara database '${namesCompara(name) ? name : DEFAULT_COMPARA}' in this release`);
  return compara;
}
