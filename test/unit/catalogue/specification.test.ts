/**
 * Compares the catalogue with a list of Ensembl's operations: no operation, parameter, value or format may be missing.
 * Skipped without the list, which is not in the repository.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assert, describe, expect, test } from 'vitest';
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
const specified: SpecifiedOperation[] = present ? JSON.parse(readFileSync(FILE, 'utf8')) : [];

/** A path without what documents write differently: names of path parameters and trailing slashes. */
const withoutNames = (path: string) =>
  path
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
    .replace(/:\w+:?/g, ':');
const pathNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

function counterpart({ method, path }: SpecifiedOperation): Operation | undefined {
  return operations.find(
    (each) =>
      each.method === method &&
      [each.path, ...(each.aliases ?? [])].some((own) => withoutNames(own) === withoutNames(path)),
  );
}

describe.skipIf(!present)(
  `the operations of Ensembl${present ? '' : ' (skipped without ../shared/spec/operations.json)'}`,
  () => {
    test('are all in the catalogue or in the list of operations that are not offered', () => {
      const known = (each: SpecifiedOperation) =>
        counterpart(each) ||
        notOffered.some(({ method, path }) => method === each.method && withoutNames(path) === withoutNames(each.path));
      expect(specified.filter((each) => !known(each)).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
      expect(specified.length).toBeGreaterThan(70);
    });

    test.each(
      specified.flatMap((each) => {
        const own = counterpart(each);
        return own ? [[`${each.method} ${each.path}`, each, own] as const] : [];
      }),
    )('have all their parameters, values, defaults and formats in the catalogue: %s', (_, each, own) => {
      expect(own.formats).toEqual(expect.arrayContaining(each.formats.filter((format) => format !== 'jsonp')));
      const inPath = pathNames(own.path);
      for (const { name, required, default: byDefault, values } of each.parameters) {
        // Path parameters may have other names; every operation takes a callback; the list of a POST is its body.
        if (name === 'callback' || name === own.body?.key || inPath.includes(name)) continue;
        if (
          required &&
          !(name in own.parameters) &&
          pathNames(each.path).some((other) => !each.parameters.some((parameter) => parameter.name === other))
        )
          continue;
        const parameter = own.parameters[name];
        assert(parameter, name);
        if (values) expect(parameter.values, name).toEqual(expect.arrayContaining(values));
        if (parameter.kind === 'flag' && byDefault !== undefined)
          expect(parameter.default, name).toBe(byDefault === '1');
        if (parameter.kind === 'integer' && byDefault !== undefined)
          expect(parameter.default, name).toBe(Number(byDefault));
      }
    });
  },
);
