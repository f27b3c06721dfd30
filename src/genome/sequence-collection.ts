/**
 * Sequence collections (GA4GH refget Sequence Collections 1.0): the names, lengths and GA4GH identifiers of the
 * sequences of an assembly, and the digests that identify them.
 *
 * Level 2 is the collection with its arrays, level 1 has the digest of each array, and level 0 is the digest of the
 * collection: that of the level 1 of the two inherent attributes, `names` and `sequences`.
 */
import { at } from '../checked.ts';
import { InvalidInput } from '../invalid-input.ts';
import { sha512t24u } from './sequence-digest.ts';

/** The arrays of a collection that the index stores; item i of each belongs to sequence i. */
export interface SequenceCollection {
  names: string[];
  lengths: number[];
  /** GA4GH identifiers: `SQ.…` */
  sequences: string[];
}

/** The attributes with a digest, as in the specification's extended schema. */
export const DIGESTED_ATTRIBUTES = [
  'lengths',
  'names',
  'sequences',
  'name_length_pairs',
  'sorted_name_length_pairs',
  'sorted_sequences',
] as const;
export type DigestedAttribute = (typeof DIGESTED_ATTRIBUTES)[number];

/** The attribute of which only the digest is public: the specification calls it transient. */
export const TRANSIENT = 'sorted_name_length_pairs';

export type LevelOne = Record<DigestedAttribute, string>;

interface NamedLength {
  length: number;
  name: string;
}

/** All arrays of a collection, without the transient one. */
export type LevelTwo = SequenceCollection & { name_length_pairs: NamedLength[]; sorted_sequences: string[] };

export function levelTwo({ lengths, names, sequences }: SequenceCollection): LevelTwo {
  return {
    lengths,
    names,
    sequences,
    // The keys of objects are sorted in the canonical form.
    name_length_pairs: names.map((name, each) => ({ length: at(lengths, each), name })),
    // Compared by code unit: identifiers are ASCII.
    sorted_sequences: sequences.toSorted(),
  };
}

export async function levelOne(collection: SequenceCollection): Promise<LevelOne> {
  const { lengths, names, sequences, name_length_pairs, sorted_sequences } = levelTwo(collection);
  const pairs: string[] = [];
  for (const pair of name_length_pairs) pairs.push(await digestOf(pair));
  return {
    lengths: await digestOf(lengths),
    names: await digestOf(names),
    sequences: await digestOf(sequences),
    name_length_pairs: await digestOf(name_length_pairs),
    sorted_name_length_pairs: await digestOf(pairs.sort()),
    sorted_sequences: await digestOf(sorted_sequences),
  };
}

/** The digest of a collection from the digests of its inherent attributes. */
export function collectionDigest({ names, sequences }: Pick<LevelOne, 'names' | 'sequences'>): Promise<string> {
  return digestOf({ names, sequences });
}

const encoder = new TextEncoder();

/** The GA4GH digest of the canonical JSON (RFC 8785) of a value. */
export async function digestOf(value: unknown): Promise<string> {
  const bytes = encoder.encode(canonicalJson(value));
  return sha512t24u(new Uint8Array(await crypto.subtle.digest('SHA-512', bytes)));
}

/**
 * The canonical JSON (RFC 8785) of texts, numbers, lists of them, and objects of texts and numbers. RFC 8785 writes
 * texts and numbers as JSON.stringify does, and sorts the keys of objects by UTF-16 code unit. Throws InvalidInput for
 * other values.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalElement).join(',')}]`;
  return canonicalElement(value);
}

function canonicalElement(value: unknown): string {
  if (typeof value !== 'object' || value === null) return canonicalScalar(value);
  if (Array.isArray(value)) throw new InvalidInput('An element of a sequence collection must not be a list');
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalScalar(each)}`).join(',')}}`;
}

function canonicalScalar(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
    return JSON.stringify(value);
  throw new InvalidInput('An element of a sequence collection must be a text, a number, or an object of these');
}
