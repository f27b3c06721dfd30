/** A core database of one gene with an invented variation database, for the tests of operations on variants. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledRelease } from '../../support/compiled-release.ts';
import type { DumpRow, DumpRows } from '../../support/dump-database.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { testFolder } from '../../support/test-folder.ts';

export const SPECIES = 'proved_fictus';

const ATTRIBS = [
  'SNV',
  'insertion',
  'copy_number_variation',
  'copy_number_loss',
  'probe',
  'Frequency',
  'Cited',
  'fict_common',
  'fict_failed',
  'sequence_alteration',
];
const attrib = (value: string) => ATTRIBS.indexOf(value) + 1;

interface Place {
  start: number;
  end?: number;
  alleles?: string;
  consequences?: string;
  more?: DumpRow;
}

/** Rows of a variant and its places. Ids of places start at ten times the id of the variant. */
function variant(
  id: number,
  name: string,
  places: Place[],
  more: DumpRow = {},
): { variation: DumpRow; features: DumpRow[] } {
  return {
    variation: {
      variation_id: id,
      source_id: 1,
      name,
      class_attrib_id: attrib('SNV'),
      somatic: 0,
      minor_allele: null,
      minor_allele_freq: null,
      minor_allele_count: null,
      clinical_significance: null,
      evidence_attribs: null,
      ...more,
    },
    features: places.map(
      ({ start, end = start, alleles = 'A/G', consequences = 'intergenic_variant', more: further = {} }, index) => ({
        variation_feature_id: id * 10 + index,
        seq_region_id: 11,
        seq_region_start: start,
        seq_region_end: end,
        seq_region_strand: 1,
        variation_id: id,
        allele_string: alleles,
        ancestral_allele: null,
        variation_name: name,
        source_id: 1,
        consequence_types: consequences,
        variation_set_id: '',
        somatic: 0,
        minor_allele_freq: null,
        clinical_significance: null,
        display: 1,
        ...further,
      }),
    ),
  };
}

