/** The tables of one species' funcgen database, with the vocabularies that their rows refer to. */
import type { AnnotatedGenome } from './annotated-genome.ts';
import { TIMESTAMP } from './core-database.ts';
import { DumpTables } from './dump-writer.ts';
import { FUNCGEN_TABLE_SCHEMAS } from './funcgen-table-schemas.ts';
import { SCHEMA_VERSION } from './meta-rows.ts';

const FEATURE_TYPES = {
  Promoter: ['SO:0000167', 'promoter'],
  Enhancer: ['SO:0000165', 'enhancer'],
  'Open chromatin': ['SO:0001747', 'open_chromatin_region'],
  'CTCF Binding Site': ['SO:0001974', 'CTCF_binding_site'],
  'TF binding': ['SO:0000235', 'TF_binding_site'],
} as const;

export type RegulatoryType = keyof typeof FEATURE_TYPES;

export class FuncgenDatabase extends DumpTables<typeof FUNCGEN_TABLE_SCHEMAS> {
  readonly #featureTypes = Object.keys(FEATURE_TYPES);

  constructor({ species }: Pick<AnnotatedGenome, 'species'>) {
    super(FUNCGEN_TABLE_SCHEMAS);
    const meta = (meta_key: string, meta_value: string | number, species_id: number | null): void =>
      this.insert('meta', { meta_id: this.nextId('meta'), species_id, meta_key, meta_value });
    meta('schema_version', SCHEMA_VERSION, null);
    meta('schema_type', 'funcgen', null);
    meta('species.production_name', species.productionName, 1);
    this.insert('analysis', { analysis_id: 1, created: TIMESTAMP, logic_name: 'demo_regulatory_build' });
    this.insert('analysis', { analysis_id: 2, created: TIMESTAMP, logic_name: 'demo_probe_matching' });
    this.insert('regulatory_build', { regulatory_build_id: 1, name: 'Regulatory build of the demo (fictional)', version: '1', initial_release_date: '2025-01', feature_type_id: 1, analysis_id: 1, is_current: 1 });
    for (const [name, [so_accession, so_term]] of Object.entries(FEATURE_TYPES)) {
      this.insert('feature_type', { feature_type_id: this.featureType(name as RegulatoryType), name, class: 'Regulatory Feature', analysis_id: 1, description: name, so_accession, so_term });
    }
  }

  featureType(name: RegulatoryType): number {
    return this.#featureTypes.indexOf(name) + 1;
  }
}
