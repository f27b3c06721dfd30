/** The page a browser gets for an answer: the JSON of it, to be read by a person, and the ways to have it as a file. */
import { html } from 'hono/html';
import { MEDIA_TYPES, type Format } from '../formats/media-types.ts';
import { htmlDocument, type Html } from './document.ts';
import { markUpJson } from './json-markup.ts';

export interface AnswerPage {
  /** Where the service stands: '/rest'. */
  base: string;
  title: string;
  /** Path of the page that documents the operation. */
  documentation?: string;
  /** Address of the answer, without a host, and the formats that it can also be had in. */
  address?: string;
  formats?: readonly Format[];
}

export function answerPage({ base, title, documentation, address = '', formats = [] }: AnswerPage, value: unknown): string {
  const links = formats.filter((format) => format !== 'jsonp').map((format) => html`<a href="${withFormat(address, format)}">${MEDIA_TYPES[format]}</a> `);
  return htmlDocument({
    base, title,
    body: html`<h1>${title}</h1>
${documentation ? html`<p><a href="${documentation}">About this operation</a>${links.length > 0 ? html` <span class="soft">· as a file:</span> ${links}` : ''}</p>` : ''}
<pre>${markUpJson(JSON.stringify(value ?? null, null, 2))}</pre>` as Html,
  });
}

/** The address of the same answer in another format. */
export function withFormat(address: string, format: Format): string {
  return `${address}${address.includes('?') ? '&' : '?'}content-type=${encodeURIComponent(MEDIA_TYPES[format])}`;
}
