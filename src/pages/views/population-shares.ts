/** Tables of the frequencies of alleles or genotypes by population. */
import { dataTable } from '../data-table.ts';
import { shareBar, type Share } from '../drawing/share-bar.ts';
import { counted } from '../drawing/text.ts';
import { html, type Html } from '../html.ts';
import { numberOf, textOf, type JsonObject } from './json-fields.ts';

/** Populations of a project; the rest is in the data. */
const MAX_POPULATIONS = 60;
/** Populations of whole continents come first in a project, and the one of all samples before them. */
const WIDE = ['ALL', 'AFR', 'AMR', 'EAS', 'EUR', 'SAS'];

interface Project {
  name: string;
  /** By name of the population. */
  populations: Map<string, Share[]>;
}

/**
 * @param entries with the fields `population`, `frequency`, and `count` or `allele_count`
 * @param field of the name of the allele or genotype
 */
export function populationShares(
  entries: readonly JsonObject[],
  field: 'allele' | 'genotype',
  heading: string,
): Html | '' {
  const projects = projectsOf(entries, field);
  if (projects.length === 0) return '';
  return html`<h2>${heading}</h2>
${projects.map((project) => projectTable(project, field, projects.length > 1))}`;
}

function projectsOf(entries: readonly JsonObject[], field: string): Project[] {
  const projects = new Map<string, Project>();
  for (const entry of entries) {
    const frequency = numberOf(entry, 'frequency');
    const full = textOf(entry, 'population');
    if (frequency === undefined || full === '') continue;
    const [, name = '', population = full] = /^(.*):([^:]*)$/s.exec(full) ?? [];
    const project = projects.get(name) ?? { name, populations: new Map<string, Share[]>() };
    projects.set(name, project);
    const shares = project.populations.get(population) ?? [];
    project.populations.set(population, shares);
    const share = {
      name: textOf(entry, field),
      share: frequency,
      count: numberOf(entry, 'allele_count') ?? numberOf(entry, 'count'),
    };
    // Submissions of the same population: the first counts.
    if (!shares.some((each) => each.name === share.name)) shares.push(share);
  }
  return [...projects.values()];
}

function projectTable({ name, populations }: Project, field: string, isOneOfSeveral: boolean): Html {
  const ranked = Array.from(populations).sort(
    ([one], [other]) => rankOf(one) - rankOf(other) || one.localeCompare(other, 'en', { numeric: true }),
  );
  const order = orderOf(ranked.flatMap(([, shares]) => shares));
  const rows = ranked.slice(0, MAX_POPULATIONS).map(([population, shares]) => [population, shareBar(shares, order)]);
  const label = `Frequency of each ${field}${name === '' ? '' : ` in ${name}`}`;
  const columns = [{ name: 'Population' }, { name: field === 'allele' ? 'Alleles' : 'Genotypes' }];
  const omitted = ranked.length - rows.length;
  return html`${isOneOfSeveral || name !== '' ? html`<h3>${name || 'Other populations'}</h3>` : ''}
${dataTable({ label, columns, rows })}
${omitted > 0 ? html`<p class="soft">${counted(omitted, 'further population')} in the data.</p>` : ''}`;
}

function rankOf(population: string): number {
  const rank = WIDE.indexOf(population);
  return rank < 0 ? WIDE.length : rank;
}

/** Names of alleles or genotypes, the most frequent first. */
function orderOf(shares: readonly Share[]): string[] {
  const sums = new Map<string, number>();
  for (const { name, share } of shares) sums.set(name, (sums.get(name) ?? 0) + share);
  return Array.from(sums)
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name);
}
