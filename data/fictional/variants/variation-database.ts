/** The tables of the variation database of a species, with the rows that others refer to: attribs, sources, sets. */
import { SCHEMA_VERSION } from '../core/core-database.ts';
import type { RegionIds } from '../core/region-rows.ts';
import { at, get } from '../../../src/checked.ts';
import { DumpWriter } from '../../../build-index/dump-writer/dump-writer.ts';
import { VARIATION_TABLES } from '../../../build-index/dump-writer/variation-tables.ts';
import type { PlacedRegion } from '../genome/placement.ts';
import type { DemoSpecies } from '../species.ts';

const ATTRIB_TYPES: Record<string, string> = {
  associated_gene: 'Associated gene',
  risk_allele: 'Risk allele',
  p_value: 'P-value',
  variation_names: 'Variation names',
  external_id: 'External ID',
  odds_ratio: 'Odds ratio',
  beta_coef: 'Beta coefficient',
  clinvar_clin_sig: 'Clinical significance',
  MIM: 'MIM id',
  pubmed_id: 'PubMed ID',
  submitter_id: 'Submitter ID',
  review_status: 'Review status',
  SO_term: 'SO term',
  evidence: 'Variant evidence status',
  short_name: 'Short name',
  phenotype_type: 'Phenotype type',
  ontology_mapping: 'Ontology mapping method',
};

/** Values of the table attrib, by code of the type. */
const ATTRIBS = {
  SO_term: ['SNV', 'insertion', 'deletion', 'copy_number_variation', 'copy_number_loss'],
  evidence: ['Frequency', 'Cited', '1000Genomes', 'gnomAD'],
  short_name: ['demo_chips', 'demo_chip', 'demo_common'],
  phenotype_type: ['non_specified', 'tumour', 'trait'],
  ontology_mapping: ['Demo manual mapping'],
} as const;

type Source = [description: string, somatic: 'germline' | 'somatic', dataTypes: string];

const SOURCES = {
  DEMO_TRAITS: ['Traits of the fictional species, associated with variants.', 'germline', 'phenotype_feature,study'],
  DEMO_CLINIC: ['A clinic for fictional animals.', 'germline', 'phenotype_feature,study'],
  DEMO_VARIANTS: ['Variants of fictional animals, found by nobody.', 'germline', 'variation'],
  DEMO_TUMOURS: ['Tumours of fictional animals.', 'somatic', 'structural_variation,phenotype_feature'],
} as const satisfies Record<string, Source>;

/** A population without genotypes. The tables allele and population_genotype contain its counts. */
export const SURVEY = 'DEMO:survey';

const SETS = [
  ['Genotyping chip variants', 'demo_chips'],
  ['Demo chip (fictional)', 'demo_chip'],
  ['Demo variants that are common', 'demo_common'],
] as const;
/** variation_set_ids: variants on any chip, on one chip, and common variants. */
const CHIPS_SET = 1;
export const CHIP_SET = 2;
export const COMMON_SET = 3;
const FAILURE = 'Demo failure: variant maps to more than one location';
/** In the order of allele_code_id. */
const BASES = 'ACGT';

export type VariationSource = keyof typeof SOURCES;
export type PhenotypeClass = (typeof ATTRIBS.phenotype_type)[number];

