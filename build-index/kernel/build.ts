/** Compiles src/linkage/pair-screen.wat: `npm run build-kernel`. Both results are committed, so that nobody else needs a compiler. */
import { readFile, writeFile } from 'node:fs/promises';
import { compileKernel, moduleSource } from './compile-kernel.ts';

const FOLDER = new URL('../../src/linkage/', import.meta.url);

const wasm = await compileKernel(await readFile(new URL('pair-screen.wat', FOLDER), 'utf8'));
await writeFile(new URL('pair-screen.wasm', FOLDER), wasm);
await writeFile(new URL('pair-screen-module.ts', FOLDER), moduleSource(wasm));
console.log(`src/linkage/pair-screen.wasm: ${wasm.length} bytes`);
