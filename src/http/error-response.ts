/** Error responses: {"error": "one sentence"}, or a page for browsers; never a stack trace. */
import { answerPage } from '../pages/answer-page.ts';
import { StoreError } from '../store/store.ts';
import { ApiError, badRequest } from '../api-error.ts';
import { InvalidInput } from '../invalid-input.ts';
import { answerHeaders, respond } from './response.ts';

/**
 * The response to a request that failed. Errors with a status of 500 or more are logged.
 * @param documentation path of the page about the operation, if it is known
 */
export function errorResponse(
  error: unknown,
  request: Request,
  base: string,
  extraHeaders: Record<string, string> = {},
  documentation?: string,
): Response {
  const { status, text, retryAfter } = describe(error);
  // The message of an ApiError or a StoreError suffices, unless a decoder failed: that may be a bug, so log the stack.
  if (status >= 500)
    console.error(
      `${request.method} ${request.url}:`,
      error instanceof ApiError || (error instanceof StoreError && error.cause === undefined) ? error.message : error,
    );
  const format =
    request.headers.get('accept')?.startsWith('text/html') && !request.headers.has('content-type') ? 'html' : 'json';
  const body =
    format === 'html'
      ? answerPage({ base, title: `Error ${status}`, documentation }, { error: text })
      : JSON.stringify({ error: text });
  return respond(request, body, {
    status,
    headers: {
      ...answerHeaders(format, null),
      ...(error instanceof ApiError ? error.headers : {}),
      ...(retryAfter && { 'retry-after': retryAfter }),
      ...extraHeaders,
    },
  });
}

/** Seconds until a retry makes sense. A failing store recovers soon; missing or damaged data need an operator. */
const RETRY_AFTER_FAILURE = '5';
const RETRY_AFTER_DAMAGE = '60';

/** @returns retryAfter in seconds */
function describe(error: unknown): { status: number; text: string; retryAfter?: string } {
  if (error instanceof InvalidInput) return describe(badRequest(error));
  if (error instanceof ApiError)
    return {
      status: error.status,
      text: error.message,
      retryAfter: error.status === 429 || error.status === 503 ? '1' : undefined,
    };
  if (error instanceof StoreError && error.passing)
    return {
      status: 503,
      text: 'The data behind this service cannot be read at the moment. Please try again in a few seconds',
      retryAfter: RETRY_AFTER_FAILURE,
    };
  if (error instanceof StoreError)
    return {
      status: 503,
      text: 'The data behind this service is missing or damaged at the moment',
      retryAfter: RETRY_AFTER_DAMAGE,
    };
  return { status: 500, text: 'The service failed to answer this request' };
}
