/** The first page: what is served here, and every operation by its group. */
import { html } from 'hono/html';
import type { Operation } from '../operation/operation.ts';
import type { ReleaseManifest } from '../release/manifest.ts';
import { htmlDocument, type Html } from './document.ts';

/** Path of the page about an operation. */
export function documentationPath(base: string, { method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${base}/documentation/${method}${path}`;
}

/** Operations by group, both in alphabetical order of the groups' names. */
export function byGroup(operations: readonly Operation[]): [group: string, operations: Operation[]][] {
  return [...Map.groupBy(operations, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
}

export function overviewPage(base: string, operations: readonly Operation[], manifest: ReleaseManifest): string {
  const groups = byGroup(operations);
  const species = manifest.species.length;
  return htmlDocument({
    base, title: 'Operations',
    body: html`<h1>Genomic reference data, in the dialect of Ensembl's REST service</h1>
<p>Release ${String(manifest.version)} with ${String(species)} species: <a href="${base}/info/species?content-type=text/html">which ones</a>. Addresses begin with <code>${base}/</code>; whatever
asks rest.ensembl.org today works here after its base URL is changed.</p>
<nav aria-label="Groups of operations"><p>${groups.map(([group, list]) => html`<a href="#${anchor(group)}">${group}</a> (${String(list.length)}) `)}</p></nav>
${groups.map(([group, list]) => html`<section aria-labelledby="${anchor(group)}">
<h2 id="${anchor(group)}">${group}</h2>
<dl class="operations">
${list.map((operation) => html`<dt><a href="${documentationPath(base, operation)}"><span class="method">${operation.method}</span> <code>${operation.path}</code></a></dt>
<dd>${operation.summary}</dd>
`)}</dl>
</section>
`)}` as Html,
  });
}

function anchor(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}
