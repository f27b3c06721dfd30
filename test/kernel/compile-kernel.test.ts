import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compileKernel, KERNELS, moduleSource, runsInWorkers } from '../../build-index/kernel/compile-kernel.ts';

const project = new URL('../../', import.meta.url);

test.each(KERNELS)('what is committed of the compiled %s is what its text gives', async (kernel) => {
  const wasm = await compileKernel(await readFile(new URL(`${kernel}.wat`, project), 'utf8'));
  if (runsInWorkers(kernel)) expect(Buffer.from(wasm).equals(await readFile(new URL(`${kernel}.wasm`, project)))).toBe(true);
  expect(await readFile(new URL(`${kernel}-module.ts`, project), 'utf8')).toBe(moduleSource(kernel, wasm));
});
