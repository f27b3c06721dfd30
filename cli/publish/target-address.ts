/**
 * Reads addresses of publish targets:
 *
 *   /srv/mirror, file:///srv/mirror                        another folder
 *   s3://bucket[/prefix][?endpoint=URL&region=NAME]        any S3-compatible store; `current` is an object like others
 *   r2://bucket?account=ID&kv=NAMESPACE-ID                 Cloudflare: objects in R2, `current` in KV
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../installation.ts';
import { PublishError } from '../operator-error.ts';
import { openFolderTarget } from './folder-target.ts';
import { KvNamespace, type KvPlace } from './kv-namespace.ts';
import type { BucketPlace } from './s3-bucket.ts';
import type { Target } from './target.ts';

export type TargetPlace = { folder: string } | { bucket: BucketPlace; kv?: KvPlace };

const WRANGLER = join(PROJECT, 'wrangler.toml');
const ACCOUNT = 'CLOUDFLARE_ACCOUNT_ID';

/**
 * Opens the target at an address.
 * @param uploads bodies to send at once
 * @param existing whether a folder must exist already
 * @throws PublishError
 */
export async function openTarget(address: string, uploads: number, existing = false): Promise<Target> {
  const place = await parseTarget(address, namespaceOfWorker);
  if ('folder' in place) return openFolderTarget(place.folder, existing);
  const values = place.kv && new KvNamespace(place.kv);
  // Loaded only here: the S3 client takes a second to load.
  const [{ S3Bucket }, { S3Target }] = await Promise.all([import('./s3-bucket.ts'), import('./s3-target.ts')]);
  return new S3Target(new S3Bucket(place.bucket), uploads, values && ((key) => values.value(key)));
}

/** The id in wrangler.toml. Null while it is the placeholder of zeros. */
async function namespaceOfWorker(): Promise<string | null> {
  // Loaded only here: wrangler takes half a second to load, and few publishes need it.
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const id = readConfig({ config: WRANGLER }, { hideWarnings: true }).kv_namespaces[0]?.id;
  return id && /[^0]/.test(id) ? id : null;
}

/**
 * @param namespaceOf returns the id of the KV namespace that the Worker reads, for r2: addresses without one
 * @throws PublishError for an invalid address
 */
export async function parseTarget(text: string, namespaceOf: () => Promise<string | null>): Promise<TargetPlace> {
  if (!/^[a-z][a-z\d+.-]+:/i.test(text)) return { folder: text };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'file:') return { folder: fileURLToPath(url) };
  if (!url || (url.protocol !== 's3:' && url.protocol !== 'r2:'))
    throw new PublishError(
      `--to '${text}' is no target: give a folder, s3://bucket/prefix?endpoint=URL or r2://bucket?account=ID&kv=ID`,
    );
  if (url.username || url.password)
    throw new PublishError('--to must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const bucket = decodeURIComponent(url.host);
  if (!bucket) throw new PublishError(`--to ${url.protocol}// needs the name of a bucket: ${url.protocol}//BUCKET`);
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  if (prefix.split('/').some((segment) => segment === '.' || segment === '..'))
    throw new PublishError(`the prefix '${prefix}' contains the segment . or .., which is not allowed`);
  if (url.protocol === 'r2:') return r2Place(url, bucket, prefix, namespaceOf);
  const { endpoint, region } = settings(url, ['endpoint', 'region']);
  return { bucket: { bucket, prefix: prefix && `${prefix}/`, endpoint: endpoint && endpointUrl(endpoint), region } };
}

async function r2Place(
  url: URL,
  bucket: string,
  prefix: string,
  namespaceOf: () => Promise<string | null>,
): Promise<TargetPlace> {
  if (prefix)
    throw new PublishError(`r2:// takes no prefix, but got '${prefix}': the Worker reads the bucket from its top`);
  const { account = process.env[ACCOUNT], kv, endpoint } = settings(url, ['account', 'kv', 'endpoint']);
  if (!account) throw new PublishError(`r2:// needs the account: add ?account=ID or set ${ACCOUNT}`);
  const namespace = kv ?? (await namespaceOf());
  if (!namespace)
    throw new PublishError(
      'r2:// needs the KV namespace that the Worker reads: add &kv=ID, or put its id into wrangler.toml',
    );
  return {
    bucket: {
      bucket,
      prefix,
      endpoint: endpoint ? endpointUrl(endpoint) : `https://${account}.r2.cloudflarestorage.com`,
      region: 'auto',
    },
    kv: { account, namespace },
  };
}

function settings(url: URL, known: readonly string[]): Record<string, string | undefined> {
  for (const name of url.searchParams.keys()) {
    if (!known.includes(name))
      throw new PublishError(`${url.protocol}// has no setting '${name}'; its settings are ${known.join(', ')}`);
  }
  return Object.fromEntries([...url.searchParams].filter(([, value]) => value !== ''));
}

function endpointUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username)
    throw new PublishError('endpoint= must be the URL of a store without credentials, such as https://s3.example.org');
  return text;
}
