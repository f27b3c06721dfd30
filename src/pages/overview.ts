/** The first page: what is served here, and every operation by its group. */
import { isAncestral } from '../compara/species.ts';
import type { Operation } from '../operation/operation.ts';
import type { ReleaseManifest } from '../release/manifest.ts';
import { html, markUpAddress, htmlDocument } from './document.ts';

/** Path of the page about an operation. */
export function documentationPath(base: string, { method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${base}/documentation/${method}${path}`;
}

/** Operations by group, both in alphabetical order of the groups' names. */
export function byGroup<O extends { group: string }>(operations: readonly O[]): [group: string, operations: O[]][] {
  return [...Map.groupBy(operations, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param address whole address of the service: 'https://example.org/rest' */
export function overviewPage(
  base: string,
  address: string,
  operations: readonly Operation[],
  manifest: ReleaseManifest,
): string {
  const groups = byGroup(operations);
  const species = manifest.species.filter(({ name }) => !isAncestral(name));
  return htmlDocument({
    base,
    title: 'Operations',
    body: html`<h1>Genomic reference data, in the dialect of Ensembl's REST service</h1>
<p>Clients of rest.ensembl.org work here after their base URL is changed to <code>${address}</code>,
for the operations below. This server holds release ${String(manifest.version)}:
<a href="${base}/info/species?content-type=text/html">${String(species.length)} species</a>,
${String(operations.length)} operations.</p>
<pre><code>curl ${address}/info/species -H 'Accept: application/json'</code></pre>
<div class="sided">
<nav class="groups" aria-label="Groups of operations"><ul>
${groups.map(
  ([
    group,
    list,
  ]) => html`<li><a href="#${anchor(group)}">${group}</a> <span class="soft">${String(list.length)}</span></li>
`,
)}</ul></nav>
<div>
${groups.map(
  ([group, list]) => html`<section aria-labelledby="${anchor(group)}">
<h2 id="${anchor(group)}">${group}</h2>
<ul class="operations">
${list.map(
  (operation) => html`<li>
<a href="${documentationPath(base, operation)}">${markUpAddress(operation.method, operation.path)}</a>
<span class="soft">${operation.summary}</span></li>
`,
)}</ul>
</section>
`,
)}</div>
</div>`,
  });
}

/** Where a group stands on the page. */
export function anchor(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}
