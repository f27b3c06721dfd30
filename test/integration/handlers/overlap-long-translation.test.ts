/** A transcript with more variants than the service lists in memory, as the longest proteins have. */
import { expect, it } from 'vitest';
import { CompiledRelease } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';

const SPECIES = 'proved_fictus';
const COUNT = 12_000;
// Irregular alleles, which the index cannot pack well.
const bases = (each: number) =>
  Array.from({ length: 40 }, (_, at) => 'ACGT'[Math.floor(Math.abs(Math.sin(each * 1000 + at) * 1e6)) % 4]).join('');
const each = <T>(make: (id: number) => T) => Array.from({ length: COUNT }, (_, index) => make(index + 1));

const release = await CompiledRelease.from([
  [SPECIES, 'core', oneGeneDatabase(SPECIES)],
  [
    SPECIES,
    'variation',
    {
      source: [{ source_id: 1, name: 'fictSNP' }],
      variation_feature: each((id) => ({
        variation_feature_id: id,
        seq_region_id: 11,
        seq_region_start: 130,
        seq_region_end: 130,
        seq_region_strand: 1,
        variation_id: id,
        allele_string: `A/${bases(id)}`,
        variation_name: `fs${id}`,
        source_id: 1,
        consequence_types: 'missense_variant',
        somatic: Number(id % 3 === 0),
        display: 1,
      })),
      transcript_variation: each((id) => ({
        transcript_variation_id: id,
        variation_feature_id: id,
        feature_stable_id: 'FICT1',
        allele_string: `A/${bases(id)}`,
        somatic: Number(id % 6 === 0),
        display: 1,
        consequence_types: id % 2 === 0 ? 'missense_variant' : 'frameshift_variant',
        cds_start: 30,
        cds_end: 30,
        translation_start: 10,
        translation_end: 10,
      })),
    },
  ],
]);
const { get } = await release.serve();
const path = (query: string) => `/overlap/translation/FICP1?species=${SPECIES};${query}`;

it('overlap/translation lists all variants of a long list, kind by kind', async () => {
  const { json } = await get(
    path('feature=transcript_variation;feature=translation_exon;feature=somatic_transcript_variation'),
  );
  const kinds = json.map((feature: { feature_type: string }) => feature.feature_type);
  expect([...new Set(kinds)]).toEqual(['transcript_variation', 'translation_exon', 'somatic_transcript_variation']);
  const names = (kind: string) =>
    json
      .filter((feature: { feature_type: string }) => feature.feature_type === kind)
      .map((feature: { id: string }) => feature.id);
  expect(names('transcript_variation')).toEqual(
    each((id) => id)
      .filter((id) => id % 3 !== 0)
      .map((id) => `fs${id}`),
  );
  // Rows marked as somatic come before the others.
  expect(names('somatic_transcript_variation')).toEqual(
    [6, 3].flatMap((first) => each((id) => id).filter((id) => id % 6 === first % 6)).map((id) => `fs${id}`),
  );
});

it('overlap/translation filters a long list', async () => {
  expect((await get(path('feature=transcript_variation;type=frameshift'))).json).toHaveLength(COUNT / 3);
  expect((await get(path('feature=transcript_variation;so_term=missense_variant'))).json).toHaveLength(COUNT / 3);
  expect((await get(path('feature=transcript_variation;so_term=stop_gained'))).json).toEqual([]);
});

it('overlap/translation writes a long list as XML, and reports errors before the first element', async () => {
  expect((await get(path('feature=transcript_variation'), 'text/xml')).text.match(/^ {2}<data /gm)).toHaveLength(
    (COUNT * 2) / 3,
  );
  expect(await get(path('feature=transcript_variation;type=(a%2B)%2B'))).toMatchObject({ status: 400 });
});

it('overlap/translation reads a long list as the client reads', async () => {
  const { get, store } = await release.serve();
  await get(path('feature=transcript_variation'));
  expect(store.waves).toBeGreaterThan(4);
  expect(Math.max(...store.reads.map(({ length }) => length))).toBeLessThan(256 * 1024);
});
