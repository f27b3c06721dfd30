/**
 * The application: answers every request below /rest from the operations of the catalogue and the current release.
 * Knows no runtime; src/worker.ts and src/deno.ts give it one.
 */
import { Hono } from 'hono';
import type { Operation } from './operation/operation.ts';
import { checkCallback } from './formats/jsonp.ts';
import type { Format } from './formats/media-types.ts';
import { ApiError } from './api-error.ts';
import { errorResponse } from './http/error-response.ts';
import { chooseFormat } from './http/format-choice.ts';
import { bodyValues, readBody, type RequestBody } from './http/request-body.ts';
import { readTarget, type RequestTarget } from './http/request-target.ts';
import { answerHeaders, entityTag, preflightHeaders } from './http/response-headers.ts';
import { Router, type Match } from './http/router.ts';
import { serialise } from './http/serialise.ts';
import type { Release } from './release/release.ts';

export interface AppOptions {
  operations: readonly Operation[];
  /** The release to answer from, asked for at every request: keep it (src/release/current-release.ts). */
  openRelease: () => Release | Promise<Release>;
  /**
   * Names the software that answers, for the ETag: a copy from before a new version was deployed is not still good. Looked up at
   * every request: a platform may tell no sooner.
   */
  readonly edition?: string;
  /** Where the service stands; '/rest' unless said otherwise, '' for the root. */
  basePath?: string;
}

export function createApp(options: AppOptions): Hono {
  const { operations, openRelease, basePath = '/rest' } = options;
  const router = new Router(operations);

  async function respond(request: Request): Promise<Response> {
    try {
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflightHeaders(request) });
      const target = readTarget(request.url, basePath);
      if (!target) throw notFound(request, basePath);
      const match = router.match(request.method === 'HEAD' ? 'GET' : request.method, target.segments);
      if ('operation' in match) return await answer(request, target, match, openRelease, options.edition ?? '');
      if (match.allowed.length === 0) throw notFound(request, basePath);
      const error = new ApiError(`The method ${request.method} is not available here. Please use ${match.allowed.join(' or ')}`, 405);
      return errorResponse(error, request, { allow: [...match.allowed, 'OPTIONS'].join(', ') });
    } catch (error) {
      return errorResponse(error, request);
    }
  }

  return new Hono().all('*', (context) => respond(context.req.raw)) as unknown as Hono;
}

async function answer(
  request: Request, target: RequestTarget, match: Match, openRelease: AppOptions['openRelease'], edition: string,
): Promise<Response> {
  const { operation } = match;
  const format = chooseFormat(operation, request.method, request.headers, target);
  const callback = format === 'jsonp' ? checkCallback(target.query.get('callback')?.[0]) : '';
  const opened = openRelease();
  const release = (opened instanceof Promise ? await opened : opened).forRequest();

  const etag = operation.method === 'GET' && !operation.momentary ? entityTag(release.manifest.id, edition, format, request.url) : null;
  const headers = answerHeaders(format, etag);
  // The tag was given with a good answer of this very address, which would only be repeated.
  if (etag !== null && request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });

  const sent: RequestBody = operation.body ? await readBody(request, operation.body) : { items: [], body: {} };
  const params = readParameters(operation, target, match.path, sent.body);
  const given = operation.handler({ params, items: sent.items, body: sent.body, release, format: handlerFormat(format, operation) });
  const result = given instanceof Promise ? await given : given;
  if (request.method === 'HEAD' && result.kind === 'stream') {
    await result.chunks[Symbol.asyncIterator]().return?.();
    return new Response(null, { headers });
  }
  const body = serialise(result, { format, callback, title: `${operation.method} /${target.segments.join('/')}` });
  if (request.method !== 'HEAD') return new Response(typeof body === 'string' ? body : await body, { headers });
  // Left to themselves, runtimes tell the length of the body that is not there.
  const length = new TextEncoder().encode(typeof body === 'string' ? body : '').byteLength;
  return new Response(null, { headers: { ...headers, 'content-length': String(length) } });
}

/** Every declared parameter, read from the path, else the body, else the query. */
function readParameters(operation: Operation, target: RequestTarget, path: Match['path'], body: RequestBody['body']): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const name in operation.parameters) {
    const parameter = operation.parameters[name]!;
    // A path may leave an optional segment out; what it would say can then stand where other parameters do.
    const values = parameter.in === 'path' && path[name] !== undefined ? [path[name]]
      : (operation.body ? bodyValues(body[name]) : undefined) ?? target.query.get(name);
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

function notFound(request: Request, basePath: string): ApiError {
  const path = request.url.replace(/^[^:]*:\/\/[^/]*/, '').split('?')[0]!.slice(0, 200);
  return new ApiError(`Page not found: there is no operation ${path} in this service, whose addresses begin with ${basePath}/`, 404);
}
