/**
 * The application: answers every request from the operations of the catalogue and a release. Independent of the
 * runtime: src/worker.ts and src/deno.ts start it.
 */
import { Hono } from 'hono';
import { LinearRouter } from 'hono/router/linear-router';
import { notOfferedText, type NotOffered } from './catalogue/not-offered.ts';
import type { Operation } from './operation/operation.ts';
import { ApiError } from './api-error.ts';
import { answer, pinnedRelease, forRequest, type AnswerContext } from './http/answer.ts';
import { countRequest, sharedRateHeaders, uncountedRateHeaders, type RateLimiter } from './http/rate-limit.ts';
import { errorResponse } from './http/error-response.ts';
import { KeptAnswers, keptResponse } from './http/kept-answers.ts';
import { Observation, type LogEntry } from './http/observation.ts';
import { TimingSummary } from './http/timing-summary.ts';
import { entityTag, matchingTag } from './http/entity-tag.ts';
import { addressOf, encodedQuery, originOf, readTarget, type RequestTarget } from './http/request-target.ts';
import {
  assetHeaders,
  NOT_CACHED,
  respond,
  preflightHeaders,
  RELEASE_HEADER,
  releaseHeaders,
  siteHeaders,
} from './http/response.ts';
import { Router } from './http/router.ts';
import { MemoryBudget } from './operation/memory-reservation.ts';
import { findAsset } from './pages/assets.ts';
import { documentationPath } from './pages/overview.ts';
import { pinnedAddress, pinnedPage } from './pages/pinned-links.ts';
import { findPage, type Page, type Redirect, type Visit } from './pages/site.ts';
import type { Release } from './release/release.ts';
import { StoreError } from './store/store.ts';

export interface AppOptions {
  operations: readonly Operation[];
  /** Operations of Ensembl's service that this one rejects with an explanation. */
  notOffered?: readonly NotOffered[];
  /**
   * Returns the release with a name, by default the current one. Called for every request, so it should cache
   * (src/release/releases.ts). Throws ApiError (404) for an unknown name.
   */
  openRelease: (name?: string) => Release | Promise<Release>;
  /**
   * The version of the software. It is part of the ETag, since a new version may answer differently. Read for every
   * request: some platforms know it only then.
   */
  readonly edition?: string;
  /**
   * The path of the service, '' for the root. By default the operations answer below /rest, which pages link to, and at
   * the root, where Ensembl's own server has them.
   */
  basePath?: string;
  /** The rate limit per client; read for every request. No limit by default. */
  readonly limiter?: RateLimiter | null;
  /** Bytes that all requests together may reserve (src/operation/memory-reservation.ts); unlimited by default. */
  memory?: number;
  /**
   * Bytes of answers to keep in memory, none by default: src/http/kept-answers.ts. The edition must not change while
   * the program runs.
   */
  answerBytes?: number;
  /** Called at the end of every answer, except to preflight requests. */
  log?: (entry: LogEntry) => void;
}

/** Facts of the runtime about the client; the environment of Hono. */
export interface Caller {
  /** The client's address, by which requests are counted. Requests without an address are not limited. */
  client?: string;
  /** The scheme that the client used, if a proxy in front of the service reports it. */
  scheme?: 'http' | 'https';
}

