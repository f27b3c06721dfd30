/** The search page: redirects to the page that a search means, or shows choices, or hints. */
import type { Release } from '../../release/release.ts';
import { ApiError } from '../../api-error.ts';
import { htmlDocument } from '../document.ts';
import { html, type Html } from '../html.ts';
import { pinnedAddress } from '../pinned-links.ts';
import { MAX_CHARACTERS, readSearch, type SearchQuery } from './search-query.ts';
import { nearTargets, suggestTargets } from './near-targets.ts';
import { findTargets, MAX_GENOMES, type SearchTarget } from './search-targets.ts';
import { tourOf, type TourStop } from '../tour.ts';
import { shownSpecies, speciesOptions } from './species-names.ts';

interface SearchRequest {
  base: string;
  release: Release;
  query: ReadonlyMap<string, readonly string[]>;
}

/** Most choices of a page. */
const MAX_CHOICES = 50;

/**
 * The page, or the address of the only page that the search means. Throws ApiError (400) for a text that is too long.
 */
export async function searchPage({ base, release, query }: SearchRequest): Promise<string | { location: string }> {
  const search = queryOf(release, query);
  const targets = await findTargets(release, search);
  const [only] = targets;
  if (only && targets.length === 1) return { location: base + only.path };
  const near = targets.length === 0 ? await nearTargets(release, search) : [];
  const typed = query.get('q')?.[0] ?? '';
  return htmlDocument({
    base,
    title: typed === '' ? 'Search' : `Search: ${typed}`,
    searched: typed,
    body: html`<h1>${headingOf(search.text, targets.length, near.length)}</h1>
${near.length > 0 ? html`<p>Nothing has exactly this name. These names begin like it:</p>` : ''}
${targets.length + near.length > 0 ? choices(base, [...targets, ...near]) : hints(release, search)}
${speciesForm(base, release, typed, search.species[0])}
${targets.length + near.length === 0 ? examples(base, release, await tourOf(release)) : ''}`,
  });
}

/** Suggestions as JSON. */
export async function suggestions({ base, release, query }: SearchRequest): Promise<string> {
  const found = await suggestTargets(release, queryOf(release, query));
  const pinned = query.get('release')?.[0];
  const hrefOf = (path: string) => (pinned ? pinnedAddress(base + path, pinned) : base + path);
  return JSON.stringify({ suggestions: found.map(({ path, ...target }) => ({ ...target, href: hrefOf(path) })) });
}

function queryOf(release: Release, query: SearchRequest['query']): SearchQuery {
  const typed = query.get('q')?.[0] ?? '';
  if (typed.length > MAX_CHARACTERS)
    throw new ApiError(`The search has ${typed.length} characters; at most ${MAX_CHARACTERS} are allowed`);
  return readSearch(typed, query.get('species')?.[0] ?? '', release);
}

function headingOf(text: string, count: number, near: number): string {
  if (text === '') return 'Search';
  if (count === 0 && near > 0) return `Names like “${text}”`;
  return count === 0 ? `Nothing found for “${text}”` : `“${text}” may be one of ${count}`;
}

function choices(base: string, targets: readonly SearchTarget[]): Html {
  return html`<ul class="choices">
${targets.slice(0, MAX_CHOICES).map(
  ({ path, kind, name, detail }) => html`<li><a href="${base}${path}"><strong>${name}</strong>
<span class="soft">${kind}${detail ? ` · ${detail}` : ''}</span></a></li>
`,
)}</ul>`;
}

function hints(release: Release, { text, species }: SearchQuery): Html {
  if (text === '') return html`<p>Find a gene, a transcript, a region or a variant by its name.</p>`;
  const genomes = release.manifest.genomes.filter(({ group }) => group === 'core').length;
  const [chosen] = species;
  const isPartial = chosen === undefined && genomes > MAX_GENOMES;
  return html`<p>${
    chosen === undefined
      ? 'No gene, region, variant or species of this release has that name.'
      : `${shownSpecies(release, chosen)} has no gene, region or variant of that name.`
  }
Letter case does not matter. Write a gene as <code>BRCA2</code> or by its id, a region as <code>7:1000-2000</code>, a
variant as <code>rs699</code>, and a species before the name, such as <code>human BRCA2</code>. Words of descriptions
cannot be searched.
${isPartial ? `Only the first ${MAX_GENOMES} of ${genomes} genomes were searched: choose a species.` : ''}</p>`;
}

function speciesForm(base: string, release: Release, typed: string, chosen: string | undefined): Html {
  return html`<form class="fields" action="${base}/search">
<label>Name <input name="q" value="${typed}" maxlength="${String(MAX_CHARACTERS)}"></label>
<label>Species <select name="species"><option value="">all</option>
${speciesOptions(release).map(([name, label]) =>
  name === chosen
    ? html`<option value="${name}" selected>${label}</option>`
    : html`<option value="${name}">${label}</option>`,
)}</select></label>
<button>Search</button>
</form>`;
}

/** Searches that succeed in this release. */
function examples(base: string, release: Release, tour: readonly TourStop[]): Html {
  const { species, gene, symbol, region, variant, transcript } = release.manifest.samples ?? {};
  const found = [
    ...tour.map(({ kind, name, species: shown }) => [kind === 'Gene' ? `Gene of ${shown}` : kind, name]),
    ['Gene symbol', symbol],
    ['Stable id', gene],
    ['Transcript', transcript],
    ['Region', species && region ? `${species}:${region}` : undefined],
    ['Variant', variant],
  ].filter((row): row is [string, string] => row[1] !== undefined);
  if (found.length === 0) return html``;
  return html`<h2>Examples</h2>
<ul class="choices">
${found.map(
  ([kind, text]) => html`<li><a href="${base}/search?q=${encodeURIComponent(text)}"><strong>${text}</strong>
<span class="soft">${kind}</span></a></li>
`,
)}</ul>`;
}
