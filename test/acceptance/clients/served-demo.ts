/** The demo, served on loopback as `npm start` does it, for programs that know nothing of this project. */
import { afterAll } from 'vitest';
import { serveIndex } from '../../../cli/serve/serve-index.ts';
import type { ServedIndex } from '../../../cli/serve/deno-runtime.ts';
import { demoIndex } from '../../support/demo-index.ts';

const running: ServedIndex[] = [];

// Asked for while the test file is read: within a hook it would come too late to be heard.
afterAll(() => Promise.all(running.map((served) => served.stop())));

/** Where the operations stand: 'http://127.0.0.1:40123/rest'. Ends after the tests of the file. */
export async function servedDemo(): Promise<string> {
  const served = await serveIndex({ index: await demoIndex(), port: 0, host: '127.0.0.1', runtime: 'deno' });
  running.push(served);
  return served.url;
}
