/** The taxonomy of a release: reads taxa and hands out their records. */
import type { BlockReader } from '../index/block-reader.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import { ParsedRecords } from '../index/parsed-records.ts';
import { utf8 } from '../index/utf8.ts';
import type { WorkBudget } from '../operation/work-budget.ts';
import { NameIndex } from '../names/name-index.ts';
import { AT_ONCE, batchesOfBlocks, NamedRecords, type FoundRecords } from '../names/named-records.ts';
import { taxaJson, TaxonCard, taxonJson } from '../terms/taxon-card.ts';
import { decodeTaxon, taxonIdOf, type TaxonRecord } from '../terms/taxon-record.ts';
import type { TaxaEntry } from './manifest.ts';
import { StoredTables } from './stored-tables.ts';

/** Every line of descent leads through the same few. */
const cards = new ParsedRecords((record) => new TaxonCard(taxonJson(utf8.decode(record))));

/** What Perl takes for a number. */
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

export class Taxa {
  readonly #tables: StoredTables<'taxa' | 'cards' | 'families'>;
  readonly #named: NamedRecords<TaxonRecord>;

  constructor(entry: TaxaEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    const tables = new StoredTables<'taxa' | 'cards' | 'families'>(entry, reader, attachments);
    this.#tables = tables;
    this.#named = new NamedRecords({
      table: tables.sorted('taxa')!, scanned: () => tables.forScan().sorted('taxa')!, kind: 'taxa',
      decode: (record) => tables.decoded('taxa', () => decodeTaxon(record)), namesOf: (taxon) => tables.decoded('taxa', () => taxon.names),
    }, new NameIndex(entry.names, reader));
  }

  /**
   * A taxon by its id (or one that was merged into it) when the text looks like a number, however it is written: 9606, 09606;
   * else the first that has this very name, of any class of names. Null for none.
   */
  async find(text: string): Promise<TaxonRecord | null> {
    if (!NUMBER.test(text)) return this.#named.first(text);
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < 0) return null;
    const [[taxon] = []] = await this.#tables.find('taxa', [String(number)], decodeTaxon);
    return taxon ?? null;
  }

  /** The id of the first taxon that has this very name, of any class of names; undefined for none. */
  async idOf(name: string): Promise<number | undefined> {
    const taxon = await this.#named.first(name);
    return taxon ? Number(taxonIdOf(taxon)) : undefined;
  }

  /**
   * Taxa with a name, of any class of names, like a LIKE pattern; throws ApiError (400) for one that is too vague, or that too
   * many taxa match.
   */
  like(pattern: string, work: WorkBudget): Promise<FoundRecords<TaxonRecord>> {
    return this.#named.like(pattern, work);
  }

  /** Taxa without relatives, at some places of ancestors; one wave of reads. */
  cards(places: readonly RecordLocation[]): Promise<TaxonCard[]> {
    return this.#tables.at('cards', places, (record) => cards.get(record));
  }

  /** JSON of a taxon with its parent and children, in pieces: children that stand apart are read batch by batch. */
  async *withRelatives({ answer, family }: TaxonRecord): AsyncGenerator<string> {
    const families = family.length > 0 ? this.#tables.forScan().sorted('families') : null;
    if (!families) return yield answer.whole();
    yield answer.whole().slice(0, -1);
    let before = ',"children":[';
    for (const batch of batchesOfBlocks(family, AT_ONCE)) {
      for (const record of await families.at(batch)) {
        yield before + this.#tables.decoded('families', () => taxaJson(utf8.decode(record)));
        before = ',';
      }
    }
    yield ']}';
  }
}
