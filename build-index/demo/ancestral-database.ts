/** The core database of the inferred ancestors that multiple alignments show: a region for each of them in each block, and nothing else. */
import { ANCESTRAL_GENOME } from '../../src/compara/ancestral-genomes.ts';
import { CORE_TABLE_SCHEMAS } from './core-table-schemas.ts';
import { DumpTables } from './dump-writer.ts';
import { SCHEMA_VERSION } from './meta-rows.ts';

/** As Ensembl calls the only coordinate system of ancestors. */
export const ANCESTRAL_SYSTEM = 'ancestralsegment';

export class AncestralDatabase extends DumpTables<typeof CORE_TABLE_SCHEMAS> {
  constructor() {
    super(CORE_TABLE_SCHEMAS);
    const meta = (meta_key: string, meta_value: string | number, species_id: number | null = 1): void =>
      this.insert('meta', { meta_id: this.nextId('meta'), species_id, meta_key, meta_value });
    meta('schema_version', SCHEMA_VERSION, null);
    meta('schema_type', 'core', null);
    meta('species.production_name', ANCESTRAL_GENOME);
    meta('species.display_name', 'Ancestral sequences (fictional)');
    meta('species.division', 'EnsemblVertebrates');
    this.insert('coord_system', { coord_system_id: 1, species_id: 1, name: ANCESTRAL_SYSTEM, version: null, rank: 1, attrib: 'default_version,sequence_level' });
    this.insert('attrib_type', { attrib_type_id: 1, code: 'toplevel', name: 'Top level' });
  }

  /** Adds an ancestor's sequence in a block; gives the name of its region. */
  add(alignmentSet: number, sequence: string): string {
    const seq_region_id = this.nextId('seq_region');
    const name = `Ancestor_${alignmentSet}_${seq_region_id}`;
    this.insert('seq_region', { seq_region_id, name, coord_system_id: 1, length: sequence.length });
    this.insert('seq_region_attrib', { seq_region_id, attrib_type_id: 1, value: 1 });
    this.insert('dna', { seq_region_id, sequence });
    return name;
  }
}
