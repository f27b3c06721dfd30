import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compileKernel, KERNELS, moduleSource } from '../../build-index/kernel/compile-kernel.ts';

const sources = new URL('../../src/', import.meta.url);

test.each(KERNELS)('both forms of the compiled %s are those of its text', async (kernel) => {
  const wasm = await compileKernel(await readFile(new URL(`${kernel}.wat`, sources), 'utf8'));
  expect(Buffer.from(wasm).equals(await readFile(new URL(`${kernel}.wasm`, sources)))).toBe(true);
  expect(await readFile(new URL(`${kernel}-module.ts`, sources), 'utf8')).toBe(moduleSource(kernel, wasm));
});
