/** The examples of an operation on a release: templates of the catalogue filled with that release's samples. */
import type { Operation } from './operation.ts';
import type { Parameter } from './parameter.ts';
import { fillAddress, fillText, samplesIn, type Samples } from './samples.ts';

/** An operation as it is shown of one release; without an example where that release has no data for it. */
export type ShownOperation = Omit<Operation, 'example'> & { example?: string };

/** Parameters whose example the release lacks have none. */
export function onRelease({ example, badExample, body, parameters, ...operation }: Operation, samples: Samples): ShownOperation {
  const address = fillAddress(example, samples);
  const refused = badExample === undefined ? null : fillAddress(badExample, samples);
  const items = (body?.example ?? []).map((item) => fillText(item, samples));
  const shown = address !== null && !items.includes(null);
  return {
    ...operation,
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, withExample(parameter, samples)])),
    ...(body ? { body: { ...body, example: shown && body.example ? items as string[] : undefined } } : {}),
    ...(shown ? { example: address } : {}),
    ...(refused === null ? {} : { badExample: refused }),
  };
}

/** Throws Error for a template of an entry that names no sample. */
export function checkTemplates({ example, badExample = '', body, parameters }: Pick<Operation, 'example' | 'badExample' | 'body' | 'parameters'>): void {
  const ofParameters = Object.values(parameters).map((parameter) => parameter.example ?? '');
  for (const template of [example, badExample, ...(body?.example ?? []), ...ofParameters]) samplesIn(template);
}

function withExample(parameter: Parameter, samples: Samples): Parameter {
  return parameter.example === undefined ? parameter : { ...parameter, example: fillText(parameter.example, samples) ?? undefined };
}
