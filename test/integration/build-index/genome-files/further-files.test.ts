/** The examples of docs/own-genome.md: files that add to a genome, and what the service answers from them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { addGenomeOptions, genomesOf, type GenomeOptions, sharedOf } from '../../../../cli/genome-options.ts';
import { readGenomeConfig } from '../../../../build-index/genome-files/genome-config.ts';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { at, present } from '../../../../src/checked.ts';
import { type CompiledService, compileAndServe } from '../../../support/compiled-service.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const SPECIES = 'arabidopsis_thaliana';
const folder = await testFolder();
const docs = await readFile(join(ROOT, 'docs/own-genome.md'), 'utf8');

/** Requests with the members that their answers must have. */
const requests = [...docs.matchAll(/^curl 'http:\/\/[^/]+\/rest(\S+)'\n```\n\n```json\n([\s\S]*?)```/gm)].map(
  ([, path = '', json = '']): [string, unknown] => [path, JSON.parse(json)],
);

/** The options of the command in the docs, with paths of this machine. */
function options(command: string): GenomeOptions {
  const words = command.split(/\s+/).map((word) => {
    if (word.startsWith('data/')) return join(ROOT, word);
    const [, name = '', file = word] = /^(\w+=)(.*)$/.exec(word) ?? [];
    return /\.(obo|gaf|tsv|chain)$|^taxdump$/.test(file) ? `${name}${join(folder, file)}` : word;
  });
  return addGenomeOptions(new Command()).option('--out <dir>').parse(words, { from: 'user' }).opts();
}

let service: CompiledService;
const given = options(present(/^genomic-edge build (--flat .*--chain .*)$/m.exec(docs)?.[1], 'the command'));

beforeAll(async () => {
  for (const [, name = '', text = ''] of docs.matchAll(/^```text (\S+)\n([\s\S]*?)```/gm)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  service = await compileAndServe([], join(folder, 'index'), { genomes: genomesOf(given), shared: sharedOf(given) });
});

test('the docs have an example of each kind of file', () => {
  expect(requests.map(([path]) => path.split('/')[1])).toEqual([
    'ontology',
    'taxonomy',
    'xrefs',
    'xrefs',
    'phenotype',
    'map',
  ]);
});

test.each(requests)('%s answers what the docs say', async (path, expected) => {
  const { status, body } = await service.get(path);
  expect(status).toBe(200);
  expect(body).toMatchObject(expected as object);
});

test('terms and names of other files answer further operations', async () => {
  const get = async (path: string) => (await service.get(path)).body;
  expect(await get('/ontology/name/RuBisCO%20activity')).toMatchObject([{ accession: 'GO:0016984' }]);
  expect(await get('/ontology/ancestors/GO:0003824')).toMatchObject([{ accession: 'GO:0016984' }]);
  expect(await get('/ontology/descendants/GO:0016984')).toMatchObject([{ accession: 'GO:0003824' }]);
  expect(await get('/ontology/ancestors/chart/GO:0016984')).toMatchObject({
    'GO:0016984': { is_a: [{ accession: 'GO:0003824' }] },
  });
  expect(await get('/taxonomy/classification/3702')).toMatchObject([{ id: '3701' }]);
  expect(await get('/info/genomes/taxonomy/Arabidopsis')).toMatchObject([{ name: SPECIES }]);
  expect(await get('/xrefs/id/NP_051067?external_db=Uniprot/SWISSPROT')).toMatchObject([{ display_id: 'RBL_ARATH' }]);
  expect(await get(`/phenotype/accession/${SPECIES}/TO:0000326`)).toMatchObject([{ Gene: 'ArthCp030' }]);
  const [{ transcript_consequences: effects }] = await get(
    `/vep/${SPECIES}/region/NC_000932.1:55000-55000:1/T?GO=1;Phenotypes=1`,
  );
  expect(effects).toContainEqual(
    expect.objectContaining({
      gene_id: 'ArthCp030',
      go: [{ go_term: 'GO:0016984', description: 'ribulose-bisphosphate_carboxylase_activity' }],
      phenotypes: [expect.objectContaining({ phenotype: 'Pale green leaves' })],
    }),
  );
});

test('a configuration file gives the same genome, and other files give another', async () => {
  const config = join(folder, 'genomes.json');
  const { ontology, taxonomy } = sharedOf(given);
  const [genome] = genomesOf(given);
  const { flat, gaf, xrefs, phenotypes, chains } = present(genome, 'the genome');
  const chain = Object.fromEntries(chains.map(({ assembly, path }) => [assembly, path]));
  await writeFile(config, JSON.stringify({ genomes: [{ flat, gaf, xrefs, phenotypes, chain }], ontology, taxonomy }));
  const build = async () => buildRelease([], service.index, silentProgress, await readGenomeConfig(config));
  expect(await build()).toMatchObject({ id: service.id, unchanged: true });
  await writeFile(at(ontology, 0), 'ontology: go\n[Term]\nid: GO:0016984\nname: other\n');
  expect((await build()).id).not.toBe(service.id);
});

test('rows of variants, of either strand and of unknown ids', async () => {
  const own = join(folder, 'varied');
  await mkdir(own);
  const bases = 'ACGTTGCAACGGTTAACCGT'.repeat(10);
  const files = {
    'a.fa': `>chr1\n${bases}\n`,
    'a.vcf': '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t3\trs1;old1\tG\tT\t.\t.\t.\n',
    'a.tsv': [
      'id\tregion\tdescription\ttype\trisk_allele\tsignificant',
      'old1\t\tone\t\tT\t',
      'x1\t1:5-9:-1\ttwo\t\t\t',
      'x2\t1:5-9:-1\ttwo\tQTL\t\t0',
      'rs9\t\tthree\t\t\t',
      '\tchr7:5-9\tfour\t\t\t',
      '\t1:5-900\tfive\t\t\t',
      'rs1\t\tsix\tDisease\t\t',
    ].join('\n'),
    // The reverse complement, without its first 20 bases.
    'a.chain': 'chain 9 chrA 180 + 0 180 1 200 - 0 180 7\n100 10 0\n70\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
  const at = (name: string) => join(own, name);
  const genomes = genomesOf(
    {
      species: 'Other demo',
      fasta: [at('a.fa')],
      phenotypes: [at('a.tsv')],
      chain: [{ assembly: 'before', path: at('a.chain') }],
      assembly: 'now',
    },
    [at('a.vcf')],
  );
  const served = await compileAndServe([], join(own, 'index'), { genomes });
  expect((await served.get('/variation/other_demo/rs1?phenotypes=1')).body.phenotypes).toMatchObject([
    { trait: 'one', risk_allele: 'T' },
  ]);
  expect((await served.get('/phenotype/region/other_demo/chr1:1-20')).body).toMatchObject([
    { id: 'rs1', phenotype_associations: [{ location: 'chr1:3-3' }] },
    { id: 'x1', phenotype_associations: [{ description: 'two', source: 'a' }] },
  ]);
  expect((await served.get('/map/other_demo/before/chrA:95..115/now')).body.mappings).toMatchObject([
    { original: { start: 95, end: 100 }, mapped: { seq_region_name: 'chr1', start: 101, end: 106, strand: -1 } },
    { original: { start: 111, end: 115 }, mapped: { start: 96, end: 100, strand: -1 } },
  ]);
  expect((await served.get('/map/other_demo/now/chr1:96..106/before')).body.mappings).toHaveLength(2);
  const { departures } = await buildRelease([], served.index, silentProgress, { genomes });
  expect(departures?.map(({ kind, count, first }) => [kind, count, first[0]?.slice(own.length + 1)])).toEqual([
    ['id that the genome lacks', 1, 'a.tsv line 5: the genome has no gene or variant rs9, and the row no region'],
    ['line that is no phenotype', 2, 'a.tsv line 7: region is 1:5-900, but chr1 has 200 bases'],
    ['sequence that the genome lacks', 1, expect.stringMatching(/^a\.tsv line 6: the genome has no sequence chr7/)],
    ['name of a sequence that differs', 1, 'a.vcf line 3: 1 is taken for chr1 (by chr prefix)'],
  ]);
});
