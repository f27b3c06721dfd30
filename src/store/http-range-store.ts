/**
 * An index behind any web server. Reads objects, and beginnings of values, by range requests (RFC 9110, section 14).
 */
import { errorCode, messageOf } from '../caught-error.ts';
import {
  checkName,
  passingError,
  StoreError,
  type ByteRange,
  type ReadOptions,
  type Store,
  type ValueOptions,
} from './store.ts';

export class HttpRangeStore implements Store {
  readonly #base: string;
  readonly #fetch: typeof fetch;

  /** @param base URL of the folder, with or without a trailing slash */
  constructor(base: string | URL, fetchUrl: typeof fetch = (...request) => fetch(...request)) {
    this.#base = String(base).replace(/\/*$/, '/');
    this.#fetch = fetchUrl;
  }

  async read({ object, offset, length }: ByteRange, options?: ReadOptions): Promise<Uint8Array> {
    const last = offset + length - 1;
    const response = await this.#get(object, { range: `bytes=${offset}-${last}` }, options);
    if (response.status === 206) {
      const answered = response.headers.get('content-range');
      const begins = answered === null || answered.startsWith(`bytes ${offset}-`);
      if (!begins) throw passingError(`${object}: asked for bytes ${offset}-${last}, the server sent ${answered}`);
      const bytes = await this.#body(object, response);
      // The object continues, so the server, or a proxy before it, only failed to send all of the range.
      const ends = Number(answered?.split('/')[1]) < offset + length;
      if (bytes.length < length && !ends)
        throw passingError(`${object}: asked for ${length} bytes, the server sent ${bytes.length}`);
      return checkLength(object, bytes, offset, length);
    }
    if (response.status === 200) {
      // The server does not support ranges, or the object is small: take the range from the whole object.
      const whole = await this.#body(object, response);
      return checkLength(object, whole.slice(offset, offset + length), offset, length);
    }
    await response.body?.cancel();
    if (response.status === 404) throw new StoreError(`${object} is not at ${this.#base}`);
    if (response.status === 416) throw new StoreError(`${object} ends before byte ${offset + length}`);
    throw unexpected(object, response.status);
  }

  async value(key: string, options?: ValueOptions): Promise<Uint8Array | null> {
    const range: Record<string, string> = options?.first === undefined ? {} : { range: `bytes=0-${options.first - 1}` };
    const response = await this.#get(key, range, options);
    if (response.status === 200 || (options?.first !== undefined && response.status === 206))
      return this.#body(key, response);
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw unexpected(key, response.status);
  }

  async #get(name: string, headers: Record<string, string>, { signal, fresh }: ReadOptions = {}): Promise<Response> {
    const url = this.#base + checkName(name).split('/').map(encodeURIComponent).join('/');
    try {
      // Ranges count bytes of the representation, so the server must not compress it.
      return await this.#fetch(url, {
        headers: { ...headers, 'accept-encoding': 'identity', ...(fresh && { 'cache-control': 'no-cache' }) },
        signal,
      });
    } catch (error) {
      throw passingError(`${url} cannot be reached: ${networkErrorMessage(error)}`);
    }
  }

  async #body(name: string, response: Response): Promise<Uint8Array> {
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw passingError(`${name}: the server closed the connection within its answer: ${networkErrorMessage(error)}`);
    }
    const announced = response.headers.get('content-length');
    const encoded = response.headers.get('content-encoding') ?? 'identity';
    if (announced !== null && encoded === 'identity' && Number(announced) !== bytes.length) {
      throw passingError(`${name}: the server announced ${announced} bytes and sent ${bytes.length}`);
    }
    return bytes;
  }
}

/** Server errors, timeouts and rate limits may pass, so they are retried. Other statuses are final. */
function unexpected(name: string, status: number): StoreError {
  return new StoreError(`${name}: the server answered ${status}`, {
    passing: status >= 500 || status === 429 || status === 408,
  });
}

function checkLength(object: string, bytes: Uint8Array, offset: number, length: number): Uint8Array {
  if (bytes.length < length) throw new StoreError(`${object} ends before byte ${offset + length}`);
  if (bytes.length > length)
    throw new StoreError(`${object}: asked for ${length} bytes, the server sent ${bytes.length}`);
  return bytes;
}

/**
 * The reason why `fetch` failed, from the runtime's network layer. The message of fetch itself says only that it
 * failed.
 */
export function networkErrorMessage(error: unknown): string {
  if (!(error instanceof Error && error.cause instanceof Error)) return messageOf(error);
  const { message, cause } = error;
  // An error for several addresses of a host has a code, but no message.
  const reason = cause.message || errorCode(cause) || message;
  // Deno repeats the URL, which the caller's message already contains.
  return reason.replace(/^error sending request for url \(\S*\): /, '');
}
