/**
 * A cache of parts of answers as text. A text lives as long as the record that it describes is in memory
 * (ParsedRecords). The key includes the species, since releases may share a tree but name its species differently.
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
   * @param record contains the key; the text is stored only if the record is still in memory
   */
  keep(key: object, text: string, record: object): string;
}

/** Engines store texts with such characters as two bytes per character. */
const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

export class TextCache {
  readonly #most: number;
  readonly #isHeld: (record: object) => boolean;
  #bySpecies = new WeakMap<ComparaSpecies, Map<string, WeakMap<object, string>>>();
  #bytes = 0;

  /** @param most bytes of all texts; when they exceed it, the cache is emptied @param held for tests */
  constructor(most: number, held = isHeld) {
    this.#most = most;
    this.#isHeld = held;
  }

  /** @param form identifies the part and the parameters of the answer that the text depends on */
  of(species: ComparaSpecies, form: string): Texts {
    const known = this.#textsOf(species, form);
    return {
      get: (key) => known.get(key),
      keep: (key, text, record) => {
        // The test also flattens the text: engines store concatenated texts as parts until their characters are read.
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

  /** Running requests keep the texts that they have. */
  #drop(): void {
    this.#bySpecies = new WeakMap();
    this.#bytes = 0;
  }
}

/** The cache of all operations. */
export const textCache = new TextCache(TEXT_CACHE_BYTES);
