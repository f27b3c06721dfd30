/** Answers a request once its operation is known: release, format, ETag, parameters, handler, body, headers. */
import type { Answer, Operation } from '../operation/operation.ts';
import type { Format } from '../formats/media-types.ts';
import type { AnswerPage } from '../pages/answer-page.ts';
import { documentationPath } from '../pages/overview.ts';
import { drawerOf } from '../pages/views/draw.ts';
import { NANOSECONDS, WorkBudget } from '../work-budget.ts';
import type { MemoryReservation, MemoryBudget } from '../operation/memory-reservation.ts';
import type { Release } from '../release/release.ts';
import { ApiError } from '../api-error.ts';
import { InvalidInput } from '../invalid-input.ts';
import { chooseFormat } from './format-choice.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Observation } from './observation.ts';
import { canonicalRequest, entityTag, matchingTag } from './entity-tag.ts';
import { bodyValues, readBody, type RequestBody } from './request-body.ts';
import { streamedBody } from './streamed-body.ts';
import { addressOf, originOf, type RequestTarget } from './request-target.ts';
import { respond, answerHeaders, NOT_CACHED, RELEASE_HEADER, releaseHeaders } from './response.ts';
import type { Match } from './router.ts';
import { checkCallback, serialise } from './serialise.ts';
import { inChunks, streamText } from './stream.ts';

const HINT_HEADER = 'x-hint';

export interface AnswerContext {
  request: Request;
  target: RequestTarget;
  match: Match;
  openRelease: (name?: string) => Release | Promise<Release>;
  edition: string;
  /** The path of the service: '/rest'. */
  base: string;
  observation: Observation;
  /** Shared by all requests of the isolate. */
  memory: MemoryBudget;
  /** Headers of the answer, filled on the way; an error response gets those set before the error. */
  extraHeaders: Record<string, string>;
  /** Headers that replace client-specific ones in answers that shared caches may store; null if there are none. */
  sharedHeaders: () => Record<string, string> | null;
  /** Sends a request of a page to the service itself. */
  send: (request: Request) => Promise<Response>;
  /** Called with the HTTP status after the last byte. */
  onEnd: ((status: number) => void) | undefined;
  /** Where to offer the answer, so that it is sent again without computing it; null for none. */
  keptAnswers: KeptAnswers | null;
}

/** Throws ApiError and StoreError before the first byte of the body; later errors abort the body. */
export async function answer(context: AnswerContext): Promise<Response> {
  const memory = context.memory.forRequest(context.request);
  try {
    return await answerWithMemory(context, memory);
  } catch (error) {
    memory.release();
    throw error;
  }
}

