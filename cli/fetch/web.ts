/**
 * Requests to a mirror. Never decodes `Content-Encoding`, since some servers set it for every .gz file, and dumps must
 * stay compressed. Uses the proxies of the environment (HTTPS_PROXY, NO_PROXY).
 */
import pRetry from 'p-retry';
import { EnvHttpProxyAgent, interceptors, request, type Dispatcher } from 'undici';
import { FetchError, errorCode } from '../operator-error.ts';

export interface WebOptions {
  /** Maximum of parallel connections. */
  connections: number;
  /** Milliseconds before the first retry. The pause doubles before each further retry. */
  retryAfter?: number;
  /** Milliseconds without any bytes from the server before a request fails. */
  patience?: number;
  /** Gets a sentence when a list of files cannot be read at once and is tried again. */
  note?: (sentence: string) => void;
}

/** Retries of a request that brought no bytes. */
const RETRIES = 5;
const MOST_REDIRECTIONS = 5;
/** Maximum bytes of a page or list of checksums. */
const LONGEST_TEXT = 64 * 1024 * 1024;

/** A failure that a retry may overcome, such as a broken connection or a busy server. */
export class PassingError extends FetchError {}

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Dispatcher.ResponseData['body'];
  /** Final URL, after redirections. */
  url: URL;
}

export class Web {
  readonly #agent: Dispatcher;
  readonly #closing: EnvHttpProxyAgent;
  readonly #retryAfter: number;
  readonly #note: (sentence: string) => void;

  constructor({ connections, retryAfter = 1_000, patience = 60_000, note = () => {} }: WebOptions) {
    this.#note = note;
    this.#closing = new EnvHttpProxyAgent({
      connections,
      headersTimeout: patience,
      bodyTimeout: patience,
      connect: { timeout: patience / 2 },
    });
    this.#agent = this.#closing.compose(interceptors.redirect({ maxRedirections: MOST_REDIRECTIONS }));
    this.#retryAfter = retryAfter;
  }

  /** A small text. Null if the server has none at this URL. @throws FetchError */
  text(url: URL, signal?: AbortSignal): Promise<{ text: string; url: URL } | null> {
    const read = async () => {
      const answer = await this.send('GET', url, {}, signal);
      if (isMissing(answer)) return null;
      checkStatus(answer, 200);
      const length = contentLength(answer);
      if (length !== null && length > LONGEST_TEXT)
        throw new FetchError(`${url} is too long for a list of files: ${length} bytes, at most ${LONGEST_TEXT}`);
      return { text: await passing(url, answer.body.text()), url: answer.url };
    };
    return this.retrying(read, signal, ({ message }) => this.#note(`Trying up to ${RETRIES} times more: ${message}`));
  }

  /**
   * Size of a file in bytes. Null if the server does not report it, undefined for a missing file.
   * @throws FetchError
   */
  size(url: URL, signal?: AbortSignal): Promise<number | null | undefined> {
    return this.retrying(async () => {
      const answer = await this.send('HEAD', url, {}, signal);
      if (isMissing(answer)) return undefined;
      checkStatus(answer, 200);
      return contentLength(answer);
    }, signal);
  }

  /** Sends one request without retries. @throws PassingError if no answer arrives */
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

  /** Retries `work` after PassingErrors, with growing pauses. @param onFirst gets the first of them */
  retrying<T>(work: () => Promise<T>, signal?: AbortSignal, onFirst?: (error: PassingError) => void): Promise<T> {
    return pRetry(work, {
      retries: RETRIES,
      minTimeout: this.#retryAfter,
      factor: 2,
      signal,
      shouldRetry: ({ error }) => error instanceof PassingError,
      onFailedAttempt: ({ error, attemptNumber }) => {
        if (attemptNumber === 1 && error instanceof PassingError) onFirst?.(error);
      },
    });
  }

  async close(): Promise<void> {
    await this.#closing.destroy();
  }
}

/** Turns network failures into PassingErrors. Aborts and FetchErrors stay as they are. */
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
  return new PassingError(
    `${url} cannot be read: ${error.message || code || error.name}. Check --mirror and the network`,
    {
      cause: error,
    },
  );
}

/** Discards the rest of an answer without reading it. */
export function drop(body: Answer['body']): void {
  body.on('error', () => {}).destroy();
}

/** Bytes of the body according to the server. Null if it does not report them. */
export function contentLength({ headers }: Answer): number | null {
  const length = headers['content-length'] ?? '';
  return /^\d+$/.test(length) ? Number(length) : null;
}

export function isMissing({ status, body }: Answer): boolean {
  if (status !== 404 && status !== 410) return false;
  drop(body);
  return true;
}

/** @throws PassingError for the status of a busy server, FetchError for any other unexpected status */
export function checkStatus({ status, body, url }: Answer, ...expected: number[]): void {
  if (expected.includes(status)) return;
  drop(body);
  const mayPass = status >= 500 || status === 408 || status === 425 || status === 429;
  throw new (mayPass ? PassingError : FetchError)(`${url} cannot be read: the server answers with status ${status}`);
}
