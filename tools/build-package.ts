/**
 * `npm pack` runs this script. It compiles the program to JavaScript in `dist`, since Node does not strip types below
 * node_modules. `dist` has the layout of the checkout, so that relative paths are valid in both.
 */
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(PROJECT, 'dist');

await rm(DIST, { recursive: true, force: true });
const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc');
const compiled = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.package.json'], {
  cwd: PROJECT,
  stdio: 'inherit',
});
if (compiled.status !== 0) process.exit(1);
for await (const kernel of glob('src/**/*.wasm', { cwd: PROJECT }))
  await copyFile(join(PROJECT, kernel), join(DIST, kernel));
await cp(join(PROJECT, 'data/genomes'), join(DIST, 'data/genomes'), { recursive: true });
await copyFile(join(PROJECT, 'deno.json'), join(DIST, 'deno.json'));
const settings = await readFile(join(PROJECT, 'wrangler.toml'), 'utf8');
await writeFile(join(DIST, 'wrangler.toml'), settings.replace('main = "src/worker.ts"', 'main = "src/worker.js"'));
await chmod(join(DIST, 'cli/genomic-edge.js'), 0o755);
