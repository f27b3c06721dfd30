/**
 * Reads the dump files of NCBI's taxonomy: `nodes.dmp`, `names.dmp` and `merged.dmp`, in a folder or taxdump.tar.gz.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadingDepartures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { openPlainOrGzip } from '../dump/dump-source.ts';
import { type LineBatch, lineBatches, LineSplitter } from './text-lines.ts';

export interface TaxdumpSink {
  node(node: { id: number; parent: number; rank: string; isHidden: boolean }): void;
  name(name: { id: number; text: string; nameClass: string }): void;
  /** A taxon that became part of another. */
  merged(from: number, to: number): void;
}

const FILES = ['nodes.dmp', 'names.dmp', 'merged.dmp'] as const;
type File = (typeof FILES)[number];
/** merged.dmp may be missing. */
const NEEDED: readonly File[] = ['nodes.dmp', 'names.dmp'];

const isArchive = (path: string) => /\.(tar|tgz|tar\.b?gz)$/i.test(path);

/**
 * The files that `readTaxdump` reads.
 * @throws DumpError for a folder without nodes.dmp or names.dmp
 */
export async function taxdumpFiles(path: string): Promise<string[]> {
  if (isArchive(path)) return [path];
  const found: string[] = [];
  for (const file of FILES) {
    const isThere = await access(join(path, file)).then(
      () => true,
      () => false,
    );
    if (isThere) found.push(join(path, file));
    else if (NEEDED.includes(file))
      throw new DumpError(
        `${path} has no ${file}; give --taxonomy NCBI's taxdump.tar.gz, or a folder with nodes.dmp and names.dmp`,
      );
  }
  return found;
}

/**
 * Reads a taxonomy line by line. Lines with too few fields or without an id are counted and left out.
 *
 * @param path of a folder or archive
 * @param reading returns what counts the departures of a file
 * @throws DumpError for an archive that is truncated, or lacks nodes.dmp or names.dmp
 */
export async function readTaxdump(
  path: string,
  sink: TaxdumpSink,
  reading: (file: string) => ReadingDepartures,
  progress?: (bytes: number) => void,
): Promise<void> {
  const readers = new Map<string, DumpFileReader>();
  const readerOf = (file: File, where: string) => {
    let reader = readers.get(file);
    if (!reader) readers.set(file, (reader = new DumpFileReader(file, where, sink, reading(where))));
    return reader;
  };
  if (isArchive(path)) {
    for await (const { file, batch } of archivedLines(path, progress)) readerOf(file, `${path} ${file}`).take(batch);
  } else
    for (const file of await taxdumpFiles(path)) {
      const name = FILES.find((each) => file.endsWith(each));
      if (name) for await (const batch of lineBatches(file, progress)) readerOf(name, file).take(batch);
    }
  for (const file of NEEDED) {
    const reader = readers.get(file);
    if (!reader) throw new DumpError(`${path} has no ${file}`);
    reader.finish();
  }
}

/** Positions of the fields, from 0. */
const [PARENT, RANK, HIDDEN, NAME, NAME_CLASS] = [1, 2, 10, 1, 3];
const FIELDS = HIDDEN + 1;

class DumpFileReader {
  readonly #file: File;
  readonly #where: string;
  readonly #sink: TaxdumpSink;
  readonly #reading: ReadingDepartures;
  #rows = 0;

  constructor(file: File, where: string, sink: TaxdumpSink, reading: ReadingDepartures) {
    this.#file = file;
    this.#where = where;
    this.#sink = sink;
    this.#reading = reading;
  }

