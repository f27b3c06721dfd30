/**
 * The HTML page of an answer: its drawing, if the operation has a view, and indented JSON with links to other formats.
 */
import { raw } from 'hono/html';
import { MEDIA_TYPES, type Format } from '../formats/media-types.ts';
import { htmlDocument } from './document.ts';
import { pinnedPage } from './pinned-links.ts';
import type { View } from './views/view.ts';
import { html, type Html } from './html.ts';

export interface AnswerPage {
  /** Base path of the service: '/rest'. */
  base: string;
  title: string;
  /** Path of the page that documents the operation. */
  documentation?: string;
  /** Path and query of the answer. */
  address?: string;
  /** Other formats of the answer. */
  formats?: readonly Format[];
  /** A sentence about the answer. */
  hint?: string;
  /** The release that the query names; links of the page then name it, too. */
  release?: string | undefined;
  /** Draws the answer: src/pages/views. */
  draw?: (value: unknown, isCut?: boolean) => Promise<View | null>;
}

/** The page of an answer with its drawing, if there is one. */
export async function drawnPage(page: AnswerPage, value: unknown): Promise<string> {
  return answerPage(page, value, (await page.draw?.(value)) ?? null);
}

/** @param value null with a view if the answer is too long for a page */
export function answerPage(page: AnswerPage, value: unknown, view: View | null = null): string {
  return pinnedPage(wholePage(page, value, view), page.base, page.release);
}

function wholePage(
  { base, title, documentation, address = '', formats = [], hint }: AnswerPage,
  value: unknown,
  view: View | null,
): string {
  const others = formats
    .filter((format) => format !== 'jsonp')
    .map((format) => html`<a href="${withFormat(address, format)}">${MEDIA_TYPES[format]}</a> `);
  const asFile = others.length > 0 ? html` <span class="soft">· other formats:</span> ${others}` : '';
  const links = documentation ? html`<p><a href="${documentation}">About this operation</a>${asFile}</p>` : '';
  const shownHint = hint ? html`<p>${hint}.</p>` : '';
  if (!view)
    return htmlDocument({
      base,
      title,
      body: html`<h1>${title}</h1>
${links}
${shownHint}
<pre>${markUpJson(JSON.stringify(value ?? null, null, 2))}</pre>`,
    });
  return htmlDocument({
    base,
    title: view.title ?? title,
    scripts: view.scripts,
    body: html`${view.title === undefined ? html`<h1>${title}</h1>` : ''}
${view.body}
${shownHint}
<section class="answer" aria-label="Answer of the operation">
<h2>Data</h2>
<p class="soft"><code>${title}</code></p>
${links}
${
  value === null
    ? html`<p>The answer is too long for this page. <a href="${withFormat(address, 'json')}">All as JSON</a>.</p>`
    : html`<details><summary>Show the answer as JSON</summary>
${startOfJson(value, address)}</details>`
}
</section>`,
  });
}

/** Most characters of JSON below a drawing. */
const MAX_JSON_BELOW = 64 * 1024;

/** The beginning of the JSON. The whole text of a large answer would make a page that browsers show slowly. */
function startOfJson(value: unknown, address: string): Html {
  const compact = JSON.stringify(value ?? null);
  const text = compact.length > MAX_JSON_BELOW ? compact : JSON.stringify(value ?? null, null, 2);
  if (text.length <= MAX_JSON_BELOW) return html`<pre>${markUpJson(text)}</pre>`;
  return html`<p>The first of ${Math.ceil(text.length / 1024).toLocaleString('en')} KiB.
<a href="${withFormat(address, 'json')}">All as JSON</a>.</p>
<pre>${markUpJson(text.slice(0, MAX_JSON_BELOW))}&hellip;</pre>`;
}

/** The address of the same answer in another format. */
export function withFormat(address: string, format: Format): string {
  return `${address}${address.includes('?') ? '&' : '?'}content-type=${encodeURIComponent(MEDIA_TYPES[format])}`;
}

/** Longer texts are not coloured, since each token adds about 30 characters of markup. */
const MAX_COLOURED_CHARACTERS = 512 * 1024;

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/** Colours JSON text. @param json may be other text, which is only escaped */
export function markUpJson(json: string): Html {
  if (json.length > MAX_COLOURED_CHARACTERS) return raw(escapeText(json));
  let text = '';
  let at = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, colon] = match;
    const kind = token.startsWith('"') ? (colon === undefined ? 's' : 'k') : /^[tfn]/.test(token) ? 'w' : 'n';
    const shown = colon === undefined ? token : token.slice(0, -colon.length);
    text += `${escapeText(json.slice(at, match.index))}<span class="${kind}">${escapeText(shown)}</span>${colon ?? ''}`;
    at = match.index + token.length;
  }
  return raw(text + escapeText(json.slice(at)));
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
