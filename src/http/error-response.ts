/** Failures as answers: {"error": "one sentence"}, as a page when a browser asks; never a stack trace, never nothing. */
import { answerPage } from '../pages/answer-page.ts';
import { StoreError } from '../store/store.ts';
import { ApiError } from '../api-error.ts';
import { respond } from './respond.ts';
import { answerHeaders } from './response-headers.ts';

/** What the client did not cause is written to the log, for the operator. */
export function errorResponse(error: unknown, request: Request, base: string, extraHeaders: Record<string, string> = {}): Response {
  const { status, text } = describe(error);
  if (status >= 500) console.error(`${request.method} ${request.url}:`, error);
  const format = request.headers.get('accept')?.startsWith('text/html') && !request.headers.has('content-type') ? 'html' : 'json';
  const body = format === 'html' ? answerPage({ base, title: `Error ${status}` }, { error: text }) : JSON.stringify({ error: text });
  const wait: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {};
  return respond(request, body, { status, headers: { ...answerHeaders(format, null), ...wait, ...extraHeaders } });
}

function describe(error: unknown): { status: number; text: string } {
  if (error instanceof ApiError) return { status: error.status, text: error.message };
  if (error instanceof StoreError) return { status: 503, text: 'The data behind this service is missing or damaged at the moment' };
  return { status: 500, text: 'The service failed to answer this request' };
}
