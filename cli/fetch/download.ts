/** Downloads a file of a mirror, continues an earlier attempt, and verifies the checksum. */
import { on } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { fits, hasChecksum, mostBytes } from './checksums.ts';
import { FetchError } from '../operator-error.ts';
import { PartFile } from './part-file.ts';
import type { PlannedFile } from './plan.ts';
import { checkStatus, contentLength, drop, isMissing, passing, PassingError, type Answer, type Web } from './web.ts';

/** The received bytes contradict the checksum or size. A second download may help; more will not. */
class WrongContent extends FetchError {}

const ATTEMPTS = 2;

/**
 * @param received gets the number of bytes that arrived; negative for discarded ones
 * @throws FetchError if the mirror does not return the file, or returns wrong bytes twice
 */
export async function download(
  file: PlannedFile,
  web: Web,
  received: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const part = new PartFile(file.path);
  for (let attempt = 1; ; attempt++) {
    try {
      await new Download(file, part, web, received, signal).run();
      if (file.checksum && !(await hasChecksum(part.part, file.checksum, signal)))
        throw new WrongContent(`${file.url} does not have the checksum that the mirror lists`);
      return await part.finish();
    } catch (error) {
      if (!(error instanceof WrongContent)) throw error;
      received(-(await part.begun()).bytes);
      await part.discard();
      file.begun = 0;
      if (attempt === ATTEMPTS)
        throw new FetchError(
          `${error.message} (${ATTEMPTS} downloads): the mirror or the connection damages it; try another --mirror`,
        );
    }
  }
}

/** The requests of one attempt at a file. */
class Download {
  readonly #file: PlannedFile;
  readonly #part: PartFile;
  readonly #web: Web;
  readonly #received: (bytes: number) => void;
  readonly #signal: AbortSignal;
  /** Bytes that were reported to `received`. */
  #reported: number;
  /** The most bytes that any request has reached. */
  #furthest: number;

  constructor(file: PlannedFile, part: PartFile, web: Web, received: (bytes: number) => void, signal: AbortSignal) {
    [this.#file, this.#part, this.#web, this.#received, this.#signal] = [file, part, web, received, signal];
    this.#reported = this.#furthest = file.begun;
  }

  async run(): Promise<void> {
    // After a connection that brought new bytes, the count of retries starts again.
    while ((await this.#web.retrying(() => this.#request(), this.#signal)) === 'broke off') {}
  }

  /** Requests the missing bytes once. @throws PassingError if no new bytes arrive */
  async #request(): Promise<'whole' | 'broke off'> {
    const { bytes, version } = await this.#part.begun();
    const { url, checksum } = this.#file;
    const answer = await this.#web.send(
      'GET',
      url,
      bytes > 0 ? { range: `bytes=${bytes}-`, 'if-range': version } : {},
      this.#signal,
    );
    const chunks = chunksOf(answer.body, url);
    if (isMissing(answer)) throw new FetchError(`the mirror lists ${url}, but answers with status ${answer.status}`);
    if (answer.status === 416 && bytes > 0) return await this.#nothingMissing(answer, bytes);
    checkStatus(answer, 200, ...(bytes > 0 ? [206] : []));
    const from = answer.status === 206 ? bytes : 0;
    const total = this.#checkTotal(answer, from);
    const handle = from > 0 ? await this.#part.append() : await this.#part.begin(versionOf(answer));
    try {
      return await this.#write(chunks, handle, from, total, total ?? (checksum ? mostBytes(checksum) : Infinity));
    } finally {
      await handle.close();
    }
  }

  async #write(
    chunks: AsyncIterable<Buffer>,
    handle: FileHandle,
    from: number,
    total: number | null,
    most: number,
  ): Promise<'whole' | 'broke off'> {
    const { url } = this.#file;
    let at = from;
    this.#report(at);
    try {
      for await (const chunk of chunks) {
        if (at + chunk.length > most) throw new WrongContent(`${url} is longer than ${most} bytes`);
        await handle.writeFile(chunk);
        at += chunk.length;
        this.#report(at);
      }
      if (total === null || at === total) return 'whole';
      throw new PassingError(`the download of ${url} ended after ${at} of ${total} bytes`);
    } catch (error) {
      if (!(error instanceof PassingError) || at <= this.#furthest) throw error;
      this.#furthest = at;
      return 'broke off';
    }
  }

  /** Handles status 416: the part is the whole file, or it is useless and is discarded. */
  async #nothingMissing({ body, headers }: Answer, bytes: number): Promise<'whole' | 'broke off'> {
    drop(body);
    if (headers['content-range'] === `bytes */${bytes}`) return 'whole';
    await this.#part.discard();
    return 'broke off';
  }

  /**
   * Size of the whole file according to the answer, null if unknown.
   * @throws WrongContent if it contradicts the list
   */
  #checkTotal(answer: Answer, from: number): number | null {
    const { status, headers, body } = answer;
    const { url, checksum } = this.#file;
    const rest = contentLength(answer);
    const [, first, size] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
    const total =
      status === 206 && size !== undefined && size !== '*' ? Number(size) : rest === null ? null : from + rest;
    const fault =
      status === 206 && Number(first) !== from
        ? 'was answered with another range of bytes than requested'
        : total !== null && checksum && !fits(total, checksum)
          ? `would be ${total} bytes long, which contradicts the mirror's checksums`
          : null;
    if (fault === null) return total;
    drop(body);
    throw new WrongContent(`${url} ${fault}`);
  }

  #report(bytes: number): void {
    this.#received(bytes - this.#reported);
    this.#reported = bytes;
  }
}

/** Limits of the queue of chunks (up to 64 KB each) that wait to be written. */
const [MOST_WAITING, FEW_WAITING] = [64, 16];

/**
 * The bytes of a response, including all that arrived before the connection broke. (A stream that is iterated itself
 * drops unread bytes when it fails.) Listens at once, so that no bytes are missed. Network failures become
 * PassingErrors; errors of the consumer stay as they are.
 */
function chunksOf(body: Answer['body'], url: URL): AsyncGenerator<Buffer> {
  const chunks = on(body, 'data', { close: ['end'], highWaterMark: MOST_WAITING, lowWaterMark: FEW_WAITING });
  return (async function* () {
    try {
      while (true) {
        const { done, value } = await passing(url, chunks.next());
        if (done) return;
        yield value[0];
      }
    } finally {
      await chunks.return?.();
      drop(body);
    }
  })();
}

/** The value for If-Range: a strong ETag, or else the date of the last change. */
function versionOf({ headers }: Answer): string {
  const { etag = '' } = headers;
  return etag.startsWith('"') ? etag : (headers['last-modified'] ?? '');
}
