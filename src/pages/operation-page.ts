/** The page about one operation: parameters, formats, limits, an example with its answer, and how to send it. */
import { html } from 'hono/html';
import { MEDIA_TYPES } from '../formats/media-types.ts';
import type { ShownOperation } from '../operation/example.ts';
import type { Parameter } from '../operation/operation.ts';
import { parameterFacts } from '../operation/parameter-facts.ts';
import { markUpAddress, markUpPath } from './address-markup.ts';
import { htmlDocument, type Html } from './document.ts';
import { markUpJson } from './json-markup.ts';
import { withFormat } from './answer-page.ts';
import { anchor } from './overview.ts';
import { snippets } from './snippets.ts';

/** The example of an operation as it was asked of the data being served. */
export interface ShownExample {
  /** Whole address. */
  url: string;
  /** Text of the answer, cut where it is long. */
  answer: string;
  /** Is there more of it than is shown? */
  cut: boolean;
}

/** @param example null where the release has no data for the operation */
export function operationPage(base: string, operation: ShownOperation, example: ShownExample | null): string {
  const { method, path, group, summary, description, parameters, aliases, body, longestSlice, milliseconds, formats } = operation;
  const title = `${method} ${path}`;
  const rows = Object.entries(parameters);
  return htmlDocument({
    base, title,
    body: html`<p class="soft"><a href="${base}/">Operations</a> › <a href="${base}/#${anchor(group)}">${group}</a></p>
<h1>${markUpAddress(method, path)}</h1>
<p>${summary}</p>
${description ? html`<p>${description}</p>` : ''}
${aliases ? html`<p>Also at ${aliases.map((alias, at) => html`${at > 0 ? ', ' : ''}<code>${markUpPath(alias)}</code>`)}.</p>` : ''}
${body ? html`<h2>Body</h2>
<p>JSON, <code>{"${body.key}": [...]}</code>: ${body.summary}. At most ${body.limit.toLocaleString('en')}. Parameters may stand beside the list or in the query.</p>` : ''}
${longestSlice === undefined ? '' : html`<p>A slice may be at most ${longestSlice.toLocaleString('en')} bases long.</p>`}
${milliseconds === undefined ? '' : html`<p>A request may take ${milliseconds.toLocaleString('en')} ms of computing, as far as that can be told before; what takes more is refused with how to ask for less.</p>`}
<h2>Parameters</h2>
${rows.length === 0 ? '' : html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">What</th><th scope="col">Values</th></tr></thead>
<tbody>
${rows.map(([name, parameter]) => html`<tr><th scope="row"><code>${name}</code></th><td>${parameter.in}${parameter.required ? ', required' : ''}</td><td>${parameter.summary}</td><td>${values(parameter)}</td></tr>
`)}</tbody></table>`}
<p class="soft">Every operation takes <code>release</code> (a release of this server), <code>content-type</code> (a format), and <code>callback</code> with JSONP.</p>
<h2>Formats</h2>
<ul class="formats">${formats.map((format) => html`<li>${method === 'GET' && example && format !== 'jsonp' ? html`<a href="${withFormat(example.url, format)}"><code>${MEDIA_TYPES[format]}</code></a>` : html`<code>${MEDIA_TYPES[format]}</code>`}</li>`)}</ul>
<h2>Example</h2>
${example ? shownExample(operation, example) : html`<p>This release holds no data for this operation.</p>`}` as Html,
  });
}

function shownExample(operation: ShownOperation, example: ShownExample): Html {
  const { method, formats } = operation;
  return html`<p>${method === 'GET' ? html`<a href="${example.url}"><code>${example.url}</code></a>` : html`<code>${example.url}</code> with the body <code>${exampleBody(operation)}</code>`}</p>
<pre>${markUpJson(example.answer)}${example.cut ? '\n…' : ''}</pre>
<h2>From a program</h2>
${snippets({ method, url: example.url, accept: MEDIA_TYPES[formats[0]!], body: exampleBody(operation) }).map(({ language, code }) => html`<details open><summary>${language}</summary>
<pre><code>${code}</code></pre></details>
`)}` as Html;
}

/** The JSON body that an operation's example is sent with; undefined for a GET. */
export function exampleBody({ body }: ShownOperation): string | undefined {
  return body?.example && JSON.stringify({ [body.key]: body.example });
}

function values(parameter: Parameter): string {
  const { example } = parameter;
  return [...parameterFacts(parameter), ...(example ? [`for example ${example}`] : [])].join('; ');
}
