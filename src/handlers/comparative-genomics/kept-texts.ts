/**
 * Parts of answers, kept for as long as what they tell of is in memory (ParsedRecords). By the species too: releases may share a tree and
 * differ in what they call its species.
 */
import type { ComparaSpecies } from '../../compara/species.ts';

/** Of some species in one form. */
export interface Texts<Key extends object> {
  get(key: Key): string | undefined;
  /** Gives the text back. */
  keep(key: Key, text: string): string;
}

export class KeptTexts<Key extends object> {
  readonly #most: number;
  #bySpecies = new WeakMap<ComparaSpecies, Map<string, WeakMap<Key, string>>>();
  #characters = 0;

  /** @param most characters that are kept together; what is there gives way to what comes when they are reached */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** @param form the one of few in which a client may ask for the same */
  of(species: ComparaSpecies, form = ''): Texts<Key> {
    let byForm = this.#bySpecies.get(species);
    if (!byForm) this.#bySpecies.set(species, (byForm = new Map()));
    let texts = byForm.get(form);
    if (!texts) byForm.set(form, (texts = new WeakMap()));
    const its = texts;
    return {
      get: (key) => its.get(key),
      keep: (key, text) => {
        // Engines keep a text that was added up as its parts until a letter of it is looked at, and would go through them at every use.
        text.charCodeAt(0);
        this.#characters += text.length;
        if (this.#characters <= this.#most) its.set(key, text);
        else this.#drop();
        return text;
      },
    };
  }

  /** Requests under way keep what they have. */
  #drop(): void {
    this.#bySpecies = new WeakMap();
    this.#characters = 0;
  }
}
