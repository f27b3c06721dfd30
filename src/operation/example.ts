/** Fills the example templates of an operation with the example values of a release. */
import type { Operation } from './operation.ts';
import type { Parameter } from './parameter.ts';
import { fillAddress, fillText, type ExampleValues } from '../release/example-values.ts';

/** An operation as documented for one release; without an example if the release has no data for it. */
export type ShownOperation = Omit<Operation, 'example'> & { example?: string };

/** The operation with examples of a release. Omits examples for which the release has no values. */
export function withExamples(
  { example, badExample, body, parameters, ...operation }: Operation,
  values: ExampleValues,
): ShownOperation {
  const address = fillAddress(example, values);
  const bad = badExample === undefined ? null : fillAddress(badExample, values);
  const templates = body?.example ?? [];
  const items = templates.map((item) => fillText(item, values)).filter((item) => item !== null);
  const shown = address !== null && items.length === templates.length;
  return {
    ...operation,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [name, withExample(parameter, values)]),
    ),
    ...(body ? { body: { ...body, example: shown && body.example ? items : undefined } } : {}),
    ...(shown ? { example: address } : {}),
    ...(bad === null ? {} : { badExample: bad }),
  };
}

function withExample(parameter: Parameter, values: ExampleValues): Parameter {
  return parameter.example === undefined
    ? parameter
    : { ...parameter, example: fillText(parameter.example, values) ?? undefined };
}
