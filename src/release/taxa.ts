/** The taxonomy of a release: reads taxa and hands out their records. */
import type { BlockReader } from '../index/block-reader.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import { SortedTable } from '../index/sorted-table.ts';
import { NameIndex } from '../names/name-index.ts';
import { decodeTaxon, type TaxonRecord } from '../terms/taxon-record.ts';
import type { TaxaEntry } from './manifest.ts';

const decoder = new TextDecoder();

export class Taxa {
  readonly #taxa: SortedTable;
  readonly #cards: SortedTable;
  readonly #names: NameIndex;

  constructor(entry: TaxaEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.#taxa = new SortedTable(entry.taxa, reader, attachments[entry.taxa.attached ?? '']);
    this.#cards = new SortedTable(entry.cards, reader);
    this.#names = new NameIndex(entry.names, reader);
  }

  /** The taxon of an id (decimal, without leading zeros), or the one that this id was merged into; null for an unknown one. */
  async taxon(id: string): Promise<TaxonRecord | null> {
    const [[record] = []] = await this.#taxa.find([id]);
    return record ? decodeTaxon(record) : null;
  }

  /** The first taxon that has this very name, of any class of names; null for none. */
  async named(name: string): Promise<TaxonRecord | null> {
    const [place] = await this.#names.named(name);
    if (!place) return null;
    const [record] = await this.#taxa.at([place]);
    return decodeTaxon(record!);
  }

  /** Where the taxa stand that have a name like a LIKE pattern; throws ApiError (400) for one that is too vague. */
  like(pattern: string): Promise<RecordLocation[]> {
    return this.#names.like(pattern);
  }

  /**
   * Taxa at some places. Those that a search finds are scattered over a large table: only blocks side by side are read as
   * one, so that the bytes read are those of the blocks that hold the taxa.
   */
  async at(places: readonly RecordLocation[]): Promise<TaxonRecord[]> {
    const records = await this.#taxa.at(places, 1);
    return records.map(decodeTaxon);
  }

  /** JSON of taxa without relatives, at some places of ancestors; one wave of reads. */
  async cards(places: readonly RecordLocation[]): Promise<string[]> {
    const records = await this.#cards.at(places);
    return records.map((record) => decoder.decode(record));
  }
}
