/**
 * Limits of operations as an operator sets them, in JSON, by method and path as in the catalogue, `*` being all of
 * them:
 *
 *     {"*": {"milliseconds": 10}, "POST /lookup/id": {"items": 100},
 *      "GET /overlap/region/:species/:region": {"longestSlice": 1000000}}
 */
import type { Operation } from './operation.ts';

/**
 * What of an operation may be limited: bases of a slice, elements of a POST's list, CPU time of a request
 * (work-budget.ts).
 */
interface Limits {
  longestSlice?: number;
  items?: number;
  milliseconds?: number;
}

/** Stands for every operation. */
const ALL = '*';

/**
 * The operations with other limits. Throws an Error, one line, for what is no such text, and for a limit that an
 * operation does not have.
 */
export function withLimits(operations: readonly Operation[], text: string): Operation[] {
  const { [ALL]: all, ...limits } = readLimits(text);
  const other = Object.keys(all ?? {}).find((name) => name !== 'milliseconds');
  if (other !== undefined) throw new Error(`All operations together have no limit ${other}, only milliseconds`);
  const unknown = Object.keys(limits).find((name) => !operations.some((operation) => nameOf(operation) === name));
  if (unknown !== undefined) throw new Error(`The limits name ${unknown}, which is no operation`);
  return operations.map((operation) =>
    limited(operation, { ...all, ...(Object.hasOwn(limits, nameOf(operation)) ? limits[nameOf(operation)] : {}) }),
  );
}

function limited(operation: Operation, limits: Limits): Operation {
  const known = [
    'milliseconds',
    ...(operation.longestSlice === undefined ? [] : ['longestSlice']),
    ...(operation.body ? ['items'] : []),
  ];
  const unknown = Object.keys(limits).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${nameOf(operation)} has no limit ${unknown}`);
  const { longestSlice, items, milliseconds } = limits;
  return {
    ...operation,
    longestSlice: longestSlice === undefined ? operation.longestSlice : positive(longestSlice, operation),
    milliseconds: milliseconds === undefined ? operation.milliseconds : positive(milliseconds, operation),
    body: operation.body && {
      ...operation.body,
      limit: items === undefined ? operation.body.limit : positive(items, operation),
    },
  };
}

function positive(limit: number, operation: Operation): number {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new Error(
      `A limit of ${nameOf(operation)} must be a whole number of at least 1, not ${JSON.stringify(limit)}`,
    );
  return limit;
}

function readLimits(text: string): Record<string, Limits> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const isObject = (each: unknown) => typeof each === 'object' && each !== null && !Array.isArray(each);
  if (!isObject(value) || !Object.values(value as object).every(isObject))
    throw new Error('Limits are a JSON object of operations, each with an object of its limits');
  return value as Record<string, Limits>;
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}
