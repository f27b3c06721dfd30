/**
 * Parts of answers, kept for as long as what they tell of is in memory (ParsedRecords). By the species too: releases may share a tree and
 * differ in what they call its species.
 */
import type { ComparaSpecies } from '../../compara/species.ts';
import { isHeld } from '../../index/parsed-records.ts';
import { KEPT_TEXTS } from '../../store/memory-budget.ts';

/** Of some species in one form. */
export interface Texts {
  get(key: object): string | undefined;
  /**
   * Gives the text back.
   *
   * @param record what the key is a part of: of one that nobody will find again, nothing is kept
   */
  keep(key: object, text: string, record: object): string;
}

/** Letters beyond these make engines keep a text as two bytes each. */
const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

export class KeptTexts {
  readonly #most: number;
  readonly #isHeld: (record: object) => boolean;
  #bySpecies = new WeakMap<ComparaSpecies, Map<string, WeakMap<object, string>>>();
  #bytes = 0;

  /** @param most bytes that are kept together; what is there gives way to what comes when they are reached @param held for tests */
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
        // Engines keep a text that was added up as its parts until its letters are looked at, and would go through them at every use.
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
export const keptTexts = new KeptTexts(KEPT_TEXTS);
