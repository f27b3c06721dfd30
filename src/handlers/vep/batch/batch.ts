/** POST /vep/:species/batch: a VCF file of any length, annotated while it is read. */
import { ApiError } from '../../../api-error.ts';
import { present } from '../../../checked.ts';
import { InvalidInput } from '../../../invalid-input.ts';
import { MEMORY_OF_STORED_BYTE } from '../../../memory-budget.ts';
import { MemoryBudget, reserveMemory } from '../../../operation/memory-reservation.ts';
import type { Answer, OperationRequest } from '../../../operation/operation.ts';
import { NANOSECONDS } from '../../../work-budget.ts';
import { readsPlugins } from '../around.ts';
import { readOptions, type VepParams } from '../options.ts';
import { openVcfBody } from './vcf-body.ts';
import { VcfAnnotator, type BatchFormat } from './vcf-annotator.ts';

/** Windows, genes, decoded records and the text of a piece of lines. test/integration/handlers measures it. */
const MEMORY = 16 * 1024 * 1024;
/** Windows and genes that a request keeps in memory; files in order of position need few. */
const KEPT = { windows: 4, genes: 60, pluginBytes: 256 * 1024 };
/** Scores and phenotypes of the lines whose surroundings are read. */
const MEMORY_OF_PLUGINS = KEPT.pluginBytes * MEMORY_OF_STORED_BYTE;
/** Effects of a line. Until it is written they take 6 MB, which a Worker has next to two files. */
const MOST_EFFECTS = 3_000;
/** Lines whose surroundings are in memory at once. */
const LINES_AT_ONCE = 100;

/** Lets other requests run. Without it they would wait for the whole piece, since data in memory needs no wait. */
function pause(): Promise<void> {
  return new Promise((settle) => setTimeout(settle));
}

/** Milliseconds that batches compute before other requests have their turn. */
const LONGEST_TURN = 20;
const SHORTEST_TURN = 4;
/** Batches that are running. Their timers run one after the other, so they share a turn. */
let running = 0;
const longestTurn = () => Math.max(SHORTEST_TURN, LONGEST_TURN / running);

/**
 * Files that are annotated at the same time in a process. More would only take memory and delay other requests, since
 * all share one thread. A file that waits is not read. On Workers, memory allows fewer.
 */
const FILES_AT_ONCE = 16;
const turns = new MemoryBudget(FILES_AT_ONCE);

const ASK_FOR_LESS = 'parts of the file';

export async function vepBatch({
  params,
  release,
  format,
  upload,
  mostItems = Infinity,
  work,
  memory,
}: OperationRequest<VepParams>): Promise<Answer> {
  const options = readOptions(params);
  const genome = await release.genome(params.species);
  await reserveMemory(memory, MEMORY + (readsPlugins(genome, options) ? MEMORY_OF_PLUGINS : 0));
  const turn = memory.another(turns);
  await turn.reserve(1);
  const ofLongVariants = memory.another();
  const rest = () => {
    turn.touch();
    return pause();
  };
  const annotator = await VcfAnnotator.open(
    release,
    genome,
    options,
    format === 'vcf' ? 'vcf' : 'ndjson',
    { work, memory: ofLongVariants },
    {
      kept: KEPT,
      linesAtOnce: LINES_AT_ONCE,
      isLenient: true,
      mostEffects: MOST_EFFECTS,
      pause: rest,
      longestTurn,
    },
  );
  let lines = 0;
  async function* annotated(): AsyncGenerator<string | Uint8Array> {
    let isRunning = false;
    try {
      const { header, pieces } = await openVcfBody(present(upload, 'the body'));
      running++;
      isRunning = true;
      yield annotator.header(header);
      for await (const piece of pieces) {
        const here = countLines(piece);
        lines += here;
        if (lines > mostItems)
          throw new ApiError(`The file has more than ${mostItems} lines, the limit of this server. Please send parts`);
        work.spend(here * NANOSECONDS.vcfLine, ASK_FOR_LESS);
        yield* annotator.annotatePieces(new TextDecoder().decode(piece));
      }
    } finally {
      if (isRunning) running--;
      memory.release();
    }
  }
  const written: BatchFormat | 'json' = format === 'vcf' ? 'vcf' : format === 'ndjson' ? 'ndjson' : 'json';
  return { kind: 'stream', chunks: withError(written === 'json' ? asList(annotated()) : annotated(), written) };
}

/**
 * The chunks, and the reason as a last line if they end early. The error follows, so that the connection breaks off;
 * before the first bytes were sent it becomes an error response instead.
 */
async function* withError(
  chunks: AsyncIterable<string | Uint8Array>,
  format: BatchFormat | 'json',
): AsyncGenerator<string | Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    const isExpected = error instanceof ApiError || error instanceof InvalidInput;
    const text = isExpected ? error.message : 'The service failed to annotate the rest of the file';
    if (format === 'vcf') yield `##ERROR=${text.trim().replaceAll(/\s+/g, ' ')}. The rest of the file is missing\n`;
    if (format === 'ndjson') yield `${JSON.stringify({ error: text })}\n`;
    throw error;
  }
}

const [NEWLINE, COMMA] = [10, 44];

/** One list instead of lines. Texts in JSON have no line ends. */
async function* asList(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let before = '[';
  for await (const chunk of chunks) {
    if (typeof chunk === 'string' || chunk.length === 0) continue;
    yield before;
    before = ',';
    yield chunk.subarray(0, -1).map((byte) => (byte === NEWLINE ? COMMA : byte));
  }
  yield before === '[' ? '[]' : ']';
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return bytes.at(-1) === NEWLINE ? count : count + 1;
}
