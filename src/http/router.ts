/** From the path of a request to the operation it names: one tree of path segments, built from the catalogue. */
import type { Operation } from '../operation/operation.ts';

/** What a router needs to know of what it leads to. */
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

  /** Throws an Error when two operations claim the same method and path. */
  constructor(operations: readonly T[]) {
    for (const operation of operations) {
      for (const path of [operation.path, ...(operation.aliases ?? [])]) this.#add(operation, path);
    }
  }

  /**
   * The operation of a method (GET or POST) and path; a fixed segment goes before a variable one. Otherwise the methods
   * that the path does have: none for a page that does not exist.
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
    for (let each = 0; each < route.names.length; each++) path[route.names[each]!] = values[each]!;
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
      throw new Error(`${operation.method} ${path} is claimed by ${known.operation.path} and ${operation.path}`);
    node.routes.set(operation.method, { operation, names });
  }
}

function emptyNode<T>(): Node<T> {
  return { literal: new Map(), variable: null, routes: new Map() };
}

/**
 * Depth first with backtracking; leaves the variable segments of the route it returns in `values`, and in `allowed`
 * methods that the path has.
 */
function find<T>(
  node: Node<T>,
  segments: readonly string[],
  at: number,
  method: string,
  values: string[],
  allowed: Set<string> | null,
): Route<T> | null {
  if (at === segments.length) {
    const route = node.routes.get(method);
    if (route) return route;
    if (allowed) for (const other of node.routes.keys()) allowed.add(other);
    return null;
  }
  const segment = segments[at]!;
  const literal = node.literal.get(segment);
  if (literal) {
    const route = find(literal, segments, at + 1, method, values, allowed);
    if (route) return route;
  }
  if (!node.variable) return null;
  values.push(segment);
  const route = find(node.variable, segments, at + 1, method, values, allowed);
  if (!route) values.pop();
  return route;
}
