/** The examples of an operation on a release: templates of the catalogue filled with that release's example values. */
import type { Operation } from './operation.ts';
import type { Parameter } from './parameter.ts';
import { fillAddress, fillText, type ExampleValues } from '../release/example-values.ts';

/** An operation as it is shown of one release; without an example where that release has no data for it. */
export type ShownOperation = Omit<Operation, 'example'> & { example?: string };

/** Parameters whose example the release lacks have none. */
export function onRelease(
  { example, badExample, body, parameters, ...operation }: Operation,
  values: ExampleValues,
): ShownOperation {
  const address = fillAddress(example, values);
  const refused = badExample === undefined ? null : fillAddress(badExample, values);
  const items = (body?.example ?? []).map((item) => fillText(item, values));
  const shown = address !== null && !items.includes(null);
  return {
    ...operation,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [name, withExample(parameter, values)]),
    ),
    ...(body ? { body: { ...body, example: shown && body.example ? (items as string[]) : undefined } } : {}),
    ...(shown ? { example: address } : {}),
    ...(refused === null ? {} : { badExample: refused }),
  };
}

function withExample(parameter: Parameter, values: ExampleValues): Parameter {
  return parameter.example === undefined
    ? parameter
    : { ...parameter, example: fillText(parameter.example, values) ?? undefined };
}