export class VariationDatabase extends DumpWriter<typeof VARIATION_TABLES> {
  readonly #attribTypes: string[] = Object.keys(ATTRIB_TYPES);
  readonly #attribs = Object.entries(ATTRIBS).flatMap(([code, values]) =>
    values.map((value: string) => ({ code, value })),
  );
  readonly #sources = Object.keys(SOURCES);
  readonly #populations = new Map<string, number>();

  /** @param regionIds seq_region_ids of the species' core database; both databases have the same */
  constructor(
    folder: string,
    species: DemoSpecies,
    regions: readonly Pick<PlacedRegion, 'name' | 'kind'>[],
    regionIds: RegionIds,
  ) {
    super(folder, VARIATION_TABLES);
    const meta = (meta_key: string, meta_value: string | number, species_id: number | null): void =>
      void this.add('meta', { species_id, meta_key, meta_value });
    meta('schema_version', SCHEMA_VERSION, null);
    meta('schema_type', 'variation', null);
    meta('species.production_name', species.productionName, 1);
    for (const [id, name] of [
      [1, 'chromosome'],
      [2, 'scaffold'],
    ] as const)
      this.insert('coord_system', {
        coord_system_id: id,
        species_id: 1,
        name,
        version: species.assembly,
        rank: id,
        attrib: 'default_version',
      });
    for (const { name, kind } of regions) {
      this.insert('seq_region', {
        seq_region_id: get(regionIds, name),
        name,
        coord_system_id: kind === 'unplaced' ? 2 : 1,
      });
    }
    for (const [code, name] of Object.entries(ATTRIB_TYPES))
      this.insert('attrib_type', { attrib_type_id: this.attribType(code), code, name });
    this.#attribs.forEach(({ code, value }, index) =>
      this.insert('attrib', { attrib_id: index + 1, attrib_type_id: this.attribType(code), value }),
    );
    for (const [name, [description, somatic_status, data_types]] of Object.entries<Source>(SOURCES)) {
      this.add('source', {
        name,
        version: 1,
        description: `${description} (fictional)`,
        somatic_status,
        data_types,
      });
    }
    this.#writeAlleleCodes();
    this.#writeSets();
  }

  attribType(code: string): number {
    const index = this.#attribTypes.indexOf(code);
    if (index < 0) throw new Error(`no attribute type ${code}`);
    return index + 1;
  }

  /** attrib_id of a value of a type. */
  attrib(code: keyof typeof ATTRIBS, value: string): number {
    const index = this.#attribs.findIndex((each) => each.code === code && each.value === value);
    if (index < 0) throw new Error(`no attribute ${code} ${value}`);
    return index + 1;
  }

  /** Returns its population_id. @param size null for a population without genotypes */
  addPopulation(name: string, description: string, size: number | null, display: 'LD' | 'UNDISPLAYABLE'): number {
    const freqs_from_gts = size === null ? null : 1;
    const population_id = this.add('population', { name, size, description, freqs_from_gts, display });
    this.#populations.set(name, population_id);
    return population_id;
  }

  /** An animal with genotypes. */
  addSample(name: string, gender: 'Female' | 'Male', populations: readonly number[]): void {
    const individual_id = this.add('individual', { name, gender });
    const sample_id = this.add('sample', { individual_id, name });
    for (const population_id of populations) this.insert('sample_population', { sample_id, population_id });
  }

  /** population_id of a population that has been added. */
  population(name: string): number {
    return get(this.#populations, name);
  }

  source(name: VariationSource): number {
    return this.#sources.indexOf(name) + 1;
  }

  /** A genotype code consists of the codes of both alleles: A and C have 12, G and G have 33. */
  #writeAlleleCodes(): void {
    const codes = [1, 2, 3, 4];
    for (const allele_code_id of codes)
      this.insert('allele_code', { allele_code_id, allele: at(BASES, allele_code_id - 1) });
    for (const genotype of codes.flatMap((one) => codes.map((other) => [one, other]))) {
      const genotype_code_id = Number(genotype.join(''));
      for (const [index, allele_code_id] of genotype.entries())
        this.insert('genotype_code', { genotype_code_id, allele_code_id, haplotype_id: index + 1 });
    }
  }

  #writeSets(): void {
    this.insert('failed_description', { failed_description_id: 1, description: FAILURE });
    for (const [index, [name, short]] of SETS.entries())
      this.insert('variation_set', {
        variation_set_id: index + 1,
        name,
        description: name,
        short_name_attrib_id: this.attrib('short_name', short),
      });
    this.insert('variation_set_structure', { variation_set_super: CHIPS_SET, variation_set_sub: CHIP_SET });
  }
}
