import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of text for DuckDB: two at a time on the disk, one being written, one being loaded, which removes it. */
export class TextParts {
  /** Bytes of the part that is being written; 0 when none is. */
  size = 0;
  readonly #folder: string;
  readonly #name: string;
  readonly #load: (statement: string) => Promise<unknown>;
  #number = 0;
  #file: FileHandle | undefined;
  #loading: Promise<unknown> = Promise.resolve();

  /** @param load has a statement run */
  constructor(folder: string, name: string, load: (statement: string) => Promise<unknown>) {
    this.#folder = folder;
    this.#name = name;
    this.#load = load;
  }

  /** Writes more of the part, or begins one. */
  async add(bytes: Uint8Array): Promise<void> {
    this.#file ??= await open(this.#path, 'w');
    await this.#file.writeFile(bytes);
    this.size += bytes.length;
  }

  /**
   * Ends the part, if there is one, and has it loaded when the one before is.
   * @param statementOf the statement that loads a file
   */
  async end(statementOf: (path: string) => string): Promise<void> {
    if (this.#file === undefined) return;
    const path = this.#path;
    const statement = statementOf(path);
    await this.#close();
    await this.#loading;
    this.#loading = this.#load(statement).then(() => rm(path));
    // Awaited before the next part is loaded; until then a failure must not count as unhandled.
    this.#loading.catch(() => {});
    this.#number++;
  }

  /** Waits for the last one. */
  async finish(): Promise<void> {
    await this.#loading;
  }

  /** Lets go of what is being written and waits for what is being loaded, whatever comes of it. */
  async abandon(): Promise<void> {
    await this.#close().catch(() => {});
    await this.#loading.catch(() => {});
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.size = 0;
    await file?.close();
  }

  get #path(): string {
    return join(this.#folder, `${this.#name}.${this.#number}`);
  }
}
