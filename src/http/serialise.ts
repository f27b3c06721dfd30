/** Converts the answer of a handler to a text or stream in the chosen format. */
import { RESERVATION_THRESHOLD } from '../memory-budget.ts';
import type { MemoryReservation } from '../operation/memory-reservation.ts';
import { ApiError } from '../api-error.ts';
import { present } from '../checked.ts';
import type { Answer } from '../operation/operation.ts';
import { fasta, seqxml } from '../formats/sequence-formats.ts';
import type { Format } from '../formats/media-types.ts';
import { xml } from '../formats/xml.ts';
import { yaml } from '../formats/yaml.ts';
import { answerPage, drawnPage, type AnswerPage } from '../pages/answer-page.ts';
import { inChunks, streamText } from './stream.ts';

export interface Presentation {
  format: Format;
  /** Name of the JSONP function; used only for that format. */
  callback: string;
  /** Title and links of the HTML page; null for other formats. */
  page: AnswerPage | null;
  /** The memory reservation of the request. */
  memory: MemoryReservation;
  /** Tracks the chunks of a stream as they are sent. */
  track<T>(chunks: AsyncIterable<T>): AsyncIterable<T>;
}

/** Resolves when the first bytes are available, so that errors before them become error responses. */
export function serialise(
  answer: Answer,
  presentation: Presentation,
): string | Promise<string> | ReturnType<typeof streamText> {
  switch (answer.kind) {
    case 'stream':
      return streamText(presentation.track(wrapped(answer, presentation)));
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

/** The stream itself, the stream as argument of a JSONP function, or a page that contains the whole text. */
function wrapped(
  { chunks, asValue }: Extract<Answer, { kind: 'stream' }>,
  { format, callback, page, memory }: Presentation,
): AsyncIterable<string | Uint8Array> {
  switch (format) {
    case 'jsonp':
      return asArgument(chunks, callback);
    case 'html':
      return asValue
        ? pageOfValue(asValue, present(page, 'the page'), memory)
        : asPage(chunks, present(page, 'the page'), memory);
    default:
      return chunks;
  }
}

async function* asArgument(
  chunks: AsyncIterable<string | Uint8Array>,
  callback: string,
): AsyncGenerator<string | Uint8Array> {
  const [opening = '', closing = ''] = jsonp(callback, '|').split('|');
  yield opening;
  for await (const chunk of chunks) yield typeof chunk === 'string' ? escapeSeparators(chunk) : chunk;
  yield closing;
}

/** Releases the memory of the stream, which is not read, and draws the page from plain data. */
async function* pageOfValue(
  asValue: () => Promise<unknown>,
  page: AnswerPage,
  memory: MemoryReservation,
): AsyncGenerator<string> {
  memory.release();
  yield* inChunks(await drawnPage(page, await asValue()));
}

/** Most characters of an answer in a page. */
const MAX_PAGE_CHARACTERS = 4 * 1024 * 1024;
/** Bytes of memory per character of a parsed answer, and of one that is also indented and marked up. */
const MEMORY_OF_PARSED = 4;
const MEMORY_OF_MARKED_UP = 8;

/**
 * Collects the answer, releases the memory of its records, and reserves memory for the page. If the answer is too long
 * for a page, its drawing may show a part of it.
 */
async function* asPage(
  chunks: AsyncIterable<string | Uint8Array>,
  page: AnswerPage,
  memory: MemoryReservation,
): AsyncGenerator<string> {
  const { text, isCut } = await collectText(chunks, memory);
  memory.release();
  const reserve = async (bytes: number) => bytes > RESERVATION_THRESHOLD && (await memory.reserve(bytes));
  // Below a drawing there is only a part of the JSON. The questions of a view need memory too.
  await reserve(text.length * (page.draw ? MEMORY_OF_PARSED : MEMORY_OF_MARKED_UP));
  const value: unknown = isCut ? startOfList(text) : /^[[{]/.test(text) ? JSON.parse(text) : text;
  const view = (await page.draw?.(value, isCut)) ?? null;
  if (view) {
    yield* inChunks(answerPage(page, isCut ? null : value, view));
    return;
  }
  if (isCut)
    throw new ApiError(
      `The answer is too long to be shown as a page: more than ${MAX_PAGE_CHARACTERS} characters. Please request ` +
        'another format, such as content-type=application/json',
    );
  if (page.draw) await reserve(text.length * (MEMORY_OF_MARKED_UP - MEMORY_OF_PARSED));
  yield* inChunks(answerPage(page, value));
}

/** The text, or the start of a text that is too long for a page. */
async function collectText(
  chunks: AsyncIterable<string | Uint8Array>,
  memory: MemoryReservation,
): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    memory.touch();
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.length > MAX_PAGE_CHARACTERS) return { text, isCut: true };
  }
  return { text, isCut: false };
}

/**
 * The objects at the start of a JSON list whose end is missing; null for other text, and for objects that have lists.
 */
function startOfList(text: string): unknown {
  const end = text.lastIndexOf('},{');
  if (!text.startsWith('[') || end < 0) return null;
  try {
    return JSON.parse(`${text.slice(0, end + 1)}]`);
  } catch {
    return null;
  }
}

function structured(value: unknown, { format, callback, page }: Presentation): string | Promise<string> {
  switch (format) {
    case 'json':
      return json(value);
    case 'jsonp':
      return jsonp(callback, json(value));
    case 'xml':
      return xml(value);
    case 'yaml':
      return yaml(value);
    // Ensembl's plain text of structured data is YAML.
    case 'text':
      return typeof value === 'string' ? value : yaml(value);
    case 'html':
      return drawnPage(present(page, 'the page'), value);
    default:
      return typeof value === 'string' ? value : json(value);
  }
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

const IDENTIFIER_PATH = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

/**
 * The name of a JSONP function; '' without one, which as in Ensembl returns plain JSON. Throws ApiError (400) unless it
 * is an identifier path such as `genes.show` of at most 128 characters: any other text could be a script.
 */
export function checkCallback(callback: string | undefined): string {
  if (!callback) return '';
  if (callback.length > 128 || !IDENTIFIER_PATH.test(callback)) {
    throw new ApiError(
      "The parameter 'callback' must be the name of a function: at most 128 letters, digits, _, $ and dots",
    );
  }
  return callback;
}

/**
 * The script. The empty comment prevents that the client chooses the first bytes (a callback could be crafted to look
 * like another file type). The two line separators are escaped because JavaScript before ES2019 ends a line there.
 */
function jsonp(callback: string, json: string): string {
  if (callback === '') return json;
  return `/**/${callback}(${escapeSeparators(json)});`;
}

function escapeSeparators(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
