/** Serves the demo index on loopback like `npm start`, for external clients. */
import { serveIndex } from '../../../cli/serve/serve-index.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';

/** Starts the service until the tests of the file end. @returns its base URL, such as 'http://127.0.0.1:40123/rest' */
export async function servedDemo(): Promise<string> {
  const served = await serveIndex({ index: await demoIndex(), port: 0, host: '127.0.0.1', runtime: 'deno' });
  atEndOfFile(() => served.stop());
  return served.url;
}
