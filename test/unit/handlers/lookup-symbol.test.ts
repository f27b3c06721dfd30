import { beforeAll, describe, expect, it } from 'vitest';
import { client, makeStore, openRelease } from './lookup-release.ts';

let ask: ReturnType<typeof client>;
beforeAll(async () => {
  ask = client(await openRelease(await makeStore()));
});

describe('lookup/symbol', () => {
  it('finds the gene on the primary assembly in any letter case and repeats the species as sent', async () => {
    const { json } = await ask('/lookup/symbol/Human/alpha');
    expect(json).toMatchObject({
      id: 'FICG1',
      species: 'Human',
      object_type: 'Gene',
      db_type: 'core',
      display_name: 'Alpha',
      canonical_transcript: 'FICT1.2',
    });
    expect(json).not.toHaveProperty('Transcript');
  });

  it('expands like lookup/id', async () => {
    expect((await ask('/lookup/symbol/homo_fictus/ALPHA?expand=1;utr=1')).json).toEqual(
      (await ask('/lookup/id/FICG1?expand=1;utr=1')).json,
    );
    expect((await ask('/lookup/symbol/homo_fictus/ALPHA?format=condensed')).json).toEqual({
      id: 'FICG1',
      object_type: 'Gene',
      species: 'homo_fictus',
      db_type: 'core',
      version: 4,
    });
  });

  it('finds only display names of the species, no synonyms', async () => {
    expect(await ask('/lookup/symbol/human/Omega')).toEqual({
      status: 400,
      json: { error: 'No valid lookup found for symbol Omega' },
    });
    expect(await ask('/lookup/symbol/mouse/Alpha')).toEqual({
      status: 400,
      json: { error: 'No valid lookup found for symbol Alpha' },
    });
  });

  it('rejects unknown species and formats and a missing symbol', async () => {
    expect(await ask('/lookup/symbol/nosuch/Alpha')).toEqual({
      status: 400,
      json: { error: "Can not find internal name for species 'nosuch'" },
    });
    expect(await ask('/lookup/symbol/human')).toEqual({
      status: 400,
      json: { error: 'Symbol must be provided as part of the URL.' },
    });
    expect(await ask('/lookup/symbol/human/Alpha?format=wibble')).toEqual({
      status: 400,
      json: { error: "The format 'wibble' is not an understood encoding" },
    });
  });

  it('leaves unknown symbols out of the answer to a POST', async () => {
    const { json } = await ask('/lookup/symbol/human', {
      symbols: ['nosuch', 'ALPHA', 'Omega', 'alpha', 'ALPHA'],
      format: 'condensed',
    });
    expect(Object.keys(json)).toEqual(['ALPHA', 'alpha']);
    expect(json.ALPHA).toEqual((await ask('/lookup/symbol/human/ALPHA?format=condensed')).json);
    expect(await ask('/lookup/symbol/nosuch', { symbols: ['ALPHA'] })).toEqual({ status: 200, json: {} });
    for (const body of [{}, { ids: [] }, { wibble: 1 }]) {
      expect(await ask('/lookup/symbol/human', body)).toEqual({
        status: 400,
        json: { error: "POST body must contain 'symbols' key with array of values" },
      });
    }
  });
});
