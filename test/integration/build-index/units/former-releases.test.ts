/**
 * Dumps in the layouts of older releases make releases that answer as the newest one does, but for the data that
 * docs/releases.md says they lack.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { generateDemo } from '../../../../data/fictional/demo.ts';
import { ageDumps } from '../../../../tools/aged-dumps/age-dump.ts';
import { shownOperations } from '../../../../tools/shown-operations.ts';
import { type RunningService, serveIndex } from '../../../support/compiled-release.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();
const dumps = join(folder, 'newest', 'dumps');
await generateDemo(dumps, { scale: 0.1 });
const newest = await compiled('newest');
const requests = await examples(newest);
const expected = await serveIndex(newest);

/** Keys whose data some of these releases lack. */
const LACKED = new Set([
  ...['common_name', 'copy_number', 'goc_score', 'ontology_accessions'],
  ...['submitter_names', 'transcription_factor_complex', 'wga_coverage'],
]);

/** Operations whose data releases lack up to the given one. Their answers need not be equal. */
const LACKED_UNTIL: Readonly<Record<string, number>> = {
  '/info/ready': Infinity,
  // Its version is the id of the release.
  '/seqcol/service-info': Infinity,
  '/ga4gh/beacon/query': 84,
  '/info/analysis/': 93,
  '/info/biotypes/': 92,
  '/phenotype/accession/': 84,
  '/phenotype/term/': 84,
  '/regulatory/species/': 88,
  '/species/': 93,
};

/** Changes of later layouts are also those of earlier ones. */
describe.each([96, 90, 75])('dumps in the layout of release %i', async (release) => {
  await ageDumps(dumps, join(folder, `aged-${release}`, 'dumps'), release);
  const service = await serveIndex(await compiled(`aged-${release}`));

  test.each(requests)('$method $path', async (request) => {
    const [{ status, json }, wanted] = [await answer(service, request), await answer(expected, request)];
    expect(status).toBeLessThan(500);
    const isLacked = Object.entries(LACKED_UNTIL).some(
      ([start, until]) => request.path.startsWith(start) && release <= until,
    );
    if (!isLacked) expect(withoutLacked(json)).toEqual(withoutLacked(wanted.json));
  });
});

async function compiled(name: string): Promise<string> {
  const index = join(folder, name, 'index');
  const vcfConfig = join(dumps, 'vcf', 'vcf_config.json');
  await buildRelease([join(folder, name, 'dumps')], index, silentProgress, { vcfConfig });
  return index;
}

interface Request {
  method: string;
  path: string;
  body: Readonly<Record<string, unknown>> | null;
}

async function examples(index: string): Promise<Request[]> {
  return (await shownOperations(index)).flatMap(({ method, example, body }) =>
    example === undefined ? [] : [{ method, path: example, body: body ? { [body.key]: body.example } : null }],
  );
}

function answer(service: RunningService, { path, body }: Request) {
  return body ? service.post(path, body) : service.get(path);
}

function withoutLacked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLacked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (LACKED.has(key) ? [] : [[key, withoutLacked(each)]])),
  );
}