async function answerWithMemory(
  {
    request,
    target,
    match,
    openRelease,
    edition,
    base,
    observation,
    extraHeaders,
    sharedHeaders,
    send,
    onEnd,
    keptAnswers,
  }: AnswerContext,
  memory: MemoryReservation,
): Promise<Response> {
  const { operation } = match;
  observation.operation = `${operation.method} ${operation.path}`;
  const pinned = pinnedRelease(request, target);
  // `await` only on promises: each await costs a cached answer as much time as a header.
  const opened = operation.standalone ? null : openRelease(pinned);
  const release = opened && forRequest(opened instanceof Promise ? await opened : opened, observation);
  if (release) Object.assign(extraHeaders, releaseHeaders(release.manifest));

  const format = chooseFormat(operation, request.method, request.headers, target);
  observation.format = format;
  const callback = format === 'jsonp' ? checkCallback(target.query.get('callback')?.[0]) : '';
  let page = format === 'html' ? pageOf(operation, target, request, base) : null;
  let isWhole = true;
  if (page && release) {
    const drawing = () => ({
      base,
      path: match.path,
      query: target.query,
      origin: originOf(request.url),
      release,
      send,
      onFailure: () => (isWhole = false),
    });
    page.draw = drawerOf(operation, drawing);
  }

  const cacheable = operation.method === 'GET' && !operation.uncached && release;
  const etag = cacheable
    ? entityTag(cacheable.manifest.id, edition, format, canonicalRequest(match, target, page?.address ?? callback))
    : null;
  const mediaType = operation.contentTypes?.[format];
  const headers = Object.assign(
    answerHeaders(format, etag, pinned === observation.release),
    mediaType === undefined ? null : { 'content-type': mediaType },
    extraHeaders,
    etag === null ? null : sharedHeaders(),
  );
  // The client has a 200 answer with this tag, so parameters need no second check.
  const named = etag === null ? null : matchingTag(request.headers.get('if-none-match'), etag);
  if (named !== null) {
    onEnd?.(304);
    headers.etag = named;
    return new Response(null, { status: 304, headers });
  }

  const upload = operation.body?.streamed ? streamedBody(request) : undefined;
  const { items, body: json }: RequestBody =
    operation.body && !upload ? await readBody(request, operation.body) : { items: [], body: {} };
  const params = readParameters(operation, target, match.path, json, headersFor(request, etag));
  const work = new WorkBudget(operation.milliseconds);
  if (operation.body) work.spend(items.length * NANOSECONDS.item, `fewer ${operation.body.key} at a time`);
  const pending = operation.handler({
    params,
    items,
    body: json,
    query: target.query,
    upload,
    mostItems: operation.body?.limit,
    // Handlers of standalone operations do not use it.
    release: release!,
    format: handlerFormat(format, operation),
    longestSlice: operation.longestSlice ?? Infinity,
    work,
    memory,
  });
  const result = pending instanceof Promise ? await pending : pending;
  if (result.kind === 'value') Object.assign(headers, result.headers);
  if (result.hint !== undefined) {
    headers[HINT_HEADER] = result.hint;
    if (page) page = { ...page, hint: result.hint };
  }
  const streamed = result.kind === 'stream';
  const isPlain = format === handlerFormat(format, operation);
  const head = isPlain && (result.kind === 'stream' || result.kind === 'value') ? result.head : undefined;
  const status = head?.status ?? 200;
  let hasBegun = false;
  const onChunksEnd = (failed: boolean, error?: unknown) => {
    memory.release();
    // An error before the answer begins becomes an error response, which is counted elsewhere.
    if (failed && !hasBegun) return;
    onEnd?.(failed ? 500 : status);
    // Errors in the body of a request can come late, too.
    if (failed && !(error instanceof ApiError || error instanceof InvalidInput))
      console.error(`${request.method} ${request.url}: error after the first byte of the answer:`, error);
  };
  const track = <T>(chunks: AsyncIterable<T>) => trackedChunks(chunks, memory, onChunksEnd);
  const body = serialise(result, { format, callback, page, memory, track });
  const whole = body instanceof Promise ? await body : body;
  hasBegun = true;
  Object.assign(headers, head?.headers);
  headers['server-timing'] = observation.timing();
  // A page that lacks what could not be read for the moment.
  if (!isWhole) withoutCaching(headers);
  // A large answer keeps its memory reservation until the client has read it.
  const large = !streamed && memory.bytes > 0 && typeof whole === 'string' && request.method !== 'HEAD';
  const response = respond(request, large ? await streamText(track(inChunks(whole))) : whole, { status, headers });
  if (!streamed && !large) {
    memory.release();
    onEnd?.(status);
  }
  if (
    keptAnswers &&
    cacheable &&
    etag !== null &&
    typeof whole === 'string' &&
    status === 200 &&
    pinned === undefined
  ) {
    // A page depends on other answers, a HEAD has no body, and with memory reserved the text is sent in pieces. After a
    // failed read, the answer may lack a hint that the next one has.
    const isOther = format === 'html' || request.method === 'HEAD' || large || observation.counts.failed;
    if (!isOther && !readsHeaders(operation))
      keptAnswers.offer(request, {
        text: whole,
        headers,
        handlerHeaders: headerNamesOf(result),
        etag,
        format,
        release: cacheable.manifest.id,
        operation: observation.operation,
      });
  }
  return response;
}

/** Names of the headers that a handler's answer has. */
function headerNamesOf(result: Answer): string[] {
  const named = result.kind === 'value' && result.headers ? Object.keys(result.headers) : [];
  return result.hint === undefined ? named : [...named, HINT_HEADER];
}

function withoutCaching(headers: Record<string, string>): void {
  delete headers.etag;
  Object.assign(headers, NOT_CACHED);
}

