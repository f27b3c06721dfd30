/** The page for operators and curious users: releases, species, build report, licences, times of this process. */
import { isAncestral } from '../../compara/species.ts';
import type { OperationTimes, TimingSummary } from '../../http/timing-summary.ts';
import type { Release } from '../../release/release.ts';
import type { SpeciesEntry } from '../../release/manifest.ts';
import { htmlDocument } from '../document.ts';
import { counted } from '../drawing/text.ts';
import { html, type Html } from '../html.ts';
import { htmlList } from '../views/parts.ts';
import { readBuildReport, type ShownReport } from './build-report.ts';

const ROWS = 50;
const MAX_OPERATIONS = 25;

type Query = ReadonlyMap<string, readonly string[]>;

export interface Status {
  base: string;
  release: Release;
  query: Query;
  /** The version of the software. */
  edition: string;
  operations: number;
  timings: TimingSummary;
}

export async function statusPage({ base, release, query, edition, operations, timings }: Status): Promise<string> {
  const { manifest } = release;
  const [versions, report] = await Promise.all([release.versions(), readBuildReport(release)]);
  const { species, comparas = [], terms, taxa } = manifest;
  return htmlDocument({
    base,
    title: 'Data of this server',
    scripts: ['sort.js'],
    body: html`<h1>Data of this server</h1>
${htmlList([
  ['Release', html`<strong>${String(manifest.version)}</strong> <code>${manifest.id}</code>`],
  [
    'Other releases',
    otherReleases(
      base,
      versions.filter((version) => version !== manifest.version),
    ),
  ],
  ['Genomes', genomeCounts(release)],
  ['Comparative', comparas.map(({ name, release: of }) => `${name} (${of})`).join(', ')],
  ['Vocabularies', [terms?.ontologies.join(', '), taxa && 'NCBI taxonomy'].filter(Boolean).join(', ')],
  ['Software', html`genomic-edge ${edition}, ${counted(operations, 'operation')}`],
])}
${speciesTable(
  base,
  species.filter(({ name }) => !isAncestral(name)),
  query,
)}
${reportSection(report)}
<h2 id="licences">Licences of the data</h2>
<p>Ensembl puts no restrictions on data that it makes itself
(<a href="https://www.ensembl.org/info/about/legal/disclaimer.html" rel="external">Ensembl's terms</a>). Variants, phenotypes
and references of other projects keep the terms of those projects; the page of each genome lists sources of variants.
Genomes that were built from files of the operator have the terms of those files. The software is under the Apache
Licence 2.0.</p>
${timingSection(timings)}`,
  });
}

function otherReleases(base: string, versions: readonly number[]): Html | string {
  if (versions.length === 0) return '';
  const newest = versions.toSorted((a, b) => b - a);
  return html`${newest.map(
    (version) => html`<a
href="${base}/status?release=${String(version)}">${String(version)}</a> `,
  )}`;
}

/** '5 core, 2 otherfeatures'. */
function genomeCounts({ manifest }: Release): string {
  const groups = Map.groupBy(
    manifest.genomes.filter(({ species }) => !isAncestral(species)),
    ({ group }) => group,
  );
  return [...groups].map(([group, list]) => `${list.length} ${group}`).join(', ');
}

/** Columns that the address sorts by. */
const SORTS = {
  name: ({ displayName, name }: SpeciesEntry) => (displayName ?? name).toLowerCase(),
  assembly: ({ assembly }: SpeciesEntry) => (assembly ?? '').toLowerCase(),
  division: ({ division }: SpeciesEntry) => division.toLowerCase(),
} as const;

function sortOf(text: string | undefined): keyof typeof SORTS {
  return text === 'assembly' || text === 'division' ? text : 'name';
}

function speciesTable(base: string, all: readonly SpeciesEntry[], query: Query): Html {
  const sort = sortOf(query.get('sort')?.[0]);
  const wanted = query.get('species')?.[0]?.trim().toLowerCase() ?? '';
  const found = all.filter(
    ({ name, displayName, assembly, aliases }) =>
      wanted === '' ||
      [name, displayName ?? '', assembly ?? '', ...aliases].some((text) => text.toLowerCase().includes(wanted)),
  );
  const sorted = found.toSorted((a, b) => (SORTS[sort](a) < SORTS[sort](b) ? -1 : 1));
  const pages = Math.max(1, Math.ceil(sorted.length / ROWS));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(query.get('page')?.[0])) || 1));
  const shown = sorted.slice((page - 1) * ROWS, page * ROWS);
  const address = (changed: Record<string, string>) =>
    `${base}/status?${new URLSearchParams({ ...(wanted && { species: wanted }), sort, ...changed })}#species`;
  const heading = (key: keyof typeof SORTS, label: string) =>
    pages > 1
      ? html`<th scope="col"><a href="${address({ sort: key })}">${label}</a></th>`
      : html`<th scope="col">${label}</th>`;
  return html`<h2 id="species">${counted(all.length, 'species').replace(/speciess$/, 'species')}</h2>
${
  all.length > 10
    ? html`<form class="fields" action="${base}/status#species"><label>Name or assembly
