/** The taxonomy of a release: reads taxa and hands out their records. */
import type { BlockReader } from '../index/block-reader.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import { SortedTable } from '../index/sorted-table.ts';
import { NameIndex } from '../names/name-index.ts';
import { AT_ONCE, batchesOfBlocks, NamedRecords, type FoundRecords } from '../names/named-records.ts';
import { decodeTaxon, type TaxonRecord } from '../terms/taxon-record.ts';
import type { TaxaEntry } from './manifest.ts';

const decoder = new TextDecoder();

export class Taxa {
  readonly #entry: TaxaEntry;
  readonly #reader: BlockReader;
  readonly #taxa: SortedTable;
  readonly #cards: SortedTable;
  readonly #named: NamedRecords<TaxonRecord>;

  constructor(entry: TaxaEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.#entry = entry;
    this.#reader = reader;
    this.#taxa = new SortedTable(entry.taxa, reader, attachments[entry.taxa.attached ?? '']);
    this.#cards = new SortedTable(entry.cards, reader);
    const scanned = () => new SortedTable(entry.taxa, reader.forScan());
    this.#named = new NamedRecords(this.#taxa, scanned, new NameIndex(entry.names, reader), decodeTaxon, 'taxa');
  }

  /** The taxon of an id (decimal, without leading zeros), or the one that this id was merged into; null for an unknown one. */
  async taxon(id: string): Promise<TaxonRecord | null> {
    const [[record] = []] = await this.#taxa.find([id]);
    return record ? decodeTaxon(record) : null;
  }

  /** The first taxon that has this very name, of any class of names; null for none. */
  named(name: string): Promise<TaxonRecord | null> {
    return this.#named.first(name);
  }

  /**
   * Taxa with a name, of any class of names, like a LIKE pattern; throws ApiError (400) for one that is too vague, or that too
   * many taxa match.
   */
  like(pattern: string): Promise<FoundRecords<TaxonRecord>> {
    return this.#named.like(pattern);
  }

  /** JSON of taxa without relatives, at some places of ancestors; one wave of reads. */
  async cards(places: readonly RecordLocation[]): Promise<string[]> {
    const records = await this.#cards.at(places);
    return records.map((record) => decoder.decode(record));
  }

  /** JSON of a taxon with its parent and children, in pieces: children that stand apart are read batch by batch. */
  async *withRelatives({ answer, family }: TaxonRecord): AsyncGenerator<string> {
    if (family.length === 0 || !this.#entry.families) return yield answer.whole();
    yield answer.whole().slice(0, -1);
    const families = new SortedTable(this.#entry.families, this.#reader.forScan());
    let before = ',"children":[';
    for (const batch of batchesOfBlocks(family, AT_ONCE)) {
      for (const record of await families.at(batch)) {
        yield before + decoder.decode(record);
        before = ',';
      }
    }
    yield ']}';
  }
}