  take({ first, lines }: LineBatch): void {
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      // A line ends with `\t|`. A cut one lacks it.
      const isWhole = line.endsWith('\t|');
      const fields = (isWhole ? line.slice(0, -2) : line).split('\t|\t', FIELDS);
      if (isWhole && this.#row(fields)) this.#rows++;
      else
        this.#reading.note(
          'missing fields',
          () => `${this.#where} line ${first + index}: ${this.#fault(line, fields)}`,
        );
    }
  }

  /** @throws DumpError if no line was a row */
  finish(): void {
    if (this.#rows === 0)
      throw new DumpError(`${this.#where}: no line is one of ${this.#file}, such as "9606\\t|\\t9605\\t|\\tspecies …"`);
  }

  #row(fields: readonly string[]): boolean {
    const id = idOf(fields[0]);
    const [second, third, hidden, nameClass] = [fields[PARENT], fields[RANK], fields[HIDDEN], fields[NAME_CLASS]];
    if (id === null || second === undefined) return false;
    if (this.#file === 'names.dmp') {
      if (nameClass === undefined) return false;
      this.#sink.name({ id, text: fields[NAME] ?? '', nameClass });
      return true;
    }
    const other = idOf(second);
    if (other === null) return false;
    if (this.#file === 'merged.dmp') this.#sink.merged(id, other);
    else if (third === undefined) return false;
    else this.#sink.node({ id, parent: other, rank: third, isHidden: hidden === '1' });
    return true;
  }

  #fault(line: string, fields: readonly string[]): string {
    if (!line.endsWith('\t|')) return `it does not end with a tab and "|": ${JSON.stringify(line.slice(0, 40))}`;
    if (idOf(fields[0]) === null) return `"${fields[0]?.slice(0, 40)}" is no taxon id`;
    return `${this.#file} has more fields than the ${fields.length} of this line`;
  }
}

function idOf(text = ''): number | null {
  const id = Number(text);
  return /^\d+$/.test(text) && id <= 2 ** 31 - 1 ? id : null;
}

const BLOCK = 512;
const BUFFER_BYTES = 1024 * 1024;

/**
 * The lines of the dump files in a tar archive (POSIX.1-1988 ustar, as NCBI and GNU tar write it).
 * @throws DumpError for a file that is no tar archive, or ends within a file
 */
async function* archivedLines(
  path: string,
  progress?: (bytes: number) => void,
): AsyncGenerator<{ file: File; batch: LineBatch }> {
  const source = await openPlainOrGzip(path);
  const buffer = new Uint8Array(BUFFER_BYTES);
  let reported = 0;
  /** Fills the beginning of the buffer; the length is smaller only at the end of the archive. */
  const fill = async (length: number): Promise<number> => {
    let filled = 0;
    while (filled < length) {
      const read = await source.read(buffer.subarray(filled, length));
      if (read === 0) break;
      filled += read;
    }
    progress?.(source.consumed - reported);
    reported = source.consumed;
    return filled;
  };
  try {
    while ((await fill(BLOCK)) === BLOCK && buffer[0] !== 0) {
      const { name, size, isFile } = tarHeader(buffer.subarray(0, BLOCK), path);
      const file = isFile ? FILES.find((each) => name === each || name.endsWith(`/${each}`)) : undefined;
      const splitter = new LineSplitter(`${path} ${name}`);
      const stored = Math.ceil(size / BLOCK) * BLOCK;
      for (let at = 0; at < stored; ) {
        const length = Math.min(BUFFER_BYTES, stored - at);
        if ((await fill(length)) < length)
          throw new DumpError(`${path} ends within ${name}: the archive was cut short`);
        if (file) {
          const batch = splitter.add(buffer.subarray(0, Math.min(length, size - at)));
          if (batch.lines.length > 0) yield { file, batch };
        }
        at += length;
      }
      if (file) yield { file, batch: splitter.end() };
    }
  } finally {
    await source.close();
  }
}

function tarHeader(block: Uint8Array, path: string): { name: string; size: number; isFile: boolean } {
  const text = (from: number, length: number) =>
    new TextDecoder()
      .decode(block.subarray(from, from + length))
      .split('\0', 1)[0]
      ?.trim() ?? '';
  if (text(257, 5) !== 'ustar') throw new DumpError(`${path} is no tar archive`);
  const [prefix, name] = [text(345, 155), text(0, 100)];
  const size = Number.parseInt(text(124, 12), 8) || 0;
  // Other types are folders, links and further headers, which may have the name of the file after them.
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, isFile: /^0?$/.test(text(156, 1)) };
}
