/** The tables and columns of a variation database that the compiler reads; see CORE_TABLES. */
import type { NeededTables } from '../dump/database.ts';

export const VARIATION_TABLES = {
  phenotype: { phenotype_id: 'integer', description: 'text' },
  phenotype_feature: {
    phenotype_feature_id: 'integer', phenotype_id: 'integer', source_id: 'integer', study_id: 'integer', type: 'text', object_id: 'text',
    is_significant: 'integer',
  },
  phenotype_feature_attrib: { phenotype_feature_id: 'integer', attrib_type_id: 'integer', value: 'text' },
  phenotype_ontology_accession: { phenotype_id: 'integer', accession: 'text' },
  source: { source_id: 'integer', name: 'text' },
  study: { study_id: 'integer', external_reference: 'text' },
  attrib_type: { attrib_type_id: 'integer', code: 'text' },
} as const satisfies NeededTables;
