/** Pages of linkage: around a variant (ld/:id), of a region (ld/region), and of two variants (ld/pairwise). */
import { dataTable } from '../data-table.ts';
import { bothWidths } from '../drawing/both-widths.ts';
import { ldTriangle, type LinkedPair } from '../drawing/ld-triangle.ts';
import { MAX_POINTS, regionalPlot, type PlottedVariant } from '../drawing/regional-plot.ts';
import { positionText } from '../drawing/scale.ts';
import { counted, type Span } from '../drawing/text.ts';
import { valueBar } from '../drawing/value-bar.ts';
import { html, type Html } from '../html.ts';
import { numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import { MAX_NAMES, placesOf, placeText, populationsOf, type VariantPlace } from './linkage-places.ts';
import { genesIn, linkList, pathOf } from './links.ts';
import type { View, PageRequest } from './view.ts';

/** Rows of a table, and variants of a triangle. The rest is in the JSON. */
const MAX_ROWS = 50;
const MAX_TRIANGLE = 60;
/** Longest region whose pairs the page of a variant shows, in bases. Its time and size grow with the square. */
const TRIANGLE_BASES = 4000;

/** The page of ld/:species/:id/:population_name. */
export async function linkageWindowView(answer: unknown, request: PageRequest): Promise<View> {
  const { base, path } = request;
  const { species = '', id = '', population_name: population = '' } = path;
  const given = objectsOf(answer);
  const pairs = given.toSorted((one, other) => r2Of(other) - r2Of(one));
  const [places, detailed] = await Promise.all([placesOf(request, species, [id]), withPlaces(pairs, request)]);
  const focus = places.get(id);
  const linked = detailed.map((pair) => linkedVariant(pair, base, species));
  const region = focus && around(focus, linked);
  const [genes, triangle] = await Promise.all([
    focus && region ? genesIn(request, species, focus.region, region) : [],
    focus ? triangleAround(focus, request, linked) : null,
  ]);
  const title = `Linkage with ${id}`;
  const plot =
    focus && region
      ? html`<figure>${bothWidths((width) =>
          regionalPlot({
            label: `r² with ${id} by position`,
            focus: { name: id, position: focus.position },
            variants: linked,
            genes,
            span: region,
            region: `position on ${focus.region}`,
            width,
          }),
        )}
<figcaption>r² of each variant with ${id}, by position, with the genes of the region.${
          given.length > linked.length
            ? ` Drawn are the ${counted(linked.length, 'variant')} with the highest r² of ` +
              `${positionText(given.length)}.`
            : ''
        }</figcaption></figure>`
      : '';
  const links: [string, string][] = [[`About ${id}`, `${base}${pathOf('variation', species, id)}`]];
  if (focus && region) {
    const wide = `${focus.region}:${Math.max(1, focus.position - 2500)}-${focus.position + 2500}`;
    links.push(
      ['All pairs in 5 kb', `${base}${pathOf('ld', species, 'region', wide, population)}`],
      ['Genes here', `${base}${pathOf('overlap', 'region', species, wide)}?feature=gene`],
    );
  }
  return {
    title,
    scripts: ['sort.js'],
    body: html`<h1>${title}</h1>
<p>${
      given.length === 0
        ? `No variant in the window has an r² of 0.05 or more with ${id} in ${population}.`
        : `${counted(given.length, 'variant')} with an r² of 0.05 or more, in ${population}.`
    }</p>
${linkList(links)}
${plot}
${triangle ?? ''}
${given.length === 0 ? '' : proxyTable(id, linked, given.length)}`,
  };
}

function r2Of(pair: JsonObject): number {
  return numberOf(pair, 'r2') ?? 0;
}

/**
 * The pairs with the highest r² with places and consequences, which the answer has only with `attribs`. The r² of the
 * last pair that can be drawn limits how many variants the service reads for it.
 */
async function withPlaces(sorted: readonly JsonObject[], { ask, path, query }: PageRequest): Promise<JsonObject[]> {
  const drawn = sorted.slice(0, MAX_POINTS);
  if (drawn.every((pair) => pair.start !== undefined)) return drawn;
  const least = Math.max(Number(query.get('r2')?.[0]) || 0, r2Of(drawn.at(-1) ?? {}));
  const sent = ['d_prime', 'window_size'].flatMap((name) => {
    const value = query.get(name)?.[0];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  const { species = '', id = '', population_name: population = '' } = path;
  const parameters = [...sent, `r2=${least}`, 'attribs=1'].join(';');
  const answer = objectsOf(await ask(`${pathOf('ld', species, id, population)}?${parameters}`));
  return answer.toSorted((one, other) => r2Of(other) - r2Of(one)).slice(0, MAX_POINTS);
}

function linkedVariant(pair: JsonObject, base: string, species: string): PlottedVariant {
  const name = textOf(pair, 'variation');
  return {
    name,
    position: numberOf(pair, 'start') ?? 0,
    r2: r2Of(pair),
    dPrime: numberOf(pair, 'd_prime'),
    consequence: textOf(pair, 'consequence_type'),
    href: `${base}${pathOf('variation', species, name)}`,
  };
}

/** The positions of some variants with a margin, as a region. */
function around({ position }: { position: number }, others: readonly { position: number }[]): Span {
  const positions = [position, ...others.map((other) => other.position)];
  const [start, end] = [Math.min(...positions), Math.max(...positions)];
  const margin = Math.max(100, Math.round((end - start) * 0.04));
  return { start: Math.max(1, start - margin), end: end + margin };
}

/** The pairs of variants near one variant. */
async function triangleAround(
  { region, position }: VariantPlace,
  request: PageRequest,
  linked: readonly PlottedVariant[],
): Promise<Html | null> {
  const { path, ask } = request;
  const near = linked.filter((variant) => Math.abs(variant.position - position) <= TRIANGLE_BASES / 2);
  if (near.length < 2) return null;
  const { species = '', population_name: population = '' } = path;
  const [from, to] = [Math.max(1, position - TRIANGLE_BASES / 2), position + TRIANGLE_BASES / 2];
  const pairs = objectsOf(await ask(pathOf('ld', species, 'region', `${region}:${from}-${to}`, population)));
  return triangleOf(pairs, request, `Pairs of variants in ${TRIANGLE_BASES / 1000} kb`);
}

function proxyTable(id: string, linked: readonly PlottedVariant[], count: number): Html {
  const rows = linked
    .slice(0, MAX_ROWS)
    .map(({ name, position, r2, dPrime, consequence, href = '' }) => [
      html`<a href="${href}">${name}</a>`,
      { shown: html`${valueBar(r2, 1)} ${r2.toFixed(3)}`, value: r2 },
      { shown: dPrime?.toFixed(3) ?? '', value: dPrime ?? '' },
      { shown: positionText(position), value: position },
      consequence.replaceAll('_', ' '),
    ]);
  const columns = [
    { name: 'Variant' },
    { name: 'r²', isNumber: true },
    { name: 'D′', isNumber: true },
    { name: 'Position', isNumber: true },
    { name: 'Consequence' },
  ];
  return html`<h2>Best proxies of ${id}</h2>
${count > rows.length ? html`<p class="soft">The ${counted(rows.length, 'variant')} with the highest r².</p>` : ''}
${dataTable({ label: `Variants linked with ${id}`, columns, rows })}`;
}

/** The page of ld/:species/region/:region/:population_name. */
export async function linkageRegionView(answer: unknown, request: PageRequest): Promise<View> {
  const { base, path } = request;
  const { species = '', region = '', population_name: population = '' } = path;
  const pairs = objectsOf(answer);
  const title = `Linkage in ${region.replace('..', '-')}`;
  const links: [string, string][] = [
    ['Genes here', `${base}${pathOf('overlap', 'region', species, region)}?feature=gene`],
    ['Variants here', `${base}${pathOf('overlap', 'region', species, region)}?feature=variation`],
  ];
  return {
    title,
    scripts: ['sort.js'],
    body: html`<h1>${title}</h1>
<p>${
      pairs.length === 0
        ? `No pair of variants has an r² of 0.05 or more in ${population}.`
        : `${request.isCut ? 'The first ' : ''}${counted(pairs.length, 'pair')} of variants with an r² ` +
          `of 0.05 or more, in ${population}.`
    }</p>
${linkList(links)}
${pairs.length === 0 ? '' : await triangleOf(pairs, request, 'Pairs of variants', true)}`,
  };
}

/**
 * The triangle of the variants with the most linkage; with `isWhole` also the plot of the first of them, and a table.
 */
async function triangleOf(
  answer: readonly JsonObject[],
  request: PageRequest,
  heading: string,
  isWhole = false,
): Promise<Html> {
  const { base, path } = request;
  const { species = '' } = path;
  const pairs = answer.map(linkedPair);
  const sums = new Map<string, number>();
  for (const { first, second, r2 } of pairs)
    for (const name of [first, second]) sums.set(name, (sums.get(name) ?? 0) + r2);
  const ranked = Array.from(sums, ([name, sum]) => ({ name, sum })).sort((one, other) => other.sum - one.sum);
  const names = ranked.map(({ name }) => name);
  const places = await placesOf(request, species, names);
  const variants = names
    .slice(0, MAX_TRIANGLE)
    .map((name) => ({
      name,
      position: places.get(name)?.position,
      href: `${base}${pathOf('variation', species, name)}`,
    }))
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  const drawn = new Set(variants.map(({ name }) => name));
  const drawnPairs = pairs.filter(({ first, second }) => drawn.has(first) && drawn.has(second));
  const omitted = names.length - variants.length;
  const [best] = names;
  return html`${isWhole && best !== undefined ? await plotOf(best, pairs, places, request) : ''}
<h2>${heading}</h2>
<figure>${bothWidths((width) => ldTriangle({ label: heading, variants, pairs: drawnPairs, width }))}
<figcaption>Each diamond is a pair: the stronger its colour, the higher is r². Pairs below 0.05 are empty.${
    omitted > 0
      ? ` Drawn are the ${counted(variants.length, 'variant')} with the most linkage; ` +
        `${counted(omitted, 'other')} are in the data.`
      : ''
  }</figcaption></figure>
${isWhole ? pairTable(pairs, places, base, species) : ''}`;
}

function linkedPair(pair: JsonObject): LinkedPair {
  return {
    first: textOf(pair, 'variation1'),
    second: textOf(pair, 'variation2'),
    r2: r2Of(pair),
    dPrime: numberOf(pair, 'd_prime') ?? 0,
  };
}

async function plotOf(
  best: string,
  pairs: readonly LinkedPair[],
  places: ReadonlyMap<string, VariantPlace>,
  request: PageRequest,
): Promise<Html | ''> {
  const { base, path } = request;
  const { species = '' } = path;
  const focus = places.get(best);
  if (!focus) return '';
  const variants = pairs.flatMap(({ first, second, r2, dPrime }) => {
    const name = first === best ? second : second === best ? first : undefined;
    const place = name === undefined ? undefined : places.get(name);
    if (name === undefined || !place) return [];
    const { position, consequence } = place;
    return [{ name, position, consequence, r2, dPrime, href: `${base}${pathOf('variation', species, name)}` }];
  });
  const span = around(focus, [...places.values()]);
  const genes = await genesIn(request, species, focus.region, span);
  return html`<figure>${bothWidths((width) =>
    regionalPlot({
      label: `r² with ${best} by position`,
      focus: { name: best, position: focus.position },
      variants,
      genes,
      span,
      region: `position on ${focus.region}`,
      width,
    }),
  )}
<figcaption>r² with <a href="${base}${pathOf('variation', species, best)}">${
    best
  }</a>, the variant with the most linkage, by
position, with the genes of the region.${
    places.size === MAX_NAMES ? ` Drawn are variants among the ${MAX_NAMES} with the most linkage.` : ''
  }</figcaption></figure>`;
}

function pairTable(
  pairs: readonly LinkedPair[],
  places: ReadonlyMap<string, VariantPlace>,
  base: string,
  species: string,
): Html {
  const rows = pairs
    .toSorted((one, other) => other.r2 - one.r2)
    .slice(0, MAX_ROWS)
    .map(({ first, second, r2, dPrime }) => {
      const [one, other] = [places.get(first), places.get(second)];
      const distance = one && other ? Math.abs(one.position - other.position) : undefined;
      const named = (name: string) => html`<a href="${base}${pathOf('variation', species, name)}">${name}</a>`;
      return [
        named(first),
        named(second),
        { shown: html`${valueBar(r2, 1)} ${r2.toFixed(3)}`, value: r2 },
        { shown: dPrime.toFixed(3), value: dPrime },
        distance === undefined ? '' : { shown: positionText(distance), value: distance },
      ];
    });
  const columns = [
    { name: 'Variant' },
    { name: 'Other variant' },
    { name: 'r²', isNumber: true },
    { name: 'D′', isNumber: true },
    { name: 'Distance', isNumber: true },
  ];
  return html`<h2>Closest pairs</h2>
${pairs.length > rows.length ? html`<p class="soft">The ${counted(rows.length, 'pair')} with the highest r².</p>` : ''}
${dataTable({ label: 'Pairs of variants', columns, rows })}`;
}

/** The page of ld/:species/pairwise/:id1/:id2. */
export async function linkagePairView(answer: unknown, request: PageRequest): Promise<View> {
  const { base, path } = request;
  const { species = '', id1 = '', id2 = '' } = path;
  const pairs = objectsOf(answer).map((pair) => ({ population: textOf(pair, 'population_name'), ...linkedPair(pair) }));
  const places = await placesOf(request, species, [id1, id2]);
  const [one, other] = [places.get(id1), places.get(id2)];
  const title = `Linkage of ${id1} and ${id2}`;
  const links = [id1, id2].flatMap((id): [string, string][] => [
    [`About ${id}`, `${base}${pathOf('variation', species, id)}`],
    ...populationsOf(pairs)
      .slice(0, 1)
      .map((name): [string, string] => [`Proxies of ${id}`, `${base}${pathOf('ld', species, id, name)}`]),
  ]);
  const columns = [{ name: 'Population' }, { name: 'r²', isNumber: true }, { name: 'D′', isNumber: true }];
  const rows = pairs.map(({ population, r2, dPrime }) => [
    population,
    { shown: html`${valueBar(r2, 1)} ${r2.toFixed(3)}`, value: r2 },
    { shown: html`${valueBar(dPrime, 1)} ${dPrime.toFixed(3)}`, value: dPrime },
  ]);
  const distance = one && other && one.region === other.region ? Math.abs(one.position - other.position) : undefined;
  return {
    title,
    scripts: ['sort.js'],
    body: html`<h1>${title}</h1>
<p>${id1} is at ${placeText(one) || 'an unknown place'}, ${id2} at ${placeText(other) || 'an unknown place'}${
      distance === undefined ? '' : `: ${counted(distance, 'base')} apart`
    }.</p>
${linkList(links)}
${
  rows.length === 0
    ? html`<p>They have no r² of 0.05 or more in any population with genotypes of both.</p>`
    : dataTable({ label: title, columns, rows })
}`,
  };
}
