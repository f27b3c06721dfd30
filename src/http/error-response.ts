/**
 * Failures as answers: {"error": "one sentence"}, as a page when a browser asks; never a stack trace, never nothing.
 */
import { answerPage } from '../pages/answer-page.ts';
import { StoreError } from '../store/store.ts';
import { ApiError, badRequest } from '../api-error.ts';
import { InvalidInput } from '../invalid-input.ts';
import { answerHeaders, respond } from './response.ts';

/**
 * What the client did not cause is written to the log, for the operator.
 * @param documentation path of the page about the operation that refuses, where one is known
 */
export function errorResponse(
  error: unknown,
  request: Request,
  base: string,
  extraHeaders: Record<string, string> = {},
  documentation?: string,
): Response {
  const { status, text, wait } = describe(error);
  // Of the store its sentence says all, unless a decoder failed: that may be a mistake of ours.
  if (status >= 500)
    console.error(
      `${request.method} ${request.url}:`,
      error instanceof StoreError && error.cause === undefined ? error.message : error,
    );
  const format =
    request.headers.get('accept')?.startsWith('text/html') && !request.headers.has('content-type') ? 'html' : 'json';
  const body =
    format === 'html'
      ? answerPage({ base, title: `Error ${status}`, documentation }, { error: text })
      : JSON.stringify({ error: text });
  return respond(request, body, {
    status,
    headers: { ...answerHeaders(format, null), ...(wait && { 'retry-after': wait }), ...extraHeaders },
  });
}

/**
 * Seconds: a store that fails is back soon, if it comes back; what is missing or damaged stays so until somebody mends
 * it.
 */
const WAIT_FOR_STORE = '5';
const WAIT_FOR_MENDING = '60';

/** `wait`: seconds after which it is worth asking again. */
function describe(error: unknown): { status: number; text: string; wait?: string } {
  if (error instanceof InvalidInput) return describe(badRequest(error));
  if (error instanceof ApiError)
    return {
      status: error.status,
      text: error.message,
      wait: error.status === 429 || error.status === 503 ? '1' : undefined,
    };
  if (error instanceof StoreError && error.passing)
    return {
      status: 503,
      text: 'The data behind this service cannot be read at the moment. Please try again in a few seconds',
      wait: WAIT_FOR_STORE,
    };
  if (error instanceof StoreError)
    return {
      status: 503,
      text: 'The data behind this service is missing or damaged at the moment',
      wait: WAIT_FOR_MENDING,
    };
  return { status: 500, text: 'The service failed to answer this request' };
}
