/** A built folder behind any web server: objects by range requests (RFC 9110, section 14), values whole. */
import { checkName } from './object-name.ts';
import { StoreError, type ByteRange, type Store } from './store.ts';

export class HttpRangeStore implements Store {
  readonly #base: string;
  readonly #fetch: typeof fetch;

  /** `base`: URL of the folder, with or without a slash at its end. */
  constructor(base: string | URL, fetchUrl: typeof fetch = (...request) => fetch(...request)) {
    this.#base = String(base).replace(/\/*$/, '/');
    this.#fetch = fetchUrl;
  }

  async read({ object, offset, length }: ByteRange): Promise<Uint8Array> {
    const last = offset + length - 1;
    const response = await this.#get(object, { range: `bytes=${offset}-${last}` });
    if (response.status === 206) {
      const answered = response.headers.get('content-range');
      const begins = answered === null || answered.startsWith(`bytes ${offset}-`);
      if (!begins) throw new StoreError(`${object}: asked for bytes ${offset}-${last}, the server sent ${answered}`);
      return checkLength(object, await this.#body(object, response), offset, length);
    }
    if (response.status === 200) {
      // The server does not know ranges, or the object is small: the range is cut out of the whole.
      const whole = await this.#body(object, response);
      return checkLength(object, whole.slice(offset, offset + length), offset, length);
    }
    await response.body?.cancel();
    if (response.status === 404) throw new StoreError(`${object} is not at ${this.#base}`);
    if (response.status === 416) throw new StoreError(`${object} ends before byte ${offset + length}`);
    throw new StoreError(`${object}: the server answered ${response.status} to a range request`);
  }

  async value(key: string): Promise<Uint8Array | null> {
    const response = await this.#get(key, {});
    if (response.status === 200) return this.#body(key, response);
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new StoreError(`${key}: the server answered ${response.status}`);
  }

  async #get(name: string, headers: Record<string, string>): Promise<Response> {
    const url = this.#base + checkName(name).split('/').map(encodeURIComponent).join('/');
    try {
      // Ranges count the bytes of the representation: one that the server compressed would be another object.
      return await this.#fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
    } catch (error) {
      throw new StoreError(`${url} cannot be reached: ${(error as Error).message}`);
    }
  }

  async #body(name: string, response: Response): Promise<Uint8Array> {
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw new StoreError(`${name}: the server broke off its answer: ${(error as Error).message}`);
    }
    const announced = response.headers.get('content-length');
    const encoded = response.headers.get('content-encoding') ?? 'identity';
    if (announced !== null && encoded === 'identity' && Number(announced) !== bytes.length) {
      throw new StoreError(`${name}: the server announced ${announced} bytes and sent ${bytes.length}`);
    }
    return bytes;
  }
}

function checkLength(object: string, bytes: Uint8Array, offset: number, length: number): Uint8Array {
  if (bytes.length < length) throw new StoreError(`${object} ends before byte ${offset + length}`);
  if (bytes.length > length) throw new StoreError(`${object}: asked for ${length} bytes, the server sent ${bytes.length}`);
  return bytes;
}
