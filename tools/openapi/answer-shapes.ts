/**
 * Finds the outermost JSON type of each operation's answers: an object, or a list and the type of its elements. Sends
 * the examples of the catalogue with every value of parameters that list their values. Deeper types are not documented,
 * since Ensembl's dialect writes the same number sometimes as a number and sometimes as a string.
 */
import { at } from '../../src/checked.ts';
import { pathParameters, type Operation, type Parameter } from '../../src/operation/operation.ts';

/** 'list' has mixed elements, or is always empty. */
export type Shape = 'object' | 'objects' | 'texts' | 'list';

/** Shapes by method and path, such as 'GET /lookup/id/:id'. Contains aliases too. */
export type AnswerShapes = ReadonlyMap<string, readonly Shape[]>;

/** @param ask answers a request for a path below the service's base, on an index with the catalogue's example values */
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
      // An empty list says nothing about the elements of other answers.
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

/** Requests at a path of an operation: the example with and without its query, each with one more parameter value. */
function addresses(operation: Operation, path: string): string[] {
  const [examplePath = '', exampleQuery = ''] = operation.example.split('?');
  const known = pathValues(operation, examplePath.split('/'));
  const filled = path.replace(
    /:(\w+)/g,
    (_, name: string) => known[name] ?? encodeURIComponent(operation.parameters[name]?.example ?? ''),
  );
  // An operation may need parameters that this path lacks: they go into the query.
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

/** The values of path parameters in an example, still encoded. */
function pathValues({ path, aliases = [] }: Operation, example: readonly string[]): Record<string, string> {
  const fits = [path, ...aliases]
    .map((each) => each.split('/'))
    .find(
      (segments) =>
        segments.length === example.length &&
        segments.every((segment, index) => segment.startsWith(':') || segment === example[index]),
    );
  return Object.fromEntries(
    (fits ?? []).flatMap((segment, index) => (segment.startsWith(':') ? [[segment.slice(1), at(example, index)]] : [])),
  );
}

function settings({ kind, values = [] }: Parameter): readonly string[] {
  return kind === 'flag' ? ['0', '1'] : values;
}
