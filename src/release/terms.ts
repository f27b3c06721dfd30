/** The ontologies of a release: reads terms and hands out their records. */
import type { BlockReader } from '../index/block-reader.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import { SortedTable } from '../index/sorted-table.ts';
import { NameIndex } from '../names/name-index.ts';
import { decodeCard, type Card } from '../terms/card.ts';
import { decodeTerm, type TermRecord } from '../terms/term-record.ts';
import type { TermsEntry } from './manifest.ts';

export class Terms {
  readonly entry: TermsEntry;
  readonly #terms: SortedTable;
  readonly #cards: SortedTable;
  readonly #names: NameIndex;

  constructor(entry: TermsEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.entry = entry;
    this.#terms = new SortedTable(entry.terms, reader, attachments[entry.terms.attached ?? '']);
    this.#cards = new SortedTable(entry.cards, reader);
    this.#names = new NameIndex(entry.names, reader);
  }

  /** The term of an accession, or of an alternative one, in any case; null for an unknown or obsolete one. */
  async term(accession: string): Promise<TermRecord | null> {
    const [[record] = []] = await this.#terms.find([accession.toLowerCase()]);
    return record ? decodeTerm(record) : null;
  }

  /** Terms with a name or synonym like a LIKE pattern; throws ApiError (400) for one that is too vague. */
  async named(pattern: string): Promise<TermRecord[]> {
    const records = await this.#terms.at(await this.#names.like(pattern));
    return records.map(decodeTerm);
  }

  /** Cards at some places, in the order asked; one wave of reads. */
  async cards(places: readonly RecordLocation[]): Promise<Card[]> {
    const records = await this.#cards.at(places);
    return records.map(decodeCard);
  }

  /** Index of an ontology's name, in any case; -1 for one that this release does not have. */
  ontology(name: string): number {
    return this.entry.ontologies.findIndex((each) => each.toLowerCase() === name.toLowerCase());
  }
}
