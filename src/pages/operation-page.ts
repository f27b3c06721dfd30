/** The page of one operation: a form with its parameters, the request, its answer, and code to send it. */
import { MEDIA_TYPES } from '../formats/media-types.ts';
import type { ShownOperation } from '../operation/example.ts';
import type { Parameter } from '../operation/parameter.ts';
import { raw } from 'hono/html';
import { snippets } from './snippets.ts';
import { markUpAddress, markUpPath, htmlDocument } from './document.ts';
import { html, type Html } from './html.ts';
import { markUpJson, withFormat } from './answer-page.ts';
import { anchor, documentationPath } from './overview.ts';
import { requestForm } from './try/request-form.ts';
import type { ReadyRequest, TypedRequest } from './try/typed-request.ts';

/** A request to an operation, and the answer of this service. */
export interface ShownRequest extends ReadyRequest {
  /** Absolute URL. */
  url: string;
  status: number;
  /** The sentence of an error answer. */
  error?: string | undefined;
  /** A sentence of the service about the answer. */
  hint?: string | undefined;
  /** Text of the answer, truncated if it is long. */
  answer: string;
  /** Whether the text is truncated. */
  cut: boolean;
}

/** The texts in the form of the page. */
export interface ShownForm {
  typed: TypedRequest;
  /** Names of fields to change. */
  wrong?: readonly string[];
  /** The release that the page was requested with. */
  pinned?: string | undefined;
}

/** @param request a sentence why nothing can be sent; null if the release has no data for the operation */
export function operationPage(
  base: string,
  operation: ShownOperation,
  { typed, wrong = [], pinned }: ShownForm,
  request: ShownRequest | string | null,
): string {
  const { method, path, group, summary, description, parameters, aliases } = operation;
  const also = (aliases ?? []).map((alias, at) => html`${at > 0 ? ', ' : ''}<code>${markUpPath(alias)}</code>`);
  const hasFlags = Object.values(parameters).some(({ kind }) => kind === 'flag');
  return htmlDocument({
    base,
    title: `${method} ${path}`,
    scripts: ['try-request.js'],
    body: html`<p class="soft"><a href="${base}/">Operations</a> &rsaquo;
<a href="${base}/#${anchor(group)}">${group}</a></p>
<h1>${markUpAddress(method, path)}</h1>
<p>${summary}</p>
${description ? html`<p>${description}</p>` : ''}
${also.length > 0 ? html`<p>Also at ${also}.</p>` : ''}
<div class="tried">
<section class="request" aria-labelledby="parameters">
<h2 id="parameters">Parameters</h2>
${requestForm(operation, typed, wrong, documentationPath(base, operation), pinned)}
${headerParameters(parameters)}
${limits(operation)}
${
  hasFlags
    ? html`<p class="soft">A parameter with the values 0 or 1 is off if it is <code>0</code> or empty. Any other text
turns it on, including <code>false</code> and <code>False</code>.</p>`
    : ''
}
<p class="soft">Every operation also accepts <code>release</code> (a release of this server, default the current one),
<code>content-type</code> (a media type), and <code>callback</code> (the function name for JSONP).</p>
</section>
<section class="tried-answer" id="answer" aria-labelledby="answer-title" tabindex="-1">
${shownAnswer(base, operation, request)}
</section>
</div>`,
  });
}

function limits({ body, longestSlice, milliseconds }: ShownOperation): Html {
  return html`${
    body
      ? html`<p class="soft">The body is ${
          body.streamed ? html`a file (<code>${body.streamed.join(', ')}</code>) or ` : ''
        }JSON,
<code>{"${body.key}": [...]}</code>: ${body.summary}.
${Number.isFinite(body.limit) ? `At most ${body.limit.toLocaleString('en')}.` : 'Any number.'}
${
  body.streamed ? 'Parameters are in the query.' : 'Parameters may be in the body, next to the list, or in the query.'
}</p>`
      : ''
  }
${
  longestSlice
    ? html`<p class="soft">A slice may have at most ${longestSlice.toLocaleString('en')} bases. Longer ones return
400.</p>`
    : ''
}
${
  milliseconds && Number.isFinite(milliseconds)
    ? html`<p class="soft">A request may take at most ${milliseconds.toLocaleString('en')} ms of CPU time, as estimated
beforehand. Larger requests return 400 with a hint how to request less.</p>`
    : ''
}`;
}

/** Headers of requests are no fields of the form, since a link cannot contain them. */
function headerParameters(parameters: ShownOperation['parameters']): Html | string {
  const headers = Object.entries(parameters).filter(([, parameter]) => parameter.in === 'header');
  if (headers.length === 0) return '';
  return html`<ul class="soft">${headers.map(
    ([name, { summary }]) => html`<li>Header <code>${name}</code>: ${summary}</li>`,
  )}</ul>`;
}

function shownAnswer(base: string, operation: ShownOperation, request: ShownRequest | string | null): Html {
  const title = html`<h2 id="answer-title">Answer</h2>`;
  if (request === null) return html`${title}<p>This release contains no data for this operation.</p>`;
  if (typeof request === 'string') return html`${title}<p class="problem" role="alert">${request}</p>`;
  const { method } = operation;
  const { url, body, accept, error, hint, status } = request;
  const shownUrl = html`<code>${url}</code>`;
  // Links have no host: the one in the URL is what the client sent.
  const link = base + request.address;
  return html`${title}
<p>${markUpAddressOf(method)} ${method === 'GET' ? html`<a href="${link}">${shownUrl}</a>` : shownUrl}</p>
${body === undefined ? '' : html`<p>with the body <code>${body}</code></p>`}
${hint === undefined ? '' : html`<p class="hint">${hint}.</p>`}
${
  error === undefined
    ? textAndFormats(operation, request, link)
    : html`<p class="problem"
role="alert"><strong>${String(status)}</strong> ${error}</p>`
}
<h2>Code</h2>
<div class="snippets">${snippets({ method, url, accept, body }).map(
    (
      { language, code },
      at,
    ) => html`<details name="snippet"${at === 0 ? raw(' open') : ''}><summary>${language}</summary>
<pre tabindex="0" aria-label="${language}"><code>${code}</code></pre></details>
`,
  )}</div>`;
}

function textAndFormats({ method, formats }: ShownOperation, { answer, cut }: ShownRequest, link: string): Html {
  return html`<pre tabindex="0" aria-label="Text of the answer">${markUpJson(answer)}${cut ? '\n…' : ''}</pre>
<ul class="formats" aria-label="Formats">${formats.map((format) => {
    const type = html`<code>${MEDIA_TYPES[format]}</code>`;
    const linked = method === 'GET' && format !== 'jsonp';
    return html`<li>${linked ? html`<a href="${withFormat(withoutFormat(link), format)}">${type}</a>` : type}</li>`;
  })}</ul>`;
}

function markUpAddressOf(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** The address without the parameter content-type, which readyRequest adds last. */
function withoutFormat(address: string): string {
  return address.replace(/[?;]content-type=[^;]*$/, '');
}

/** The JSON body of an operation's example; undefined for GET. */
export function exampleBody({ body }: ShownOperation): string | undefined {
  return body?.example && JSON.stringify({ [body.key]: body.example });
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
