/** Places of variants for the pages of linkage, and what their names have in common. */
import { positionText } from '../drawing/scale.ts';
import { isObject, numberOf, objectsOf, textOf } from './json-fields.ts';
import { pathOf } from './links.ts';
import type { PageRequest } from './view.ts';

/** Most names in one question about variants. */
export const MAX_NAMES = 200;

export interface VariantPlace {
  region: string;
  position: number;
  /** SO term. */
  consequence: string;
}

/** Places by name, of the first MAX_NAMES variants, at their first mapping; without those that have none. */
export async function placesOf(
  { ask }: PageRequest,
  species: string,
  names: readonly string[],
): Promise<Map<string, VariantPlace>> {
  const answer = await ask(pathOf('variation', species), { ids: names.slice(0, MAX_NAMES) });
  const places = new Map<string, VariantPlace>();
  if (!isObject(answer)) return places;
  for (const [name, variant] of Object.entries(answer)) {
    if (!isObject(variant)) continue;
    const [mapping] = objectsOf(variant.mappings);
    const position = mapping && numberOf(mapping, 'start');
    if (mapping && position !== undefined)
      places.set(name, {
        region: textOf(mapping, 'seq_region_name'),
        position,
        consequence: textOf(variant, 'most_severe_consequence'),
      });
  }
  return places;
}

export function placeText(place: VariantPlace | undefined): string {
  return place === undefined ? '' : `${place.region}:${positionText(place.position)}`;
}

/** The populations of pairs, each once. */
export function populationsOf(pairs: readonly { population: string }[]): string[] {
  return [...new Set(pairs.map(({ population }) => population))];
}
