/** Downloads one file of a mirror, continuing an earlier attempt, and verifies its checksum. */
import { on } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { fits, isWhatWasMeant, mostBytes } from './checksums.ts';
import { FetchError } from '../operator-error.ts';
import { PartFile } from './part-file.ts';
import type { PlannedFile } from './plan.ts';
import { checkStatus, contentLength, drop, isMissing, passing, PassingError, type Answer, type Web } from './web.ts';

/** What came is not what was meant: once more may help, more often will not. */
class WrongContent extends FetchError {}

const ATTEMPTS = 2;

/**
 * @param received gets the bytes that arrived; negative for discarded ones
 * @throws FetchError when the mirror does not give the file, or twice another one than its checksum tells
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
      if (file.checksum && !(await isWhatWasMeant(part.part, file.checksum, signal)))
        throw new WrongContent(`${file.url} is not what the mirror's checksum says`);
      return await part.finish();
    } catch (error) {
      if (!(error instanceof WrongContent)) throw error;
      received(-(await part.begun()).bytes);
      await part.discard();
      file.begun = 0;
      if (attempt === ATTEMPTS)
        throw new FetchError(`${error.message}, asked for ${ATTEMPTS} times: the file is damaged there, or on the way`);
    }
  }
}

/** The requests by which a file comes. */
class Download {
  readonly #file: PlannedFile;
  readonly #part: PartFile;
  readonly #web: Web;
  readonly #received: (bytes: number) => void;
  readonly #signal: AbortSignal;
  /** Bytes that were reported. */
  #reported: number;
  /** Bytes up to which any request has come. */
  #furthest: number;

  constructor(file: PlannedFile, part: PartFile, web: Web, received: (bytes: number) => void, signal: AbortSignal) {
    [this.#file, this.#part, this.#web, this.#received, this.#signal] = [file, part, web, received, signal];
    this.#reported = this.#furthest = file.begun;
  }

  async run(): Promise<void> {
    // A connection that brought something new before it broke is worth as many attempts as the first.
    while ((await this.#web.retrying(() => this.#request(), this.#signal)) === 'broke off') {}
  }

  /** One request for what is missing. @throws PassingError when it yields nothing new */
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
    if (isMissing(answer)) throw new FetchError(`${url} is listed, but not there`);
    if (answer.status === 416 && bytes > 0) return await this.#nothingMissing(answer, bytes);
    checkStatus(answer, 200, ...(bytes > 0 ? [206] : []));
    const from = answer.status === 206 ? bytes : 0;
    const total = this.#checkTotal(answer, from);
    const handle = from > 0 ? await this.#part.goOn() : await this.#part.begin(versionOf(answer));
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
    this.#tell(at);
    try {
      for await (const chunk of chunks) {
        if (at + chunk.length > most) throw new WrongContent(`${url} goes on after the ${most} bytes that it may have`);
        await handle.writeFile(chunk);
        at += chunk.length;
        this.#tell(at);
      }
      if (total === null || at === total) return 'whole';
      throw new PassingError(`${url} breaks off after ${at} of ${total} bytes`);
    } catch (error) {
      if (!(error instanceof PassingError) || at <= this.#furthest) throw error;
      this.#furthest = at;
      return 'broke off';
    }
  }

  /** The server has nothing after what is there: all of it has come, or it is of no use. */
  async #nothingMissing({ body, headers }: Answer, bytes: number): Promise<'whole' | 'broke off'> {
    drop(body);
    if (headers['content-range'] === `bytes */${bytes}`) return 'whole';
    await this.#part.discard();
    return 'broke off';
  }

  /** Bytes of the whole file, by the answer; null when it does not say. @throws WrongContent when that cannot be */
  #checkTotal(answer: Answer, from: number): number | null {
    const { status, headers, body } = answer;
    const { url, checksum } = this.#file;
    const rest = contentLength(answer);
    const [, first, size] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
    const total =
      status === 206 && size !== undefined && size !== '*' ? Number(size) : rest === null ? null : from + rest;
    const fault =
      status === 206 && Number(first) !== from
        ? 'is answered with another range of bytes than asked for'
        : total !== null && checksum && !fits(total, checksum)
          ? `would be ${total} bytes long, which is not what the mirror's checksums say`
          : null;
    if (fault === null) return total;
    drop(body);
    throw new WrongContent(`${url} ${fault}`);
  }

  #tell(bytes: number): void {
    this.#received(bytes - this.#reported);
    this.#reported = bytes;
  }
}

/** Chunks of up to 64 KB that may wait to be written. */
const [MOST_WAITING, FEW_WAITING] = [64, 16];

/**
 * The bytes of a response, including all that arrived before the connection broke: as an iterable, a stream drops
 * unread bytes when it fails. Listens at once for the same reason. Failures of the network become PassingErrors; errors
 * of the consumer stay as they are.
 */
function chunksOf(body: Answer['body'], url: URL): AsyncGenerator<Buffer> {
  const chunks = on(body, 'data', { close: ['end'], highWaterMark: MOST_WAITING, lowWaterMark: FEW_WAITING });
  return (async function* () {
    try {
      while (true) {
        const { done, value } = await passing(url, chunks.next() as Promise<IteratorResult<[Buffer]>>);
        if (done) return;
        yield value[0];
      }
    } finally {
      await chunks.return!();
      drop(body);
    }
  })();
}

/** What If-Range takes: an ETag that stands for bytes, or else the date of the last change. */
function versionOf({ headers }: Answer): string {
  const { etag = '' } = headers;
  return etag.startsWith('"') ? etag : (headers['last-modified'] ?? '');
}
