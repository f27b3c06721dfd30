/** Sends requests to a running service, with an HTTP client if possible, else over a socket. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Pool } from 'undici';
import type { HardenRequest } from './request.ts';
import { askOverSocket } from './socket.ts';
import { errorCode, messageOf } from '../../../src/caught-error.ts';
import { get, present } from '../../../src/checked.ts';

export interface Answer {
  /** 0 if there was no answer. */
  status: number;
  headers: ReadonlyMap<string, string>;
  /** The beginning of the body, decompressed. */
  text: string;
  /** Bytes of the body as sent. */
  size: number;
  /** Milliseconds until the last byte. */
  ms: number;
  /** Whether the request was invalid HTTP and sent over a socket. */
  overSocket: boolean;
  /** Whether the runtime's HTTP parser, or a proxy before the service, answered instead of the service. */
  byRuntime: boolean;
  /** Why there was no answer, or what followed it on the connection. */
  remark?: string;
}

/** Maximum of bytes of a body that are inspected. */
const KEPT = 4 * 1024 * 1024;
/** Characters of an address that runtimes may reject before they have read it. */
const LONG_TARGET = 64 * 1024;

export class Sender {
  readonly #address: { host: string; port: number; giveUp: number };
  readonly #pool: Pool;

  /** @param giveUp milliseconds after which a request times out */
  constructor(url: string, { connections, giveUp }: { connections: number; giveUp: number }) {
    const { origin, hostname, port } = new URL(url);
    this.#address = { host: hostname, port: Number(port), giveUp };
    this.#pool = new Pool(origin, {
      connections,
      pipelining: 1,
      headersTimeout: giveUp,
      bodyTimeout: giveUp,
      maxHeaderSize: 256 * 1024,
      connectTimeout: giveUp,
    });
  }

  async send(request: HardenRequest): Promise<Answer> {
    if (request.rawLine !== undefined) return this.#overSocket(request);
    try {
      return await this.#byClient(request);
    } catch (error) {
      // The client rejects requests that it considers invalid. If a server answers and closes before it has read a long
      // address or body, the client reports a failure.
      const code = errorCode(error) ?? '';
      const isLong = request.target.length > LONG_TARGET || request.body;
      if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED' || isLong)
        return this.#overSocket(request);
      return {
        ...NO_ANSWER,
        remark: `${code} ${messageOf(error)}`,
        ms: code.endsWith('TIMEOUT') ? this.#address.giveUp : 0,
      };
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #byClient({ method, target, headers, body }: HardenRequest): Promise<Answer> {
    const began = performance.now();
    const response = await this.#pool.request({
      method: method as 'GET',
      path: target,
      headers: headers.flat(),
      body,
    });
    const named = new Map(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      if (size < KEPT) chunks.push(chunk);
      size += chunk.length;
    }
    return answerOf(response.statusCode, named, Buffer.concat(chunks), {
      size,
      ms: performance.now() - began,
      overSocket: false,
    });
  }

  async #overSocket(request: HardenRequest): Promise<Answer> {
    const began = performance.now();
    const raw = await askOverSocket(request, this.#address);
    const ms = performance.now() - began;
    if (!raw) return { ...NO_ANSWER, ms, overSocket: true, remark: 'no answer over a socket' };
    const names = new Map<string, string>();
    for (const [name, value] of raw.headers) names.set(name, names.has(name) ? `${get(names, name)}, ${value}` : value);
    return {
      ...answerOf(raw.status, names, raw.body, { size: raw.body.length, ms, overSocket: true }),
      remark: raw.rest === '' ? undefined : raw.rest.slice(0, 200),
    };
  }
}

const NO_ANSWER: Answer = {
  status: 0,
  headers: new Map(),
  text: '',
  size: 0,
  ms: 0,
  overSocket: false,
  byRuntime: true,
};

function answerOf(
  status: number,
  headers: Map<string, string>,
  body: Buffer,
  measured: Pick<Answer, 'size' | 'ms' | 'overSocket'>,
): Answer {
  // Every answer of the service has this header, including preflights.
  return {
    status,
    headers,
    text: decompressed(body, headers.get('content-encoding')),
    byRuntime: !headers.has('access-control-allow-origin'),
    ...measured,
  };
}

function decompressed(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return '';
  try {
    switch (encoding) {
      case 'gzip':
        return gunzipSync(body).toString();
      case 'br':
        return brotliDecompressSync(body).toString();
      case 'deflate':
        return inflateSync(body).toString();
      default:
        return body.toString();
    }
  } catch (error) {
    return `not ${present(encoding, 'encoding')}: ${messageOf(error)}`;
  }
}
