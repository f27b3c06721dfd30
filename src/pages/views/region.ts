/** The page of features of a region: the tracks of the region, and the way to the genome browser. */
import { browsedPlace, browseAddress } from '../browse/browse-place.ts';
import { readGenes, staticTracks } from '../browse/static-tracks.ts';
import { html } from '../html.ts';
import { objectsOf, textOf } from './json-fields.ts';
import type { View, ViewRequest } from './view.ts';

export async function regionView(answer: unknown, { path, release, base, ask }: ViewRequest): Promise<View | null> {
  const text = (path.region ?? '').replace(/:-?1$/, '');
  const place = await browsedPlace(release, path.species ?? '', text);
  const { start, end } = place;
  const address = browseAddress(place, start, end);
  // On the reverse strand, the strands of the answer are not those of the region.
  const isForward = !/:-1$/.test(path.region ?? '');
  const given = objectsOf(isForward ? answer : null).filter((feature) => textOf(feature, 'feature_type') === 'gene');
  const genes =
    given.length > 0 ? given : objectsOf(await ask(`${address.replace('/browse', '/overlap/region')}?feature=gene`));
  return {
    body: html`<p><a href="${base}${address}">Open in the genome browser</a></p>
<div class="browser"><div class="drawn">${await staticTracks(place, readGenes(genes, place), true)}</div></div>`,
  };
}
