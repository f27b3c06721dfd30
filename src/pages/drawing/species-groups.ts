/** Groups the species of a tree into few clades, for colours. */
import type { Clade } from './cladogram.ts';

export interface SpeciesGroup {
  /** Name of a clade, or of the only species. */
  name: string;
  species: ReadonlySet<string>;
}

/** Groups with a smaller part of all species are together the last one, without a name of a clade. */
const SMALL_PART = 0.05;
/** A split may move so many small groups to the others. */
const MOST_RESTS = 3;
export const OTHERS = 'other species';

/**
 * Splits the clade of all species, and then always the largest clade that can be split, into its largest parts. If
 * there are colours for all species, each is a group.
 * @param nameOf taxon of an inner node, species of a leaf. A taxon may occur several times, after duplications
 * @param most number of groups
 */
export function speciesGroups<T>(root: Clade<T>, nameOf: (value: T) => string, most: number): SpeciesGroup[] {
  const taxa = new Map<string, Set<string>>();
  const all = collect(root, nameOf, taxa);
  if (all.size <= most) return Array.from(all, (name) => ({ name, species: new Set([name]) }));
  const small = Math.max(1, all.size * SMALL_PART);
  let groups: SpeciesGroup[] = [{ name: nameOf(root.value), species: all }];
  const others = new Set<string>();
  for (;;) {
    const splits = groups
      .toSorted((one, other) => other.species.size - one.species.size)
      .map((group) => ({ group, ...partsOf(group, taxa, small) }));
    // One of the groups is that of the others.
    const split = splits.find(
      ({ parts, rest }) => parts.length > 1 && groups.length + parts.length <= most && rest.size <= MOST_RESTS * small,
    );
    if (!split) break;
    for (const species of split.rest) others.add(species);
    groups = groups.flatMap((group) => (group === split.group ? split.parts : [group]));
  }
  return others.size === 0 ? groups : [...groups, { name: OTHERS, species: others }];
}

/** The largest taxa within a group, without overlap, and the species of smaller ones. */
function partsOf(
  group: SpeciesGroup,
  taxa: ReadonlyMap<string, ReadonlySet<string>>,
  small: number,
): { parts: SpeciesGroup[]; rest: Set<string> } {
  const rest = new Set(group.species);
  const smaller = Array.from(taxa, ([name, species]) => ({ name, species }))
    .filter(({ species }) => species.size < group.species.size && isWithin(species, group.species))
    .sort((one, other) => other.species.size - one.species.size);
  const parts: SpeciesGroup[] = [];
  for (const part of smaller) {
    if (part.species.size <= small || !isWithin(part.species, rest)) continue;
    parts.push(part);
    for (const species of part.species) rest.delete(species);
  }
  const [only] = parts;
  if (only === undefined || parts.length > 1) return { parts, rest };
  // A single smaller clade would not separate species. Its own parts may.
  const within = partsOf(only, taxa, small);
  for (const species of within.rest) rest.add(species);
  return { parts: within.parts, rest };
}

function isWithin(species: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return Array.from(species).every((each) => others.has(each));
}

function collect<T>(clade: Clade<T>, nameOf: (value: T) => string, taxa: Map<string, Set<string>>): Set<string> {
  const name = nameOf(clade.value);
  if (clade.children.length === 0) return new Set([name]);
  const known = taxa.get(name) ?? new Set<string>();
  for (const child of clade.children) for (const species of collect(child, nameOf, taxa)) known.add(species);
  taxa.set(name, known);
  return known;
}
