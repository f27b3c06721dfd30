/** The Worker's script as `wrangler deploy` would upload it, and the settings of wrangler.toml that come with it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ModuleDefinition } from 'miniflare';
import { MODULE_EXTENSION, PROJECT } from '../installation.ts';
import { ServeError, messageOf } from '../operator-error.ts';
import { at } from '../../src/checked.ts';

/** Modules that wrangler writes next to the script. */
const MODULE_TYPES: Partial<Record<string, 'CompiledWasm'>> = { '.wasm': 'CompiledWasm' };

export interface WorkerBundle {
  /** The ES module that everything else is joined in. */
  script: string;
  /** It and the modules that it imports, by the names it has for them, as Miniflare takes them. */
  modules: ModuleDefinition[];
  compatibilityDate: string;
  /** Names of the bindings: exactly one bucket and one namespace. */
  bucket: string;
  namespace: string;
}

/** Bundles a Worker of this project. Throws ServeError with wrangler's complaint. */
export async function bundleWorker(main = `src/worker${MODULE_EXTENSION}`): Promise<WorkerBundle> {
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const config = readConfig({ config: join(PROJECT, 'wrangler.toml') }, { hideWarnings: true });
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-worker-'));
  const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin/wrangler.js');
  try {
    await promisify(execFile)(process.execPath, [wrangler, 'deploy', main, '--dry-run', '--outdir', folder], {
      cwd: PROJECT,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: join(folder, 'logs'), NO_COLOR: '1' },
    });
    const script = await readFile(join(folder, 'worker.js'), 'utf8');
    const imported = (await readdir(folder)).flatMap((path) => ({ type: MODULE_TYPES[extname(path)], path }));
    return {
      script,
      modules: [
        { type: 'ESModule', path: 'worker.js', contents: script },
        ...(await Promise.all(
          imported.flatMap(({ type, path }) =>
            type ? [readFile(join(folder, path)).then((contents) => ({ type, path, contents }))] : [],
          ),
        )),
      ],
      compatibilityDate: config.compatibility_date!,
      bucket: at(
        config.r2_buckets.map(({ binding }: { binding: string }) => binding),
        0,
      ),
      namespace: at(
        config.kv_namespaces.map(({ binding }: { binding: string }) => binding),
        0,
      ),
    };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new ServeError(`wrangler cannot bundle ${main}: ${(stderr || stdout).trim() || messageOf(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