/** Title and links of the HTML page of an answer. */
function pageOf(operation: Operation, { segments, query }: RequestTarget, request: Request, base: string): AnswerPage {
  return {
    base,
    title: `${operation.method} /${segments.join('/')}`,
    documentation: documentationPath(base, operation),
    address: pageAddress(request),
    formats: operation.method === 'GET' ? operation.formats : [],
    release: query.get('release')?.[0],
  };
}

/** Path and query of a request without the parameter content-type, which the links of the page set. */
function pageAddress({ url }: Request): string {
  const [requested = '', query = ''] = addressOf(url).split('?', 2);
  // A link that begins with two slashes points to another host.
  const path = requested.replace(/^[/\\]{2,}/, '/');
  const kept = query.split(/[&;]/).filter((each) => each !== '' && !each.startsWith('content-type='));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}

/** The release that a request names in its query or header; undefined if it names none. */
export function pinnedRelease(request: Request, { query }: RequestTarget): string | undefined {
  return query.get('release')?.[0] || request.headers.get(RELEASE_HEADER) || undefined;
}

/** The release with read counts of one request; notes the release in the log entry. */
export function forRequest(release: Release, observation: Observation): Release {
  observation.release = release.manifest.id;
  return release.forRequest(observation.counts);
}

/** Passes chunks on. Calls `onEnd` after the last one, after an error, and when the client disconnects. */
async function* trackedChunks<T>(
  chunks: AsyncIterable<T>,
  memory: MemoryReservation,
  onEnd: (failed: boolean, error?: unknown) => void,
): AsyncGenerator<T> {
  let failed = false;
  let reason: unknown;
  try {
    for await (const chunk of chunks) {
      memory.touch();
      yield chunk;
    }
  } catch (error) {
    [failed, reason] = [true, error];
    throw error;
  } finally {
    onEnd(failed, reason);
  }
}

/**
 * Headers of the request. Range is only for GET, and only if a condition in If-Range holds (RFC 9110, sections 14.2 and
 * 13.1.5).
 */
function headersFor({ method, headers }: Request, etag: string | null): (name: string) => string | null {
  return (name) => {
    if (name !== 'range') return headers.get(name);
    const condition = headers.get('if-range');
    return method === 'GET' && (condition === null || condition === etag) ? headers.get(name) : null;
  };
}

/** The values of all declared parameters, from a header, the path, else the body, else the query. */
function readParameters(
  operation: Operation,
  target: RequestTarget,
  path: Match['path'],
  body: RequestBody['body'],
  headers: (name: string) => string | null,
): Record<string, unknown> {
  if (operation.rejectsRepeated) rejectRepeated(target);
  const params: Record<string, unknown> = {};
  for (const name in operation.parameters) {
    const parameter = operation.parameters[name];
    if (!parameter) continue;
    if (parameter.in === 'header') {
      const value = headers(name);
      params[name] = parameter.read(value === null ? undefined : [value], name);
      continue;
    }
    // An optional path segment that is missing may be sent in the query or body instead.
    const values =
      parameter.in === 'path' && path[name] !== undefined
        ? [path[name]]
        : ((operation.body ? bodyValues(body[name]) : undefined) ?? target.query.get(name));
    params[name] = parameter.read(values, name);
  }
  return params;
}

/** Whether the answer depends on headers other than those that choose its format, such as Range. */
function readsHeaders({ parameters }: Operation): boolean {
  for (const name in parameters) if (parameters[name]?.in === 'header') return true;
  return false;
}

/** Throws ApiError (400) with Ensembl's text if a parameter, known or not, is sent several times. */
function rejectRepeated({ query }: RequestTarget): void {
  for (const [name, values] of [...query].sort(([one], [other]) => (one < other ? -1 : 1)))
    if (values.length > 1) throw new ApiError(`Duplicated parameter '${name}' supplied`);
}

/** Handlers see 'json' where a page or a script wraps JSON. */
function handlerFormat(format: Format, operation: Operation): Format {
  if (format === 'jsonp') return 'json';
  if (format !== 'html') return format;
  return operation.formats.includes('json') ? 'json' : operation.formats[0];
}
