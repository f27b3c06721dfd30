import { beforeAll, describe, expect, it } from 'vitest';
import { encodeGene } from '../../../src/genome/gene-record.ts';
import { sequenceProteome } from '../../../src/handlers/sequence/proteome.ts';
import type { Release } from '../../../src/release/release.ts';
import { GENES, makeStore, REGIONS } from './sequence-release.ts';
import { clientOf, type Ask } from './sequence-client.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import { at } from '../../../src/checked.ts';

let ask: Ask;
beforeAll(async () => {
  ask = await clientOf(await makeStore());
});

describe('sequence/proteome', () => {
  it('streams the peptides of all translations, equal to those of sequence/id', async () => {
    const { json } = await ask('/sequence/proteome/human');
    expect(json.map(({ id }: { id: string }) => id)).toEqual(['FICP1', 'FICP1b', 'FICP2', 'FICP4', 'FICP5']);
    for (const { id, seq } of json) expect(seq).toBe((await ask(`/sequence/id/${id}`)).json.seq);
    expect(json[0]).toMatchObject({ version: 3, query: 'human', molecule: 'protein' });
  });

  it('writes FASTA and plain text', async () => {
    const { json } = await ask('/sequence/proteome/human');
    const fasta = (await ask('/sequence/proteome/human', { type: 'text/x-fasta' })).text;
    expect(
      fasta
        .split('>')
        .slice(1)
        .map((record) => record.split('\n')[0]),
    ).toEqual(['FICP1.3', 'FICP1b.3', 'FICP2.3', 'FICP4.3', 'FICP5.3']);
    expect(fasta.replace(/>.*\n/g, '>').replaceAll('\n', '')).toBe(
      json.map(({ seq }: { seq: string }) => `>${seq}`).join(''),
    );
    expect((await ask('/sequence/proteome/human', { type: 'text/plain' })).text).toBe(
      json.map(({ seq }: { seq: string }) => `${seq}\n`).join(''),
    );
  });

  it('rejects an unknown species and a species without bases', async () => {
    expect(await ask('/sequence/proteome/nobody')).toMatchObject({
      status: 400,
      json: { error: "Can not find internal name for species 'nobody'" },
    });
    expect(await ask('/sequence/proteome/nudus_fictus')).toMatchObject({ status: 400 });
  });

  it('reads genes in batches, and stops when the client disconnects', async () => {
    let read = 0;
    let ended = false;
    const { exons, transcripts, ...head } = GENES.forward;
    const gene = encodeGene(head, { exons, transcripts });
    const { pieces: _, ...region } = at(REGIONS, 0);
    const genome = {
      withoutCaching() {
        return this;
      },
      species: 'homo_fictus',
      entry: { sequence: {}, tables: {} },
      async *allGenes() {
        try {
          for (; read < 100_000; read++) yield gene;
        } finally {
          ended = true;
        }
      },
      seqRegions: async (names: string[]) => names.map(() => [{ ...region, sequence: [], directories: [] }]),
      storedBases: async () => [],
    };
    const release = { genome: () => genome } as unknown as Release;
    const answer = await sequenceProteome({
      params: { species: 'human' },
      release,
      format: 'text',
      items: [],
      body: {},
      ...NO_LIMITS,
    });
    if (answer.kind !== 'stream') throw new Error('not streamed');
    const chunks = answer.chunks[Symbol.asyncIterator]();
    expect((await chunks.next()).value.split('\n')).toHaveLength(100 * 3 + 1);
    expect(read).toBeLessThan(100);
    await chunks.next();
    expect(read).toBeLessThan(200);
    await chunks.return?.();
    expect([ended, read < 200]).toEqual([true, true]);
  });
});
