/** A release that contains only ontologies and a taxonomy, compiled from dump folders that the test writes. */
import { present } from '../../../src/checked.ts';
import { RELEASE_TABLES } from '../../../src/release/table-registry.ts';
import { join } from 'node:path';
import { findDatabases } from '../../../build-index/dump/find-databases.ts';
import { IndexFolder } from '../../../build-index/output/index-folder.ts';
import { compileTaxa, compileTerms } from '../../../build-index/units/compile-release-unit.ts';
import { termsUnits } from '../../../build-index/units/plan-release-units.ts';
import { databaseIn } from '../../../build-index/units/results.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/terms.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import type { TaxaEntry, TermsEntry } from '../../../src/release/manifest.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { testFolder } from '../../support/test-folder.ts';

interface Reply {
  status: number;
  body: any;
}

export interface TermsRelease {
  store: CountingStore;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** The answer with an unread body. */
  request(path: string): Promise<Response>;
  /** A release over the same store of which only the root has been read. */
  cold(): Promise<Pick<TermsRelease, 'get' | 'request'>>;
}

/** @param write writes dumps below a folder: <species>/<group>/table.sql … */
export async function termsRelease(write: (dumps: string) => void | Promise<void>): Promise<TermsRelease> {
  const folder = await testFolder();
  await write(join(folder, 'dumps'));
  const index = await IndexFolder.create(join(folder, 'index'));
  const context = { database: databaseIn, folder: index, progress: () => {} };
  let terms: TermsEntry | null = null;
  let taxa: TaxaEntry | null = null;
  for (const { task } of termsUnits(await findDatabases([join(folder, 'dumps')]))) {
    if (task.kind === 'ontology') terms = await compileTerms(task.database, context);
    if (task.kind === 'taxonomy') taxa = await compileTaxa(task.databases, context);
  }
  const ids = await (await index.sortedTable(RELEASE_TABLES.ids)).finish();
  await index.writeRelease({ version: 115, species: [], genomes: [], ids, terms, taxa });
  const store = new CountingStore(openFolder(join(folder, 'index')));
  const open = async (): Promise<Pick<TermsRelease, 'get' | 'request'>> => {
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    const app = createApp({ operations, openRelease: () => release });
    return {
      request: async (path) => app.request(`/rest${path}`),
      async get(path, headers = {}) {
        const response = await app.request(`/rest${path}`, { headers });
        const text = await response.text();
        return {
          status: response.status,
          body: present(response.headers.get('content-type'), 'content-type').startsWith('application/json')
            ? JSON.parse(text)
            : text,
        };
      },
    };
  };
  return { store, ...(await open()), cold: open };
}
