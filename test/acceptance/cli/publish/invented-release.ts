/** Small releases, built like any other, and options to publish them in tests. */
import { GENOME_OBJECTS } from '../../../../src/release/genome-objects.ts';
import { RELEASE_TABLES } from '../../../../src/release/table-registry.ts';
import { randomBytes } from 'node:crypto';
import { IndexFolder } from '../../../../build-index/output/index-folder.ts';
import type { PublishOptions } from '../../../../cli/publish/publish-release.ts';
import type { TransferProgress } from '../../../../cli/transfer-bar.ts';

const DOCUMENTS = 12;
/** So large that genomes are in an object of their own. */
const GENOME_BYTES = 10_000;

/**
 * Builds a release of an id table, some documents, their genomes and optionally an object of random bytes into an index
 * folder, and makes it current.
 * @returns its id
 */
export async function inventRelease(folder: string, version: number, largeBytes = 0): Promise<string> {
  const index = await IndexFolder.create(folder);
  const { writer, finish } = await index.sortedTable(RELEASE_TABLES.ids);
  for (let id = 0; id < 5000; id++)
    await writer.add(`fic${String(id).padStart(6, '0')}`, new TextEncoder().encode(`${version}`));
  const ids = await finish();
  const info = [];
  for (let each = 0; each < DOCUMENTS; each++)
    info.push(
      await index.document(GENOME_OBJECTS.info, { each, version }, { species: `species-${each}`, group: 'core' }),
    );
  if (largeBytes > 0) {
    const object = await index.createObject('species-0/core/sequence');
    await object.write(randomBytes(largeBytes));
    info.push(await object.finish());
  }
  return index.writeRelease({
    version,
    species: [],
    genomes: info.map((entry) => ({ aliases: [], info: entry, assembly: 'x'.repeat(GENOME_BYTES) })) as never,
    ids,
  });
}

/** Number of objects of such a release without the large object and the root. */
export const OBJECTS = DOCUMENTS + 2;

export const silent: TransferProgress = { begin() {}, bytes() {}, itemDone() {}, stage() {}, note() {} };

export function options(changed: Partial<PublishOptions> = {}): PublishOptions {
  return { uploads: 4, readBack: false, progress: silent, signal: new AbortController().signal, ...changed };
}
