/** Answers a request whose operation is known: release, format, cached copy, parameters, handler, body, headers. */
import type { Operation } from '../operation/operation.ts';
import type { Format } from '../formats/media-types.ts';
import type { AnswerPage } from '../pages/answer-page.ts';
import { documentationPath } from '../pages/overview.ts';
import { NANOSECONDS, WorkBudget } from '../work-budget.ts';
import type { MemoryReservation, MemoryBudget } from '../operation/memory-reservation.ts';
import type { Release } from '../release/release.ts';
import { chooseFormat } from './format-choice.ts';
import type { Observation } from './observation.ts';
import { canonicalRequest, entityTag, namedTag } from './entity-tag.ts';
import { bodyValues, readBody, type RequestBody } from './request-body.ts';
import { addressOf, type RequestTarget } from './request-target.ts';
import { respond, answerHeaders, RELEASE_HEADER, releaseHeaders } from './response.ts';
import type { Match } from './router.ts';
import { checkCallback, serialise } from './serialise.ts';
import { inChunks, streamText } from './stream.ts';

export interface Answering {
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
  /** Headers for the answer; an error gets those that are known by then. */
  extraHeaders: Record<string, string>;
  /** Headers that replace those in answers that caches may show to other clients; null for none. */
  sharedHeaders: () => Record<string, string> | null;
  /** Called with the status after the last byte. */
  onEnd: ((status: number) => void) | undefined;
}

/** Throws ApiError, and StoreError, before the answer has begun; a failure later breaks the body off. */
export async function answer(answering: Answering): Promise<Response> {
  const memory = answering.memory.forRequest();
  try {
    return await answerHolding(answering, memory);
  } catch (error) {
    memory.release();
    throw error;
  }
}

async function answerHolding(
  { request, target, match, openRelease, edition, base, observation, extraHeaders, sharedHeaders, onEnd }: Answering,
  memory: MemoryReservation,
): Promise<Response> {
  const { operation } = match;
  observation.operation = `${operation.method} ${operation.path}`;
  const pinned = pinnedRelease(request, target);
  // Nothing is waited for that is at hand: each wait costs a warm answer as much as a header.
  const opened = operation.standalone ? null : openRelease(pinned);
  const release = opened && forRequest(opened instanceof Promise ? await opened : opened, observation);
  if (release) Object.assign(extraHeaders, releaseHeaders(release.manifest));

  const format = chooseFormat(operation, request.method, request.headers, target);
  observation.format = format;
  const callback = format === 'jsonp' ? checkCallback(target.query.get('callback')?.[0]) : '';
  const page = format === 'html' ? pageOf(operation, target, request, base) : null;

  const kept = operation.method === 'GET' && !operation.momentary && release;
  const etag = kept
    ? entityTag(kept.manifest.id, edition, format, canonicalRequest(match, target, page?.address ?? callback))
    : null;
  const headers = Object.assign(
    answerHeaders(format, etag, pinned === observation.release),
    extraHeaders,
    etag === null ? null : sharedHeaders(),
  );
  // The tag was given with a good answer to this very question, which would only be repeated.
  const named = etag === null ? null : namedTag(request.headers.get('if-none-match'), etag);
  if (named !== null) {
    onEnd?.(304);
    headers.etag = named;
    return new Response(null, { status: 304, headers });
  }

  const sent: RequestBody = operation.body ? await readBody(request, operation.body) : { items: [], body: {} };
  const params = readParameters(operation, target, match.path, sent.body);
  const work = new WorkBudget(operation.milliseconds);
  if (operation.body) work.spend(sent.items.length * NANOSECONDS.item, `fewer ${operation.body.key} at a time`);
  const given = operation.handler({
    params,
    items: sent.items,
    body: sent.body,
    release: release!,
    format: handlerFormat(format, operation),
    longestSlice: operation.longestSlice ?? Infinity,
    work,
    memory,
  });
  const result = given instanceof Promise ? await given : given;
  const streamed = result.kind === 'stream';
  const follow = <T>(chunks: AsyncIterable<T>) => followed(chunks, request, memory, onEnd);
  const body = serialise(result, { format, callback, page, memory, follow });
  const whole = body instanceof Promise ? await body : body;
  headers['server-timing'] = observation.timing();
  // A large answer is freed chunk by chunk, as the client reads it.
  const large = !streamed && memory.bytes > 0 && typeof whole === 'string' && request.method !== 'HEAD';
  const response = respond(request, large ? await streamText(follow(inChunks(whole))) : whole, { headers });
  if (!streamed && !large) {
    memory.release();
    onEnd?.(200);
  }
  return response;
}

/** What the page of an answer says around it. */
function pageOf(operation: Operation, { segments }: RequestTarget, request: Request, base: string): AnswerPage {
  return {
    base,
    title: `${operation.method} /${segments.join('/')}`,
    documentation: documentationPath(base, operation),
    address: pageAddress(request),
    formats: operation.method === 'GET' ? operation.formats : [],
  };
}

/** Path and query of a request, without the parameter that pages of the answer change. */
function pageAddress({ url }: Request): string {
  const [sent = '', query = ''] = addressOf(url).split('?', 2);
  // A link that begins with two slashes leads to another host.
  const path = sent.replace(/^[/\\]{2,}/, '/');
  const kept = query.split(/[&;]/).filter((each) => each !== '' && !each.startsWith('content-type='));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}

/** The release that a request keeps to; undefined when it names none. */
export function pinnedRelease(request: Request, { query }: RequestTarget): string | undefined {
  return query.get('release')?.[0] || request.headers.get(RELEASE_HEADER) || undefined;
}

/** The release for one request, which is then known to be answered from it. */
export function forRequest(release: Release, observation: Observation): Release {
  observation.release = release.manifest.id;
  return release.forRequest(observation.counts);
}

/**
 * Tells when the last chunk has been taken, or nobody wants the rest. What fails after the first chunk, too late for an
 * answer that says so, is written to the log, for the operator: the client only sees the connection break off.
 */
async function* followed<T>(
  chunks: AsyncIterable<T>,
  { method, url }: Request,
  memory: MemoryReservation,
  onEnd: Answering['onEnd'],
): AsyncGenerator<T> {
  let started = false;
  let failed = false;
  try {
    for await (const chunk of chunks) {
      started = true;
      memory.touch();
      yield chunk;
    }
  } catch (error) {
    failed = true;
    if (started) console.error(`${method} ${url}: the answer was broken off:`, error);
    throw error;
  } finally {
    memory.release();
    // What fails before is answered, and told, as a refusal.
    if (started || !failed) onEnd?.(failed ? 500 : 200);
  }
}

/** Every declared parameter, read from the path, else the body, else the query. */
function readParameters(
  operation: Operation,
  target: RequestTarget,
  path: Match['path'],
  body: RequestBody['body'],
): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const name in operation.parameters) {
    const parameter = operation.parameters[name]!;
    // A path may leave an optional segment out; what it would say can then stand where other parameters do.
    const values =
      parameter.in === 'path' && path[name] !== undefined
        ? [path[name]]
        : ((operation.body ? bodyValues(body[name]) : undefined) ?? target.query.get(name));
    params[name] = parameter.read(values, name);
  }
  return params;
}

/** Handlers see JSON where a page or a script is only the wrapping of it. */
function handlerFormat(format: Format, operation: Operation): Format {
  if (format === 'jsonp') return 'json';
  if (format !== 'html') return format;
  return operation.formats.includes('json') ? 'json' : operation.formats[0]!;
}
