/** The samples of a release: whatever the documentation asks for as an example, that release answers with data. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { createApp } from '../../../../src/app.ts';
import { operations } from '../../../../src/catalogue/catalogue.ts';
import { EXAMPLE_VALUE_NAMES, type ExampleValues } from '../../../../src/release/example-values.ts';
import { Releases } from '../../../../src/release/releases.ts';
import { ByteCache } from '../../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../../src/store/local-folder.ts';
import { demoIndex } from '../../../support/demo-index.ts';
import { CompiledRelease } from '../../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../../support/one-gene-database.ts';
import { shownOperations } from '../../../../tools/shown-operations.ts';
import { silentProgress } from '../../../support/silent-progress.ts';

const DUMPS = fileURLToPath(new URL('../../../../../shared/ensembl-dumps', import.meta.url));
const present = existsSync(DUMPS);

interface Shown {
  /** Operations whose examples answer with data, and what the others say. */
  answered: string[];
  empty: string[];
  /** Those that the release has no data for. */
  without: string[];
  samples: ExampleValues;
}

/** Asks a release for all its examples. */
async function shown(index: string): Promise<Shown> {
  const store = new LocalFolder(index);
  const releases = new Releases(store, new ByteCache());
  const app = createApp({ operations, openRelease: () => releases.current() });
  const result: Shown = {
    answered: [],
    empty: [],
    without: [],
    samples: (await releases.current()).manifest.samples ?? {},
  };
  for (const { method, path, example, body } of await shownOperations(index)) {
    if (example === undefined) {
      result.without.push(`${method} ${path}`);
      continue;
    }
    const sent = body && { body: JSON.stringify({ [body.key]: body.example }) };
    const response = await app.request(`/rest${example}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...sent,
    });
    const text = await response.text();
    if (response.status === 200 && holdsData(JSON.parse(text))) result.answered.push(`${method} ${path}`);
    else result.empty.push(`${example}: ${response.status} ${text.slice(0, 200)}`);
  }
  await store.close();
  return result;
}

function holdsData(value: unknown): boolean {
  if (value === null || value === '') return false;
  return typeof value === 'object' ? Object.values(value).some(holdsData) : true;
}

describe('the demo', () => {
  it('has every sample and answers every example with data', async () => {
    const { answered, empty, without, samples } = await shown(await demoIndex());
    expect(empty).toEqual([]);
    expect(without).toEqual([]);
    expect(answered).toHaveLength(operations.length);
    expect(Object.keys(samples).sort()).toEqual([...EXAMPLE_VALUE_NAMES].sort());
  });
});

describe.skipIf(!present)(
  `an index of real databases, with few rows each${present ? '' : ' (skipped: ../shared is not there)'}`,
  () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'genomic-edge-samples-'));
      await buildRelease([DUMPS], join(folder, 'index'), silentProgress, {
        vcfConfig: join(DUMPS, 'vcf/vcf_config.json'),
      });
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it('answers every example with data that it has samples for, which is nearly all', async () => {
      const { answered, empty, samples } = await shown(join(folder, 'index'));
      expect(empty).toEqual([]);
      expect(answered.length).toBeGreaterThanOrEqual(80);
      expect(JSON.stringify(samples)).not.toMatch(/demo/i);
    });
  },
);

describe('a release with little', () => {
  let release: CompiledRelease;
  beforeAll(async () => {
    release = await CompiledRelease.from([['ficta_una', 'core', oneGeneDatabase('ficta_una')]]);
  });

  it('shows what it has, and says of an operation that it has no data for it', async () => {
    const { get } = await release.serve();
    const gene = (await get('/documentation/GET/lookup/id/:id', 'text/html')).text;
    expect(gene).toContain('/rest/lookup/id/FICG1?expand=1');
    expect(gene).not.toContain('holds no data');
    const linkage = (await get('/documentation/GET/ld/:species/:id/:population_name', 'text/html')).text;
    expect(linkage).toContain('This release contains no data for this operation.');
    expect(linkage).not.toMatch(/\{ld_|undefined/);
  });
});
