import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRelease, RunningService } from '../../support/compiled-release.ts';
import { SPECIES, variationRelease } from './variation-release.ts';

let release: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  release = await variationRelease();
  service = await release.serve();
});

const ids = async (path: string): Promise<string[]> =>
  (await service.get(path)).json.map((each: { id: string }) => each.id);
const region = (place: string, query: string) => `/overlap/region/${SPECIES}/${place}?${query}`;

describe('overlap/region of variants', () => {
  it('shows alleles and worst consequence, on the strand of the variant', async () => {
    const { json } = await service.get(region('1:120-135:-1', 'feature=variation'));
    expect(json).toEqual([
      {
        feature_type: 'variation',
        id: 'fs1',
        source: 'fictSNP',
        assembly_name: 'FIC1',
        seq_region_name: '1',
        start: 130,
        end: 130,
        strand: 1,
        alleles: ['A', 'G'],
        consequence_type: 'missense_variant',
        clinical_significance: [],
      },
    ]);
  });

  it('names a variant without a consequence a sequence variant', async () => {
    const [feature] = (await service.get(region('1:600-600', 'feature=variation'))).json;
    expect(feature).toMatchObject({ id: 'reverse', consequence_type: 'sequence_variant' });
    const variant = (await service.get(`/variation/${SPECIES}/reverse`)).json;
    expect(variant.most_severe_consequence).toBe('sequence_variant');
  });

  it.each([
    ['displayed germline variants', '1:1-1000', 'feature=variation', ['fs1', 'fs2', 'merged', 'reverse']],
    ['somatic variants', '1:1-1000', 'feature=somatic_variation', ['FSOM4']],
    ['no insertion with only the base before it', '1:190-200', 'feature=variation', []],
    ['no insertion with only the base after it', '1:201-210', 'feature=variation', []],
    ['an insertion with both bases next to it', '1:200-201', 'feature=variation', ['fs2']],
    ['variants with a consequence', '1:1-1000', 'feature=variation;so_term=missense_variant', ['fs1']],
    [
      'variants with one of several consequences',
      '1:1-1000',
      'feature=variation;so_term=missense_variant;so_term=inframe_insertion',
      ['fs1', 'fs2'],
    ],
    [
      'variants with a consequence below a term',
      '1:1-1000',
      'feature=variation;so_term=inframe_variant',
      ['fs1', 'fs2'],
    ],
    ['variants with a consequence given by accession', '1:1-1000', 'feature=variation;so_term=SO:0001820', ['fs2']],
    ['no variants for an unknown term', '1:1-1000', 'feature=variation;so_term=nonsense', []],
    ['variants of a set', '1:1-1000', 'feature=variation;variant_set=fict_common', ['fs1']],
    ['hidden variants of a set of failed ones', '1:1-1000', 'feature=variation;variant_set=fict_failed', ['hidden']],
    [
      'no hidden variants of such a set that have a consequence',
      '1:1-1000',
      'feature=variation;variant_set=fict_failed;so_term=intron_variant',
      [],
    ],
    ['somatic variants of any set', '1:1-1000', 'feature=somatic_variation;variant_set=fict_common', ['FSOM4']],
    [
      'structural variants without supporting calls, probes and failed ones',
      '1:900-1100',
      'feature=structural_variation',
      ['fsv1'],
    ],
    ['somatic structural variants', '1:900-1100', 'feature=somatic_structural_variation', ['fsv2']],
    ['several kinds together', '1:130-140', 'feature=variation;feature=somatic_variation', ['fs1', 'FSOM4']],
  ])('returns %s', async (_, place, query, found) => {
    expect((await ids(region(place, query))).sort()).toEqual([...found].sort());
  });

  it('writes the formats of genome browsers, where an insertion is one base long', async () => {
    const gff = await service.get(region('1:195-205', 'feature=variation'), 'text/x-gff3');
    expect(gff.text).toContain(
      '1\tfictSNP\tsequence_variant\t201\t201\t.\t+\t.\tID=sequence_variant:fs2;alleles=-,GT;assembly_name=FIC1;' +
        'consequence_type=inframe_insertion',
    );
    expect((await service.get(region('1:125-135', 'feature=variation'), 'text/x-bed')).text).toBe(
      '1\t129\t130\tfs1\t1000\t+\n',
    );
    expect((await service.get(region('1:125-135:-1', 'feature=variation'), 'text/x-bed')).text).toBe(
      '1\t129\t130\tfs1\t1000\t-\n',
    );
  });

  it('works around a gene', async () =>
    expect(await ids(`/overlap/id/FICG1?feature=variation;species=${SPECIES}`)).toEqual(['fs1', 'fs2']));

  it('is empty without a variation database, for any set', async () => {
    expect(await ids('/overlap/region/other_fictus/1:1-1000?feature=variation;variant_set=nosuch')).toEqual([]);
  });

  it.each([
    ['variant_set=nosuch', 'No VariationSet found with short name: nosuch'],
    ['so_term=SO:9999999', "The SO accession 'SO:9999999' could not be found in our ontology database"],
  ])('rejects %s', async (query, error) => {
    expect(await service.get(region('1:1-100', `feature=variation;${query}`))).toMatchObject({
      status: 400,
      json: { error },
    });
  });

  it('ignores so_term for structural variants without consequences, known or not', async () => {
    expect(await ids(region('1:900-1100', 'feature=structural_variation;so_term=SO:9999999'))).toEqual(['fsv1']);
    expect(await ids(region('1:900-1100', 'feature=structural_variation;so_term=missense_variant'))).toEqual(['fsv1']);
  });
});

