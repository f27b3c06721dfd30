/** References to missing rows are counted in every kind of database, and rejected with isStrict. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMPARA_GENE_TABLES } from '../../../../build-index/compile/compara/compara-schema.ts';
import { FUNCGEN_TABLES, MOTIF_EVIDENCE_TABLES } from '../../../../build-index/compile/regulation/funcgen-schema.ts';
import { VARIATION_TABLES } from '../../../../build-index/compile/variation/variation-schema.ts';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { testFolder } from '../../../support/compiled-service.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { geneRows, regionRows, writeCoreDump, writeDump } from '../compile/core-dump.ts';

const folder = await testFolder();
const regions = regionRows([{ id: 1, name: 'A', length: 100, topLevel: true }]);
const genes = geneRows(1, 1, 30, 1);

test('counts references of variants to missing rows', async () => {
  const varied = join(folder, 'varied');
  await writeCoreDump(varied, 'fictus_varius', { ...regions, ...genes });
  const variant = (id: number, source: number) => ({ variation_id: id, source_id: source, name: `rs${id}` });
  const place = (id: number, of: number, region: number) => ({
    variation_feature_id: id,
    variation_id: of,
    variation_name: `rs${of}`,
    seq_region_id: region,
    seq_region_start: id,
    seq_region_end: id,
    seq_region_strand: 1,
    allele_string: 'A/C',
    source_id: 1,
  });
  await writeDump(varied, 'fictus_varius', 'variation', VARIATION_TABLES, {
    source: [{ source_id: 1, name: 'Invented' }],
    variation: [variant(1, 1), variant(2, 7), variant(4, 1)],
    variation_feature: [place(1, 1, 1), place(2, 3, 1), place(3, 4, 99), place(4, 5, 1)],
    variation_synonym: [2, 3, 6].map((id) => ({ variation_synonym_id: id, variation_id: id, source_id: 1, name: 'y' })),
    phenotype: [{ phenotype_id: 1, description: 'tall' }],
    phenotype_feature: [
      { phenotype_feature_id: 1, phenotype_id: 8, source_id: 0, object_id: 'rs1', seq_region_id: 98 },
    ],
  });
  const { departures } = await buildRelease([varied], join(folder, 'varied-index'), silentProgress);
  expect(
    (departures ?? [])
      .filter(({ file, kind }) => kind === 'missing reference' && file.includes('/variation/'))
      .map(({ table, count, first }) => [table, count, first.map((each) => / line .*? lacks/.exec(each)?.[0])]),
  ).toEqual([
    [
      'phenotype_feature',
      2,
      [
        ' line 1: a row of phenotype_feature has the seq_region_id 98, which the seq_region table of ' +
          'the core database lacks',
        ' line 1: a row of phenotype_feature has the phenotype_id 8, which the phenotype table lacks',
      ],
    ],
    ['variation', 1, [' line 2: a row of variation has the source_id 7, which the source table lacks']],
    [
      'variation_feature',
      3,
      [
        ' line 2: a row of variation_feature has the variation_id 3, which the variation table lacks',
        ' line 3: a row of variation_feature has the seq_region_id 99, which the seq_region table of ' +
          'the core database lacks',
        ' line 4: a row of variation_feature has the variation_id 5, which the variation table lacks',
      ],
    ],
    [
      'variation_synonym',
      2,
      [
        ' line 2: a row of variation_synonym has the variation_id 3, which the variation table lacks',
        ' line 3: a row of variation_synonym has the variation_id 6, which the variation table lacks',
      ],
    ],
  ]);
});

describe.each([
  [
    'variation',
    'fictus_varians',
    VARIATION_TABLES,
    {
      source: [{ source_id: 1, name: 'Invented' }],
      variation: [{ variation_id: 1, source_id: 1, name: 'rs1' }],
      population: [{ population_id: 1, name: 'all' }],
      sample: [{ sample_id: 1, individual_id: 20, name: 'one' }],
      individual: [{ individual_id: 1, name: 'one', mother_individual_id: 21 }],
      sample_population: [{ sample_id: 22, population_id: 23 }],
      genotype_code: [{ genotype_code_id: 1, allele_code_id: 24, haplotype_id: 1 }],
      allele_code: [{ allele_code_id: 1, allele: 'A' }],
      variation_set: [{ variation_set_id: 1, name: 'set' }],
      variation_set_variation: [
        { variation_id: 1, variation_set_id: 1 },
        { variation_id: 1, variation_set_id: 25 },
      ],
      population_genotype: [{ population_genotype_id: 1, variation_id: 1, genotype_code_id: 26, population_id: 27 }],
    },
    [
      'genotype_code.allele_code_id 24',
      'individual.mother_individual_id 21',
      'population_genotype.population_id 27',
      'population_genotype.genotype_code_id 26',
      'sample.individual_id 20',
      'sample_population.population_id 23',
      'sample_population.sample_id 22',
      'variation_set_variation.variation_set_id 25',
    ],
  ],
  [
    'funcgen',
    'fictus_regulans',
    { ...FUNCGEN_TABLES, ...MOTIF_EVIDENCE_TABLES },
    {
      feature_type: [{ feature_type_id: 1, name: 'enhancer' }],
      regulatory_build: [{ regulatory_build_id: 1, is_current: 1 }],
      regulatory_feature: [
        {
          regulatory_feature_id: 1,
          feature_type_id: 30,
          regulatory_build_id: 31,
          seq_region_id: 32,
          seq_region_start: 1,
          seq_region_end: 2,
          stable_id: 'ENSR1',
        },
      ],
      binding_matrix: [{ binding_matrix_id: 1, name: 'm', stable_id: 'M1' }],
      binding_matrix_frequencies: [{ binding_matrix_id: 33, position: 1, nucleotide: 'A', frequency: 1 }],
      array: [{ array_id: 1, name: 'chip' }],
      array_chip: [{ array_chip_id: 1, array_id: 34 }],
      motif_feature: [
        {
          motif_feature_id: 1,
          binding_matrix_id: 1,
          seq_region_id: 1,
          seq_region_start: 1,
          seq_region_end: 2,
          seq_region_strand: 1,
        },
      ],
      motif_feature_peak: [{ motif_feature_id: 1, peak_id: 35 }],
      peak: [{ peak_id: 1, peak_calling_id: 36 }],
      peak_calling: [{ peak_calling_id: 1, epigenome_id: 37 }],
      epigenome: [{ epigenome_id: 1, short_name: 'liver' }],
    },
    [
      'array_chip.array_id 34',
      'binding_matrix_frequencies.binding_matrix_id 33',
      'motif_feature_peak.peak_id 35',
      'peak.peak_calling_id 36',
      'peak_calling.epigenome_id 37',
      'regulatory_feature.seq_region_id 32',
      'regulatory_feature.feature_type_id 30',
      'regulatory_feature.regulatory_build_id 31',
    ],
  ],
  [
    'compara',
    'multi',
    COMPARA_GENE_TABLES,
    {
      genome_db: [{ genome_db_id: 1, taxon_id: 1, name: 'fictus_probatus', assembly: 'A' }],
      gene_member: [{ gene_member_id: 1, stable_id: 'FICG00001', genome_db_id: 40, canonical_member_id: 41 }],
      seq_member: [{ seq_member_id: 1, stable_id: 'FICP00001', genome_db_id: 1, sequence_id: 42, gene_member_id: 43 }],
      sequence: [{ sequence_id: 1, sequence: 'M' }],
      gene_tree_root: [{ root_id: 1 }],
      gene_tree_node: [{ node_id: 1, root_id: 44, seq_member_id: 45 }],
      homology: [],
      homology_member: [{ homology_id: 1, gene_member_id: 46, seq_member_id: 47 }],
    },
    [
      'gene_member.genome_db_id 40',
      'gene_member.canonical_member_id 41',
      'gene_tree_node.seq_member_id 45',
      'gene_tree_node.root_id 44',
      'homology_member.gene_member_id 46',
      'homology_member.seq_member_id 47',
      'seq_member.sequence_id 42',
      'seq_member.gene_member_id 43',
    ],
  ],
] as const)('a %s database', (group, species, tables, rows, missing) => {
  test('has references to missing rows, which are counted', async () => {
    const dumps = join(folder, group);
    await writeCoreDump(dumps, group === 'compara' ? 'fictus_probatus' : species, { ...regions, ...genes });
    await writeDump(dumps, species, group, tables, structuredClone(rows) as never);
    const build = (isStrict: boolean) =>
      buildRelease([dumps], join(folder, `${group}-${isStrict}`), silentProgress, { isStrict });
    const { departures = [] } = await build(false);
    const found = departures.filter(({ kind, file }) => kind === 'missing reference' && file.includes(`/${group}/`));
    expect(
      found.flatMap(({ table, first }) =>
        first.map((sentence) => `${table}.${/has the (\w+ \d+), which/.exec(sentence)?.[1]}`),
      ),
    ).toEqual(missing);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(missing.length);
    await expect(build(true)).rejects.toThrow(/a row of \w+ has the \w+ \d+, which the /);
  });
});

test('counts ids of missing mapping sessions and peptides', async () => {
  const dumps = await writeCoreDump(join(folder, 'archived'), 'fictus_probatus', {
    ...regions,
    mapping_session: [{ mapping_session_id: 1, old_db_name: 'a', new_db_name: 'b', created: '2012-01-01 00:00:00' }],
    stable_id_event: [{ old_stable_id: 'OLD1', mapping_session_id: 50, type: 'gene' }],
    gene_archive: [{ gene_stable_id: 'OLD1', peptide_archive_id: 51, mapping_session_id: 1 }],
    peptide_archive: [],
  });
  const build = (isStrict: boolean) =>
    buildRelease([dumps], join(folder, `archived-${isStrict}`), silentProgress, { isStrict });
  expect((await build(false)).departures).toMatchObject([
    { table: 'gene_archive', kind: 'missing reference', first: [expect.stringContaining('peptide_archive_id 51')] },
    { table: 'stable_id_event', kind: 'missing reference', first: [expect.stringContaining('mapping_session_id 50')] },
  ]);
  await expect(build(true)).rejects.toThrow(/line 1: a row of stable_id_event has the mapping_session_id 50, which/);
});
