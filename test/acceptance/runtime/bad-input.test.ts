/** Every operation answers any input with data or an error text, never with a 5xx or an empty error. */
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { parseJson } from '../../support/json.ts';
import { createApp } from '../../../src/app.ts';
import { present } from '../../../src/checked.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import type { Operation } from '../../../src/operation/operation.ts';
import { MEDIA_TYPES } from '../../../src/formats/media-types.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { CurrentRelease } from '../../../src/release/current-release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';

let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  const store = new LocalFolder(await demoIndex());
  const releases = new CurrentRelease(store, new CachedBlockReader(store, new ByteCache()));
  app = createApp({ operations, openRelease: () => releases.get() });
});

const ODD = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '1.5',
  '1e400',
  '9'.repeat(30),
  'NaN',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '%',
  '%00',
  '_',
  '*',
  "'",
  '"',
  '<a>',
  '\\',
  '..',
  'ä',
  '𝄞',
  '\ud800',
  'a'.repeat(5000),
  '[]',
  '{}',
  ';',
  '&',
  'x,y',
  '\u0000',
  'DEMO:1',
];
const SPECIES = ['fictomys_demonstrans', 'FICTORNIS_VOLANS', 'nosuch', ''];
const IDS = [
  'DEMOAG00000000001',
  'DEMOAG00000000001.1',
  'DEMOAG00000000001.99',
  'demoag00000000001',
  'DEMOAT00000000001',
  'DEMOAP00000000001',
  'DEMOAE00000000001',
  'DEMOAG99999999999',
];
const REGIONS = [
  '1:1-1000',
  '1:1..1000:-1',
  '1',
  '1:1000-1',
  '1:0-5',
  '1:-5-5',
  '1:5',
  '1:5-',
  '1:-',
  ':',
  '1:1-1000:2',
  'chr1:1-10',
  'MT:1-100',
  'MT:16000-10',
  '1:1-999999999',
  '1:1_000-2_000',
  'X:1-1000000',
  'HSCHR:1-2',
  '1:a-b',
  '1:1-2:1:1',
  'MT:1-99999999999999999999',
];
const values = fc.oneof(
  fc.constantFrom(...ODD),
  fc.constantFrom(...SPECIES),
  fc.constantFrom(...IDS),
  fc.constantFrom(...REGIONS),
  fc.string({ maxLength: 12 }),
);

/** A value of a declared parameter that may be valid or not. */
function value(name: string, operation: Operation): fc.Arbitrary<string> {
  const documented = operation.parameters[name]?.values ?? [];
  const fitting = [
    ...documented,
    ...(name === 'species' ? SPECIES : []),
    ...(/id$/.test(name) ? IDS : []),
    ...(/region/.test(name) ? REGIONS : []),
  ];
  return fitting.length > 0
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...fitting) }, { weight: 1, arbitrary: values })
    : values;
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed()) || '%20';

function requests(operation: Operation): fc.Arbitrary<{ path: string; init: RequestInit }> {
  const names = Object.keys(operation.parameters);
  const query = names.filter((name) => present(operation.parameters[name], name).in === 'query');
  return fc
    .record({
      path: fc.record(
        Object.fromEntries(
          names
            .filter((name) => !query.includes(name))
            .map((name): [string, fc.Arbitrary<string>] => [name, value(name, operation)]),
        ),
      ),
      query:
        query.length === 0
          ? fc.constant<string[]>([])
          : fc.array(
              fc
                .constantFrom(...query)
                .chain((name) => value(name, operation).map((text) => `${name}=${encode(text)}`)),
              { maxLength: 5 },
            ),
      type: fc.constantFrom(...operation.formats, 'html').map((format) => MEDIA_TYPES[format]),
      body:
        operation.body === undefined
          ? fc.constant(undefined)
          : fc.oneof(
              fc
                .array(fc.oneof(fc.constantFrom(...IDS, ...REGIONS), values), { maxLength: 4 })
                .map((items) => JSON.stringify({ [present(operation.body, 'body').key]: items })),
              fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.stringify(json)),
              fc.string({ maxLength: 20 }),
            ),
    })
    .map(({ path, query: pairs, type, body }) => ({
      path:
        `/rest${operation.path.replace(/:(\w+)/g, (_, name: string) => encode(present(path[name], name)))}` +
        `?${pairs.join(';')}`,
      init: {
        method: operation.method,
        headers: { 'Content-Type': type, Accept: type },
        ...(body === undefined ? {} : { body }),
      },
    }));
}

test.each(operations.map((each) => [`${each.method} ${each.path}`, each] as const))(
  '%s answers or rejects any input',
  async (_, operation) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await fc.assert(
      fc.asyncProperty(requests(operation), async ({ path, init }) => {
        const response = await app.request(`http://localhost${path}`, init);
        const body = await response.text();
        if (response.status < 400) return;
        expect(response.status, `${path} ${String(init.body)}: ${body} ${String(log.mock.calls[0]?.[1])}`).toBeLessThan(
          500,
        );
        const { error } = parseJson<{ error: unknown }>(body);
        expect(typeof error === 'string' && error.trim().length > 0, `${path}: ${body}`).toBe(true);
        expect(body).not.toMatch(/\.ts:\d|at async|undefined|\[object/);
      }),
      { seed: 20, numRuns: 300 },
    );
    log.mockRestore();
  },
);
