import { open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';

/**
 * A partly downloaded file: `<file>.part` contains its beginning, `<file>.part.of` the server's version of it (an ETag
 * or a date, for If-Range). A build ignores both, since neither is the name of a table.
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

  /** Path of the bytes that have arrived. */
  get part(): string {
    return this.#part;
  }

  /** Bytes that a download can continue from. 0 without a version, since the bytes could be of any. */
  async begun(): Promise<{ bytes: number; version: string }> {
    const version = await readFile(this.#version, 'utf8').catch(ifMissing(''));
    const bytes = version === '' ? 0 : await stat(this.#part).then(({ size }) => size, ifMissing(0));
    return { bytes, version };
  }

  /** Opens the file for bytes from its beginning. @param version empty if the server reports none */
  async begin(version: string): Promise<FileHandle> {
    await this.discard();
    const handle = await open(this.#part, 'w');
    await writeFile(this.#version, version);
    return handle;
  }

  /** Opens the file to append to it. */
  append(): Promise<FileHandle> {
    return open(this.#part, 'a');
  }

  async discard(): Promise<void> {
    await rm(this.#version, { force: true });
    await rm(this.#part, { force: true });
  }

  /** Gives the complete, verified file its name. */
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
