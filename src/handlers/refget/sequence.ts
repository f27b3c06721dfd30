/** The bases of a sequence by digest: refget/sequence. Streamed, since a chromosome has hundreds of megabytes. */
import { only, present } from '../../checked.ts';
import { inPieces } from '../../formats/sequence-formats.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import type { Answer, OperationRequest, AnswerHead } from '../../operation/operation.ts';
import { reserveMemory } from '../../operation/memory-reservation.ts';
import type { Genome } from '../../release/genome.ts';
import { readPackedBases, type PackedBases } from '../../release/sequence-reader.ts';
import { NANOSECONDS } from '../../work-budget.ts';
import { findSequences } from './find-sequence.ts';
import { lengthOf, subSequence, type PartParams, type Span, type SubSequence } from './sub-sequence.ts';

/** Bases that are read at once: 16 chunks, and so one read of 1 MiB. A human chromosome 1 takes 60. */
const PIECE_BASES = 4 * 1024 * 1024;

/** Bytes of memory per base of a piece: this piece and the next as stored, and the letters on their way. */
const MEMORY_OF_BASE = 1;

/** Streams are sent without Content-Length. The compliance suite requires it for its sequences of 230 kb. */
const LONGEST_TEXT = 250_000;

/** The whole sequence or a part of it, streamed if it is long. Two dependent reads for at most PIECE_BASES. */
export async function refgetSequence({
  params,
  release,
  work,
  memory,
}: OperationRequest<PartParams & { digest: string }>): Promise<Answer> {
  const [{ genome, region }] = await findSequences(release, params.digest);
  const part = subSequence(params, region);
  const length = lengthOf(part);
  work.spend(length * NANOSECONDS.streamedLetter, "a part of the sequence, with 'start' and 'end' or the header Range");
  await reserveMemory(memory, Math.min(length, PIECE_BASES) * MEMORY_OF_BASE);
  const source = await release.genomeAt(genome);
  if (length <= LONGEST_TEXT)
    return {
      kind: 'value',
      value: await textOf(basesOf(source, region, part.spans)),
      head: headOf(part, length, region),
    };
  return {
    kind: 'stream',
    // A whole chromosome would replace everything else in the cache.
    chunks: basesOf(length > PIECE_BASES ? source.withoutCaching() : source, region, part.spans),
    head: headOf(part, length, region),
  };
}

function headOf(part: SubSequence, length: number, { length: whole }: SeqRegionRecord): AnswerHead {
  const headers = {
    'content-length': String(length),
    'accept-ranges': part.by === 'positions' ? 'none' : 'bytes',
  };
  if (part.by !== 'range') return { headers };
  const [start, end] = present(part.spans[0], 'the span of a range');
  return { status: 206, headers: { ...headers, 'content-range': `bytes ${start}-${end - 1}/${whole}` } };
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) text += decoder.decode(piece);
  return text;
}

/** Reads each piece while the one before it is sent. */
async function* basesOf(genome: Genome, region: SeqRegionRecord, spans: readonly Span[]): AsyncGenerator<Uint8Array> {
  const read = async ([start, end]: Span) =>
    only(await readPackedBases(genome, [{ region, start: start + 1, end, strand: 1 }]));
  let next: Promise<PackedBases> | null = null;
  for (const piece of piecesOf(spans)) {
    const present = next;
    next = read(piece);
    // If the client disconnects, its error must not become an unhandled rejection.
    next.catch(() => {});
    if (present) yield* inPieces(await present);
  }
  if (next) yield* inPieces(await next);
}

/** Non-empty pieces that end at multiples of PIECE_BASES, where chunks of a chromosome end too. */
function* piecesOf(spans: readonly Span[]): Generator<Span> {
  for (const [start, end] of spans) {
    for (let from = start; from < end; ) {
      const to = Math.min(end, (Math.floor(from / PIECE_BASES) + 1) * PIECE_BASES);
      yield [from, to];
      from = to;
    }
  }
}
