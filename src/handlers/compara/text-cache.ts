/**
 * A cache of parts of answers as text. A text lives as long as the record that it describes is in memory
 * (ParsedRecords). Keyed by the species too: releases may share a tree and differ in the names of its species.
 */
import type { ComparaSpecies } from '../../compara/species.ts';
import { isHeld } from '../../index/tables/parsed-records.ts';
import { TEXT_CACHE_BYTES } from '../../memory-budget.ts';

/** The texts of some species in one form. */
export interface Texts {
  get(key: object): string | undefined;
  /**
   * Stores the text and returns it.
   *
   * @param record what the key is a part of; nothing is stored if the record is not in memory any more
   */
  keep(key: object, text: string, record: object): string;
}

/** Letters beyond these make engines keep a text as two bytes each. */
const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

export class TextCache {
  readonly #most: number;
  readonly #isHeld: (record: object) => boolean;
  #bySpecies = new WeakMap<ComparaSpecies, Map<string, WeakMap<object, string>>>();
  #bytes = 0;

  /** @param most bytes of all texts together: when they are reached, the cache starts again @param held for tests */
  constructor(most: number, held = isHeld) {
    this.#most = most;
    this.#isHeld = held;
  }

  /** @param form the one of few in which a client may ask for the same */
  of(species: ComparaSpecies, form: string): Texts {
    const known = this.#textsOf(species, form);
    return {
      get: (key) => known.get(key),
      keep: (key, text, record) => {
        // Engines keep a text that was added up as its parts until its letters are looked at, and would go through them
        // at every use.
        const bytes = BEYOND_LATIN_1.test(text) ? 2 * text.length : text.length;
        if (bytes > this.#most || !this.#isHeld(record)) return text;
        if (this.#bytes + bytes > this.#most) this.#drop();
        this.#bytes += bytes;
        this.#textsOf(species, form).set(key, text);
        return text;
      },
    };
  }

  #textsOf(species: ComparaSpecies, form: string): WeakMap<object, string> {
    let byForm = this.#bySpecies.get(species);
    if (!byForm) this.#bySpecies.set(species, (byForm = new Map()));
    let texts = byForm.get(form);
    if (!texts) byForm.set(form, (texts = new WeakMap()));
    return texts;
  }

  /** Requests under way keep what they have. */
  #drop(): void {
    this.#bySpecies = new WeakMap();
    this.#bytes = 0;
  }
}

/** Those of all operations. */
export const textCache = new TextCache(TEXT_CACHE_BYTES);
