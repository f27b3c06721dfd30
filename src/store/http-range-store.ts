/**
 * A built folder behind any web server: objects, and beginnings of values, by range requests (RFC 9110, section 14).
 */
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

  /** `base`: URL of the folder, with or without a slash at its end. */
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
      // As long as the object goes on, the server, or a proxy before it, has only failed to send what there is.
      const ends = Number(answered?.split('/')[1]) < offset + length;
      if (bytes.length < length && !ends)
        throw passingError(`${object}: asked for ${length} bytes, the server sent ${bytes.length}`);
      return checkLength(object, bytes, offset, length);
    }
    if (response.status === 200) {
      // The server does not know ranges, or the object is small: the range is cut out of the whole.
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
      // Ranges count the bytes of the representation: one that the server compressed would be another object.
      return await this.#fetch(url, {
        headers: { ...headers, 'accept-encoding': 'identity', ...(fresh && { 'cache-control': 'no-cache' }) },
        signal,
      });
    } catch (error) {
      throw passingError(`${url} cannot be reached: ${whyUnreachable(error)}`);
    }
  }

  async #body(name: string, response: Response): Promise<Uint8Array> {
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw passingError(`${name}: the server broke off its answer: ${whyUnreachable(error)}`);
    }
    const announced = response.headers.get('content-length');
    const encoded = response.headers.get('content-encoding') ?? 'identity';
    if (announced !== null && encoded === 'identity' && Number(announced) !== bytes.length) {
      throw passingError(`${name}: the server announced ${announced} bytes and sent ${bytes.length}`);
    }
    return bytes;
  }
}

/**
 * What the server failed at may work in a moment, and so may what it had no time for; what it refuses it will refuse
 * again.
 */
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

/** Why `fetch` had no answer, in the words of the runtime's network: fetch itself says only that it failed. */
export function whyUnreachable(error: unknown): string {
  const { message, cause } = error as Error;
  if (!(cause instanceof Error)) return message;
  // Several addresses of a host that all refuse have a code and no message of their own.
  const reason = cause.message || (cause as Error & { code?: string }).code || message;
  // Deno repeats the address, which stands in the sentence around this one.
  return reason.replace(/^error sending request for url \(\S*\): /, '');
}
