/** info/genomes/division and info/genomes/taxonomy with more genomes than the handler describes at once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { genomeOperations } from '../../../src/catalogue/info.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import type { Answer, Format } from '../../../src/operation/operation.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { MAX_OPEN_READS } from '../../../src/index/blocks/read-plan.ts';
import { CompiledRelease, type DumpedDatabase, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import { at, found } from '../../../src/checked.ts';

const GENOMES = Array.from({ length: 2 * MAX_OPEN_READS + 1 }, (_, each) => `fictus_${String.fromCharCode(97 + each)}`);

let compiled: CompiledRelease;
let service: RunningService;
beforeAll(async () => {
  compiled = await CompiledRelease.from(GENOMES.map((name): DumpedDatabase => [name, 'core', oneGeneDatabase(name)]));
  service = await compiled.serve();
});

const inDivision = found(genomeOperations, ({ path }) => path === '/info/genomes/division/:division_name');

async function answer(format: Format, expand: boolean, maxListBytes?: number): Promise<Answer> {
  const release = await Release.open(
    service.store,
    new CachedBlockReader(service.store, new ByteCache()),
    maxListBytes === undefined ? {} : { maxListBytes },
  );
  return inDivision.handler({
    params: { division_name: at(release.manifest.species, 0).division, expand },
    items: [],
    body: {},
    ...NO_LIMITS,
    release: release.forRequest(),
    format,
  });
}

describe('info/genomes over many genomes', () => {
  it('lists each genome once, with its own sequences', async () => {
    const { json: divisions } = await service.get('/info/divisions');
    for (const path of [`division/${divisions[0]}`, 'taxonomy/9999']) {
      const { json } = await service.get(`/info/genomes/${path}?expand=1`);
      expect(json.map(({ name }: { name: string }) => name).sort()).toEqual(GENOMES);
      for (const genome of json)
        expect(genome).toMatchObject({ sequences: [{ name: '1' }], databases: [{ type: 'core', species_id: '1' }] });
      expect((await service.get(`/info/genomes/${path}`)).json).toHaveLength(GENOMES.length);
    }
  });

  it('reads one batch of documents at a time, as the client reads', async () => {
    const result = await answer('json', true);
    if (result.kind !== 'stream') throw new Error(`answered with a ${result.kind}`);
    service.store.reset();
    const chunks = result.chunks[Symbol.asyncIterator]();
    await chunks.next();
    expect(service.store.reads.length).toBeLessThanOrEqual(MAX_OPEN_READS + 2);
    await chunks.return?.();
  });

  it('lists all of them in other formats, and rejects lists that are too long', async () => {
    expect((await answer('json', false)).kind).toBe('value');
    expect(await answer('xml', true)).toMatchObject({ kind: 'value', value: { length: GENOMES.length } });
    await expect(answer('xml', true, 1000)).rejects.toThrow(
      /^The \d+ genomes with the division \w+ are too many for a list in xml; please request JSON$/,
    );
    await expect(answer('xml', false, 1000)).rejects.toThrow('please request JSON');
    expect((await answer('json', true, 1000)).kind).toBe('stream');
  });
});

it("finds the genomes of a division by Ensembl's short name", async () => {
  const database = oneGeneDatabase('fictus_planta');
  for (const row of database.meta) if (row.meta_key === 'species.division') row.meta_value = 'EnsemblPlants';
  const { get } = await (await CompiledRelease.from([['fictus_planta', 'core', database]])).serve();
  for (const name of ['EPl', 'plants', 'EnsemblPlants'])
    expect((await get(`/info/genomes/division/${name}`)).json).toMatchObject([{ name: 'fictus_planta' }]);
});
