/**
 * Requests to a mirror. Bytes stay as they are stored: a client that decodes `Content-Encoding` would unpack the dumps
 * of servers that set it for every .gz. Proxies are those of the environment (HTTPS_PROXY, NO_PROXY).
 */
import pRetry from 'p-retry';
import { EnvHttpProxyAgent, interceptors, request, type Dispatcher } from 'undici';
import { FetchError, errorCode } from '../operator-error.ts';

export interface WebOptions {
  /** Connections at once. */
  connections: number;
  /** Milliseconds before the first of the attempts after a failure; each next one waits twice as long. */
  retryAfter?: number;
  /** Milliseconds for which a server may send nothing. */
  patience?: number;
}

/** How often a request is sent again that brought nothing. */
const RETRIES = 5;
const MOST_REDIRECTIONS = 5;
/** Pages and lists of checksums are small; whatever is longer is none. */
const LONGEST_TEXT = 64 * 1024 * 1024;

/** It may work the next time: the connection broke, the server is busy. */
export class PassingError extends FetchError {}

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Dispatcher.ResponseData['body'];
  /** Where it came from in the end. */
  url: URL;
}

export class Web {
  readonly #agent: Dispatcher;
  readonly #closing: EnvHttpProxyAgent;
  readonly #retryAfter: number;

  constructor({ connections, retryAfter = 1_000, patience = 60_000 }: WebOptions) {
    this.#closing = new EnvHttpProxyAgent({
      connections,
      headersTimeout: patience,
      bodyTimeout: patience,
      connect: { timeout: patience / 2 },
    });
    this.#agent = this.#closing.compose(interceptors.redirect({ maxRedirections: MOST_REDIRECTIONS }));
    this.#retryAfter = retryAfter;
  }

  /** A small text; null when there is none. @throws FetchError */
  text(url: URL, signal?: AbortSignal): Promise<{ text: string; url: URL } | null> {
    return this.retrying(async () => {
      const answer = await this.send('GET', url, {}, signal);
      if (isMissing(answer)) return null;
      checkStatus(answer, 200);
      const length = contentLength(answer);
      if (length !== null && length > LONGEST_TEXT)
        throw new FetchError(`${url} is no list of files: it is ${length} bytes long`);
      return { text: await passing(url, answer.body.text()), url: answer.url };
    }, signal);
  }

  /** Bytes of a file; null when the server does not say, undefined when there is no such file. @throws FetchError */
  size(url: URL, signal?: AbortSignal): Promise<number | null | undefined> {
    return this.retrying(async () => {
      const answer = await this.send('HEAD', url, {}, signal);
      if (isMissing(answer)) return undefined;
      checkStatus(answer, 200);
      return contentLength(answer);
    }, signal);
  }

  /** One request, not repeated. @throws PassingError when no answer comes */
  async send(
    method: 'GET' | 'HEAD',
    url: URL,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Answer> {
    const sent = request(url, {
      method,
      headers: { 'user-agent': 'genomic-edge fetch-release', 'accept-encoding': 'identity', ...headers },
      dispatcher: this.#agent,
      signal,
    });
    const answer = await passing(url, sent);
    const { history } = (answer.context ?? {}) as { history?: URL[] };
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      body: answer.body,
      url: history?.at(-1) ?? url,
    };
  }

  /** Does it again after failures that may pass, later and later. */
  retrying<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return pRetry(work, {
      retries: RETRIES,
      minTimeout: this.#retryAfter,
      factor: 2,
      signal,
      shouldRetry: ({ error }) => error instanceof PassingError,
    });
  }

  async close(): Promise<void> {
    await this.#closing.destroy();
  }
}

/** Waits for what a network may break; an abort is handed on as it is. */
export async function passing<T>(url: URL, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw explained(url, error);
  }
}

function explained(url: URL, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FetchError || error.name === 'AbortError') return error;
  const code = errorCode(error);
  return new PassingError(`${url} cannot be read: ${error.message || code || error.name}`, { cause: error });
}

/** Lets the rest of an answer go, which may be long. */
export function drop(body: Answer['body']): void {
  body.on('error', () => {}).destroy();
}

/** Bytes that the body has, as the server says; null when it does not. */
export function contentLength({ headers }: Answer): number | null {
  const length = headers['content-length'] ?? '';
  return /^\d+$/.test(length) ? Number(length) : null;
}

export function isMissing({ status, body }: Answer): boolean {
  if (status !== 404 && status !== 410) return false;
  drop(body);
  return true;
}

/** @throws PassingError for a server that is busy, FetchError for one that refuses */
export function checkStatus({ status, body, url }: Answer, ...expected: number[]): void {
  if (expected.includes(status)) return;
  drop(body);
  const mayPass = status >= 500 || status === 408 || status === 425 || status === 429;
  throw new (mayPass ? PassingError : FetchError)(`${url} is answered with status ${status}`);
}
