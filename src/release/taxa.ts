/** The taxonomy of a release: reads taxa and hands out their records. */
import type { BlockReader } from '../index/block-reader.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import type { WorkBudget } from '../operation/work-budget.ts';
import { SortedTable } from '../index/sorted-table.ts';
import { NameIndex } from '../names/name-index.ts';
import { AT_ONCE, batchesOfBlocks, NamedRecords, type FoundRecords } from '../names/named-records.ts';
import { taxaJson, TaxonCard, taxonJson } from '../terms/taxon-card.ts';
import { decodeTaxon, type TaxonRecord } from '../terms/taxon-record.ts';
import { attachedDirectory } from './attached-directory.ts';
import type { TaxaEntry } from './manifest.ts';
import { ParsedRecords } from '../index/parsed-records.ts';

const decoder = new TextDecoder();
/** Every line of descent leads through the same few. */
const cards = new ParsedRecords((record) => new TaxonCard(taxonJson(decoder.decode(record))));

/** What Perl takes for a number. */
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

export class Taxa {
  readonly #entry: TaxaEntry;
  readonly #reader: BlockReader;
  readonly #taxa: SortedTable;
  readonly #cards: SortedTable;
  readonly #named: NamedRecords<TaxonRecord>;

  constructor(entry: TaxaEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.#entry = entry;
    this.#reader = reader;
    this.#taxa = new SortedTable(entry.taxa, reader, attachedDirectory(entry.taxa, attachments));
    this.#cards = new SortedTable(entry.cards, reader);
    const scanned = () => new SortedTable(entry.taxa, reader.forScan());
    this.#named = new NamedRecords({ table: this.#taxa, scanned, decode: decodeTaxon, namesOf: ({ names }) => names, kind: 'taxa' }, new NameIndex(entry.names, reader));
  }

  /**
   * A taxon by its id (or one that was merged into it) when the text looks like a number, however it is written: 9606, 09606;
   * else the first that has this very name, of any class of names. Null for none.
   */
  async find(text: string): Promise<TaxonRecord | null> {
    if (!NUMBER.test(text)) return this.#named.first(text);
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < 0) return null;
    const [[record] = []] = await this.#taxa.find([String(number)]);
    return record ? decodeTaxon(record) : null;
  }

  /** The id of the first taxon that has this very name, of any class of names; undefined for none. */
  async idOf(name: string): Promise<number | undefined> {
    const taxon = await this.#named.first(name);
    return taxon ? Number((JSON.parse(taxon.answer.short()) as { id: string }).id) : undefined;
  }

  /**
   * Taxa with a name, of any class of names, like a LIKE pattern; throws ApiError (400) for one that is too vague, or that too
   * many taxa match.
   */
  like(pattern: string, work: WorkBudget): Promise<FoundRecords<TaxonRecord>> {
    return this.#named.like(pattern, work);
  }

  /** Taxa without relatives, at some places of ancestors; one wave of reads. */
  async cards(places: readonly RecordLocation[]): Promise<TaxonCard[]> {
    const records = await this.#cards.at(places);
    return records.map((record) => cards.get(record));
  }

  /** JSON of a taxon with its parent and children, in pieces: children that stand apart are read batch by batch. */
  async *withRelatives({ answer, family }: TaxonRecord): AsyncGenerator<string> {
    if (family.length === 0 || !this.#entry.families) return yield answer.whole();
    yield answer.whole().slice(0, -1);
    const families = new SortedTable(this.#entry.families, this.#reader.forScan());
    let before = ',"children":[';
    for (const batch of batchesOfBlocks(family, AT_ONCE)) {
      for (const record of await families.at(batch)) {
        yield before + taxaJson(decoder.decode(record));
        before = ',';
      }
    }
    yield ']}';
  }
}
