/** Finds the operation of a path in a tree of path segments, built from the catalogue. */
import { at } from '../checked.ts';
import type { Operation } from '../operation/operation.ts';

/** The properties of an operation that the router uses. */
type Routed = Pick<Operation, 'method' | 'path' | 'aliases'>;

export interface Match<T extends Routed = Operation> {
  operation: T;
  /** Path parameters by name, percent-decoded. */
  path: Readonly<Record<string, string>>;
}

interface Route<T> {
  operation: T;
  /** Names of the variable segments, in order. */
  names: string[];
}

interface Node<T> {
  literal: Map<string, Node<T>>;
  variable: Node<T> | null;
  routes: Map<string, Route<T>>;
}

export class Router<T extends Routed = Operation> {
  readonly #root: Node<T> = emptyNode();

  /** Throws an Error if two operations have the same method and path. */
  constructor(operations: readonly T[]) {
    for (const operation of operations) {
      for (const path of [operation.path, ...(operation.aliases ?? [])]) this.#add(operation, path);
    }
  }

  /**
   * The operation of a method (GET or POST) and path; literal segments take precedence over parameters. If there is
   * none, the methods allowed for the path; an empty list for an unknown path.
   */
  match(method: string, segments: readonly string[]): Match<T> | { allowed: string[] } {
    const values: string[] = [];
    const route = find(this.#root, segments, 0, method, values, null);
    if (!route) {
      const allowed = new Set<string>();
      find(this.#root, segments, 0, method, values, allowed);
      return { allowed: [...allowed].sort() };
    }
    const path: Record<string, string> = {};
    for (const [which, name] of route.names.entries()) path[name] = at(values, which);
    return { operation: route.operation, path };
  }

  #add(operation: T, path: string): void {
    let node: Node<T> = this.#root;
    const names: string[] = [];
    for (const segment of path.split('/')) {
      if (segment === '') continue;
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        node = node.variable ??= emptyNode();
      } else {
        const known = node.literal.get(segment);
        if (!known) node.literal.set(segment, (node = emptyNode()));
        else node = known;
      }
    }
    const known = node.routes.get(operation.method);
    if (known)
      throw new Error(`${operation.method} ${path} is defined twice, by ${known.operation.path} and ${operation.path}`);
    node.routes.set(operation.method, { operation, names });
  }
}

function emptyNode<T>(): Node<T> {
  return { literal: new Map(), variable: null, routes: new Map() };
}

/**
 * Depth-first search with backtracking. Adds path parameters of the route to `values`, and allowed methods to
 * `allowed`.
 */
function find<T>(
  node: Node<T>,
  segments: readonly string[],
  depth: number,
  method: string,
  values: string[],
  allowed: Set<string> | null,
): Route<T> | null {
  const segment = segments[depth];
  if (segment === undefined) {
    const route = node.routes.get(method);
    if (route) return route;
    if (allowed) for (const other of node.routes.keys()) allowed.add(other);
    return null;
  }
  const literal = node.literal.get(segment);
  if (literal) {
    const route = find(literal, segments, depth + 1, method, values, allowed);
    if (route) return route;
  }
  if (!node.variable) return null;
  values.push(segment);
  const route = find(node.variable, segments, depth + 1, method, values, allowed);
  if (!route) values.pop();
  return route;
}
