/** Methods and paths for a person to read: the method as a badge, the path broken at its slashes, what is to be filled in coloured. */
import { html, raw } from 'hono/html';
import type { Html } from './document.ts';

/** @param path of the catalogue (':id') or of OpenAPI ('{id}') */
export function markUpAddress(method: string, path: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code>${markUpPath(path)}</code>` as Html;
}

export function markUpPath(path: string): Html {
  const [, ...segments] = path.split('/');
  return html`${segments.map((segment) => html`${raw('<wbr>')}/${/^[:{]/.test(segment) ? html`<span class="k">${segment}</span>` : segment}`)}` as Html;
}