describe('overlap/translation', () => {
  const path = (query: string) => `/overlap/translation/FICP1?species=${SPECIES};${query}`;

  it('joins the alleles of a variant, without PolyPhen scores that Ensembl would not have', async () => {
    const [first] = (await service.get(path('feature=transcript_variation'))).json;
    expect(first).toEqual({
      feature_type: 'transcript_variation',
      id: 'fs1',
      start: 10,
      end: 10,
      translation: 'FICP1',
      seq_region_name: 'FICP1',
      Parent: 'FICT1',
      allele: 'A/G',
      type: 'missense_variant',
      codons: 'ccA/ccG/ccT',
      residues: 'P/L/P',
      sift: 0.01,
      polyphen: null,
      minor_allele_frequency: 0.25,
      clinical_significance: [],
    });
  });

  it.each([
    // fs1 is also far outside of the transcript, and the variant `hidden` is not displayed.
    ['germline variants on the transcript', 'feature=transcript_variation', ['fs1', 'fs2']],
    ['somatic variants', 'feature=somatic_transcript_variation', ['FSOM4']],
    ['variants with a consequence', 'feature=transcript_variation;so_term=frameshift_variant', ['fs2']],
    [
      'variants with a consequence below a term',
      'feature=transcript_variation;so_term=protein_altering_variant',
      ['fs1', 'fs2'],
    ],
    ['variants of a type, by a part of its name', 'feature=transcript_variation;type=shift', ['fs2']],
    ['variants of one of several types', 'feature=transcript_variation;type=stop_gained%7Cshift', ['fs2']],
  ])('returns %s', async (_, query, found) => expect(await ids(path(query))).toEqual(found));

  it('shows only the alleles with the requested consequence', async () => {
    const [shown] = (await service.get(path('feature=transcript_variation;so_term=synonymous_variant'))).json;
    expect(shown).toMatchObject({
      id: 'fs1',
      type: 'synonymous_variant',
      codons: 'ccA/ccT',
      residues: 'P/P',
      sift: null,
    });
  });

  it('has empty codons for a frameshift', async () => {
    expect((await service.get(path('feature=transcript_variation;type=frameshift_variant'))).json).toMatchObject([
      { codons: '', residues: '' },
    ]);
  });

  it('rejects a regular expression as type', async () =>
    expect((await service.get(path('feature=transcript_variation;type=(a%2B)%2B'))).status).toBe(400));
});
