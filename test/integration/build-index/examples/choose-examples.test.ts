/** Example values of a release: every example of the documentation is answered with data. */
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../../src/app.ts';
import { operations } from '../../../../src/catalogue/catalogue.ts';
import { MEDIA_TYPES } from '../../../../src/formats/media-types.ts';
import { EXAMPLE_VALUE_NAMES, type ExampleValues } from '../../../../src/release/example-values.ts';
import { Releases } from '../../../../src/release/releases.ts';
import { ByteCache } from '../../../../src/store/byte-cache.ts';
import { openFolder } from '../../../support/open-folder.ts';
import { demoIndex } from '../../../support/demo-index.ts';
import { ENSEMBL_DUMPS, ensemblIndex } from '../../../support/ensembl-index.ts';
import { CompiledRelease } from '../../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../../support/one-gene-database.ts';
import { shownOperations } from '../../../../tools/shown-operations.ts';

const present = existsSync(ENSEMBL_DUMPS);

interface ShownExamples {
  /** Operations whose examples are answered with data. */
  answered: string[];
  /** The other examples, with status and start of the answer. */
  empty: string[];
  /** Operations that the release has no data for. */
  without: string[];
  values: ExampleValues;
}

/** Requests all examples of a release. */
async function shown(index: string): Promise<ShownExamples> {
  const store = openFolder(index);
  const releases = new Releases(store, new ByteCache());
  const app = createApp({ operations, openRelease: () => releases.current() });
  const result: ShownExamples = {
    answered: [],
    empty: [],
    without: [],
    values: (await releases.current()).manifest.samples ?? {},
  };
  for (const { method, path, example, body, formats } of await shownOperations(index)) {
    if (example === undefined) {
      result.without.push(`${method} ${path}`);
      continue;
    }
    const sent = body && { body: JSON.stringify({ [body.key]: body.example }) };
    const type = MEDIA_TYPES[formats.includes('json') ? 'json' : formats[0]];
    const response = await app.request(`/rest${example}`, {
      method,
      headers: { accept: type, 'content-type': type },
      ...sent,
    });
    const text = await response.text();
    if (response.status === 200 && containsData(formats.includes('json') ? JSON.parse(text) : text))
      result.answered.push(`${method} ${path}`);
    else result.empty.push(`${example}: ${response.status} ${text.slice(0, 200)}`);
  }
  await store.close();
  return result;
}

function containsData(value: unknown): boolean {
  if (value === null || value === '') return false;
  return typeof value === 'object' ? Object.values(value).some(containsData) : true;
}

describe('the demo index', () => {
  it('has every example value and answers every example with data', async () => {
    const { answered, empty, without, values } = await shown(await demoIndex());
    expect(empty).toEqual([]);
    expect(without).toEqual([]);
    expect(answered).toHaveLength(operations.length);
    expect(Object.keys(values).sort()).toEqual([...EXAMPLE_VALUE_NAMES].sort());
  });
});

describe.skipIf(!present)(
  `an index of real databases, with few rows each${present ? '' : ' (skipped: ../shared is missing)'}`,
  () => {
    it('answers nearly every example with data, and has no example for the others', async () => {
      const { answered, empty, values } = await shown(await ensemblIndex());
      expect(empty).toEqual([]);
      expect(answered.length).toBeGreaterThanOrEqual(80);
      expect(JSON.stringify(values)).not.toMatch(/demo/i);
    }, 120_000);
  },
);

describe('a release with one core database', () => {
  let release: CompiledRelease;
  beforeAll(async () => {
    release = await CompiledRelease.from([['ficta_una', 'core', oneGeneDatabase('ficta_una')]]);
  });

  it('shows examples for operations with data, and says that other operations have none', async () => {
    const { get } = await release.serve();
    const gene = (await get('/documentation/GET/lookup/id/:id', 'text/html')).text;
    expect(gene).toContain('/rest/lookup/id/FICG1?expand=1');
    expect(gene).not.toContain('contains no data');
    const linkage = (await get('/documentation/GET/ld/:species/:id/:population_name', 'text/html')).text;
    expect(linkage).toContain('This release contains no data for this operation.');
    expect(linkage).not.toMatch(/\{ld_|undefined/);
  });
});
