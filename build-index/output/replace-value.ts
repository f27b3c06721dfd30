import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workFolder } from './abandoned.ts';

/** Replaces a value of an index folder: a reader sees the old one or the new one, and so does another build that replaces it at the same time. */
export async function replaceValue(folder: string, key: string, bytes: Uint8Array): Promise<void> {
  const work = await workFolder(folder, 'scratch');
  try {
    await writeFile(join(work, key), bytes, { flush: true });
    await rename(join(work, key), join(folder, key));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
