/** Compiles the WebAssembly kernels: `npm run build-kernel`. What comes of it is committed, so that nobody else needs a compiler. */
import { readFile, writeFile } from 'node:fs/promises';
import { compileKernel, KERNELS, moduleSource, runsInWorkers } from './compile-kernel.ts';

const PROJECT = new URL('../../', import.meta.url);

for (const kernel of KERNELS) {
  const wasm = await compileKernel(await readFile(new URL(`${kernel}.wat`, PROJECT), 'utf8'));
  if (runsInWorkers(kernel)) await writeFile(new URL(`${kernel}.wasm`, PROJECT), wasm);
  await writeFile(new URL(`${kernel}-module.ts`, PROJECT), moduleSource(kernel, wasm));
  console.log(`${kernel}: ${wasm.length} bytes`);
}
