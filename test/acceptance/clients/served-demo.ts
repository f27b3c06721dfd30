/** Serves the demo index on loopback like `npm start`, for external clients. */
import { afterAll } from 'vitest';
import { serveIndex } from '../../../cli/serve/serve-index.ts';
import type { ServedIndex } from '../../../cli/serve/served-index.ts';
import { demoIndex } from '../../support/demo-index.ts';

const running: ServedIndex[] = [];

// Registered while the test file is loaded: within a hook it would be too late.
afterAll(() => Promise.all(running.map((served) => served.stop())));

/** Starts the service until the tests of the file end. @returns its base URL, such as 'http://127.0.0.1:40123/rest' */
export async function servedDemo(): Promise<string> {
  const served = await serveIndex({ index: await demoIndex(), port: 0, host: '127.0.0.1', runtime: 'deno' });
  running.push(served);
  return served.url;
}
