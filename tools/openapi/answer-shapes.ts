/**
 * What the JSON of each operation is at its outermost: an object or a list, and of what. Found by asking, for the
 * examples of the catalogue and every value of the parameters that have a few. Deeper nothing is promised: Ensembl's
 * dialect writes the same number now as a number and now as a text.
 */
import { pathParameters, type Operation, type Parameter } from '../../src/operation/operation.ts';

/** 'list': of mixed elements, or always empty. */
export type Shape = 'object' | 'objects' | 'texts' | 'list';

/** The shapes seen of each method and path, aliases too: 'GET /lookup/id/:id'. */
export type AnswerShapes = ReadonlyMap<string, readonly Shape[]>;

/**
 * @param ask answers a request for a path below the service's base, from data that the examples of the catalogue fit
 */
export async function answerShapes(
  operations: readonly Operation[],
  ask: (path: string, init: RequestInit) => Promise<Response>,
): Promise<AnswerShapes> {
  const shapes = new Map<string, Shape[]>();
  for (const operation of operations) {
    if (!operation.formats.includes('json')) continue;
    const init = {
      method: operation.method,
      headers: { accept: 'application/json' },
      body: operation.body && JSON.stringify({ [operation.body.key]: operation.body.example }),
    };
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      const seen = new Set<Shape>();
      for (const address of addresses(operation, path)) {
        const response = await ask(address, init);
        const text = await response.text();
        if (response.ok) seen.add(shapeOf(JSON.parse(text)));
      }
      // A list that was empty once says nothing about the elements it has elsewhere.
      if (seen.size > 1 && (seen.has('objects') || seen.has('texts'))) seen.delete('list');
      shapes.set(`${operation.method} ${path}`, [...seen].sort());
    }
  }
  return shapes;
}

function shapeOf(value: unknown): Shape {
  if (!Array.isArray(value)) return 'object';
  const kinds = new Set(value.map((element) => (Array.isArray(element) || element === null ? 'list' : typeof element)));
  if (kinds.size !== 1) return 'list';
  return kinds.has('object') ? 'objects' : kinds.has('string') ? 'texts' : 'list';
}

/**
 * The example at a path of the operation, without its query, and with one parameter more: each flag, each of the values
 * that are documented.
 */
function addresses(operation: Operation, path: string): string[] {
  const [examplePath = '', exampleQuery = ''] = operation.example.split('?');
  const known = pathValues(operation, examplePath.split('/'));
  const filled = path.replace(
    /:(\w+)/g,
    (_, name: string) => known[name] ?? encodeURIComponent(operation.parameters[name]?.example ?? ''),
  );
  // What a path leaves out may stand in the query, where an operation needs it.
  const left = Object.entries(known)
    .filter(([name]) => !pathParameters(path).includes(name))
    .map(([name, value]) => `${name}=${value}`);
  const queries = [[], [exampleQuery], ...(left.length > 0 ? [[exampleQuery, ...left]] : [])];
  const more = Object.entries(operation.parameters)
    .filter(([, parameter]) => parameter.in === 'query')
    .flatMap(([name, parameter]) => settings(parameter).map((value) => `${name}=${encodeURIComponent(value)}`));
  return queries
    .flatMap((query) => [query, ...more.map((each) => [each, ...query])])
    .map((query) => `${filled}?${query.filter(Boolean).join('&')}`);
}

/** The values of path parameters in an example, as they are written there. */
function pathValues({ path, aliases = [] }: Operation, example: readonly string[]): Record<string, string> {
  const fits = [path, ...aliases]
    .map((each) => each.split('/'))
    .find(
      (segments) =>
        segments.length === example.length &&
        segments.every((segment, at) => segment.startsWith(':') || segment === example[at]),
    );
  return Object.fromEntries(
    (fits ?? []).flatMap((segment, at) => (segment.startsWith(':') ? [[segment.slice(1), example[at]!]] : [])),
  );
}

function settings({ kind, values = [] }: Parameter): readonly string[] {
  return kind === 'flag' ? ['0', '1'] : values;
}
