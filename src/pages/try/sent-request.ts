/** Sends the request of a page's form to the service itself, and reads as much of the answer as the page shows. */
import type { ShownOperation } from '../../operation/example.ts';
import type { ShownRequest } from '../operation-page.ts';
import type { ReadyRequest } from './typed-request.ts';

/** Most bytes of an answer that are read, and most lines that are shown. */
const ANSWER_BYTES = 64 * 1024;
const ANSWER_LINES = 60;

/** @param service absolute URL of the service @param send answers a request to it */
export async function sentRequest(
  { method }: ShownOperation,
  ready: ReadyRequest,
  service: string,
  send: (request: Request) => Promise<Response>,
): Promise<ShownRequest> {
  const { address, accept, body } = ready;
  const url = service + address;
  const headers = { accept, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const response = await send(new Request(url, { method, headers, body }));
  const { text, cut } = await readStart(response);
  const lines = (cut ? text : indented(text)).split('\n');
  return {
    ...ready,
    url,
    status: response.status,
    error: response.ok ? undefined : errorOf(text),
    hint: response.headers.get('x-hint') ?? undefined,
    answer: lines.slice(0, ANSWER_LINES).join('\n'),
    cut: cut || lines.length > ANSWER_LINES,
  };
}

/** A stream that breaks off ends the text. */
async function readStart(response: Response): Promise<{ text: string; cut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      text += decoder.decode(chunk, { stream: true });
      if (bytes > ANSWER_BYTES) return { text: text.slice(0, ANSWER_BYTES / 16), cut: true };
    }
  } catch {
    return { text, cut: true };
  }
  return { text, cut: false };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The sentence of an error answer, which is JSON on all formats but a few. */
function errorOf(text: string): string {
  try {
    const { error }: { error?: unknown } = JSON.parse(text);
    if (typeof error === 'string') return error;
  } catch {
    // Some protocols answer in plain text.
  }
  return text.slice(0, 1000);
}
