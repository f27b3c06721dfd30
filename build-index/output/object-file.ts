import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { numberInName } from '../../src/index/blocks/block.ts';
import { crc32 } from '../../src/index/kernels/checksum.ts';
import type { ObjectSink } from '../../src/index/blocks/object-sink.ts';
import type { ObjectEntry } from '../../src/release/manifest.ts';
import { DumpError } from '../dump/dump-error.ts';

/** Bytes to gather before a write: a system call per block would cost more than the block. */
const BUFFER_BYTES = 1 << 20;

/** An object being written. When it is complete, its file gets a name with its hash and its number. */
export class ObjectFile implements ObjectSink {
  /** A hash of the object's name and the build's input, which marks its blocks. Practically unique. */
  readonly number: number;
  readonly #folder: string;
  readonly #name: string;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #hash: Hash = createHash('sha256');
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #size = 0;

  private constructor(folder: string, name: string, stamp: string, path: string, file: FileHandle) {
    this.number = crc32(new TextEncoder().encode(`${stamp} ${name}`));
    this.#folder = folder;
    this.#name = name;
    this.#path = path;
    this.#file = file;
  }

  /**
   * @param name logical name, such as `homo_sapiens/core/genes`
   * @param stamp identifies the build's input
   */
  static async create(folder: string, name: string, stamp: string): Promise<ObjectFile> {
    const path = join(folder, `${name}.partial`);
    await mkdir(dirname(path), { recursive: true });
    return new ObjectFile(folder, name, stamp, path, await open(path, 'w'));
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= BUFFER_BYTES) await this.#flush();
  }

  /** Completes the object and gives it its name: the logical name, the beginning of its hash, its number. */
  async finish(): Promise<ObjectEntry> {
    await this.#flush();
    await this.#file.close();
    const sha256 = this.#hash.digest('hex');
    const object = `${this.#name}-${sha256.slice(0, 16)}${numberInName(this.number)}`;
    await rename(this.#path, join(this.#folder, object));
    return { object, size: this.#size, sha256 };
  }

  /** Closes an unfinished object. Does nothing to a finished one. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#hash.update(bytes);
    this.#size += bytes.length;
    // On a full disk, a single write may be partial without an error; `appendFile` continues until it gets the error.
    await this.#file.appendFile(bytes).catch((cause: Error) => {
      throw new DumpError(`${this.#path} cannot be written: ${cause.message}`, { cause });
    });
  }
}
