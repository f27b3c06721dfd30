import type { ConsequenceTermsDocument } from '../../../src/variants/consequence-terms.ts';
import type { Database } from '../../dump/database.ts';

/** Everything below the Sequence Ontology's sequence_variant, with what stands below it, by name and accession; empty without it. */
export async function consequenceTerms(database: Database): Promise<ConsequenceTermsDocument> {
  const rows = database.rows<{ name: string; accession: string; below: string }>(`
    WITH so AS (SELECT term_id, term.name, accession FROM term JOIN ontology o USING (ontology_id) WHERE o.name = 'SO' AND coalesce(is_obsolete, 0) = 0),
    links AS (SELECT DISTINCT child_term_id, parent_term_id FROM closure UNION SELECT term_id, term_id FROM so),
    variants AS (SELECT so.* FROM so JOIN links ON child_term_id = so.term_id JOIN so top ON top.term_id = parent_term_id WHERE top.name = 'sequence_variant')
    SELECT lower(variants.name) AS name, lower(variants.accession) AS accession, below.name AS below
    FROM variants JOIN links ON parent_term_id = variants.term_id JOIN variants below ON below.term_id = child_term_id ORDER BY ALL`);
  const terms: ConsequenceTermsDocument = {};
  for await (const { name, accession, below } of rows) for (const key of [name, accession]) (terms[key] ??= []).push(below);
  return terms;
}
