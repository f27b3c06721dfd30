/** The OpenAPI document with the shapes that answers have in an index. */
import { createApp } from '../../src/app.ts';
import { onRelease } from '../../src/operation/example.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { Releases } from '../../src/release/releases.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { answerShapes } from './answer-shapes.ts';
import { openApiDocument } from './document.ts';

/** @param folder an index that the examples of the catalogue answer from */
export async function openApiOfIndex(operations: readonly Operation[], folder: string): Promise<object> {
  const store = new LocalFolder(folder);
  try {
    const releases = new Releases(store, new ByteCache());
    const app = createApp({ operations, openRelease: () => releases.current(), basePath: '' });
    const { samples = {} } = (await releases.current()).manifest;
    const shown = operations.map((operation) => ({ ...operation, ...onRelease(operation, samples) }));
    return openApiDocument(shown, await answerShapes(shown, async (path, init) => app.request(path, init)));
  } finally {
    await store.close();
  }
}