export function createApp(options: AppOptions): Hono<{ Bindings: Caller }> {
  const { operations, openRelease, basePath = '/rest', log } = options;
  const alsoAtRoot = options.basePath === undefined;
  const sharedHeaders = () => (options.limiter?.behindCache ? sharedRateHeaders(options.limiter) : null);
  const memory = new MemoryBudget(options.memory ?? Infinity);
  const router = new Router(operations);
  const notOfferedRouter = new Router(options.notOffered ?? []);
  const timings = new TimingSummary();
  const keptAnswers = options.answerBytes ? new KeptAnswers(options.answerBytes) : null;

  async function handle(
    request: Request,
    caller: Caller,
    logRequest = log,
    observation = new Observation(),
  ): Promise<Response> {
    const { limiter } = options;
    const { client } = caller;
    const extraHeaders = uncountedRateHeaders(limiter);
    if (request.method === 'OPTIONS') {
      if (limiter && client) await countRequest(limiter, client, false, extraHeaders, 0);
      return new Response(null, { status: 204, headers: Object.assign(extraHeaders, preflightHeaders(request)) });
    }
    let operation: Operation | undefined;
    try {
      const target = readTarget(request.url, basePath, alsoAtRoot) ?? atTheRoot(request.url);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const match = target && router.match(method, target.segments);
      // Health checks poll often, so they are exempt from rate limits.
      // So are the static files of pages, which browsers request once.
      const asset = target && method === 'GET' ? findAsset(target.segments) : null;
      const isLimited = !asset && !(match && 'operation' in match && match.operation.uncached);
      if (limiter && client) await countRequest(limiter, client, isLimited, extraHeaders);
      if (!target || !match) throw notFound(request, basePath);
      if (asset) {
        logRequest?.(observation.entry(request, 200));
        return respond(request, asset.text, { headers: { ...assetHeaders(asset), ...extraHeaders } });
      }
      const found =
        method === 'GET'
          ? findPage({ operations, base: basePath, edition: options.edition ?? '', timings }, target)
          : null;
      if (found) {
        const response = await answerPage(found, request, target, observation, extraHeaders, caller.scheme);
        logRequest?.(observation.entry(request, response.status));
        return response;
      }
      if ('operation' in match) {
        operation = match.operation;
        const onEnd = (status: number) => record(request, observation, status, logRequest);
        return await answer({
          request,
          target,
          match,
          openRelease,
          edition: options.edition ?? '',
          base: basePath,
          observation,
          memory,
          extraHeaders,
          sharedHeaders,
          send: sendAgain,
          onEnd,
          keptAnswers,
        } satisfies AnswerContext);
      }
      const other = notOfferedRouter.match(method, target.segments);
      if ('operation' in other) throw new ApiError(notOfferedText(other.operation));
      if (match.allowed.length === 0) throw notFound(request, basePath);
      extraHeaders.allow = [
        ...match.allowed.flatMap((allowed) => (allowed === 'GET' ? ['GET', 'HEAD'] : allowed)),
        'OPTIONS',
      ].join(', ');
      throw new ApiError(
        `The method ${request.method} is not available here. Please use ${match.allowed.join(' or ')}`,
        405,
      );
    } catch (error) {
      return fail(error, request, observation, extraHeaders, operation, logRequest);
    }
  }

  /**
   * The answer to a request, if it was kept and the release is still the same; else null. Not a promise, unless
   * something must be waited for: a promise costs as much time as a header.
   */
  function sendKept(request: Request, caller: Caller): Response | Promise<Response> | null {
    const answer = request.method === 'GET' ? keptAnswers?.find(request) : undefined;
    if (!answer) return null;
    const { limiter } = options;
    const { client } = caller;
    const observation = new Observation();
    const rateHeaders = uncountedRateHeaders(limiter);
    const send = () => {
      const response = keptResponse(request, answer, observation, { ...rateHeaders, ...sharedHeaders() });
      record(request, observation, response.status, log);
      return response;
    };
    const refuse = (error: unknown) => fail(error, request, observation, rateHeaders, undefined, log);
    const countAndSend = () => {
      try {
        const counted = limiter && client ? countRequest(limiter, client, true, rateHeaders) : undefined;
        return counted instanceof Promise ? counted.then(send).catch(refuse) : send();
      } catch (error) {
        return refuse(error);
      }
    };
    const release = openRelease();
    if (!(release instanceof Promise)) return release.manifest.id === answer.release ? countAndSend() : null;
    // The pointer to the release is being read. This request must wait: `openRelease` returns the release in memory to
    // all others until then.
    const handleAnew = () => handle(request, caller, log, observation);
    return release.then(({ manifest }) => (manifest.id === answer.release ? countAndSend() : handleAnew()), handleAnew);
  }

  /** Notes an answer that has ended in the times by operation and in the log. */
  function record(request: Request, observation: Observation, status: number, logRequest: typeof log): void {
    // Requests of a page are part of the request for the page.
    if (logRequest !== ignore)
      timings.add(observation.operation, status, observation.elapsed, observation.counts.reads);
    logRequest?.(observation.entry(request, status));
  }

  /** The response to a request that failed, with the headers that are known. */
  async function fail(
    error: unknown,
    request: Request,
    observation: Observation,
    headers: Record<string, string>,
    operation: Operation | undefined,
    logRequest: typeof log,
  ): Promise<Response> {
    // If the store failed, reading the release would only wait for it again.
    if (!(error instanceof StoreError)) await nameRelease(headers);
    const documentation = operation && documentationPath(basePath, operation);
    const response = errorResponse(error, request, basePath, headers, documentation);
    record(request, observation, response.status, logRequest);
    return response;
  }

  /** Adds the headers of the current release to an error that came before a release was opened, if one can be read. */
  async function nameRelease(headers: Record<string, string>): Promise<void> {
    if (headers[RELEASE_HEADER] !== undefined) return;
    try {
      Object.assign(headers, releaseHeaders((await openRelease()).manifest));
    } catch {
      // The error is sent without these headers.
    }
  }

  /** A page of the site, or a redirect to it. */
  async function answerPage(
    found: ((visit: Visit) => Promise<Page | Redirect>) | Redirect,
    request: Request,
    target: RequestTarget,
    observation: Observation,
    extraHeaders: Record<string, string>,
    scheme: Caller['scheme'],
  ): Promise<Response> {
    const pinned = pinnedRelease(request, target);
    const release = forRequest(await openRelease(pinned), observation);
    const headers = { ...siteHeaders(release.manifest), ...extraHeaders, ...sharedHeaders() };
    // The redirect keeps the query, which may name the release.
    if ('location' in found)
      return new Response(null, {
        status: 301,
        headers: { ...headers, location: found.location + encodedQuery(request.url) },
      });
    const etag = entityTag(release.manifest.id, options.edition ?? '', 'html', `${scheme ?? ''} ${request.url}`);
    // The browser already has this version of the page.
    const named = matchingTag(request.headers.get('if-none-match'), etag);
    if (named !== null) return new Response(null, { status: 304, headers: { ...headers, etag: named } });
    const origin = originOf(request.url, scheme);
    let isWhole = true;
    const page = await found({ origin, release, pinned, send: sendAgain, onFailure: () => (isWhole = false) });
    // The data decide where this leads, so that it may change with the release.
    const chosen = target.query.get('release')?.[0];
    if ('location' in page) {
      const location = chosen ? pinnedAddress(page.location, chosen) : page.location;
      return new Response(null, { status: 302, headers: { ...headers, location } });
    }
    const caching: Record<string, string> = isWhole && !page.isPresent ? { etag } : NOT_CACHED;
    const file: Record<string, string> =
      page.file === undefined ? {} : { 'content-disposition': `attachment; filename="${page.file}"` };
    const text = page.type.startsWith('text/html') ? pinnedPage(page.text, basePath, chosen) : page.text;
    return respond(request, text, { headers: { ...headers, ...caching, ...file, 'content-type': page.type } });
  }

  /** Answers a request of a page, which counts and is logged as part of the request for the page. */
  function sendAgain(request: Request): Promise<Response> {
    return handle(request, {}, ignore);
  }

  // One route for all requests. Other routers of Hono would compile a regular expression during the first request.
  const app = new Hono<{ Bindings: Caller }>({ router: new LinearRouter() }).all('*', (context) =>
    handle(context.req.raw, context.env ?? {}),
  );
  const { fetch } = app;
  // Hono removes the body of answers to HEAD, and the runtime then loses the content length: src/http/response.ts.
  app.fetch = (request, env, context) => {
    const caller = (env as Caller | undefined) ?? {};
    if (request.method === 'HEAD') return handle(request, caller);
    return sendKept(request, caller) ?? fetch(request, env, context);
  };
  return app;
}

function ignore(): void {}

/** Protocols of GA4GH, whose clients expect them at the root of a host. */
const PROTOCOLS = ['refget', 'seqcol'];

/**
 * Resolves addresses outside the base path, if the operations answer only there. The root of the host shows the same
 * page as the root of the service. The documentation is also available where Ensembl's server, which has no base path,
 * has it.
 */
function atTheRoot(url: string): RequestTarget | null {
  const target = readTarget(url, '');
  const [first] = target?.segments ?? [];
  if (first === undefined || first === 'documentation' || first === 'openapi') return target;
  return PROTOCOLS.includes(first) ? target : null;
}

function notFound(request: Request, basePath: string): ApiError {
  const path = addressOf(request.url).replace(/\?.*$/s, '').slice(0, 200);
  return new ApiError(
    `Page not found: this service has no operation ${path}. ${basePath || '/'} lists all operations; their addresses ` +
      `begin with ${basePath}/`,
    404,
  );
}
