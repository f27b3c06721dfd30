/** Addresses of other pages, and what several views ask the service. */
import { html, type Html } from '../html.ts';
import { wrapped } from '../drawing/origin.ts';
import type { TrackGene } from '../drawing/gene-track.ts';
import type { Span } from '../drawing/text.ts';
import { numberOf, objectsOf, textOf } from './json-fields.ts';
import type { PageRequest } from './view.ts';

/** A path below the base path, with segments that are encoded: segments('ld', 'human', 'rs1') is '/ld/human/rs1'. */
export function pathOf(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment).replaceAll('%3A', ':')}`).join('');
}

interface BrowsedRegion {
  species: string;
  region: string;
  /** Length of a circular region, if the span may continue beyond its origin; else 0. */
  circularLength?: number;
}

/** Address of a span in the genome browser, below the base path. */
export function browsePath({ species, region, circularLength = 0 }: BrowsedRegion, { start, end }: Span): string {
  return pathOf('browse', species, `${region}:${wrapped(start, circularLength)}-${wrapped(end, circularLength)}`);
}

/** Parameters of the query that a page hands on to its questions and links: '?compara=plants', or ''. */
export function queryOf(query: PageRequest['query'], names: readonly string[]): string {
  const sent = names.flatMap((name) => (query.get(name) ?? []).map((value) => `${name}=${encodeURIComponent(value)}`));
  return sent.length === 0 ? '' : `?${sent.join(';')}`;
}

/**
 * Segments of a gene tree's path, from the parameters of an operation on gene trees. @param isMember of a gene's tree
 */
export function treeSegments({ id, species, symbol }: PageRequest['path'], isMember: boolean): string[] {
  if (symbol !== undefined) return ['member', 'symbol', species ?? '', symbol];
  if (!isMember) return ['id', id ?? ''];
  return ['member', 'id', ...(species === undefined ? [] : [species]), id ?? ''];
}

/** 'homo_sapiens' as people write it. */
export function speciesText(species: string): string {
  return `${species.charAt(0).toUpperCase()}${species.slice(1)}`.replaceAll('_', ' ');
}

/**
 * The page of a gene; its homologues, if the release has no genome of the species but compares its genes.
 * @param species any of its names, or a taxon id
 */
export function geneAddress({ base, release, query }: PageRequest, species: string, id: string): string {
  if (release.knows(species)) return `${base}${pathOf('lookup', 'id', id)}`;
  return `${base}${pathOf('homology', 'id', id)}${queryOf(query, ['compara'])}`;
}

/** Links to related pages in a row. */
export function linkList(links: readonly (readonly [text: string, href: string])[]): Html {
  return html`<nav class="chips" aria-label="Related pages">
${links.map(
  ([text, href]) => html`<a href="${href}">${text}</a>
`,
)}</nav>`;
}

/** Longest region whose genes are asked for. */
const MAX_GENES_REGION = 5_000_000;

/** Genes of a region; none if the region is too long to ask. */
export async function genesIn(
  { ask, base }: PageRequest,
  species: string,
  region: string,
  { start, end }: Span,
): Promise<TrackGene[]> {
  if (end - start >= MAX_GENES_REGION) return [];
  const address = `${pathOf('overlap', 'region', species, `${region}:${Math.max(1, start)}-${end}`)}?feature=gene`;
  return objectsOf(await ask(address)).map((gene) => {
    const id = textOf(gene, 'id');
    return {
      name: textOf(gene, 'external_name') || id,
      start: numberOf(gene, 'start') ?? start,
      end: numberOf(gene, 'end') ?? end,
      strand: numberOf(gene, 'strand') ?? 1,
      isCoding: textOf(gene, 'biotype') === 'protein_coding',
      href: `${base}${pathOf('lookup', 'id', id)}`,
    };
  });
}
