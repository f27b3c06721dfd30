/** Turns VCF files and tables of phenotypes into a folder with the tables of a variation database. */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, extname } from 'node:path';
import pLimit from 'p-limit';
import { present } from '../../src/checked.ts';
import { type Departures, FIRST_DEPARTURES } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { ThreadPool } from '../thread-pool.ts';
import { noLastNewline } from '../vcf/vcf-lines.ts';
import type { CoreDump } from './core-dump.ts';
import type { GenomeSpec } from './genome-spec.ts';
import { phenotypeIds, writePhenotypes } from './phenotype-tables.ts';
import { type VariantPiece, VariantLines, type VariantTask, type VcfPiece } from './variant-lines.ts';
import { VariationRows } from './variation-rows.ts';
import { type LinePiece, linePieces, PieceMemory } from './vcf-pieces.ts';

/** A VCF file with samples, whose genotypes the build compiles. */
export interface GenotypedFile {
  path: string;
  source: string;
  /** Names that the file has for sequences. */
  chromosomes: string[];
}

/** Threads that predict effects. Each takes some 250 MB, and a build should take less than 3 GiB. */
const MOST_THREADS = 8;
/** Stored bytes up to which this thread predicts all effects: others take half a second to start. */
const SMALL = 1_000_000;
/** Pieces per thread that may be read, predicted or waiting for an earlier one to be written. */
const AHEAD = 3;
const WORKER = new URL(`variant-worker${extname(import.meta.url)}`, import.meta.url);

/** Makes rows of pieces, in other threads or this one. */
interface Predictor {
  /** Called once, before all pieces. */
  begin(task: VariantTask): Promise<void>;
  /** Takes the memory of the piece, and returns it with the rows. */
  run(piece: VcfPiece): Promise<VariantPiece>;
  close(): Promise<void>;
}

/**
 * Writes the tables of a variation database to `folder`, with the effects of each variant on the genome's transcripts,
 * and phenotypes. Memory holds the names of the variants and the ids of the phenotypes.
 *
 * @param compile makes a release of the genome's core tables, and returns its folder; called if there are VCF files,
 *   while the threads that read it start
 * @throws DumpError for a file that is no VCF
 */
export async function writeVariationDump(
  { vcf: paths, phenotypes }: Pick<GenomeSpec, 'vcf' | 'phenotypes'>,
  folder: string,
  { names, production, assembly, objects, bases, borders }: CoreDump,
  compile: () => Promise<string>,
  departures: Departures,
  progress?: (bytes: number) => void,
): Promise<GenotypedFile[]> {
  const wanted = await phenotypeIds(phenotypes);
  const db = new VariationRows(folder, production, assembly, names.all, wanted);
  const genotyped: GenotypedFile[] = [];
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const threads = Math.min(MOST_THREADS, availableParallelism());
  const isSmall = sizes.reduce((sum, size) => sum + size, 0) <= SMALL;
  const predictor = paths.length === 0 ? null : predictorWith(isSmall ? 0 : threads);
  try {
    await predictor?.begin({ index: await compile(), production, names: names.parts, bases, borders });
    const dump = predictor && new VariationDump(db, predictor, AHEAD * threads, departures);
    for (const path of paths) {
      const found = await dump?.read(path, progress);
      if (found) genotyped.push(found);
    }
    if (paths.length > 0 && db.count === 0)
      throw new DumpError(
        `${paths.join(', ')}: no line is a variant of the genome; compare the names of its sequences (CHROM) with ` +
          'those of the genome',
      );
    if (objects) await writePhenotypes(phenotypes, db, { objects, names }, departures, progress);
  } finally {
    await predictor?.close();
    db.close();
  }
  return genotyped;
}

/** @param threads 0 for this one */
function predictorWith(threads: number): Predictor {
  if (threads > 0) {
    const failed = (why: string) => new DumpError(`the effects of variants cannot be predicted: ${why}`);
    const pool = new ThreadPool<VariantTask, VcfPiece, VariantPiece>(WORKER, threads, failed);
    return {
      begin: async (task) => pool.begin(task),
      run: (piece) => pool.run(piece, [piece.bytes.buffer]),
      close: () => pool.close(),
    };
  }
  let lines: VariantLines | null = null;
  const oneByOne = pLimit(1);
  return {
    begin: async (task) => {
      lines = await VariantLines.open(task);
    },
    run: (piece) => oneByOne(() => present(lines, 'the task').rows(piece)),
    close: async () => lines?.close(),
  };
}

class VariationDump {
  readonly #db: VariationRows;
  readonly #predictor: Predictor;
  readonly #most: number;
  readonly #departures: Departures;
  readonly #memory = new PieceMemory();
  #pieces = 0;
  /** Lines of all files so far, whose numbers are the ids of variants. */
  #lines = 0;

  /** @param most pieces that may wait */
  constructor(db: VariationRows, predictor: Predictor, most: number, departures: Departures) {
    this.#db = db;
    this.#predictor = predictor;
    this.#most = most;
    this.#departures = departures;
  }

