/** Compares two sequence collections: seqcol/comparison. */
import { ApiError } from '../../api-error.ts';
import { at } from '../../checked.ts';
import { canonicalJson, collectionDigest, digestOf, TRANSIENT } from '../../genome/sequence-collection.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { arraysOf, collectionsNamed } from './collection.ts';

/** A collection to compare: its digest, if it is known, and its arrays by attribute. */
interface Compared {
  digest: string | null;
  arrays: ReadonlyMap<string, readonly unknown[]>;
  /** Attributes that are not compared element by element: transient and passthru ones. */
  others: readonly string[];
}

/** Compares two collections of the release. Two waves of reads. */
export async function compareCollections(request: OperationRequest<{ a: string; b: string }>): Promise<Answer> {
  const { a, b } = request.params;
  const [one, other] = await stored(request, [a, b]);
  if (!one || !other) throw new RangeError('two collections expected');
  return { kind: 'value', value: comparison(one, other) };
}

/** Compares a collection of the release with one that is sent, at level 2. Two dependent reads. */
export async function compareWithSent(request: OperationRequest<{ a: string }>): Promise<Answer> {
  const sent = await collectionOf(request.body);
  const [one] = await stored(request, [request.params.a]);
  if (!one) throw new RangeError('a collection expected');
  return { kind: 'value', value: comparison(one, sent) };
}

async function stored(request: OperationRequest<unknown>, digests: readonly string[]): Promise<Compared[]> {
  const found = await collectionsNamed(request.release, digests);
  return Promise.all(
    found.map(async ({ genomes }, each) => ({
      digest: at(digests, each),
      arrays: new Map(Object.entries(await arraysOf(request, at(genomes, 0)))),
      others: [TRANSIENT, 'genomes'],
    })),
  );
}

/** The collection in a body. Throws ApiError (400) for a body without lists. */
async function collectionOf(body: Readonly<Record<string, unknown>>): Promise<Compared> {
  const arrays = new Map<string, readonly unknown[]>();
  const others: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (!Array.isArray(value) || name === TRANSIENT || name === 'genomes') others.push(name);
    else arrays.set(name, value);
  }
  if (arrays.size === 0)
    throw new ApiError(
      "The POST body must be a sequence collection: an object of lists, such as 'names', 'lengths' and 'sequences'",
    );
  const [names, sequences] = [arrays.get('names'), arrays.get('sequences')];
  const digest =
    names && sequences
      ? await collectionDigest({ names: await digestOf(names), sequences: await digestOf(sequences) })
      : null;
  return { digest, arrays, others };
}

function comparison(a: Compared, b: Compared): object {
  const [ofA, ofB] = [attributesOf(a), attributesOf(b)];
  const shared = [...a.arrays.keys()].filter((name) => b.arrays.has(name)).sort();
  const elements = new Map(
    shared.map((name) => [name, compareElements(a.arrays.get(name) ?? [], b.arrays.get(name) ?? [])]),
  );
  const counts = ({ arrays }: Compared) =>
    Object.fromEntries([...arrays.keys()].sort().map((name) => [name, arrays.get(name)?.length ?? 0]));
  return {
    digests: { a: a.digest, b: b.digest },
    attributes: {
      a_only: ofA.filter((name) => !ofB.includes(name)),
      b_only: ofB.filter((name) => !ofA.includes(name)),
      a_and_b: ofA.filter((name) => ofB.includes(name)),
    },
    array_elements: {
      a_count: counts(a),
      b_count: counts(b),
      a_and_b_count: Object.fromEntries([...elements].map(([name, { count }]) => [name, count])),
      a_and_b_same_order: Object.fromEntries([...elements].map(([name, { sameOrder }]) => [name, sameOrder])),
    },
  };
}

function attributesOf({ arrays, others }: Compared): string[] {
  return [...arrays.keys(), ...others].sort();
}

/**
 * The number of elements that two lists share, duplicates included, and whether they are in the same order: null with
 * fewer than two, or if an element occurs more often in one list than in the other.
 */
export function compareElements(
  a: readonly unknown[],
  b: readonly unknown[],
): { count: number; sameOrder: boolean | null } {
  const [inA, inB] = [a.map(canonicalJson), b.map(canonicalJson)];
  const [ofA, ofB] = [occurrences(inA), occurrences(inB)];
  let count = 0;
  let balanced = true;
  for (const [element, times] of ofA) {
    const others = ofB.get(element) ?? 0;
    count += Math.min(times, others);
    if (others > 0 && others !== times) balanced = false;
  }
  if (count < 2 || !balanced) return { count, sameOrder: null };
  const sharedInB = inB.filter((element) => ofA.has(element));
  let next = 0;
  const sameOrder = inA.every((element) => !ofB.has(element) || sharedInB[next++] === element);
  return { count, sameOrder };
}

function occurrences(elements: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const element of elements) counts.set(element, (counts.get(element) ?? 0) + 1);
  return counts;
}
