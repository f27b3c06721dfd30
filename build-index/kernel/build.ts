/** Compiles src/linkage/pair-screen.wat: `npm run build-kernel`. Both results are committed, so that nobody else needs a compiler. */
import { readFile, writeFile } from 'node:fs/promises';
import wabt from 'wabt';

const FOLDER = new URL('../../src/linkage/', import.meta.url);

const wasm = await compileKernel(await readFile(new URL('pair-screen.wat', FOLDER), 'utf8'));
await writeFile(new URL('pair-screen.wasm', FOLDER), wasm);
await writeFile(new URL('pair-screen-module.ts', FOLDER), moduleSource(wasm));
console.log(`src/linkage/pair-screen.wasm: ${wasm.length} bytes`);

async function compileKernel(text: string): Promise<Uint8Array> {
  const { parseWat } = await wabt();
  const parsed = parseWat('pair-screen.wat', text, { simd: true });
  try {
    parsed.validate();
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}

function moduleSource(wasm: Uint8Array): string {
  const lines = Buffer.from(wasm).toString('base64').match(/.{1,120}/g)!;
  return `// Written by \`npm run build-kernel\` from pair-screen.wat: do not edit.
export const PAIR_SCREEN_WASM =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}
