/** From the text of the pair screen's WebAssembly to what is committed of it. */
import wabt from 'wabt';

/** The binary. Throws Error for text that is no valid module. */
export async function compileKernel(text: string): Promise<Uint8Array> {
  const { parseWat } = await wabt();
  const parsed = parseWat('pair-screen.wat', text, { simd: true });
  try {
    parsed.validate();
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}

/** The same as a module for platforms that import no binaries. */
export function moduleSource(wasm: Uint8Array): string {
  const lines = Buffer.from(wasm).toString('base64').match(/.{1,120}/g)!;
  return `// Written by \`npm run build-kernel\` from pair-screen.wat: do not edit.
export const PAIR_SCREEN_WASM =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}
