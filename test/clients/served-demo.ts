/** The demo, served on loopback as `npm start` does it, for programs that know nothing of this project. */
import { afterAll } from 'vitest';
import { serveIndex } from '../../build-index/serve.ts';
import { demoIndex } from '../runtime/demo-index.ts';

/** Where the operations stand: 'http://127.0.0.1:40123/rest'. Ends after the tests of the file. */
export async function servedDemo(): Promise<string> {
  const served = await serveIndex({ index: await demoIndex(), port: 0, host: '127.0.0.1', runtime: 'deno' });
  afterAll(() => served.stop());
  return served.url;
}
