import { readFile } from 'node:fs/promises';

/** The project's folder, against which the paths of generated files resolve. */
export const PROJECT = new URL('../', import.meta.url);

/** A file of the repository that `npm run generate` writes. */
export interface GeneratedFile {
  /** From the project's folder on. */
  path: string;
  content: string | Uint8Array;
}

/** Those of some files whose content in the repository differs. */
export async function staleFiles(files: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  const stale: GeneratedFile[] = [];
  for (const file of files) {
    const found = await readFile(new URL(file.path, PROJECT)).catch(() => null);
    if (!found?.equals(Buffer.from(file.content))) stale.push(file);
  }
  return stale;
}
