/** From the text of a WebAssembly kernel to what is committed of it. */
import wabt from 'wabt';

/** The kernels, by their names without ending from the project's folder on. */
export const KERNELS = ['build-index/dump/marks', 'build-index/vcf/uncommon-words', 'src/index/checksum', 'src/index/genotype-unpacking', 'src/index/unpacking', 'src/linkage/pair-screen', 'src/linkage/window-screen'] as const;

/** Whether Workers run it: they import the binary. */
export function runsInWorkers(kernel: string): boolean {
  return kernel.startsWith('src/');
}

/** The binary. Throws Error for text that is no valid module. */
export async function compileKernel(text: string): Promise<Uint8Array> {
  const { parseWat } = await wabt();
  const parsed = parseWat('kernel.wat', text, { simd: true, bulk_memory: true });
  try {
    parsed.validate();
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}

/** The same as a module for platforms that import no binaries. */
export function moduleSource(kernel: string, wasm: Uint8Array): string {
  const name = kernel.split('/').at(-1)!;
  const lines = Buffer.from(wasm).toString('base64').match(/.{1,120}/g)!;
  return `// Written by \`npm run build-kernel\` from ${name}.wat: do not edit.
export const ${name.replaceAll('-', '_').toUpperCase()}_WASM =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}
