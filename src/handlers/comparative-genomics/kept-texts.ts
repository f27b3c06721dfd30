/**
 * Parts of answers that nothing a client asks for changes, kept for as long as what they tell of is in memory (ParsedRecords). By the
 * species too: releases may share a tree and differ in what they call its species.
 */
import type { ComparaSpecies } from '../../compara/species.ts';

export class KeptTexts<Key extends object> {
  readonly #bySpecies = new WeakMap<ComparaSpecies, WeakMap<Key, string>>();

  get(key: Key, species: ComparaSpecies, make: () => string): string {
    let texts = this.#bySpecies.get(species);
    if (!texts) this.#bySpecies.set(species, (texts = new WeakMap()));
    let text = texts.get(key);
    if (text === undefined) texts.set(key, (text = make()));
    return text;
  }
}
