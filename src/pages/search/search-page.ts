/** The search page: redirects to the page that a search means, or shows choices, or hints. */
import { isAncestral } from '../../compara/species.ts';
import type { Release } from '../../release/release.ts';
import { ApiError } from '../../api-error.ts';
import { htmlDocument } from '../document.ts';
import { html, type Html } from '../html.ts';
import { MAX_CHARACTERS, readSearch, type SearchQuery } from './search-query.ts';
import { findTargets, MAX_GENOMES, shownSpecies, suggestTargets, type SearchTarget } from './search-targets.ts';

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
  const typed = query.get('q')?.[0] ?? '';
  return htmlDocument({
    base,
    title: typed === '' ? 'Search' : `Search: ${typed}`,
    searched: typed,
    body: html`<h1>${headingOf(search.text, targets.length)}</h1>
${targets.length > 0 ? choices(base, targets) : hints(release, search)}
${speciesForm(base, release, typed, search.species)}
${targets.length === 0 ? examples(base, release) : ''}`,
  });
}

/** Suggestions as JSON. */
export async function suggestions({ base, release, query }: SearchRequest): Promise<string> {
  const found = await suggestTargets(release, queryOf(release, query));
  return JSON.stringify({ suggestions: found.map(({ path, ...target }) => ({ ...target, href: base + path })) });
}

function queryOf(release: Release, query: SearchRequest['query']): SearchQuery {
  const typed = query.get('q')?.[0] ?? '';
  if (typed.length > MAX_CHARACTERS)
    throw new ApiError(`The search has ${typed.length} characters; at most ${MAX_CHARACTERS} are allowed`);
  return readSearch(typed, query.get('species')?.[0] ?? '', release);
}

function headingOf(text: string, count: number): string {
  if (text === '') return 'Search';
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
  const isPartial = species === null && genomes > MAX_GENOMES;
  return html`<p>${
    species === null
      ? 'No gene, region or variant of this release has that name.'
      : `${shownSpecies(release, species)} has no gene, region or variant of that name.`
  }
Names must be complete; letter case does not matter.
${isPartial ? `Only the first ${MAX_GENOMES} of ${genomes} genomes were searched: choose a species.` : ''}</p>`;
}

function speciesForm(base: string, release: Release, typed: string, chosen: string | null): Html {
  const species = release.manifest.species.filter(({ name }) => !isAncestral(name) && release.findGenome(name));
  return html`<form class="fields" action="${base}/search">
<label>Name <input name="q" value="${typed}" maxlength="${String(MAX_CHARACTERS)}"></label>
<label>Species <select name="species"><option value="">all</option>
${species.map(({ name }) => {
  const label = shownSpecies(release, name);
  return name === chosen
    ? html`<option value="${name}" selected>${label}</option>`
    : html`<option value="${name}">${label}</option>`;
})}</select></label>
<button>Search</button>
</form>`;
}

/** Searches that succeed in this release. */
function examples(base: string, release: Release): Html {
  const { species, gene, symbol, region, variant, transcript } = release.manifest.samples ?? {};
  const found = [
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
