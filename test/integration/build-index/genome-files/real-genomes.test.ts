/** The real genomes that `npm start` serves: what their records say is what the service answers. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { readFlatFile } from '../../../../build-index/genome-files/flat-file-reader.ts';
import { NO_FILES } from '../../../../build-index/genome-files/genome-spec.ts';
import { type CompiledService, compileAndServe } from '../../../support/compiled-service.ts';
import { testFolder } from '../../../support/test-folder.ts';

const GENOMES = fileURLToPath(new URL('../../../../data/genomes', import.meta.url));
const files = ['NC_000932', 'NC_001422', 'NC_005816'].map((name) => join(GENOMES, `${name}.gb.gz`));

let service: CompiledService;

beforeAll(async () => {
  const genomes = files.map((path) => ({ ...NO_FILES, flat: [path] }));
  service = await compileAndServe([], join(await testFolder(), 'index'), { genomes });
});

const body = async (path: string) => (await service.get(path)).body;

test.each(files.map((path, index) => [path.slice(GENOMES.length + 1), path, [85, 11, 10][index]]))(
  'every CDS of %s has the /translation of the record',
  async (_, path, count) => {
    const stated = new Map<string, string>();
    await readFlatFile(path, {
      record: ({ features }) => {
        for (const { qualifiers } of features) {
          const [protein, translation] = [qualifiers.get('protein_id'), qualifiers.get('translation')];
          if (protein !== undefined && translation !== undefined) stated.set(protein, translation);
        }
      },
    });
    expect(stated.size).toBe(count);
    const answers = await service.post('/sequence/id', { ids: [...stated.keys()].slice(0, 50) });
    const others = await service.post('/sequence/id', { ids: [...stated.keys()].slice(50) });
    const served = [...answers.body, ...(stated.size > 50 ? others.body : [])].map(
      ({ query, seq }: { query: string; seq: string }) => [query, seq],
    );
    expect(Object.fromEntries(served)).toEqual(Object.fromEntries(stated));
  },
);

describe('the chloroplast of Arabidopsis', () => {
  test('has rbcL with its names', async () => {
    expect(await body('/lookup/symbol/arabidopsis_thaliana/rbcL?expand=1')).toMatchObject({
      id: 'ArthCp030',
      display_name: 'rbcL',
      start: 54958,
      end: 56397,
      strand: 1,
      Transcript: [{ Translation: { id: 'NP_051067', length: 479 } }],
    });
  });

  test('has a trans-spliced gene with exons on both strands', async () => {
    const { Transcript } = await body('/lookup/id/ArthCp047?expand=1');
    const places = Transcript[0].Exon.map((exon: Record<string, unknown>) => [exon.start, exon.end, exon.strand]);
    expect(places).toEqual([
      [69611, 69724, -1],
      [139856, 140087, 1],
      [140625, 140650, 1],
    ]);
  });

  test('predicts effects by its own genetic code', async () => {
    expect(await body('/vep/arabidopsis_thaliana/region/NC_000932.1:54960-54960:1/C')).toMatchObject([
      { most_severe_consequence: 'start_lost' },
    ]);
  });
});

test('variants have names with the version of the accession', async () => {
  expect(await body('/variant_recoder/arabidopsis_thaliana/NC_000932.1:g.55000G>T?fields=hgvsg,spdi')).toMatchObject([
    { T: { hgvsg: ['NC_000932.1:g.55000G>T'], spdi: ['NC_000932.1:54999:G:T'] } },
  ]);
});

test('genes of phiX174 cross the origin', async () => {
  expect(await body('/overlap/region/coliphage_phix174/NC_001422.1:1-50?feature=gene')).toMatchObject([
    { start: 3981, end: 136 },
    { start: 4497, end: 136 },
    { start: 5075, end: 51 },
  ]);
});
