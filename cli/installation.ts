/** How this program is installed: as a checkout (TypeScript), or as an npm package (JavaScript in `dist`). */
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder with `src`, `cli`, wrangler.toml and deno.json: the checkout, or `dist` of the package. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Extension of the program's own modules: '.ts' or '.js'. */
export const MODULE_EXTENSION = extname(import.meta.url);

const isPackage = MODULE_EXTENSION === '.js';

/** A command as the operator types it, without options, such as 'npm run build-index --' in a checkout. */
export function commandLine(command: string, npmScript: string): string {
  return isPackage ? `npx genomic-edge ${command}` : `npm run ${npmScript} --`;
}

/** Folder for the demo's dumps and index. The folder of an installed package may be read-only. */
export function demoFolder(): string {
  if (!isPackage) return join(PROJECT, 'data/demo');
  return join(cacheFolder(), 'demo');
}

/** Folder of the user for what can be built again. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'genomic-edge');
}
