import { beforeAll, describe, expect, it } from 'vitest';
import { makeStore } from './sequence-release.ts';
import { clientOf, type Ask } from './sequence-client.ts';

let ask: Ask;
beforeAll(async () => {
  ask = await clientOf(await makeStore());
});

describe('sequence/proteome', () => {
  it('streams the peptides of all translations, the same that sequence/id gives', async () => {
    const { json } = await ask('/sequence/proteome/human');
    expect(json.map(({ id }: { id: string }) => id)).toEqual(['FICP1', 'FICP1b', 'FICP2', 'FICP4', 'FICP5']);
    for (const { id, seq } of json) expect(seq).toBe((await ask(`/sequence/id/${id}`)).json.seq);
    expect(json[0]).toMatchObject({ version: 3, query: 'human', molecule: 'protein' });
  });

  it('writes FASTA and plain text', async () => {
    const { json } = await ask('/sequence/proteome/human');
    const fasta = (await ask('/sequence/proteome/human', { type: 'text/x-fasta' })).text;
    expect(fasta.split('>').slice(1).map((record) => record.split('\n')[0])).toEqual(['FICP1.3', 'FICP1b.3', 'FICP2.3', 'FICP4.3', 'FICP5.3']);
    expect(fasta.replace(/>.*\n/g, '>').replaceAll('\n', '')).toBe(json.map(({ seq }: { seq: string }) => `>${seq}`).join(''));
    expect((await ask('/sequence/proteome/human', { type: 'text/plain' })).text).toBe(json.map(({ seq }: { seq: string }) => `${seq}\n`).join(''));
  });

  it('refuses a species it does not know, and one without bases', async () => {
    expect(await ask('/sequence/proteome/nobody')).toMatchObject({ status: 400, json: { error: "Can not find internal name for species 'nobody'" } });
    expect(await ask('/sequence/proteome/nudus_fictus')).toMatchObject({ status: 400 });
  });
});
