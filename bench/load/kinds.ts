/** Kinds of requests, made from the species, regions and genes that a server returns. */
import { ServeError } from '../../cli/operator-error.ts';
import type { Sender } from './sender.ts';

export interface Kind {
  name: string;
  paths: string[];
}

/**
 * The kinds that a server has data for. Throws ServeError if it has no genes.
 * @param wanted default: the first species with genes
 */
export async function kindsOf(server: Sender, wanted?: string): Promise<Kind[]> {
  const { species } = await server.json<{ species: { name: string }[] }>('/info/species');
  for (const { name } of wanted === undefined ? species : [{ name: wanted }]) {
    const regions = (
      await server.json<{ top_level_region: { name: string; length: number }[] }>(`/info/assembly/${name}`)
    ).top_level_region;
    const windows = regions
      .flatMap(({ name: region, length }) =>
        spread(length, 100_000).map((start) => `${region}:${start}-${Math.min(length, start + 99_999)}`),
      )
      .slice(0, 400);
    const genes: { id: string; canonical_transcript: string | null; external_name?: string | null }[] = [];
    for (const window of windows)
      genes.push(...(await server.json<typeof genes>(`/overlap/region/${name}/${window}?feature=gene`)));
    if (genes.length === 0) continue;
    const transcripts = genes.flatMap((gene) => gene.canonical_transcript?.replace(/\.\d*$/, '') ?? []);
    const kinds = [
      { name: 'lookup/id', paths: genes.map(({ id }) => `/lookup/id/${id}`) },
      { name: 'lookup/id?expand=1', paths: genes.map(({ id }) => `/lookup/id/${id}?expand=1`) },
      {
        name: 'lookup/symbol',
        paths: genes.flatMap((gene) => (gene.external_name ? [`/lookup/symbol/${name}/${gene.external_name}`] : [])),
      },
      { name: 'sequence/id?type=cdna', paths: transcripts.map((id) => `/sequence/id/${id}?type=cdna`) },
      {
        name: 'sequence/region 1 kb',
        paths: windows.map(
          (window) =>
            `/sequence/region/${name}/` +
            `${window.replace(/(\d+)-\d+$/, (_, start) => `${start}..${Number(start) + 999}`)}:1`,
        ),
      },
      {
        name: 'overlap/region 100 kb',
        paths: windows.map((window) => `/overlap/region/${name}/${window}?feature=gene`),
      },
      { name: 'xrefs/id', paths: genes.map(({ id }) => `/xrefs/id/${id}`) },
    ];
    return kinds.filter(({ paths }) => paths.length > 0);
  }
  throw new ServeError('no species of this server has genes');
}

/** Starts of windows that cover a region. */
function spread(length: number, step: number): number[] {
  return Array.from({ length: Math.max(1, Math.floor(length / step)) }, (_, each) => 1 + each * step);
}
