import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compileKernel, moduleSource } from '../../build-index/kernel/compile-kernel.ts';

const folder = new URL('../../src/linkage/', import.meta.url);

test('both forms of the compiled screen are those of its text', async () => {
  const wasm = await compileKernel(await readFile(new URL('pair-screen.wat', folder), 'utf8'));
  expect(Buffer.from(wasm).equals(await readFile(new URL('pair-screen.wasm', folder)))).toBe(true);
  expect(await readFile(new URL('pair-screen-module.ts', folder), 'utf8')).toBe(moduleSource(wasm));
});
