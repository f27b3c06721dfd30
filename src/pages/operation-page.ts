/** The page of one operation: parameters, formats, limits, an example with its answer, and code to send it. */
import { MEDIA_TYPES } from '../formats/media-types.ts';
import type { ShownOperation } from '../operation/example.ts';
import { raw } from 'hono/html';
import { snippets } from './snippets.ts';
import { markUpAddress, markUpPath, htmlDocument } from './document.ts';
import { html, type Html } from './html.ts';
import { markUpJson, withFormat } from './answer-page.ts';
import { anchor } from './overview.ts';
import type { Parameter } from '../operation/parameter.ts';

/** The example request of an operation and the answer of this service. */
export interface ShownExample {
  /** Absolute URL. */
  url: string;
  /** Text of the answer, truncated if it is long. */
  answer: string;
  /** Whether the text is truncated. */
  cut: boolean;
}

/** @param example null if the release has no data for the operation */
export function operationPage(base: string, operation: ShownOperation, example: ShownExample | null): string {
  const { method, path, group, summary, description, parameters, aliases, body, longestSlice, milliseconds, formats } =
    operation;
  const title = `${method} ${path}`;
  const rows = Object.entries(parameters);
  const also = (aliases ?? []).map((alias, at) => html`${at > 0 ? ', ' : ''}<code>${markUpPath(alias)}</code>`);
  return htmlDocument({
    base,
    title,
    body: html`<p class="soft"><a href="${base}/">Operations</a> › <a href="${base}/#${anchor(group)}">${group}</a></p>
<h1>${markUpAddress(method, path)}</h1>
<p>${summary}</p>
${description ? html`<p>${description}</p>` : ''}
${also.length > 0 ? html`<p>Also at ${also}.</p>` : ''}
${
  body
    ? html`<h2>Body</h2>
<p>${body.streamed ? html`A file (<code>${body.streamed.join(', ')}</code>) or ` : ''}JSON,
<code>{"${body.key}": [...]}</code>: ${body.summary}.
${Number.isFinite(body.limit) ? `At most ${body.limit.toLocaleString('en')}.` : 'Any number.'}
${
  body.streamed ? 'Parameters are in the query.' : 'Parameters may be in the body, next to the list, or in the query.'
}</p>`
    : ''
}
${
  longestSlice
    ? html`<p>A slice may have at most ${longestSlice.toLocaleString('en')} bases. Longer ones return 400.</p>`
    : ''
}
${
  milliseconds && Number.isFinite(milliseconds)
    ? html`<p>A request may take at most ${milliseconds.toLocaleString('en')} ms of CPU time, as estimated beforehand.
Larger requests return 400 with a hint how to request less.</p>`
    : ''
}
<h2>Parameters</h2>
${
  rows.length === 0
    ? ''
    : html`<table>
<thead><tr>
<th scope="col">Name</th><th scope="col">In</th><th scope="col">Description</th><th scope="col">Values</th>
</tr></thead>
<tbody>
${rows.map(
  ([name, parameter]) => html`<tr><th scope="row"><code>${name}</code></th>
<td>${parameter.in}${parameter.required ? ', required' : ''}</td>
<td>${parameter.summary}</td><td>${values(parameter)}</td></tr>
`,
)}</tbody></table>`
}
${
  rows.some(([, { kind }]) => kind === 'flag')
    ? html`<p class="soft">A parameter with the values 0 or 1 is off if it is <code>0</code> or empty. Any other text
turns it on, including <code>false</code> and <code>False</code>.</p>`
    : ''
}
<p class="soft">Every operation also accepts <code>release</code> (a release of this server, default the current one),
<code>content-type</code> (a media type), and <code>callback</code> (the function name for JSONP).</p>
<h2>Formats</h2>
<ul class="formats">${formats.map((format) => {
      const type = html`<code>${MEDIA_TYPES[format]}</code>`;
      const linked = method === 'GET' && example && format !== 'jsonp';
      return html`<li>${linked ? html`<a href="${withFormat(example.url, format)}">${type}</a>` : type}</li>`;
    })}</ul>
<h2>Example</h2>
${example ? shownExample(operation, example) : html`<p>This release contains no data for this operation.</p>`}`,
  });
}

/** Number of snippets that are open at first. */
const OPEN_SNIPPETS = 2;

function shownExample(operation: ShownOperation, example: ShownExample): Html {
  const { method, formats } = operation;
  const url = html`<code>${example.url}</code>`;
  const request =
    method === 'GET'
      ? html`<a href="${example.url}">${url}</a>`
      : html`${url} with the body <code>${exampleBody(operation)}</code>`;
  return html`<p>${request}</p>
<pre>${markUpJson(example.answer)}${example.cut ? '\n…' : ''}</pre>
<h2>Code</h2>
${snippets({ method, url: example.url, accept: MEDIA_TYPES[formats[0]], body: exampleBody(operation) }).map(
  ({ language, code }, at) => html`<details${at < OPEN_SNIPPETS ? raw(' open') : ''}><summary>${language}</summary>
<pre><code>${code}</code></pre></details>
`,
)}`;
}

/** The JSON body of an operation's example; undefined for GET. */
export function exampleBody({ body }: ShownOperation): string | undefined {
  return body?.example && JSON.stringify({ [body.key]: body.example });
}

function values(parameter: Parameter): string {
  const { example } = parameter;
  return [...parameterFacts(parameter), ...(example ? [`for example ${example}`] : [])].join('; ');
}

/** Accepted values and default of a parameter, for documentation. */
export function parameterFacts({ kind, values, others, minimum, maximum, default: byDefault }: Parameter): string[] {
  const facts: string[] = [];
  if (values) facts.push(others ? `${values.join(', ')}; ${others}` : values.join(', '));
  else if (kind === 'flag') facts.push('0 or 1');
  else if (kind !== 'text' && kind !== 'list')
    facts.push(
      `${kind}${minimum === undefined ? '' : ` from ${minimum}`}${maximum === undefined ? '' : ` to ${maximum}`}`,
    );
  if (kind === 'list') facts.push('may be sent several times');
  if (byDefault !== undefined) {
    const list = Array.isArray(byDefault) ? byDefault.join(', ') : String(byDefault);
    facts.push(`default ${kind === 'flag' ? Number(byDefault) : list}`);
  }
  return facts;
}
