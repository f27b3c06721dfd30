/** Compiles the WebAssembly kernels. The results are committed, so that only changes to kernels need the compiler. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import wabt from 'wabt';
import { base64Module, type GeneratedFile, PROJECT } from './generated-file.ts';

/** Paths of the kernels without extension, relative to the project's folder. */
const KERNELS = [
  'src/index/kernels/checksum',
  'src/index/kernels/genotype-unpacking',
  'src/index/kernels/unpacking',
  'src/linkage/pair-screen',
  'src/linkage/window-screen',
] as const;

/** The binary of each kernel, which Workers import, and a module with the binary as base64. */
export async function kernelFiles(): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const kernel of KERNELS) {
    const wasm = await compileKernel(await readFile(new URL(`${kernel}.wat`, PROJECT), 'utf8'));
    files.push({ path: `${kernel}.wasm`, content: wasm });
    const name = basename(kernel);
    const constant = `${name.replaceAll('-', '_').toUpperCase()}_WASM`;
    // For platforms that cannot import binaries.
    files.push({ path: `${kernel}-module.ts`, content: base64Module(constant, wasm, `${name}.wat`) });
  }
  return files;
}

/** The binary of a kernel. Throws Error for invalid text. */
async function compileKernel(text: string): Promise<Uint8Array> {
  const { parseWat } = await wabt();
  const parsed = parseWat('kernel.wat', text, { simd: true, bulk_memory: true });
  try {
    parsed.validate();
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}
