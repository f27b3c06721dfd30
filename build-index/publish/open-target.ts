/** The target that an address stands for. */
import { fileURLToPath } from 'node:url';
import { openFolderTarget } from './folder-target.ts';
import { KvNamespace } from './kv-namespace.ts';
import { parseTarget } from './target-url.ts';
import type { Target } from './target.ts';

const WRANGLER = fileURLToPath(new URL('../../wrangler.toml', import.meta.url));

/** @param uploads how many bodies may be on their way at once */
export async function openTarget(address: string, uploads: number): Promise<Target> {
  const place = await parseTarget(address, namespaceOfWorker);
  if ('folder' in place) return openFolderTarget(place.folder);
  const values = place.kv && new KvNamespace(place.kv);
  // A second to load, which folders need not wait for.
  const [{ S3Bucket }, { S3Target }] = await Promise.all([import('./s3-bucket.ts'), import('./s3-target.ts')]);
  return new S3Target(new S3Bucket(place.bucket), uploads, values && ((key) => values.value(key)));
}

/** As wrangler.toml has it; null as long as that holds only zeros. */
async function namespaceOfWorker(): Promise<string | null> {
  // Half a second to load, and seldom of use.
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const id = readConfig({ config: WRANGLER }, { hideWarnings: true }).kv_namespaces[0]?.id;
  return id && /[^0]/.test(id) ? id : null;
}
