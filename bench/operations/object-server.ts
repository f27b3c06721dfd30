/** An index folder behind HTTP with range requests: the bucket of the Worker that is measured, so that its process does not do the bucket's work. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { StoreError } from '../../src/store/store.ts';

export interface ObjectServer {
  url: string;
  stop(): Promise<void>;
}

export async function serveObjects(folder: string): Promise<ObjectServer> {
  const store = new LocalFolder(folder);
  const server = createServer((request, response) => {
    answer(store, decodeURIComponent(request.url!.slice(1)), request.headers.range).then(
      (found) => (found ? response.writeHead(request.headers.range ? 206 : 200, { 'content-length': found.length }).end(found) : response.writeHead(404).end()),
      (error: unknown) => response.writeHead(error instanceof StoreError ? 404 : 500).end(),
    );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
      await store.close();
    },
  };
}

function answer(store: LocalFolder, name: string, range: string | undefined): Promise<Uint8Array | null> {
  if (range === undefined) return store.value(name);
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range)!.map(Number) as [number, number, number];
  return store.read({ object: name, offset: first, length: last - first + 1 });
}
