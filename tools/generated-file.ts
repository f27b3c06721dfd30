import { readFile } from 'node:fs/promises';

/** The project's folder, to which paths of generated files are relative. */
export const PROJECT = new URL('../', import.meta.url);

/** A file of the repository that `npm run generate` writes. */
export interface GeneratedFile {
  /** Relative to the project's folder. */
  path: string;
  content: string | Uint8Array;
}

/** The files whose content in the repository differs. */
export async function staleFiles(files: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  const stale: GeneratedFile[] = [];
  for (const file of files) {
    const found = await readFile(new URL(file.path, PROJECT)).catch(() => null);
    if (!found?.equals(Buffer.from(file.content))) stale.push(file);
  }
  return stale;
}
