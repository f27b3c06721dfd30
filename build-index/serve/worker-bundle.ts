/** The Worker's script as `wrangler deploy` would upload it, and the settings of wrangler.toml that come with it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ServeError } from './served-index.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export interface WorkerBundle {
  /** One ES module. */
  script: string;
  /** Compiled modules that it imports, by the names it has for them. */
  wasm: { name: string; contents: Uint8Array<ArrayBuffer> }[];
  compatibilityDate: string;
  /** Names of the bindings: exactly one bucket and one namespace. */
  bucket: string;
  namespace: string;
}

/** Bundles a Worker of this project. Throws ServeError with wrangler's complaint. */
export async function bundleWorker(main = 'src/worker.ts'): Promise<WorkerBundle> {
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const config = readConfig({ config: join(PROJECT, 'wrangler.toml') }, { hideWarnings: true });
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-worker-'));
  const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin/wrangler.js');
  try {
    await promisify(execFile)(process.execPath, [wrangler, 'deploy', main, '--dry-run', '--outdir', folder], {
      cwd: PROJECT, env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: join(folder, 'logs'), NO_COLOR: '1' },
    });
    return {
      script: await readFile(join(folder, 'worker.js'), 'utf8'),
      wasm: await Promise.all((await readdir(folder)).filter((name) => name.endsWith('.wasm')).map(async (name) => ({ name, contents: await readFile(join(folder, name)) }))),
      compatibilityDate: config.compatibility_date!,
      bucket: config.r2_buckets[0]!.binding,
      namespace: config.kv_namespaces[0]!.binding,
    };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new ServeError(`wrangler cannot bundle ${main}: ${(stderr || stdout).trim() || (error as Error).message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
