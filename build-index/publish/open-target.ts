/** The target that an address stands for. */
import { fileURLToPath } from 'node:url';
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { openFolderTarget } from './folder-target.ts';
import { KvCell } from './kv-cell.ts';
import { S3Bucket } from './s3-bucket.ts';
import { S3Target } from './s3-target.ts';
import { parseTarget } from './target-url.ts';
import type { Target } from './target.ts';

const WRANGLER = fileURLToPath(new URL('../../wrangler.toml', import.meta.url));

/** @param uploads how many bodies may be on their way at once */
export async function openTarget(address: string, uploads: number): Promise<Target> {
  const place = await parseTarget(address, namespaceOfWorker);
  if ('folder' in place) return openFolderTarget(place.folder);
  return new S3Target(new S3Bucket(place.bucket), uploads, place.kv && new KvCell(place.kv, ROOT_KEY));
}

/** As wrangler.toml has it; null as long as that holds only zeros. */
async function namespaceOfWorker(): Promise<string | null> {
  // Half a second to load, and seldom of use.
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const id = readConfig({ config: WRANGLER }, { hideWarnings: true }).kv_namespaces[0]?.id;
  return id && /[^0]/.test(id) ? id : null;
}
