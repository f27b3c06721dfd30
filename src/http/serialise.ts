/** From what a handler answers to the text or stream of the chosen format. */
import { RESERVATION_THRESHOLD } from '../memory-budget.ts';
import type { MemoryReservation } from '../operation/memory-reservation.ts';
import { ApiError } from '../api-error.ts';
import type { Answer } from '../operation/operation.ts';
import { fasta, seqxml } from '../formats/sequence-formats.ts';
import type { Format } from '../formats/media-types.ts';
import { xml } from '../formats/xml.ts';
import { yaml } from '../formats/yaml.ts';
import { answerPage, type AnswerPage } from '../pages/answer-page.ts';
import { inChunks, streamText } from './stream.ts';

export interface Presentation {
  format: Format;
  /** Name of the JSONP function; only read for that format. */
  callback: string;
  /** What the HTML page says around the answer; null for other formats. */
  page: AnswerPage | null;
  /** What the request holds of memory. */
  memory: MemoryReservation;
  /** Follows what is sent of a stream, as it stands in the body. */
  follow<T>(chunks: AsyncIterable<T>): AsyncIterable<T>;
}

/** Resolves when the first bytes are there, so that a refusal can still become an error answer. */
export function serialise(answer: Answer, presentation: Presentation): string | ReturnType<typeof streamText> {
  switch (answer.kind) {
    case 'stream':
      return streamText(presentation.follow(wrapped(answer.chunks, presentation)));
    case 'sequences': {
      const { sequences, single } = answer;
      switch (presentation.format) {
        case 'fasta':
          return fasta(sequences);
        case 'seqxml':
          return seqxml(sequences);
        case 'text':
          return single ? (sequences[0]?.seq ?? '') : sequences.map(({ seq }) => `${seq}\n`).join('');
        default:
          return structured(single ? sequences[0] : sequences, presentation);
      }
    }
    case 'json':
      switch (presentation.format) {
        case 'json':
          return answer.text;
        case 'jsonp':
          return jsonp(presentation.callback, answer.text);
        default:
          return structured(JSON.parse(answer.text), presentation);
      }
    case 'value':
      return structured(answer.value, presentation);
  }
}

/**
 * A stream as it stands, as the argument of a function, or, since a page needs the whole, in a page, unless it is too
 * long for one.
 */
function wrapped(
  chunks: AsyncIterable<string | Uint8Array>,
  { format, callback, page, memory }: Presentation,
): AsyncIterable<string | Uint8Array> {
  switch (format) {
    case 'jsonp':
      return asArgument(chunks, callback);
    case 'html':
      return asPage(chunks, page!, memory);
    default:
      return chunks;
  }
}

async function* asArgument(
  chunks: AsyncIterable<string | Uint8Array>,
  callback: string,
): AsyncGenerator<string | Uint8Array> {
  const [opening, closing] = jsonp(callback, '|').split('|');
  yield opening!;
  yield* chunks;
  yield closing!;
}

/**
 * Characters of an answer that a page may show, and how many times as much it takes until it is sent: parsed, written
 * anew, marked up.
 */
const MAX_PAGE_LETTERS = 4 * 1024 * 1024;
const MEMORY_OF_CHARACTER = 8;

/**
 * The answer is gathered first, and what it held of memory let go of; the page makes room of its own, or many would be
 * in memory at once.
 */
async function* asPage(
  chunks: AsyncIterable<string | Uint8Array>,
  page: AnswerPage,
  memory: MemoryReservation,
): AsyncGenerator<string> {
  const text = await gathered(chunks, memory);
  memory.release();
  const bytes = text.length * MEMORY_OF_CHARACTER;
  if (bytes > RESERVATION_THRESHOLD) await memory.reserve(bytes);
  yield* inChunks(answerPage(page, /^[[{]/.test(text) ? JSON.parse(text) : text));
}

/** Throws ApiError (400) for what is too long for a page. */
async function gathered(chunks: AsyncIterable<string | Uint8Array>, memory: MemoryReservation): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    memory.touch();
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.length > MAX_PAGE_LETTERS)
      throw new ApiError(
        'The answer is too long to be shown as a page; please ask for it as a file, with content-type=application/json',
      );
  }
  return text;
}

function structured(value: unknown, { format, callback, page }: Presentation): string {
  switch (format) {
    case 'json':
      return json(value);
    case 'jsonp':
      return jsonp(callback, json(value));
    case 'xml':
      return xml(value);
    case 'yaml':
      return yaml(value);
    case 'html':
      return answerPage(page!, value);
    default:
      return typeof value === 'string' ? value : json(value);
  }
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

const IDENTIFIER_PATH = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

/**
 * The name of a JSONP function. Throws ApiError (400) unless it is a plain identifier path such as `genes.show`:
 * anything else could be a script.
 */
export function checkCallback(callback: string | undefined): string {
  if (!callback) throw new ApiError("JSONP needs the name of a function in the parameter 'callback'");
  if (callback.length > 128 || !IDENTIFIER_PATH.test(callback)) {
    throw new ApiError("The parameter 'callback' must be the name of a function: letters, digits, _, $ and dots");
  }
  return callback;
}

/**
 * The script. The empty comment keeps the first bytes out of the caller's hands (a callback's name could else be read
 * as another file type), and the two line separators are escaped since old JavaScript ends a line there.
 */
function jsonp(callback: string, json: string): string {
  return `/**/${callback}(${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')});`;
}
