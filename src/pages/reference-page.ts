/** The reference page: the whole OpenAPI document on one page. */
import { markUpAddress, htmlDocument } from './document.ts';
import { html } from './html.ts';

interface PathParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: { type?: string; enum?: readonly unknown[]; default?: unknown };
}

interface PathOperation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: PathParameter[];
  responses: { 200: { content: Record<string, unknown> } };
}

function factsOf({ in: where, required, schema }: PathParameter): string {
  const byDefault = schema.default !== undefined && `default ${String(schema.default)}`;
  return [where, schema.type, required && 'required', schema.enum?.join(' | '), byDefault].filter(Boolean).join(', ');
}

/** The members of an OpenAPI document that pages read. */
export interface OpenApiDocument {
  info: { version: string };
  paths: Record<string, Record<string, PathOperation>>;
}

export function referencePage(base: string, { paths, info }: OpenApiDocument): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return htmlDocument({
    base,
    title: 'Reference',
    body: html`<h1>Reference</h1>
<p>${String(all.length)} addresses, release ${info.version}. This page shows the
<a href="${base}/openapi.json">OpenAPI document</a>, from which you can generate clients in many languages.</p>
${all.map(
  ({ path, method, operation }) => html`<section aria-labelledby="${operation.operationId}">
<h2 id="${operation.operationId}">${markUpAddress(method, path)}</h2>
<p>${operation.summary} <span class="soft">${operation.operationId}</span></p>
${
  operation.parameters?.length
    ? html`<ul>
${operation.parameters.map(
  (parameter) => html`<li><code>${parameter.name}</code> <span class="soft">(${factsOf(parameter)})</span>
${parameter.description ?? ''}</li>
`,
)}</ul>`
    : ''
}
<p class="soft">${Object.keys(operation.responses[200].content).join(', ')}</p>
</section>
`,
)}`,
  });
}