  /** Returns the file if it has genotypes. */
  async read(path: string, progress?: (bytes: number) => void): Promise<GenotypedFile | null> {
    const source = basename(path).replace(/(\.(vcf|b?gz))+$/i, '');
    const header = new VcfHeader(path);
    let sourceId = 0;
    const waiting: Promise<VariantPiece>[] = [];
    const file = new FileNotes(path, this.#departures);
    const take = async () => {
      const piece = await waiting.shift();
      if (!piece) return;
      this.#db.variants(sourceId, piece);
      for (const variant of piece.structural) this.#db.structural(sourceId, variant);
      file.add(piece);
      this.#memory.give(piece.bytes);
    };
    let [end, lastByte]: [number, number | undefined] = [0, undefined];
    for await (const piece of linePieces(path, progress, this.#memory)) {
      [end, lastByte] = [piece.line + piece.count, piece.bytes.at(-1)];
      let [bytes, line] = [piece.bytes, piece.line];
      if (!header.samples) {
        const lines = header.take(piece);
        if (!header.samples) continue;
        sourceId = this.#db.source(source, `Variants of ${basename(path)}`);
        this.#db.samples(`${source}:ALL`, header.samples);
        [bytes, line] = [bytes.slice(header.lastBytes), line + lines];
      }
      const { lengths } = header;
      const count = piece.line + piece.count - line;
      const rows = this.#predictor.run({
        number: this.#pieces++,
        path,
        source: sourceId,
        line,
        id: this.#lines + 1,
        bytes,
        lengths,
      });
      // Errors are seen when the rows are taken.
      rows.catch(() => {});
      waiting.push(rows);
      this.#lines += count;
      if (waiting.length >= this.#most) await take();
    }
    while (waiting.length > 0) await take();
    if (!header.samples) throw new DumpError(`${path} has no line #CHROM, so it is no VCF file`);
    // The unit of genotypes would fail with the same sentence.
    if (header.samples.length > 0 && lastByte !== NEWLINE && !/\.b?gz$/.test(path)) throw noLastNewline(path, end - 1);
    file.finish();
    return header.samples.length > 0 ? { path, source, chromosomes: file.chromosomes } : null;
  }
}

class VcfHeader {
  readonly #path: string;
  /** Null until the line #CHROM. */
  samples: string[] | null = null;
  /** Of sequences, by their names in the file. */
  readonly lengths = new Map<string, number>();
  /** Size of the header in the last piece. */
  lastBytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads lines up to #CHROM; returns how many.
   * @throws DumpError if variants come before
   */
  take({ bytes, line: first }: LinePiece): number {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let [from, lines] = [text.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0, 0];
    while (from < text.length && !this.samples) {
      if (text[from] !== HASH)
        throw new DumpError(
          `${this.#path} line ${first + lines}: there is no line #CHROM before the variants, so the file is no VCF`,
        );
      const newline = text.indexOf(NEWLINE, from);
      const end = newline < 0 ? text.length : newline;
      const line = text.toString('utf8', from, end);
      [from, lines] = [end + 1, lines + 1];
      const [, name, length] = /^##contig=<ID=([^,>]+).*?,length=(\d+)/.exec(line) ?? [];
      if (name !== undefined) this.lengths.set(name, Number(length));
      if (line.startsWith('#CHROM')) this.samples = line.split('\t').slice(9);
    }
    this.lastBytes = from;
    return lines;
  }
}

const [NEWLINE, HASH] = [0x0a, 0x23];
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Departures of a file, and the names that it has for sequences. */
class FileNotes {
  readonly #path: string;
  readonly #departures: Departures;
  readonly #found = new Set<string>();
  readonly #kinds = new Map<string, VariantPiece['notes'][number]>();

  constructor(path: string, departures: Departures) {
    this.#path = path;
    this.#departures = departures;
  }

  get chromosomes(): string[] {
    return [...this.#found];
  }

  /** @throws DumpError for the first departure, if these are errors */
  add({ notes, found }: VariantPiece): void {
    for (const [name, sentence] of found) {
      if (this.#found.has(name)) continue;
      this.#found.add(name);
      if (sentence !== null) this.#count({ kind: 'name of a sequence that differs', count: 1, first: [sentence] });
    }
    for (const note of notes) this.#count(note);
  }

  #count({ kind, count, first }: VariantPiece['notes'][number]): void {
    if (this.#departures.isStrict)
      this.#departures.add({ file: this.#path, table: '', kind, count, first: [...first] });
    const known = this.#kinds.get(kind);
    if (!known) return void this.#kinds.set(kind, { kind, count, first });
    known.count += count;
    known.first = [...known.first, ...first].slice(0, FIRST_DEPARTURES);
  }

  finish(): void {
    for (const note of this.#kinds.values()) this.#departures.add({ file: this.#path, table: '', ...note });
  }
}
