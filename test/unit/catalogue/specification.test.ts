/**
 * The catalogue against the list of Ensembl's operations, which stands beside the project where it is developed (and is
 * skipped, by name, where it is not): nothing that a client may send or ask for is missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { notOffered } from '../../../src/catalogue/not-offered.ts';
import type { Operation } from '../../../src/operation/operation.ts';

interface SpecifiedOperation {
  group: string;
  method: string;
  path: string;
  formats: string[];
  parameters: { name: string; required?: boolean; default?: string; values?: string[] }[];
}

const FILE = fileURLToPath(new URL('../../../../shared/spec/operations.json', import.meta.url));
const present = existsSync(FILE);
const specified = present ? (JSON.parse(readFileSync(FILE, 'utf8')) as SpecifiedOperation[]) : [];

/** Path parameters have other names in some documents, and some paths end in slashes. */
const shape = (path: string) =>
  path
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
    .replace(/:\w+:?/g, ':');
const pathNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

function counterpart({ method, path }: SpecifiedOperation): Operation | undefined {
  return operations.find(
    (each) => each.method === method && [each.path, ...(each.aliases ?? [])].some((own) => shape(own) === shape(path)),
  );
}

describe.skipIf(!present)(
  `operations of the specification${present ? '' : ' (skipped: ../shared is not there)'}`,
  () => {
    test('each is offered, or known not to be', () => {
      const known = (each: SpecifiedOperation) =>
        counterpart(each) ||
        notOffered.some(({ method, path }) => method === each.method && shape(path) === shape(each.path));
      expect(specified.filter((each) => !known(each)).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
      expect(specified.length).toBeGreaterThan(70);
    });

    test.each(specified.filter(counterpart).map((each) => [`${each.method} ${each.path}`, each] as const))(
      '%s: parameters, values, defaults, formats',
      (_, each) => {
        const own = counterpart(each)!;
        expect(own.formats).toEqual(expect.arrayContaining(each.formats.filter((format) => format !== 'jsonp')));
        const inPath = pathNames(own.path);
        for (const { name, required, default: byDefault, values } of each.parameters) {
          // What the path itself holds may go by another name; every operation takes a callback; the list of a POST is
          // its body.
          if (name === 'callback' || name === own.body?.key || inPath.includes(name)) continue;
          if (
            required &&
            !(name in own.parameters) &&
            pathNames(each.path).some((other) => !each.parameters.some((parameter) => parameter.name === other))
          )
            continue;
          const parameter = own.parameters[name];
          expect(parameter, name).toBeDefined();
          if (values) expect(parameter!.values, name).toEqual(expect.arrayContaining(values));
          if (parameter!.kind === 'flag' && byDefault !== undefined)
            expect(parameter!.default, name).toBe(byDefault === '1');
          if (parameter!.kind === 'integer' && byDefault !== undefined)
            expect(parameter!.default, name).toBe(Number(byDefault));
        }
      },
    );
  },
);
