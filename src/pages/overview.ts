/** The start page: the release and all operations by group. */
import { isAncestral } from '../compara/species.ts';
import type { Operation } from '../operation/operation.ts';
import type { ReleaseManifest } from '../release/manifest.ts';
import { counted } from './drawing/text.ts';
import { markUpAddress, htmlDocument } from './document.ts';
import { html, type Html } from './html.ts';
import { isFictional, type TourStop } from './tour.ts';

/** Path of the page of an operation. */
export function documentationPath(base: string, { method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${base}/documentation/${method}${path}`;
}

/** Operations by group, sorted by name of the group. */
export function byGroup<O extends { group: string }>(operations: readonly O[]): [group: string, operations: O[]][] {
  return [...Map.groupBy(operations, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param address absolute URL of the service: 'https://example.org/rest' */
export function overviewPage(
  base: string,
  address: string,
  operations: readonly Operation[],
  manifest: ReleaseManifest,
  tour: readonly TourStop[] = [],
): string {
  const groups = byGroup(operations);
  return htmlDocument({
    base,
    title: 'Operations',
    body: html`<h1>Genomic reference data, in the format of Ensembl's REST service</h1>
<p>Clients of rest.ensembl.org can use the operations below if you change their base URL to <code>${address}</code>.
This server has ${String(operations.length)} operations and ${dataOf(base, manifest)}.</p>
${examplePages(base, manifest, tour)}
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

/** A clause about the species of Ensembl databases and the genomes of the operator's files that the release has. */
function dataOf(base: string, { species, version }: ReleaseManifest): Html {
  const shown = species.filter(({ name }) => !isAncestral(name));
  const link = (text: string) => html`<a href="${base}/status">${text}</a>`;
  const own = shown.filter(({ isOfFiles }) => isOfFiles).length;
  const others = shown.length - own;
  const files = `${counted(own, 'genome')} from files of its operator`;
  if (others === 0 && own > 0) return html`data of ${link(files)}`;
  const ofRelease = html`data of Ensembl release ${String(version)} for
${link(`${others} species`)}`;
  return own === 0 ? ofRelease : html`${ofRelease}, and ${link(files)}`;
}

/** Links to pages that draw data of this release. */
function examplePages(base: string, { samples = {}, species: all }: ReleaseManifest, tour: readonly TourStop[]): Html {
  const { species, symbol, gene, slice, region, variation_species, variant, gene_tree } = samples;
  const place = region ?? slice;
  const pages = [
    species && symbol ? [`Gene ${symbol}`, `/lookup/symbol/${species}/${encodeURIComponent(symbol)}`] : [],
    gene && !symbol ? [`Gene ${gene}`, `/lookup/id/${encodeURIComponent(gene)}`] : [],
    species && place
      ? [`Region ${place}`, `/browse/${species}/${encodeURIComponent(place).replaceAll('%3A', ':')}`]
      : [],
    variation_species && variant
      ? [`Variant ${variant}`, `/variation/${variation_species}/${encodeURIComponent(variant)}`]
      : [],
    gene_tree ? [`Gene tree ${gene_tree}`, `/genetree/id/${encodeURIComponent(gene_tree)}`] : [],
  ].filter((page): page is [string, string] => page.length === 2);
  if (pages.length + tour.length === 0) return html``;
  const isMadeUp = all.some((entry) => entry.name === species && isFictional(entry));
  return html`<nav class="chips" aria-label="Pages that draw"><span class="soft">Look at</span>
${tour.map(
  ({ kind, name, species: shown, path }) => html`<a href="${base}${path}">${kind} ${name}${
    kind === 'Gene' ? html` <span class="soft">${shown}</span>` : ''
  }</a>
`,
)}${isMadeUp && tour.length > 0 ? html`<span class="soft">and fictional data</span>` : ''}
${pages.map(
  ([name, path]) => html`<a href="${base}${path}">${name}</a>
`,
)}</nav>`;
}

/** The id of the section of a group. */
export function anchor(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}
