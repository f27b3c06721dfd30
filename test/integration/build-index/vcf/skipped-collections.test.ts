/** A build reports all collections of a vcf_config.json that it skips. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skippedCollections, listed } from '../../../../build-index/vcf/vcf-notices.ts';
import { readVcfConfig } from '../../../../build-index/vcf/vcf-config.ts';
import { CompiledRelease } from '../../../support/compiled-release.ts';
import { oneGeneDatabase } from '../../../support/one-gene-database.ts';
import { testFolder } from '../../../support/test-folder.ts';

const SPECIES = 'fictus_probatus';

async function config(...collections: object[]): Promise<string> {
  const path = join(await testFolder(), 'vcf_config.json');
  await writeFile(path, JSON.stringify({ collections }));
  return path;
}

test('reports collections of other species, of another assembly, on the web, and without a file', async () => {
  const path = await config(
    { id: 'here', species: SPECIES, assembly: 'FIC1', filename_template: 'a.vcf' },
    { id: 'any', species: SPECIES, filename_template: 'a.vcf' },
    { id: 'typo', species: 'fictus_probatum', filename_template: 'a.vcf' },
    { id: 'other', species: 'fictus_alter', filename_template: 'a.vcf' },
    { id: 'again', species: 'fictus_alter', filename_template: 'b.vcf' },
    { id: 'old', species: SPECIES, assembly: 'FIC0', filename_template: 'a.vcf' },
    { id: 'far', species: SPECIES, filename_template: 'ftp://example.org/a.vcf.gz' },
    { id: 'none', species: SPECIES, filename_template: 'a.###CHR###.vcf' },
  );
  expect(skippedCollections(await readVcfConfig(path), [{ species: SPECIES, assembly: 'FIC1' }], path)).toEqual([
    `${path}: collection old of ${SPECIES} is skipped: its assembly is FIC0, but that of the database is FIC1.`,
    `${path}: collection far of ${SPECIES} is skipped: its files are on the web; ` +
      'download them and give local paths in filename_template.',
    `${path}: collection none of ${SPECIES} is skipped: it names no files.`,
    `${path}: collections of species without a variation database among the dumps are skipped: fictus_probatum, ` +
      'fictus_alter.',
  ]);
});

test('lists the first names of a long list', () => {
  expect(listed(['a', 'b'])).toBe('a, b');
  expect(listed(Array.from('abcdefghi'))).toBe('a, b, c, d, e, f, g, h and 1 other');
});

test('a build reports them, lines on unknown regions, and samples without a population', async () => {
  const lines = [
    '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tS1\tS2',
    ...['1', 'contig1', 'contig2'].map(
      (chromosome) => `${chromosome}\t5\trs${chromosome}\tA\tC\t.\t.\t.\tGT\t0|1\t1|1`,
    ),
  ];
  const path = await config(
    { id: 'known', species: SPECIES, filename_template: 'a.vcf', sample_prefix: 'FIC:' },
    { id: 'unknown', species: SPECIES, filename_template: 'a.vcf', sample_prefix: 'XX:' },
    { id: 'old', species: SPECIES, assembly: 'FIC0', filename_template: 'a.vcf' },
  );
  await writeFile(join(path, '..', 'a.vcf'), `${lines.join('\n')}\n`);
  const variation = {
    source: [{ source_id: 1, name: 'Invented' }],
    population: [{ population_id: 1, name: 'FIC:all' }],
    individual: [{ individual_id: 1, name: 'FIC:S1' }],
    sample: [{ sample_id: 1, individual_id: 1, name: 'FIC:S1' }],
    sample_population: [{ sample_id: 1, population_id: 1 }],
  };
  const { notices } = await CompiledRelease.from(
    [
      [SPECIES, 'core', oneGeneDatabase(SPECIES)],
      [SPECIES, 'variation', variation],
    ],
    { vcfConfig: path },
  );
  const unknown = (id: string) =>
    `VCF collection ${id} of ${SPECIES}: skipped the lines of chromosomes that are not seq regions of the dump ` +
    '(contig1, contig2).';
  expect(notices.filter((notice) => notice.includes('ollection'))).toEqual([
    unknown('known'),
    unknown('unknown'),
    `VCF collection unknown of ${SPECIES}: none of its 2 samples (such as XX:S1) is in a population of the variation ` +
      'database, so it yields no linkage disequilibrium. Is its sample_prefix right?',
    `${path}: collection old of ${SPECIES} is skipped: its assembly is FIC0, but that of the database is FIC1.`,
  ]);
});
