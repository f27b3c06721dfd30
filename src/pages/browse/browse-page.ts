/**
 * The genome browser at /browse/:species/:region. The page shows the region and works by links; the script
 * src/pages/client/browse.ts replaces the drawing by one that pans and zooms.
 */
import type { Release } from '../../release/release.ts';
import { htmlDocument } from '../document.ts';
import { partsOf, wrapped } from '../drawing/origin.ts';
import { basesText, positionText } from '../drawing/scale.ts';
import { spanOn, strip } from '../drawing/strip.ts';
import { svg } from '../drawing/svg.ts';
import { html, type Html } from '../html.ts';
import { shownSpecies } from '../search/species-names.ts';
import { isObject, objectsOf } from '../views/json-fields.ts';
import { pathOf } from '../views/links.ts';
import type { ViewRequest } from '../views/view.ts';
import { browsedAlignment } from './alignment-answer.ts';
import { browseAddress, browsedPlace, type BrowsedPlace } from './browse-place.ts';
import { readBands, readGenes, staticTracks, type GeneSpan } from './static-tracks.ts';

/** Most bases of a request for features: src/catalogue/overlap.ts. */
const LONGEST_SLICE = 5_000_000;
const SHORTEST_VIEW = 40;
const MAX_LISTED_GENES = 60;

interface BrowseRequest extends Pick<ViewRequest, 'base' | 'release' | 'ask'> {
  /** The release that the request names. */
  pinned: string | undefined;
}

/** Throws ApiError (400) for an unknown species or region. */
export async function browsePage(species: string, text: string, request: BrowseRequest): Promise<string> {
  const { base, release, ask } = request;
  const place = await browsedPlace(release, species, text);
  const { genome, region, start, end, circularLength } = place;
  const position = (unrolled: number) => wrapped(unrolled, circularLength);
  const where = `${genome.species}/${encodeURIComponent(region.name)}`;
  const isShort = end - start < LONGEST_SLICE;
  const [assembly, genes, alignment] = await Promise.all([
    ask(`/info/assembly/${where}?bands=1`),
    isShort ? ask(`/overlap/region/${where}:${position(start)}-${position(end)}?feature=gene`) : null,
    browsedAlignment(release, genome.species),
  ]);
  const bands = readBands(isObject(assembly) ? assembly.karyotype_band : null);
  const listed = readGenes(objectsOf(genes), place);
  const shown = `${region.name}:${positionText(position(start))}-${positionText(position(end))}`;
  const name = shownSpecies(release, genome.species);
  return htmlDocument({
    base,
    title: `${shown} · ${name}`,
    scripts: ['browse.js'],
    body: html`<p class="soft crumbs">${name} &rsaquo; ${genome.entry.assembly ?? ''}</p>
<h1 id="place">${shown}</h1>
${controls(place, base)}
<div id="browser" class="browser" data-base="${base}" data-species="${genome.species}" data-region="${region.name}"
 data-length="${String(region.length)}" data-circular="${String(circularLength)}"
 data-start="${String(start)}" data-end="${String(end)}"
 data-release="${request.pinned ?? ''}"
 data-tracks="${[...tracksOf(place, release), ...(alignment ? ['alignment'] : [])].join(' ')}"
 data-set="${release.manifest.constrainedSets?.[0] ?? ''}" data-alignment="${alignment?.query ?? ''}"
 data-alignment-name="${alignment?.name ?? ''}">
${ideogram(place, bands)}
<div class="drawn">${await staticTracks(place, listed, isShort)}</div>
</div>
<div id="details" class="details" aria-live="polite"></div>
<h2>Genes</h2>
<div id="genes">${geneList(listed, isShort, place, base)}</div>`,
  });
}