/** `vcf`: lines of a VCF file with the samples FA, FB and NEW; `sites`: lines of a file with frequencies only. */
export async function variationRelease(
  vcf: readonly string[] = [],
  sites: readonly string[] = [],
): Promise<CompiledRelease> {
  const variants = [
    variant(
      1,
      'fs1',
      [
        {
          start: 130,
          consequences: 'intron_variant,missense_variant',
          more: { variation_set_id: '3', minor_allele_freq: 0.25 },
        },
        { start: 4000 },
      ],
      {
        minor_allele: 'G',
        minor_allele_freq: 0.25,
        minor_allele_count: 4,
        clinical_significance: 'benign,risk factor',
        evidence_attribs: `${attrib('Frequency')},${attrib('Cited')}`,
      },
    ),
    // Between the bases 200 and 201.
    variant(2, 'fs2', [{ start: 201, end: 200, alleles: '-/GT', consequences: 'inframe_insertion' }], {
      class_attrib_id: attrib('insertion'),
    }),
    variant(3, 'fs3', [], { class_attrib_id: attrib('sequence_alteration') }),
    variant(
      4,
      'FSOM4',
      [{ start: 140, alleles: 'C/T', consequences: 'stop_gained', more: { somatic: 1, source_id: 2 } }],
      { somatic: 1, source_id: 2 },
    ),
    // Its name is also a synonym of fs1.
    variant(5, 'merged', [{ start: 500, alleles: 'T/C/G' }]),
    variant(6, 'hidden', [{ start: 510, more: { display: 0, variation_set_id: '4' } }]),
    // The database has no consequence of it.
    variant(7, 'reverse', [{ start: 600, alleles: 'A/C', consequences: '', more: { seq_region_strand: -1 } }]),
  ];
  const call = (
    id: number,
    name: string,
    className: string,
    evidence: number,
    somatic: number,
    more: DumpRow = {},
  ) => ({
    structural_variation_id: id,
    variation_name: name,
    alias: null,
    source_id: 2,
    study_id: null,
    class_attrib_id: attrib(className),
    clinical_significance: null,
    validation_status: null,
    is_evidence: evidence,
    somatic,
    copy_number: null,
    ...more,
  });
  const calls = [
    call(1, 'fsv1', 'copy_number_variation', 0, 0, {
      study_id: 1,
      validation_status: 'high quality',
      copy_number: 3,
      clinical_significance: 'pathogenic',
    }),
    call(2, 'fssv1', 'copy_number_loss', 1, 0, { alias: 'half' }),
    call(3, 'fsv2', 'copy_number_variation', 0, 1),
    call(4, 'fprobe', 'probe', 0, 0),
    call(5, 'ffailed', 'copy_number_variation', 0, 0),
  ];
  const effect = (
    feature: number,
    somatic: number,
    alleles: string,
    consequence: string,
    cds: number | null,
    codons: string | null,
    residues: string | null,
    more: DumpRow = {},
  ): DumpRow => ({
    transcript_variation_id: feature,
    variation_feature_id: feature,
    feature_stable_id: 'FICT1',
    allele_string: alleles,
    somatic,
    consequence_types: consequence,
    cds_start: cds,
    cds_end: cds,
    translation_start: cds && Math.ceil(cds / 3),
    translation_end: cds && Math.ceil(cds / 3),
    codon_allele_string: codons,
    pep_allele_string: residues,
    sift_score: null,
    polyphen_score: 0.9,
    display: 1,
    ...more,
  });
  const variation: DumpRows = {
    meta: [{ meta_id: 1, species_id: null, meta_key: 'schema_type', meta_value: 'variation' }],
    attrib: ATTRIBS.map((value, index) => ({ attrib_id: index + 1, attrib_type_id: 1, value })),
    source: [
      { source_id: 1, name: 'fictSNP', description: 'Variants of ficts' },
      { source_id: 2, name: 'FTUM', description: null },
    ],
    variation: variants.map((each) => each.variation),
    variation_feature: variants.flatMap((each) => each.features),
    variation_synonym: [
      { variation_synonym_id: 1, variation_id: 1, source_id: 1, name: 'merged' },
      { variation_synonym_id: 2, variation_id: 1, source_id: 1, name: 'FS0' },
      { variation_synonym_id: 3, variation_id: 2, source_id: 1, name: 'shared' },
      { variation_synonym_id: 4, variation_id: 5, source_id: 1, name: 'shared' },
    ],
    failed_description: [
      { failed_description_id: 1, description: 'Nowhere' },
      { failed_description_id: 2, description: 'Dubious' },
    ],
    failed_variation: [
      { variation_id: 3, failed_description_id: 2 },
      { variation_id: 3, failed_description_id: 1 },
    ],
    failed_structural_variation: [{ structural_variation_id: 5, failed_description_id: 1 }],
    allele_code: ['A', 'G', 'T', 'C'].map((allele, index) => ({ allele_code_id: index + 1, allele })),
    genotype_code: (
      [
        [1, 1],
        [1, 2],
        [2, 2],
      ] as const
    ).flatMap(([one, other], index) => [
      { genotype_code_id: index + 1, allele_code_id: other, haplotype_id: 2 },
      { genotype_code_id: index + 1, allele_code_id: one, haplotype_id: 1 },
    ]),
    population: [
      {
        population_id: 1,
        name: 'FIC:seen',
        freqs_from_gts: null,
        size: null,
        description: null,
        display: 'UNDISPLAYABLE',
      },
      { population_id: 2, name: 'FIC:counted', freqs_from_gts: 1, size: 3, description: null, display: 'LD' },
    ],
    individual: [
      { individual_id: 1, name: 'FA', gender: 'Female' },
      { individual_id: 2, name: 'FB', gender: null },
    ],
    sample: [
      { sample_id: 1, individual_id: 1, name: 'FA' },
      { sample_id: 300, individual_id: 2, name: 'FB' },
    ],
    sample_population: [
      { sample_id: 1, population_id: 2 },
      { sample_id: 300, population_id: 2 },
    ],
    allele: [
      { allele_id: 1, variation_id: 1, subsnp_id: 77, allele_code_id: 1, population_id: 1, frequency: 0.75, count: 6 },
      {
        allele_id: 2,
        variation_id: 1,
        subsnp_id: 77,
        allele_code_id: 2,
        population_id: 1,
        frequency: 0.25,
        count: null,
      },
      {
        allele_id: 3,
        variation_id: 1,
        subsnp_id: 78,
        allele_code_id: 2,
        population_id: null,
        frequency: null,
        count: null,
      },
      { allele_id: 4, variation_id: 3, subsnp_id: 79, allele_code_id: 1, population_id: 1, frequency: 0, count: 0 },
      {
        allele_id: 5,
        variation_id: 3,
        subsnp_id: 79,
        allele_code_id: 3,
        population_id: null,
        frequency: null,
        count: null,
      },
    ],
    population_genotype: [
      {
        population_genotype_id: 1,
        variation_id: 1,
        subsnp_id: 77,
        genotype_code_id: 2,
        frequency: 0.5,
        population_id: 1,
        count: 4,
      },
    ],
    // Sample 1 with code 1, sample 300 (0x82 0x2c in base 128) with code 2 twice, and the unknown sample 5.
    compressed_genotype_var: [{ variation_id: 1, subsnp_id: 77, genotypes: '0101822C02822C020503' }],
    variation_set: [
      { variation_set_id: 1, name: 'Genotyping chip variants', short_name_attrib_id: null },
      { variation_set_id: 2, name: 'Fict chip', short_name_attrib_id: null },
      { variation_set_id: 3, name: 'Common', short_name_attrib_id: attrib('fict_common') },
      { variation_set_id: 4, name: 'All failed variations', short_name_attrib_id: attrib('fict_failed') },
    ],
    variation_set_structure: [{ variation_set_super: 1, variation_set_sub: 2 }],
    variation_set_variation: [
      { variation_id: 1, variation_set_id: 2 },
      { variation_id: 1, variation_set_id: 3 },
    ],
    publication: [
      { publication_id: 1, pmid: 11, pmcid: 'PMC11' },
      { publication_id: 2, pmid: 12, pmcid: null },
      { publication_id: 3, pmid: 11, pmcid: null },
    ],
    variation_citation: [
      { variation_id: 2, publication_id: 1 },
      { variation_id: 1, publication_id: 1 },
      { variation_id: 5, publication_id: 3 },
    ],
    study: [
      {
        study_id: 1,
        name: 'fstd1',
        description: 'A study',
        url: 'https://example.org/fstd1',
        external_reference: null,
      },
      { study_id: 2, name: 'fstd2', external_reference: 'PMID:2' },
      { study_id: 3, name: 'fstd3' },
    ],
    // Studies are associated in either order.
    associate_study: [
      { study1_id: 3, study2_id: 2 },
      { study1_id: 2, study2_id: 1 },
    ],
    structural_variation: calls,
    structural_variation_feature: calls.map((each, index) => ({
      structural_variation_feature_id: index + 1,
      seq_region_id: 11,
      seq_region_start: 1000 + index,
      seq_region_end: 2000,
      seq_region_strand: -1,
      structural_variation_id: each.structural_variation_id,
      variation_name: each.variation_name,
      class_attrib_id: each.class_attrib_id,
      is_evidence: each.is_evidence,
      somatic: each.somatic,
    })),
    structural_variation_association: [{ structural_variation_id: 1, supporting_structural_variation_id: 2 }],
    phenotype: [
      { phenotype_id: 1, description: 'Tallness', class_attrib_id: null },
      { phenotype_id: 2, description: 'calm', class_attrib_id: null },
    ],
    phenotype_feature: (
      [
        [1, 'Variation', 'FS1'],
        [2, 'Variation', 'fs1'],
        [3, 'StructuralVariation', 'fsv1'],
        [4, 'SupportingStructuralVariation', 'fssv1'],
        [5, 'Gene', 'fs1'],
        [6, 'Variation', 'fs2', 2, 2],
      ] as const
    ).map(([id, type, object, phenotype = 1, study = null]) => ({
      phenotype_feature_id: id,
      phenotype_id: phenotype,
      source_id: 1,
      study_id: study,
      type,
      object_id: object,
      is_significant: 1,
      seq_region_id: 11,
      seq_region_start: 130,
      seq_region_end: 130,
    })),
    transcript_variation: [
      effect(10, 0, 'A/G', 'missense_variant', 30, 'CCA/CCG', 'P/L', { sift_score: 0.01 }),
      effect(10, 0, 'A/T', 'synonymous_variant', 30, 'CCA/CCT', 'P'),
      effect(20, 0, '-/GT', 'frameshift_variant', 101, null, null),
      effect(40, 1, 'C/T', 'stop_gained', 40, 'CAA/TAA', 'Q/*'),
      effect(11, 0, 'A/G', 'missense_variant', 5, 'AAA/AGA', 'K/R'),
      effect(60, 0, 'A/G', 'missense_variant', 9, 'AAA/AAG', 'K'),
      effect(50, 0, 'T/C', 'downstream_gene_variant', null, null, null),
    ],
    meta_coord: [{ table_name: 'variation_feature', coord_system_id: 1, max_length: 20 }],
  };
  const vcfConfig = vcf.length > 0 ? await writeVcf(vcf, sites) : undefined;
  return CompiledRelease.from(
    [
      [SPECIES, 'core', oneGeneDatabase(SPECIES)],
      [SPECIES, 'variation', variation],
      ['other_fictus', 'core', oneGeneDatabase('other_fictus')],
    ],
    vcfConfig === undefined ? {} : { vcfConfig },
  );
}

async function writeVcf(lines: readonly string[], sites: readonly string[]): Promise<string> {
  const folder = await testFolder();
  const columns = ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO'];
  const write = (name: string, header: readonly string[], body: readonly string[]) =>
    writeFile(join(folder, name), `${['##fileformat=VCFv4.2', header.join('\t'), ...body].join('\n')}\n`);
  await write('calls.vcf', [...columns, 'FORMAT', 'FA', 'FB', 'NEW'], lines);
  await write('sites.vcf', columns, sites);
  const collection = (id: string, more: object = {}) => ({
    id,
    species: SPECIES,
    assembly: 'FIC1',
    type: 'local',
    filename_template: `${id}.vcf`,
    ...more,
  });
  const populations = { 1: { name: 'FIC:ALL', _raw_name: '' }, 2: 'far' };
  await writeFile(
    join(folder, 'vcf_config.json'),
    JSON.stringify({
      collections: [collection('calls'), collection('sites', { population_prefix: 'FIC:', populations })],
    }),
  );
  return join(folder, 'vcf_config.json');
}
