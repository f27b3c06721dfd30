/** Readers of a release's ontologies and taxonomy. */
import { at, get, present } from '../checked.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import type { WorkBudget } from '../work-budget.ts';
import { NameIndex } from './name-index.ts';
import { foldWhole, trimTrailingSpaces } from '../names/name-text.ts';
import { BATCH_BYTES, batchesOfBlocks, NamedRecords, type FoundRecords } from './named-records.ts';
import { decodeCard, type Card } from '../terms/answer-text.ts';
import { decodeTerm, namesOfTerm, type TermRecord } from '../terms/term-record.ts';
import type { TermsEntry, TaxaEntry } from './manifest.ts';
import { StoredTables } from './stored-tables.ts';
import type { TERM_TABLES, TAXON_TABLES } from './table-registry.ts';
import { ParsedRecords } from '../index/tables/parsed-records.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { taxaJson, TaxonCard, taxonJson, decodeTaxon, taxonIdOf, type TaxonRecord } from '../terms/taxon-record.ts';

/** Maximum number of cards in memory at once: about 8 MB of text. */
const CARDS_AT_ONCE = 10_000;
/** Maximum number of cards that are read in one wave. They may be in as many blocks of 48 KiB. */
export const CARDS_IN_ONE_WAVE = 1000;

export class Terms {
  readonly entry: TermsEntry;
  readonly #tables: StoredTables<typeof TERM_TABLES>;
  readonly #named: NamedRecords<TermRecord>;

  constructor(entry: TermsEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.entry = entry;
    const tables = new StoredTables<typeof TERM_TABLES>(entry, reader, attachments);
    this.#tables = tables;
    this.#named = new NamedRecords(
      {
        table: present(tables.sorted('terms'), 'the table terms'),
        scanned: () => present(tables.withoutCaching().sorted('terms'), 'the table terms'),
        kind: 'terms',
        decode: (record) => tables.decoded('terms', () => decodeTerm(record)),
        namesOf: (term) => tables.decoded('terms', () => namesOfTerm(term)),
      },
      new NameIndex(entry.names, reader),
    );
  }

  /**
   * The term with an accession or alternative accession (case-insensitive, trailing blanks ignored); null for an
   * unknown or obsolete one.
   */
  async term(accession: string): Promise<TermRecord | null> {
    const [[term] = []] = await this.#tables.find('terms', [trimTrailingSpaces(accession).toLowerCase()], decodeTerm);
    return term ?? null;
  }

  /**
   * Terms with a name or synonym that matches a LIKE pattern, ordered by accession. Throws ApiError (400) for a pattern
   * that is too vague or matches too many terms.
   */
  like(pattern: string, work: WorkBudget): Promise<FoundRecords<TermRecord>> {
    return this.#named.like(pattern, work);
  }

  /** Cards at some locations, in the same order; one wave of reads. */
  cards(places: readonly RecordLocation[]): Promise<Card[]> {
    return this.#tables.at('cards', places, decodeCard);
  }

  /**
   * The cards at any number of locations, one by one, in the same order. Long lists are read in parts, and each part in
   * the order of the table: cards in one block may be far apart in the list.
   */
  async *eachCard(places: readonly RecordLocation[]): AsyncGenerator<Card> {
    if (places.length <= CARDS_IN_ONE_WAVE) return yield* await this.cards(places);
    // The first part is short, so that the answer can begin.
    for (let [from, size] = [0, CARDS_IN_ONE_WAVE]; from < places.length; [from, size] = [from + size, CARDS_AT_ONCE]) {
      const part = places.slice(from, from + size);
      const cards = new Map<string, Card>();
      for (const batch of batchesOfBlocks(part, BATCH_BYTES)) {
        const read = await this.cards(batch);
        for (const [each, place] of batch.entries()) cards.set(keyOf(place), at(read, each));
      }
      for (const place of part) yield get(cards, keyOf(place));
    }
  }

  /** Index of an ontology by name (case-insensitive); -1 for one that the release lacks. */
  ontology(name: string): number {
    const wanted = foldWhole(name);
    return this.entry.ontologies.findIndex((each) => foldWhole(each) === wanted);
  }
}

function keyOf([offset, , index]: RecordLocation): string {
  return `${offset}/${index}`;
}

/**
 * Parsed cards of ancestors. All lineages share the same few taxa near the root. The JSON of a card takes eight times
 * its stored size (measured with Node's heapUsed).
 */
const parsedCards = new ParsedRecords((record) => new TaxonCard(taxonJson(utf8.decode(record))), 8);

/** Texts that Perl converts to a number. */
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

export class Taxa {
  readonly #tables: StoredTables<typeof TAXON_TABLES>;
  readonly #named: NamedRecords<TaxonRecord>;

  constructor(entry: TaxaEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    const tables = new StoredTables<typeof TAXON_TABLES>(entry, reader, attachments);
    this.#tables = tables;
    this.#named = new NamedRecords(
      {
        table: present(tables.sorted('taxa'), 'the table taxa'),
        scanned: () => present(tables.withoutCaching().sorted('taxa'), 'the table taxa'),
        kind: 'taxa',
        decode: (record) => tables.decoded('taxa', () => decodeTaxon(record)),
        namesOf: (taxon) => tables.decoded('taxa', () => taxon.names),
      },
      new NameIndex(entry.names, reader),
    );
  }

  /**
   * A taxon by id, or by an id that was merged into it, if the text is a number in any spelling (9606, 09606); else the
   * first taxon with exactly this name, of any name class. Null if there is none.
   */
  async find(text: string): Promise<TaxonRecord | null> {
    if (!NUMBER.test(text)) return this.#named.first(text);
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < 0) return null;
    const [[taxon] = []] = await this.#tables.find('taxa', [String(number)], decodeTaxon);
    return taxon ?? null;
  }

  /** The id of the first taxon with exactly this name, of any name class; undefined if there is none. */
  async idOf(name: string): Promise<number | undefined> {
    const taxon = await this.#named.first(name);
    return taxon ? Number(taxonIdOf(taxon)) : undefined;
  }

  /**
   * Taxa with a name, of any name class, that matches a LIKE pattern. Throws ApiError (400) for a pattern that is too
   * vague or matches too many taxa.
   */
  like(pattern: string, work: WorkBudget): Promise<FoundRecords<TaxonRecord>> {
    return this.#named.like(pattern, work);
  }

  /** Taxa without their relatives, at some locations; one wave of reads. */
  cards(places: readonly RecordLocation[]): Promise<TaxonCard[]> {
    return this.#tables.at('cards', places, (record) => parsedCards.get(record));
  }

  /**
   * JSON of a taxon with its parent and children, in pieces. Children in the table `families` are read batch by batch.
   */
  async *withRelatives({ answer, family }: TaxonRecord): AsyncGenerator<string> {
    const families = family.length > 0 ? this.#tables.withoutCaching().sorted('families') : null;
    if (!families) return yield answer.whole();
    yield answer.whole().slice(0, -1);
    let before = ',"children":[';
    for (const batch of batchesOfBlocks(family, BATCH_BYTES)) {
      for (const record of await families.at(batch)) {
        yield before + this.#tables.decoded('families', () => taxaJson(utf8.decode(record)));
        before = ',';
      }
    }
    yield ']}';
  }
}
