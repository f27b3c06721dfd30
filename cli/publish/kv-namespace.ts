/**
 * Values of Workers KV, over Cloudflare's REST API:
 * https://developers.cloudflare.com/api/resources/kv/subresources/namespaces/subresources/values
 */
import pRetry, { AbortError } from 'p-retry';
import { contentVersion } from './digest.ts';
import { networkErrorMessage } from '../../src/store/http-range-store.ts';
import { PublishError } from '../operator-error.ts';
import type { Cell } from './target.ts';

export interface KvPlace {
  account: string;
  namespace: string;
}

const API = 'https://api.cloudflare.com/client/v4';
const RETRIES = 5;
const TIMEOUT = 60_000;

export class KvNamespace {
  readonly #url: string;
  readonly #token: string;

  /** Reads the token from CLOUDFLARE_API_TOKEN and the API's URL from CLOUDFLARE_API_BASE_URL, as wrangler does. */
  constructor({ account, namespace }: KvPlace) {
    const token = process.env.CLOUDFLARE_API_TOKEN;
    if (!token) throw new PublishError('r2:// needs an API token for Workers KV: set CLOUDFLARE_API_TOKEN');
    this.#token = token;
    const base = process.env.CLOUDFLARE_API_BASE_URL ?? API;
    const [owner, id] = [encodeURIComponent(account), encodeURIComponent(namespace)];
    this.#url = `${base}/accounts/${owner}/storage/kv/namespaces/${id}/values`;
  }

  value(key: string): Cell {
    return new KvCell(`${this.#url}/${encodeURIComponent(key)}`, this.#token);
  }
}

/**
 * A value of KV. KV has no conditional writes, so `write` compares the value first; the publish lock excludes others.
 */
class KvCell implements Cell {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  read(): Promise<{ bytes: Uint8Array; version: string } | null> {
    return this.#ask('GET', async (response) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { bytes, version: contentVersion(bytes) };
    });
  }

  async write(bytes: Uint8Array, before: string | null): Promise<string | null> {
    if (((await this.read())?.version ?? null) !== before) return null;
    await this.#ask('PUT', async () => true, bytes);
    return contentVersion(bytes);
  }

  async remove(): Promise<void> {
    await this.#ask('DELETE', async () => true);
  }

  /** Sends a request and retries failures that may pass. Null if KV has no such value. */
  async #ask<T>(method: string, use: (response: Response) => Promise<T>, body?: Uint8Array): Promise<T | null> {
    return pRetry(
      async () => {
        const response = await this.#fetch(method, body);
        if (response.ok) return use(response);
        const { status } = response;
        const fault =
          status === 401 || status === 403 ? 'rejects CLOUDFLARE_API_TOKEN; it must be allowed to edit KV' : 'fails';
        const sentence = `Workers KV ${fault} (status ${status}${await errorsOf(response)})`;
        // A 404 means a missing value, unless its errors name a missing namespace.
        if (response.status === 404 && method === 'GET' && !sentence.includes('namespace not found')) return null;
        const error = new PublishError(sentence);
        if (response.status === 429 || response.status >= 500) throw error;
        throw new AbortError(error);
      },
      { retries: RETRIES, minTimeout: 300 },
    );
  }

  async #fetch(method: string, body?: Uint8Array): Promise<Response> {
    try {
      return await fetch(this.#url, {
        method,
        body: body && Uint8Array.from(body),
        signal: AbortSignal.timeout(TIMEOUT),
        headers: {
          Authorization: `Bearer ${this.#token}`,
          ...(body ? { 'Content-Type': 'application/octet-stream' } : {}),
        },
      });
    } catch (error) {
      throw new PublishError(`Workers KV cannot be reached: ${networkErrorMessage(error)}`);
    }
  }
}

/** Cloudflare's own error messages as ': …', or ''. */
async function errorsOf(response: Response): Promise<string> {
  const { errors } = (await response.json().catch(() => ({}))) as { errors?: { message?: string }[] };
  const messages = errors?.flatMap(({ message }) => message ?? []) ?? [];
  return messages.length > 0 ? `: ${messages.join('; ')}` : '';
}
