/** The Worker's script as `wrangler deploy` uploads it, with the settings of wrangler.toml. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ModuleDefinition } from 'miniflare';
import { MODULE_EXTENSION, PROJECT } from '../installation.ts';
import { ServeError, messageOf } from '../operator-error.ts';
import { at, present } from '../../src/checked.ts';

/** Miniflare's types of the modules that wrangler writes next to the script, by extension. */
const MODULE_TYPES: Partial<Record<string, 'CompiledWasm'>> = { '.wasm': 'CompiledWasm' };

export interface WorkerBundle {
  /** The bundled ES module. */
  script: string;
  /** The bundled module and the modules that it imports, for Miniflare. */
  modules: ModuleDefinition[];
  compatibilityDate: string;
  compatibilityFlags: string[];
  /** Names of the bindings: one bucket and one namespace. */
  bucket: string;
  namespace: string;
}

/** Bundles a Worker of this project. Throws ServeError with wrangler's message. */
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
      compatibilityDate: present(config.compatibility_date, 'compatibility_date of wrangler.toml'),
      compatibilityFlags: config.compatibility_flags,
      bucket: at<{ binding: string }>(config.r2_buckets, 0).binding,
      namespace: at<{ binding: string }>(config.kv_namespaces, 0).binding,
    };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new ServeError(`wrangler cannot bundle ${main}: ${(stderr || stdout).trim() || messageOf(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
