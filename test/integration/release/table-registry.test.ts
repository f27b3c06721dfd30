/** The table registry and the demo index agree: the registry lists exactly what the build writes. */
import { beforeAll, expect, it } from 'vitest';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { objectsOf } from '../../../src/release/manifest.ts';
import { Release } from '../../../src/release/release.ts';
import { TABLES } from '../../../src/release/table-registry.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { TABLES_OF_RELEASE, TABLES_OF_SPECIES } from '../../../build-index/compile/tables-read.ts';
import { demoIndex } from '../../support/demo-index.ts';

const specs = Object.values(TABLES).flatMap((tables) => Object.values(tables));

const NO_SCORES = 'the demo has no scores of alleles';
/** Tables for which the demo dumps have no rows, with the reason. */
const ABSENT: Record<string, string> = {
  '<species>/variation/hidden-variant-features': 'every place of a variant is shown',
  '<species>/variation/protein-predictions': 'the demo has no predictions of SIFT and PolyPhen',
  '<species>/scores/alphamissense': NO_SCORES,
  '<species>/scores/cadd': NO_SCORES,
  '<species>/scores/clinpred': NO_SCORES,
  '<species>/scores/revel': NO_SCORES,
  '<species>/scores/spliceai': NO_SCORES,
  'ontology/consequences': 'the ontology has no Sequence Ontology',
  'taxonomy/families': 'no taxon has enough children for a separate object',
};

/** Names of the demo's objects without release id and hash. */
let objects: string[];

beforeAll(async () => {
  const store = openFolder(await demoIndex());
  try {
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    objects = [...objectsOf(await release.wholeManifest()).keys()].map((object) =>
      object.replace(/^[^/]+\//, '').replace(/-[0-9a-f]{16}\.[0-9a-f]{8}\.bin$/, ''),
    );
  } finally {
    await store.close();
  }
});

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace('<number>', '\\d+').replaceAll(/<\w+>/g, '[\\w]+')}$`);
}

it('lists every object of the demo index once', () => {
  for (const object of objects) {
    const fitting = specs.filter(({ path }) => pattern(path).test(object)).map(({ path }) => path);
    expect(fitting, object).toHaveLength(1);
  }
});

it('lists no table that the demo index lacks, except those named here', () => {
  const missing = specs.filter(({ path }) => !objects.some((object) => pattern(path).test(object)));
  expect(missing.map(({ path }) => path)).toEqual(Object.keys(ABSENT));
});

it('names input tables that the build reads', () => {
  const known: Record<string, ReadonlySet<string>> = { ...TABLES_OF_SPECIES, ...TABLES_OF_RELEASE };
  for (const { path, input } of specs)
    for (const [database, tables] of Object.entries<readonly string[]>(input)) {
      if (['vcf', 'units', 'scores'].includes(database)) continue;
      for (const table of tables) expect(known[database]?.has(table), `${path}: ${database}.${table}`).toBe(true);
    }
});
