import { open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';

/**
 * A partly downloaded file: `<file>.part` contains its beginning, `<file>.part.of` its version, as the server names it
 * (an ETag or a date, for If-Range). A build takes neither name for that of a table.
 */
export class PartFile {
  readonly #path: string;
  readonly #part: string;
  readonly #version: string;

  constructor(path: string) {
    this.#path = path;
    this.#part = `${path}.part`;
    this.#version = `${path}.part.of`;
  }

  /** Where the bytes are until all have come. */
  get part(): string {
    return this.#part;
  }

  /** What is there to go on from; nothing without a version, as it could be any. */
  async begun(): Promise<{ bytes: number; version: string }> {
    const version = await readFile(this.#version, 'utf8').catch(ifMissing(''));
    const bytes = version === '' ? 0 : await stat(this.#part).then(({ size }) => size, ifMissing(0));
    return { bytes, version };
  }

  /** Opens it for bytes from the beginning. @param version empty when the server names none */
  async begin(version: string): Promise<FileHandle> {
    await this.discard();
    const handle = await open(this.#part, 'w');
    await writeFile(this.#version, version);
    return handle;
  }

  /** Opens it for bytes after those that are there. */
  goOn(): Promise<FileHandle> {
    return open(this.#part, 'a');
  }

  async discard(): Promise<void> {
    await rm(this.#version, { force: true });
    await rm(this.#part, { force: true });
  }

  /** All bytes have come, and are what was meant. */
  async finish(): Promise<void> {
    await rename(this.#part, this.#path);
    await rm(this.#version, { force: true });
  }
}

function ifMissing<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
}
