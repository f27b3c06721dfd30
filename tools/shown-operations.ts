import { operations } from '../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../src/index/blocks/block-reader.ts';
import { withExamples, type ShownOperation } from '../src/operation/example.ts';
import { Release } from '../src/release/release.ts';
import { ByteCache } from '../src/store/byte-cache.ts';
import { LocalFolder } from '../src/store/local-folder.ts';

/** The operations of the catalogue with their examples on an index. */
export async function shownOperations(index: string): Promise<ShownOperation[]> {
  const store = new LocalFolder(index);
  const { manifest } = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  await store.close();
  return operations.map((operation) => withExamples(operation, manifest.samples ?? {}));
}
