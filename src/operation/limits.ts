/**
 * Limits of operations that an operator sets in JSON, by method and path as in the catalogue. `*` means all operations:
 *
 *     {"*": {"milliseconds": 10}, "POST /lookup/id": {"items": 100},
 *      "GET /overlap/region/:species/:region": {"longestSlice": 1000000}}
 */
import type { Operation } from './operation.ts';

interface Limits {
  /** Bases of a slice. */
  longestSlice?: number;
  /** Elements of the list in a POST body. */
  items?: number;
  /** CPU time of a request (work-budget.ts). */
  milliseconds?: number;
}

/** The key for all operations. */
const ALL = '*';

/** An operation, for messages. */
const EXAMPLE = 'POST /lookup/id';

/**
 * The operations with the limits of `text`. Throws an Error of one line if `text` is invalid, names an unknown
 * operation, or sets a limit that an operation does not have.
 */
export function withLimits(operations: readonly Operation[], text: string): Operation[] {
  const { [ALL]: all, ...limits } = readLimits(text);
  const other = Object.keys(all ?? {}).find((name) => name !== 'milliseconds');
  if (other !== undefined)
    throw new Error(`The limit ${other} cannot be set for all operations ('*'), only milliseconds`);
  const unknown = Object.keys(limits).find((name) => !operations.some((operation) => nameOf(operation) === name));
  if (unknown !== undefined)
    throw new Error(
      `The limits name an unknown operation: ${unknown}; ` +
        `write method and path as in docs/operations.md, such as ${EXAMPLE}`,
    );
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
  if (unknown !== undefined) throw new Error(`${nameOf(operation)} has no limit ${unknown}, only ${known.join(', ')}`);
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
  if (!isObject(value) || !areLimits(value))
    throw new Error(
      'Limits must be a JSON object of operations, each with an object of its limits, ' +
        `such as {"${EXAMPLE}": {"items": 100}}, not ${text}`,
    );
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The numbers in the limits are checked when they are applied. */
function areLimits(value: Record<string, unknown>): value is Record<string, Limits> {
  return Object.values(value).every(isObject);
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}
