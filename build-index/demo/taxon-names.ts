/**
 * A taxonomy as large as NCBI's, of fictional taxa: for measuring, not for the demo data. As with real names some endings,
 * roots and words (sp., virus, strains' collections) stand in a large part of all names.
 */
import { Random } from './random.ts';

export interface FictionalTaxon {
  id: number;
  parent: number;
  rank: string;
  names: [name: string, nameClass: string][];
}

/** Roots are made of syllables: real names have tens of thousands of them, some far more often than others. */
const ONSETS = ['b', 'c', 'd', 'f', 'g', 'h', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'x', 'z', 'br', 'ch', 'cl', 'cr', 'dr', 'gl', 'gr', 'ph', 'pl', 'pr', 'ps', 'pt', 'rh', 'sc', 'sp', 'st', 'str', 'th', 'tr', 'k', 'j', 'qu', 'w'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'y', 'ae', 'eu', 'io', 'oi'];
const CODAS = ['b', 'c', 'd', 'f', 'g', 'l', 'm', 'n', 'p', 'r', 's', 't', 'x', 'ct', 'll', 'lv', 'mb', 'nd', 'nt', 'ph', 'pt', 'rd', 'rn', 'ss', 'th', 'ch'];
const ROOT_COUNT = 20_000;
const LINKS = ['o', 'i', 'a', 'er', 'in', 'ul', 'on', 'et', 'im', 'os'];
const ENDINGS = ['us', 'a', 'um', 'is', 'ella', 'ensis', 'oides', 'iformis', 'inus', 'ata', 'ium', 'ax', 'ops', 'aria', 'ides'];
const ENGLISH = ['spotted', 'lesser', 'greater', 'common', 'striped', 'northern', 'golden', 'dwarf', 'river', 'mountain', 'hooded', 'pale'];
const ANIMALS = ['mouse', 'beetle', 'moth', 'fern', 'orchid', 'frog', 'wren', 'snail', 'shark', 'lichen', 'sedge', 'wasp'];

/** Taxa in the order of their ids, parents before children, until about `count` names are given. */
export function* fictionalTaxa(count: number, seed = 1): Generator<FictionalTaxon> {
  const random = new Random(seed);
  const roots = Array.from({ length: ROOT_COUNT }, () => skewed(random, ONSETS) + skewed(random, VOWELS) + skewed(random, CODAS));
  const root = (): string => skewed(random, roots) + (random.chance(0.6) ? random.pick(LINKS) + skewed(random, roots) : '');
  const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
  yield { id: 1, parent: 1, rank: 'no rank', names: [['root', 'scientific name']] };
  let id = 2;
  let given = 1;
  /** The line from a kingdom down to a genus, of which each new genus renews the lower part. */
  const line: number[] = [1];
  const RANKS = ['kingdom', 'phylum', 'class', 'order', 'family', 'genus'];
  while (given < count) {
    const depth = line.length === 1 ? 1 : random.chance(0.8) ? 6 : random.integer(2, 6);
    line.length = Math.min(line.length, depth);
    while (line.length < 7) {
      const rank = RANKS[line.length - 1]!;
      yield { id, parent: line.at(-1)!, rank, names: [[capital(root()) + (rank === 'family' ? 'idae' : random.pick(ENDINGS)), 'scientific name']] };
      line.push(id++);
      given++;
    }
    const genus = capital(root() + random.pick(ENDINGS));
    for (let left = random.integer(1, 14); left > 0; left--) {
      const names: FictionalTaxon['names'] = [];
      const kind = random.next();
      const code = `${random.pick(['DSM', 'ATCC', 'F', 'KX', 'B'])} ${random.integer(1, 99999)}`;
      const epithet = root() + random.pick(ENDINGS);
      if (kind < 0.3) names.push([`${genus} sp. ${code}`, 'scientific name']);
      else if (kind < 0.4) names.push([`${genus} virus ${code}`, 'scientific name']);
      else names.push([`${genus} ${epithet}`, 'scientific name']);
      if (random.chance(0.4)) names.push([`${genus} ${epithet} ${capital(random.pick(roots))}son, ${random.integer(1758, 2025)}`, 'authority']);
      if (random.chance(0.15)) names.push([`${capital(root())}us ${epithet}`, 'synonym']);
      if (random.chance(0.1)) names.push([`${random.pick(ENGLISH)} ${epithet} ${random.pick(ANIMALS)}`, 'genbank common name']);
      given += names.length;
      yield { id: id++, parent: line.at(-1)!, rank: 'species', names };
    }
  }
}

/** The first choices more often than the last. */
function skewed<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random.next() ** 2 * choices.length)]!;
}
