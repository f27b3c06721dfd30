/** Reads the text of the search box, without data: what it may be, and which species it names. */
import type { Release } from '../../release/release.ts';
import { speciesLike } from './species-names.ts';

/** Most characters of a search. */
export const MAX_CHARACTERS = 300;

export interface RegionText {
  name: string;
  start: number;
  /** May be less than the start, as over the origin of a circular region. */
  end: number;
}

export interface SearchQuery {
  /** The text without the species. */
  text: string;
  /** Production names of the species that the text or the form names; empty for any. */
  species: readonly string[];
  region: RegionText | null;
  /** The sequence that a notation of HGVS refers to: 'ENST00000003084' of 'ENST00000003084:c.1431C>T'. */
  hgvsReference: string | null;
  /** The query if a word at the beginning or end of the text is part of a species' name: 'arabidopsis rbcL'. */
  otherwise: SearchQuery | null;
}

/** Most species that a part of a name means. */
const MAX_SPECIES = 12;

/** @param chosen species of the form, any name; unknown ones are ignored */
export function readSearch(typed: string, chosen: string, release: Release): SearchQuery {
  const whole = typed.trim().replace(/\s+/g, ' ');
  const named = withoutSpecies(whole, release);
  const species = named?.species ?? speciesNamed(chosen, release);
  const query = queryOf(named?.text ?? whole, species === null ? [] : [species]);
  const part = species === null ? withoutPartOfSpecies(whole, release) : null;
  return part ? { ...query, otherwise: queryOf(part.text, part.species) } : query;
}

function queryOf(text: string, species: readonly string[]): SearchQuery {
  return { text, species, region: readRegion(text), hgvsReference: readHgvs(text), otherwise: null };
}

/** Text with words at its beginning or end that belong to names of species; the most words that do. */
function withoutPartOfSpecies(text: string, release: Release): { text: string; species: readonly string[] } | null {
  const words = text.split(' ');
  for (let count = Math.min(3, words.length - 1); count >= 1; count--) {
    for (const [name, rest] of endsOf(words, count)) {
      const species = speciesLike(name.join(' '), release, MAX_SPECIES);
      if (species.length > 0) return { text: rest.join(' '), species };
    }
  }
  return null;
}

/** The first, and the last, words of a text with the others. */
function endsOf(words: readonly string[], count: number): [name: string[], rest: string[]][] {
  return [
    [words.slice(0, count), words.slice(count)],
    [words.slice(-count), words.slice(0, -count)],
  ];
}

/** Text that names a species at its beginning or end: 'human BRCA2', 'BRCA2 homo sapiens', 'human:7:1-100'. */
function withoutSpecies(text: string, release: Release): { text: string; species: string } | null {
  const colon = text.indexOf(':');
  if (colon > 0) {
    const species = speciesNamed(text.slice(0, colon), release);
    const rest = text.slice(colon + 1).trim();
    if (species !== null && rest !== '') return { text: rest, species };
  }
  const words = text.split(' ');
  for (const count of [2, 1]) {
    if (words.length <= count) continue;
    for (const [name, rest] of endsOf(words, count)) {
      const species = speciesNamed(name.join(' '), release);
      if (species !== null) return { text: rest.join(' '), species };
    }
  }
  return null;
}

/** Production name of a species with a core database; null for other texts. Numbers may be taxa, but also regions. */
function speciesNamed(name: string, release: Release): string | null {
  if (/^\d*$/.test(name)) return null;
  return release.speciesNamed(name.trim());
}

/** '7:140,424,943-140,624,564', 'chr7:1..100' or a single position, which gets some bases around it. */
export function readRegion(text: string): RegionText | null {
  const [, name, from, to] = /^([\w.-]+):([\d,]+)(?:(?:-|\.\.)([\d,]+))?(?::-?1)?$/.exec(text) ?? [];
  if (name === undefined || from === undefined) return null;
  const number = (digits: string) => Number(digits.replaceAll(',', ''));
  const start = number(from);
  const end = to === undefined ? start : number(to);
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 1 || end < 1) return null;
  if (to === undefined) return { name, start: Math.max(1, start - AROUND), end: start + AROUND };
  return { name, start, end };
}

/** Bases on each side of a single position. */
const AROUND = 100;

function readHgvs(text: string): string | null {
  return /^([^\s:]+):[cgmnpr]\.\S/.exec(text)?.[1] ?? null;
}
