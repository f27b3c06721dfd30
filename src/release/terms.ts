/** The ontologies of a release: reads terms and hands out their records. */
import type { BlockReader } from '../index/block-reader.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import type { WorkBudget } from '../operation/work-budget.ts';
import { NameIndex } from '../names/name-index.ts';
import { foldWhole, withoutBlanksBehind } from '../names/name-text.ts';
import { AT_ONCE, batchesOfBlocks, NamedRecords, type FoundRecords } from '../names/named-records.ts';
import { decodeCard, type Card } from '../terms/card.ts';
import { decodeTerm, namesOfTerm, type TermRecord } from '../terms/term-record.ts';
import type { TermsEntry } from './manifest.ts';
import { StoredTables } from './stored-tables.ts';

/** Cards that are in memory at once: some 8 MB of text. */
const CARDS_AT_ONCE = 10_000;
/** So many are read in one wave, wherever they stand: at most as many blocks, of 48 KiB. */
export const CARDS_IN_ONE_WAVE = 1000;

export class Terms {
  readonly entry: TermsEntry;
  readonly #tables: StoredTables<'terms' | 'cards'>;
  readonly #named: NamedRecords<TermRecord>;

  constructor(entry: TermsEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.entry = entry;
    const tables = new StoredTables<'terms' | 'cards'>(entry, reader, attachments);
    this.#tables = tables;
    this.#named = new NamedRecords({
      table: tables.sorted('terms')!, scanned: () => tables.forScan().sorted('terms')!, kind: 'terms',
      decode: (record) => tables.decoded('terms', () => decodeTerm(record)), namesOf: (term) => tables.decoded('terms', () => namesOfTerm(term)),
    }, new NameIndex(entry.names, reader));
  }

  /** The term of an accession, or of an alternative one, in any case, but for blanks behind it; null for an unknown or obsolete one. */
  async term(accession: string): Promise<TermRecord | null> {
    const [[term] = []] = await this.#tables.find('terms', [withoutBlanksBehind(accession).toLowerCase()], decodeTerm);
    return term ?? null;
  }

  /**
   * Terms with a name or synonym like a LIKE pattern, in the order of their accessions; throws ApiError (400) for one that is too
   * vague, or that too many terms match.
   */
  like(pattern: string, work: WorkBudget): Promise<FoundRecords<TermRecord>> {
    return this.#named.like(pattern, work);
  }

  /** Cards at some places, in the order asked; one wave of reads. */
  cards(places: readonly RecordLocation[]): Promise<Card[]> {
    return this.#tables.at('cards', places, decodeCard);
  }

  /**
   * The cards at any number of places, one by one in the order asked. Many are read by the part, each in the order of the
   * table: what is side by side there stands all over the list.
   */
  async *eachCard(places: readonly RecordLocation[]): AsyncGenerator<Card> {
    if (places.length <= CARDS_IN_ONE_WAVE) return yield* await this.cards(places);
    // A short first part lets the answer begin.
    for (let [from, size] = [0, CARDS_IN_ONE_WAVE]; from < places.length; [from, size] = [from + size, CARDS_AT_ONCE]) {
      const part = places.slice(from, from + size);
      const cards = new Map<string, Card>();
      for (const batch of batchesOfBlocks(part, AT_ONCE)) {
        const read = await this.cards(batch);
        batch.forEach((place, each) => cards.set(keyOf(place), read[each]!));
      }
      for (const place of part) yield cards.get(keyOf(place))!;
    }
  }

  /** Index of an ontology's name, in any case; -1 for one that this release does not have. */
  ontology(name: string): number {
    const wanted = foldWhole(name);
    return this.entry.ontologies.findIndex((each) => foldWhole(each) === wanted);
  }
}

function keyOf([offset, , index]: RecordLocation): string {
  return `${offset}/${index}`;
}
