/** The JSON body of a POST: an object with the operation's list and, beside it, parameters. */
import type { Body } from '../operation/operation.ts';
import { ApiError } from '../api-error.ts';

/** Most bytes a body may have: the longest list allowed, of long lines, is well below. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

export interface RequestBody {
  items: string[];
  body: Record<string, unknown>;
}

/**
 * Reads and checks a body. Nothing sent is an empty object. Throws ApiError: 413 when it is too long, 400 when it
 * breaks off, is no JSON object, when its list is missing where the operation insists on it, is no list, or longer than
 * the operation's limit.
 */
export async function readBody(request: Request, rules: Body): Promise<RequestBody> {
  const body = parseObject(await readText(request), rules.key);
  const sent = body[rules.key];
  if (sent === undefined || sent === null) return { body, items: refuse(rules.missing) };
  if (!Array.isArray(sent)) throw new ApiError(`POST body must hold a list of values under the '${rules.key}' key`);
  if (sent.length > rules.limit) {
    throw new ApiError(
      `POST message too large. You have submitted ${sent.length} elements but a limit of ${rules.limit} is in place. ` +
        'Request smaller regions or lists of IDs',
    );
  }
  return { body, items: sent.map((each) => asText(each, rules.key)) };
}

/**
 * Values of a parameter that stands in the body, one or a list of them, as if sent in the query; undefined when it does
 * not.
 */
export function bodyValues(value: unknown): string[] | undefined {
  // Lists in lists are no values: to look into them would take as many calls as they are deep.
  const values = (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => scalar(each) ?? []);
  // Of an empty list nothing was sent: a parameter that takes one value would look for its first.
  return values.length > 0 ? values : undefined;
}

function scalar(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

function refuse(rule: string): string[] {
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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(`POST body must be a JSON object with the key '${key}'`);
  }
  return value as Record<string, unknown>;
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLong();
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of received(request.body)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw tooLong();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A body that breaks off, or comes in a transfer coding that the runtime does not undo, is the sender's mistake. */
async function* received(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch {
    throw new ApiError('The POST body cannot be read: it breaks off, or its Transfer-Encoding is not supported');
  }
}

function tooLong(): ApiError {
  return new ApiError(`The POST body is longer than ${MAX_BODY_BYTES} bytes`, 413);
}
