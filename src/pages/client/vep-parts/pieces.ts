/** Pieces of lines from a text or a file, which is read as a stream. */
import { formatOf, separatorOf } from '../../../effects/input-line.ts';
import { gunzip, HEAD_BYTES, isGzip } from '../../../streams/gunzip.ts';
import { lineGroups, variantLines } from '../../vep/variant-lines.ts';
import { LINES_PER_REQUEST } from '../../vep/predicted-effects.ts';

/** Lines for one request. */
export interface Piece {
  lines: string[];
  /** Whether they are VCF, which vep/:species/batch takes; else vep/:species/region. */
  isVcf: boolean;
  /** Lines of no format. */
  unknown: string[];
  /** Bytes of the file that have been read. */
  bytes: number;
}

/** Lines of VCF in a request. */
const VCF_LINES = 1000;

export async function* piecesOfText(text: string): AsyncGenerator<Piece> {
  const { groups, unknown } = lineGroups(variantLines(text), LINES_PER_REQUEST);
  if (unknown.length > 0) yield { lines: [], isVcf: false, unknown, bytes: 0 };
  for (const { lines } of groups) yield { lines, isVcf: false, unknown: [], bytes: 0 };
}

/** @param onHeader gets the lines of the header of a VCF file */
export async function* piecesOfFile(file: File, onHeader: (header: string[]) => void): AsyncGenerator<Piece> {
  const progress = { bytes: 0 };
  const waiting: string[] = [];
  let header: string[] = [];
  let isVcf: boolean | null = null;
  function* ready(size: number): Generator<Piece> {
    const { bytes } = progress;
    if (isVcf) {
      while (waiting.length > 0 && waiting.length >= size)
        yield { lines: waiting.splice(0, VCF_LINES), isVcf: true, unknown: [], bytes };
      return;
    }
    if (waiting.length < size) return;
    const { groups, unknown } = lineGroups(waiting.splice(0), LINES_PER_REQUEST);
    if (unknown.length > 0) yield { lines: [], isVcf: false, unknown, bytes };
    for (const { lines } of groups) yield { lines, isVcf: false, unknown: [], bytes };
  }
  for await (const lines of linesOf(plainBytes(file, progress))) {
    for (const line of lines) {
      if (line === '') continue;
      if (line.startsWith('#')) {
        if (isVcf === null) header.push(line);
        continue;
      }
      if (isVcf === null) {
        isVcf = formatOf(line.split(separatorOf(line))) === 'vcf';
        onHeader(header);
        header = [];
      }
      waiting.push(line);
    }
    yield* ready(isVcf ? VCF_LINES : LINES_PER_REQUEST);
  }
  yield* ready(1);
}

async function* bytesOf(file: File, progress: { bytes: number }): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      progress.bytes += value.length;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** The bytes of a file, decompressed. */
async function* plainBytes(file: File, progress: { bytes: number }): AsyncGenerator<Uint8Array> {
  const beginning = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  // Browsers read files in pieces of 64 KiB or more.
  yield* isGzip(beginning) ? gunzip(bytesOf(file, progress)) : bytesOf(file, progress);
}

/** The lines of each piece of bytes, without their ends. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield lines;
  }
  yield [rest];
}
