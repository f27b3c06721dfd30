/** Draws the view of an operation's answer, with questions to the service itself. */
import type { Release } from '../../release/release.ts';
import { VIEWS } from './registry.ts';
import { MAX_ANSWER_CHARACTERS, MAX_QUESTIONS, type View, type ViewRequest } from './view.ts';

export interface Drawing extends Omit<ViewRequest, 'ask' | 'isCut'> {
  /** Scheme and host of the service. */
  origin: string;
  release: Release;
  /** Sends a request to the service itself. */
  send: (request: Request) => Promise<Response>;
  /** Called if a question failed for a reason that may pass, so that the page should not be cached. */
  onFailure: () => void;
}

/** A function that draws the answer of an operation; undefined if the operation has no view. */
export function drawerOf(
  operation: { method: string; path: string },
  drawing: () => Drawing,
): ((value: unknown, isCut?: boolean) => Promise<View | null>) | undefined {
  const load = VIEWS.get(`${operation.method} ${operation.path}`);
  if (!load) return undefined;
  return async (value, isCut = false) => {
    const request = drawing();
    try {
      const draw = await load();
      return await draw(value, { ...request, ask: asker(request), isCut });
    } catch (error) {
      // The JSON is worth showing without its drawing.
      console.error(`The view of ${operation.method} ${operation.path} failed:`, error);
      return null;
    }
  };
}

/** A function that asks the service, at most MAX_QUESTIONS times. All answers are of the same release. */
export function asker({
  base,
  origin,
  release,
  send,
  onFailure,
}: Pick<Drawing, 'base' | 'origin' | 'release' | 'send' | 'onFailure'>): ViewRequest['ask'] {
  let left = MAX_QUESTIONS;
  return async (address, body) => {
    if (left-- <= 0) return null;
    const headers = { accept: 'application/json', 'x-data-release': release.manifest.id };
    const question = body
      ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers };
    const response = await send(new Request(`${origin}${base}${address}`, question));
    if (response.status >= 500) onFailure();
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    return readJson(response);
  };
}

async function readJson(response: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_CHARACTERS) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
