import { beforeAll, describe, expect, it } from 'vitest';
import { client, makeStore } from './overlap-release.ts';

let get: Awaited<ReturnType<typeof client>>;
beforeAll(async () => {
  get = await client(await makeStore());
});

describe('overlap/translation', () => {
  it('returns protein features by default', async () => {
    const { json } = await get('translation/FP1');
    expect(json).toEqual([
      {
        feature_type: 'protein_feature',
        type: 'Pfam',
        id: 'PF1',
        start: 3,
        end: 9,
        interpro: 'IPR1',
        description: 'A fold',
        hit_start: 1,
        hit_end: 7,
        cigar_string: '',
        align_type: null,
        hseqname: 'PF1',
        translation_id: 7030,
        seq_region_name: 'FP1',
        Parent: 'FT1',
      },
      expect.objectContaining({ id: 'sig', interpro: '', description: 'a signal' }),
    ]);
    expect((await get('translation/FP2')).json).toEqual([]);
  });

  it('filters protein features by the name of the analysis', async () => {
    expect((await get('translation/FP1?type=PFAM')).json).toHaveLength(1);
    expect((await get('translation/FP1?type=wibble')).json).toEqual([]);
    expect((await get('translation/FP1?type=')).json).toHaveLength(2);
  });

  it('takes a type that no analysis has as the name of a source, of which the last analysis counts', async () => {
    const ids = async (type: string) => (await get(`translation/FP4?type=${type}`)).json.map((each: any) => each.id);
    expect(await ids('panther')).toEqual(['PTHR1', '']);
    expect(await ids('hmmpanther')).toEqual(['PTHR1', '']);
    expect(await ids('PROSITE')).toEqual(['PS2']);
    expect(await ids('older')).toEqual(['PS1']);
  });

  it('returns the residues of each coding exon, and a split residue with both exons', async () => {
    expect(
      (await get('translation/FP1?feature=translation_exon')).json.map((each: any) => [
        each.id,
        each.start,
        each.end,
        each.rank,
      ]),
    ).toEqual([
      ['FE1', 1, 17, 1],
      ['FE2', 17, 32, 2],
    ]);
    const overOrigin = await get('translation/FP4?feature=translation_exon;feature=residue_overlap');
    expect(overOrigin.json).toEqual([
      { feature_type: 'translation_exon', id: 'FE6', start: 1, end: 10, rank: 1, seq_region_name: 'FP4' },
    ]);
  });

  it('returns residues that an intron splits, and ignores kinds without data', async () => {
    const { json } = await get(
      'translation/FP1?feature=residue_overlap;feature=RESIDUE_overlap;feature=transcript_variation;' +
        'feature=somatic_transcript_variation',
    );
    expect(json).toEqual([{ feature_type: 'residue_overlap', start: 17, end: 17, seq_region_name: 'FP1' }]);
  });

  it.each([
    ['translation/NOPE', "ID 'NOPE' not found"],
    ['translation/FG1', "ID 'FG1' not found"],
    ['translation/FP1?feature=gene', 'The feature type gene is not understood'],
    ['translation/FP1?feature=', 'The feature type  is not understood'],
    ['translation/FP1?feature=hasOwnProperty', 'The feature type hasownproperty is not understood'],
    ['translation/FP1?species=wibble', "Can not find internal name for species 'wibble'"],
  ])('rejects %s', async (path, error) => {
    expect(await get(path)).toMatchObject({ status: 400, json: { error } });
  });
});
