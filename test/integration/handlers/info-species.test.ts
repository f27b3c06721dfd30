/** The list of species and the versions of coordinate systems, of a database with gaps in its meta table. */
import { beforeAll, describe, expect, it } from 'vitest';
import { CompiledRelease, type RunningService } from '../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';

/** Without division; `meta` names another assembly than the coordinate systems, and contigs have an empty version. */
const core = oneGeneDatabase('fictus_alter', {
  coord_system: [
    { coord_system_id: 2, species_id: 1, name: 'contig', version: '', rank: 2, attrib: 'default_version' },
  ],
});
core.meta = core.meta.filter(({ meta_key }) => meta_key !== 'species.division');
for (const row of core.meta) if (row['meta_key'] === 'assembly.default') row['meta_value'] = 'FIC0';
for (const alias of ['Other Fict', 'other fict', 'Fictus_Alter'])
  core.meta.push({ species_id: 1, meta_id: core.meta.length + 10, meta_key: 'species.alias', meta_value: alias });

let service: RunningService;
beforeAll(async () => {
  service = await (
    await CompiledRelease.from([
      ['fictus_alter', 'core', core],
      ['fictus_probatus', 'core', oneGeneDatabase('fictus_probatus')],
    ])
  ).serve();
});
const get = async (path: string) => (await service.get(path)).json;

describe('info/species', () => {
  it('lists aliases in lower case without the name, and the assembly of the coordinate systems', async () => {
    expect((await get('/info/species')).species).toMatchObject([
      { name: 'fictus_alter', aliases: ['proved', 'other fict'], assembly: 'FIC1' },
    ]);
  });

  it('counts species without division as vertebrates', async () => {
    expect((await get('/info/species?division=Ensembl')).species).toEqual([]);
    expect((await get('/info/species?division=ensemblvertebrates')).species).toMatchObject([
      { name: 'fictus_alter', division: 'EnsemblVertebrates' },
    ]);
  });

  it('lists all for the division 0, as for an empty one', async () => {
    expect((await get('/info/species?division=0')).species).toHaveLength(2);
  });
});

describe('info/assembly', () => {
  it('lists no empty version', async () => {
    expect((await get('/info/assembly/fictus_alter')).coord_system_versions).toEqual(['FIC1']);
  });
});
