import type { DumpRow, DumpRows } from './dump-database.ts';

/** The tables that the database always has. */
type OneGeneTables = Record<
  | 'meta'
  | 'coord_system'
  | 'attrib_type'
  | 'seq_region'
  | 'seq_region_attrib'
  | 'seq_region_synonym'
  | 'analysis'
  | 'external_db'
  | 'xref'
  | 'gene'
  | 'transcript'
  | 'exon'
  | 'exon_transcript'
  | 'translation',
  DumpRow[]
>;

/**
 * A core database of one chromosome with one coding gene, FICG1, its transcript FICT1 and translation FICP1.
 * @param more rows to add, by table
 */
export function oneGeneDatabase(species: string, more: DumpRows = {}): OneGeneTables & DumpRows {
  const place = { seq_region_start: 101, seq_region_end: 400, seq_region_strand: 1 };
  const rows: OneGeneTables & DumpRows = {
    meta: [
      { species_id: null, meta_id: 1, meta_key: 'schema_version', meta_value: '115' },
      ...Object.entries({
        'species.production_name': species,
        'species.scientific_name': `F${species.slice(1).replace('_', ' ')}`,
        'species.display_name': 'Proved fict',
        'species.taxonomy_id': '9999',
        'species.alias': 'proved',
        'species.division': 'EnsemblFiction',
        'species.classification': 'Fictidae',
        'assembly.default': 'FIC1',
        'assembly.name': 'FIC1.p1',
        'assembly.accession': 'GCA_000009999.3',
      }).map(([meta_key, meta_value], index) => ({ species_id: 1, meta_id: index + 2, meta_key, meta_value })),
    ],
    coord_system: [
      {
        coord_system_id: 1,
        species_id: 1,
        name: 'chromosome',
        version: 'FIC1',
        rank: 1,
        attrib: 'default_version,sequence_level',
      },
    ],
    attrib_type: [{ attrib_type_id: 6, code: 'toplevel', name: 'Top Level' }],
    seq_region: [{ seq_region_id: 11, name: '1', coord_system_id: 1, length: 5000 }],
    seq_region_attrib: [{ seq_region_id: 11, attrib_type_id: 6, value: '1' }],
    seq_region_synonym: [{ seq_region_synonym_id: 1, seq_region_id: 11, synonym: 'FX000001.2', external_db_id: 7 }],
    analysis: [{ analysis_id: 1, logic_name: 'fict_genes' }],
    external_db: [
      { external_db_id: 7, db_name: 'INSDC', db_release: null, db_display_name: 'INSDC', description: null },
      {
        external_db_id: 8,
        db_name: 'FICT_NAME',
        db_release: '3',
        db_display_name: 'Fict names',
        description: 'Names of ficts',
      },
      { external_db_id: 9, db_name: 'GO_fict', db_release: null, db_display_name: 'Fict terms', description: null },
    ],
    xref: [
      {
        xref_id: 1,
        external_db_id: 8,
        dbprimary_acc: 'F1',
        display_label: 'FICTA',
        info_type: 'DIRECT',
        info_text: '',
      },
    ],
    gene: [
      {
        gene_id: 1,
        biotype: 'protein_coding',
        analysis_id: 1,
        seq_region_id: 11,
        ...place,
        display_xref_id: 1,
        source: 'fict',
        is_current: 1,
        canonical_transcript_id: 1,
        stable_id: 'FICG1',
        version: 5,
      },
    ],
    transcript: [
      {
        transcript_id: 1,
        gene_id: 1,
        analysis_id: 1,
        ...place,
        source: 'fict',
        biotype: 'protein_coding',
        is_current: 1,
        canonical_translation_id: 1,
        stable_id: 'FICT1',
        version: 2,
      },
    ],
    exon: [
      {
        exon_id: 1,
        seq_region_id: 11,
        ...place,
        phase: 0,
        end_phase: 0,
        is_current: 1,
        is_constitutive: 1,
        stable_id: 'FICE1',
        version: 1,
      },
    ],
    exon_transcript: [{ exon_id: 1, transcript_id: 1, rank: 1 }],
    translation: [
      {
        translation_id: 1,
        transcript_id: 1,
        seq_start: 1,
        start_exon_id: 1,
        seq_end: 300,
        end_exon_id: 1,
        stable_id: 'FICP1',
        version: 2,
      },
    ],
  };
  for (const [table, list] of Object.entries(more)) rows[table] = [...(rows[table] ?? []), ...list];
  return rows;
}
