/** The tables of one species' variation database, with the vocabularies that their rows refer to. */
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { RegionIds } from './region-rows.ts';
import { DumpTables } from './dump-writer.ts';
import { SCHEMA_VERSION } from './meta-rows.ts';
import { VARIATION_TABLE_SCHEMAS } from './variation-table-schemas.ts';

const ATTRIB_TYPES: Record<string, string> = {
  associated_gene: 'Associated gene', risk_allele: 'Risk allele', p_value: 'P-value', variation_names: 'Variation names', external_id: 'External ID',
  odds_ratio: 'Odds ratio', beta_coef: 'Beta coefficient', clinvar_clin_sig: 'Clinical significance', MIM: 'MIM id', pubmed_id: 'PubMed ID',
  submitter_id: 'Submitter ID', review_status: 'Review status', SO_term: 'SO term', evidence: 'Variant evidence status', short_name: 'Short name', phenotype_type: 'Phenotype type', ontology_mapping: 'Ontology mapping method',
};

/** Values of attrib, by the code of their type. */
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

export type VariationSource = keyof typeof SOURCES;
export type PhenotypeClass = (typeof ATTRIBS.phenotype_type)[number];

export class VariationDatabase extends DumpTables<typeof VARIATION_TABLE_SCHEMAS> {
  readonly #attribTypes: string[] = Object.keys(ATTRIB_TYPES);
  readonly #attribs = Object.entries(ATTRIBS).flatMap(([code, values]) => values.map((value) => ({ code, value: value as string })));
  readonly #sources = Object.keys(SOURCES);
  readonly #populations = new Map<string, number>();

  /** @param regionIds seq_region_ids of the species' core database: a variation database has the same */
  constructor({ species, regions }: AnnotatedGenome, regionIds: RegionIds) {
    super(VARIATION_TABLE_SCHEMAS);
    const meta = (meta_key: string, meta_value: string | number, species_id: number | null): void =>
      this.insert('meta', { meta_id: this.nextId('meta'), species_id, meta_key, meta_value });
    meta('schema_version', SCHEMA_VERSION, null);
    meta('schema_type', 'variation', null);
    meta('species.production_name', species.productionName, 1);
    this.insert('coord_system', { coord_system_id: 1, species_id: 1, name: 'chromosome', version: species.assembly, rank: 1, attrib: 'default_version' });
    this.insert('coord_system', { coord_system_id: 2, species_id: 1, name: 'scaffold', version: species.assembly, rank: 2, attrib: 'default_version' });
    for (const { name, kind } of regions) {
      this.insert('seq_region', { seq_region_id: regionIds.get(name)!, name, coord_system_id: kind === 'unplaced' ? 2 : 1 });
    }
    for (const [code, name] of Object.entries(ATTRIB_TYPES)) this.insert('attrib_type', { attrib_type_id: this.attribType(code), code, name });
    this.#attribs.forEach(({ code, value }, index) => this.insert('attrib', { attrib_id: index + 1, attrib_type_id: this.attribType(code), value }));
    for (const [name, [description, somatic_status, data_types]] of Object.entries<Source>(SOURCES)) {
      this.insert('source', { source_id: this.source(name as VariationSource), name, version: 1, description: `${description} (fictional)`, somatic_status, data_types });
    }
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

  /** Makes the number of a population. */
  addPopulation(name: string): number {
    const id = this.nextId('population');
    this.#populations.set(name, id);
    return id;
  }

  /** population_id of one that has been added. */
  population(name: string): number {
    return this.#populations.get(name)!;
  }

  source(name: VariationSource): number {
    return this.#sources.indexOf(name) + 1;
  }
}