<input type="search" name="species" value="${wanted}"></label><button>Find</button></form>`
    : ''
}
<div class="wide" tabindex="0" role="group" aria-label="Species"><table
class="data"${pages > 1 ? html` data-paged` : ''}>
<thead><tr>${heading('name', 'Species')}<th scope="col">Name in addresses</th>${heading('assembly', 'Assembly')}
<th scope="col">Accession</th>${heading('division', 'Division')}<th scope="col">Databases</th>
<th scope="col" class="number">Release</th></tr></thead>
<tbody>
${shown.map(
  (each) => html`<tr><th scope="row"><a href="${base}/genome/${each.name}">${each.displayName ?? each.name}</a></th>
<td><code>${each.name}</code></td><td>${each.assembly ?? ''}</td><td>${each.accession ?? ''}</td>
<td>${each.division.replace('Ensembl', '')}</td><td>${each.groups.join(', ')}</td>
<td class="number">${String(each.release)}</td></tr>
`,
)}</tbody></table></div>
${shown.length === 0 ? html`<p>No species contains &ldquo;${wanted}&rdquo;.</p>` : ''}
${
  pages > 1
    ? html`<p>Page ${String(page)} of ${String(pages)}
${page > 1 ? html` <a href="${address({ page: String(page - 1) })}" rel="prev">Previous</a>` : ''}
${page < pages ? html` <a href="${address({ page: String(page + 1) })}" rel="next">Next</a>` : ''}</p>`
    : ''
}`;
}

function reportSection(report: ShownReport | null): Html {
  if (!report)
    return html`<h2 id="report">Build report</h2>
<p>This copy of the release has no <code>build-report.json</code>; the folder that it was built in has one.</p>`;
  const { departures, others, notices } = report;
  return html`<h2 id="report">Build report</h2>
${
  departures.length === 0
    ? html`<p>The input had no faults.</p>`
    : html`<p>Rows of the input that differ from sound ones, and how many there are:</p>
<div class="wide" tabindex="0" role="group" aria-label="Departures"><table class="data"><thead><tr>
<th scope="col">Database</th><th scope="col">Table</th><th scope="col">Kind</th><th scope="col" class="number">Rows</th>
</tr></thead><tbody>${departures.map(
        ({ database, table, kind, count }) => html`<tr><th scope="row">${database}</th><td>${table}</td><td>${kind}</td>
<td class="number">${count.toLocaleString('en')}</td></tr>
`,
      )}</tbody></table></div>`
}
${
  others > 0
    ? html`<p class="soft">${counted(others, 'more entry').replace('entrys', 'entries')} in
the file.</p>`
    : ''
}
${
  notices.length > 0
    ? html`<details><summary>${counted(notices.length, 'notice')}</summary><ul>${notices.map(
        (notice) => html`<li>${notice}</li>`,
      )}</ul></details>`
    : ''
}`;
}

function timingSection(timings: TimingSummary): Html {
  const all = timings.list();
  const shown = all.slice(0, MAX_OPERATIONS);
  const sum = (count: (times: OperationTimes) => number) => all.reduce((total, each) => total + count(each), 0);
  const times = (milliseconds: number) =>
    milliseconds === Infinity ? 'over a minute' : milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0);
  return html`<h2 id="times">Times of this process</h2>
<p class="soft">${timings.since ? `Since ${timings.since.toISOString().replace('T', ' ').slice(0, 16)} UTC` : 'So far'}:
${counted(
  sum(({ requests }) => requests),
  'request',
)}, ${String(sum(({ rejected }) => rejected))} rejected (4xx),
${String(sum(({ failed }) => failed))} failed (5xx). Times are from the request to the first byte of the answer, as in
the header <code>Server-Timing</code>, and upper bounds within a factor of 1.5. Other processes of this server count for
themselves.</p>
${
  shown.length === 0
    ? html`<p>No requests yet.</p>`
    : html`<div class="wide" tabindex="0" role="group" aria-label="Times by operation"><table class="data"><thead><tr>
<th scope="col">Operation</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Half, ms</th>
<th scope="col" class="number">95 %, ms</th><th scope="col" class="number">Reads each</th>
<th scope="col" class="number">4xx</th><th scope="col" class="number">5xx</th></tr></thead><tbody>
${shown.map(
  ({
    operation,
    requests,
    rejected,
    failed,
    median,
    most,
    reads,
  }) => html`<tr><th scope="row"><code>${operation}</code></th>
<td class="number">${requests.toLocaleString('en')}</td><td class="number">${times(median)}</td>
<td class="number">${times(most)}</td><td class="number">${(reads / requests).toFixed(1)}</td>
<td class="number">${String(rejected)}</td><td class="number">${String(failed)}</td></tr>
`,
)}</tbody></table></div>`
}`;
}
