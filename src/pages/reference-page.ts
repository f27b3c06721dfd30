/** The whole OpenAPI document on one page, for who looks something up. */
import { html } from 'hono/html';
import type OpenApi from './openapi.json';
import { markUpAddress } from './address-markup.ts';
import { htmlDocument, type Html } from './document.ts';

type OpenApiDocument = Pick<typeof OpenApi, 'paths' | 'info'>;

interface PathOperation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: { type?: string; enum?: readonly unknown[]; default?: unknown } }[];
  responses: { 200: { content: Record<string, unknown> } };
}

export function referencePage(base: string, { paths, info }: OpenApiDocument): string {
  const all = Object.entries(paths as unknown as Record<string, Record<string, PathOperation>>)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })));
  return htmlDocument({
    base, title: 'Reference',
    body: html`<h1>Reference</h1>
<p>${String(all.length)} addresses, release ${info.version}, made from the <a href="${base}/openapi.json">OpenAPI document</a>, which clients in many languages can be generated from.</p>
${all.map(({ path, method, operation }) => html`<section aria-labelledby="${operation.operationId}">
<h2 id="${operation.operationId}">${markUpAddress(method, path)}</h2>
<p>${operation.summary} <span class="soft">${operation.operationId}</span></p>
${operation.parameters?.length ? html`<ul>
${operation.parameters.map(({ name, in: where, required, description, schema }) => html`<li><code>${name}</code> <span class="soft">(${[where, schema.type, required && 'required', schema.enum?.join(' | '), schema.default !== undefined && `default ${String(schema.default)}`].filter(Boolean).join(', ')})</span> ${description ?? ''}</li>
`)}</ul>` : ''}
<p class="soft">${Object.keys(operation.responses[200].content).join(', ')}</p>
</section>
`)}` as Html,
  });
}
