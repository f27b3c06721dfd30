/** Compiles the WebAssembly kernels: `npm run build-kernel`. Both results are committed, so that nobody else needs a compiler. */
import { readFile, writeFile } from 'node:fs/promises';
import { compileKernel, KERNELS, moduleSource } from './compile-kernel.ts';

const SOURCES = new URL('../../src/', import.meta.url);

for (const kernel of KERNELS) {
  const wasm = await compileKernel(await readFile(new URL(`${kernel}.wat`, SOURCES), 'utf8'));
  await writeFile(new URL(`${kernel}.wasm`, SOURCES), wasm);
  await writeFile(new URL(`${kernel}-module.ts`, SOURCES), moduleSource(kernel, wasm));
  console.log(`src/${kernel}.wasm: ${wasm.length} bytes`);
}
