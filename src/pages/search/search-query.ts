/** Reads the text of the search box, without data: what it may be, and which species it names. */
import type { Release } from '../../release/release.ts';

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
  /** Production name of the species that the text or the form names. */
  species: string | null;
  region: RegionText | null;
  /** The sequence that a notation of HGVS refers to: 'ENST00000003084' of 'ENST00000003084:c.1431C>T'. */
  hgvsReference: string | null;
}

/** @param chosen species of the form, any name; unknown ones are ignored */
export function readSearch(typed: string, chosen: string, release: Release): SearchQuery {
  const whole = typed.trim().replace(/\s+/g, ' ');
  const named = withoutSpecies(whole, release);
  const species = named?.species ?? speciesNamed(chosen, release);
  const text = named?.text ?? whole;
  return { text, species, region: readRegion(text), hgvsReference: readHgvs(text) };
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
    const ends = [
      [words.slice(0, count), words.slice(count)],
      [words.slice(-count), words.slice(0, -count)],
    ] as const;
    for (const [name, rest] of ends) {
      const species = speciesNamed(name.join(' '), release);
      if (species !== null) return { text: rest.join(' '), species };
    }
  }
  return null;
}

/** Production name of a species with a core database; null for other texts. Numbers may be taxa, but also regions. */
function speciesNamed(name: string, release: Release): string | null {
  if (/^\d*$/.test(name)) return null;
  return release.findGenome(name.trim())?.species ?? null;
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