/** Names of the tracks that the genome has data for. */
function tracksOf({ genome }: BrowsedPlace, release: Release): string[] {
  const { tables, sequence } = genome.entry;
  return [
    sequence ? 'sequence' : '',
    tables.genes ? 'gene' : '',
    tables['variant-features'] ? 'variation' : '',
    tables['structural-features'] ? 'structural_variation' : '',
    tables['regulatory-features'] ? 'regulatory' : '',
    tables['constrained-elements'] && release.manifest.constrainedSets?.length ? 'constrained' : '',
    tables.repeats ? 'repeat' : '',
  ].filter(Boolean);
}

/** Links that pan and zoom; the script takes them over by data-action. */
function controls(place: BrowsedPlace, base: string): Html {
  const { region, start, end, circularLength } = place;
  const length = end - start + 1;
  const view = (from: number, size: number) => {
    const span = Math.round(Math.min(Math.max(size, SHORTEST_VIEW), region.length));
    const least = circularLength > 0 ? from : Math.max(1, Math.min(from, region.length - span + 1));
    const first = Math.round(least);
    return base + browseAddress(place, first, first + span - 1);
  };
  const zoom = (factor: number) => view(start + (length - length * factor) / 2, length * factor);
  const buttons = [
    ['left', '←', 'Pan left', view(start - length / 2, length)],
    ['right', '→', 'Pan right', view(start + length / 2, length)],
    ['in', '+', 'Zoom in', zoom(0.5)],
    ['out', '−', 'Zoom out', zoom(2)],
    ['far', '10×', 'Zoom out 10×', zoom(10)],
    ['whole', 'Whole', `Whole ${region.name}`, view(1, region.length)],
  ] as const;
  return html`<div class="controls"><div class="buttons" role="group" aria-label="Pan and zoom">
${buttons.map(
  ([
    action,
    text,
    label,
    href,
  ]) => html`<a href="${href}" data-action="${action}" title="${label}" aria-label="${label}">${text}</a>
`,
)}</div>
<span id="span" class="soft">${basesText(length)}</span>
<label class="soft"><input type="checkbox" id="all-transcripts" disabled> all transcripts</label></div>`;
}

function ideogram({ region, start, end, circularLength }: BrowsedPlace, bands: ReturnType<typeof readBands>): Html {
  const whole = { start: 1, end: region.length };
  // The mark over the origin has two parts. The script moves both.
  const marks = partsOf({ start, end }, region.length).map((span) => spanOn(span, whole));
  if (circularLength > 0 && marks.length === 1) marks.push({ x: '0%', width: '0%' });
  const boxes = bands.map((band) => {
    const { x, width } = spanOn(band, whole);
    return svg`<rect class="stain ${band.stain}" x="${x}" width="${width}" y="4"
height="12"><title>${band.id}</title></rect>
`;
  });
  const label = `${region.name}, ${basesText(region.length)}, with the view marked`;
  return html`<div class="ideogram">${strip(
    20,
    label,
    svg`<rect class="chromosome" width="100%" y="3.5" height="13" rx="4"/>${boxes}
${marks.map(({ x, width }) => svg`<rect class="marked" x="${x}" width="${width}" y="0.5" height="19" rx="2"/>`)}`,
  )}</div>`;
}

function geneList(genes: readonly GeneSpan[], isShort: boolean, { genome }: BrowsedPlace, base: string): Html {
  if (!isShort) return html`<p class="soft">Zoom in to ${basesText(LONGEST_SLICE)} or less for a list of genes.</p>`;
  if (genes.length === 0) return html`<p class="soft">No genes here.</p>`;
  const listed = [...new Map(genes.map((gene) => [gene.id, gene])).values()];
  const left = listed.length - MAX_LISTED_GENES;
  return html`<ul class="gene-list">
${listed.slice(0, MAX_LISTED_GENES).map(
  ({
    id,
    name,
    biotype,
  }) => html`<li><a href="${base}${pathOf('lookup', 'id', id)}?species=${genome.species}">${name}</a>
<span class="soft">${biotype.replaceAll('_', ' ')}</span></li>
`,
)}</ul>
${left > 0 ? html`<p class="soft">and ${String(left)} more</p>` : ''}`;
}
