/** The JSON body of a POST: an object with the operation's list and optional parameters. */
import type { Body } from '../operation/operation.ts';
import { ApiError } from '../api-error.ts';
import { decodedBody } from './content-encoding.ts';

/** Most bytes of a body. The longest allowed list needs much less. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

export interface RequestBody {
  items: string[];
  body: Record<string, unknown>;
}

/**
 * Reads and checks a body; an empty one counts as `{}`. Throws ApiError: 413 if it is longer than MAX_BODY_BYTES, also
 * after decompression; 415 for an unknown Content-Encoding; 400 if it is incomplete or not a JSON object, or if the
 * list is required and missing, not a list, or too long.
 */
export async function readBody(request: Request, rules: Body): Promise<RequestBody> {
  const body = parseObject(await readText(request), rules.key);
  const value = body[rules.key];
  const sent = rules.commas && typeof value === 'string' ? value.split(',') : value;
  if (sent === null && rules.nullIsEmpty) return { body, items: [] };
  if (sent === undefined || sent === null) return { body, items: itemsWithoutList(rules.missing) };
  if (!Array.isArray(sent)) throw new ApiError(`The value of '${rules.key}' in the POST body must be a list`);
  if (sent.length > rules.limit) {
    throw new ApiError(
      `POST message too large. You have submitted ${sent.length} elements but a limit of ${rules.limit} is in place. ` +
        'Request smaller regions or lists of IDs',
    );
  }
  return { body, items: sent.map((each) => asText(each, rules.key)) };
}

/** The values of a parameter in the body, which contains one or a list, as texts; undefined if there are none. */
export function bodyValues(value: unknown): string[] | undefined {
  // Nested lists are ignored: recursion over them could exhaust the stack.
  const values = (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => scalar(each) ?? []);
  // An empty list counts as not sent, since parameters with one value read the first.
  return values.length > 0 ? values : undefined;
}

function scalar(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

function itemsWithoutList(rule: string): string[] {
  if (rule !== 'empty') throw new ApiError(rule);
  return [];
}

function asText(item: unknown, key: string): string {
  if (typeof item === 'string') return item;
  if (typeof item === 'number') return String(item);
  throw new ApiError(`Every value under the '${key}' key of the POST body must be text; found ${kindOf(item)}`);
}

function kindOf(item: unknown): string {
  return Array.isArray(item) ? 'a list' : typeof item === 'object' && item !== null ? 'an object' : String(item);
}

function parseObject(text: string, key: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError('The POST body is not valid JSON');
  }
  if (!isObject(value)) throw new ApiError(`POST body must be a JSON object with the key '${key}'`);
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLong();
  if (!request.body) return '';
  const decoder = new TextDecoder();
  const encoding = request.headers.get('content-encoding');
  const sent = bounded(received(request.body));
  let text = '';
  for await (const chunk of encoding === null ? sent : bounded(decodedBody(sent, encoding)))
    text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** Throws ApiError (413) after MAX_BODY_BYTES, before as after decompression. */
async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw tooLong();
    yield chunk;
  }
}

/** Throws ApiError (400) if the body is incomplete or has a transfer coding that the runtime does not support. */
async function* received(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new ApiError('The POST body cannot be read: it is incomplete, or its Transfer-Encoding is not supported');
  }
}

function tooLong(): ApiError {
  return new ApiError(`The POST body is longer than ${MAX_BODY_BYTES} bytes`, 413);
}
