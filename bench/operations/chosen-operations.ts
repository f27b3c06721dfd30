import { ServeError } from '../../build-index/serve/served-index.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import type { Operation } from '../../src/operation/operation.ts';

/** Operations whose method and path hold a text. Throws ServeError where there are none. */
export function chosenOperations(text: string): Operation[] {
  const chosen = operations.filter(({ method, path }) => `${method} ${path}`.includes(text));
  if (chosen.length === 0) throw new ServeError(`No operation of the catalogue holds '${text}'`);
  return chosen;
}
