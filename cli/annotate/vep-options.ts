/** Options of effect prediction as the command takes them: the parameters of the service, by name. */
import { parameters } from '../../src/catalogue/vep.ts';
import { readOptions, type VepOptions, type VepParams } from '../../src/handlers/vep/options.ts';
import { AnnotateError } from '../operator-error.ts';

/** Parameters that make no sense for a file, or that the format of the file decides. */
const NOT_FOR_FILES = new Set(['ambiguous_hgvs']);

const names = Object.entries(parameters)
  .filter(([name, { summary }]) => !NOT_FOR_FILES.has(name) && !summary.startsWith('A plugin'))
  .map(([name]) => name);

/**
 * The options for texts such as 'hgvs' and 'distance=1000'. Throws AnnotateError for an unknown name, ApiError for a
 * value that is not allowed.
 *
 * @param defaults names of flags that are on unless a text turns them off
 */
export function vepOptions(species: string, texts: readonly string[], defaults: readonly string[]): VepOptions {
  const sent = new Map<string, string>(defaults.map((name) => [name, '1']));
  for (const text of texts) {
    const [name = '', ...value] = text.split('=');
    if (!names.includes(name))
      throw new AnnotateError(`'${name}' is no option of effect prediction; choose from ${names.join(', ')}`);
    sent.set(name, value.length > 0 ? value.join('=') : '1');
  }
  const params = Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      const value = sent.get(name);
      return [name, parameter.read(value === undefined ? undefined : [value], name)];
    }),
  );
  return readOptions({ ...params, species } as unknown as VepParams);
}
