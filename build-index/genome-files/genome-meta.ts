/** Rows of a core database that describe the genome as a whole. */
import { FILES_META } from '../compile/genome/species.ts';
import { type CoreRows, SCHEMA_VERSION } from './core-rows.ts';
import { type GenomeSpec, productionName } from './genome-spec.ts';

/**
 * Writes the rows of `meta` and the statistics.
 * @param ofFiles what the files say of the genome; its bases are counted in `length`
 */
export function writeGenomeMeta(
  db: CoreRows,
  { species, taxon, commonName, sample }: GenomeSpec & { species: string },
  ofFiles: { taxon: string | null; accession: string | null; assembly: string; length: number },
): void {
  const { assembly, length } = ofFiles;
  const production = productionName(species);
  const scientific = species.includes(' ')
    ? species
    : `${species.charAt(0).toUpperCase()}${species.slice(1).replaceAll('_', ' ')}`;
  db.meta('schema_version', SCHEMA_VERSION, null);
  db.meta('schema_type', 'core', null);
  db.meta('species.production_name', production);
  db.meta('species.scientific_name', scientific);
  db.meta('species.display_name', commonName ?? scientific);
  db.meta('species.common_name', commonName);
  db.meta('species.taxonomy_id', taxon ?? ofFiles.taxon);
  db.meta('species.division', 'Ensembl');
  db.meta('species.url', scientific.replaceAll(' ', '_'));
  db.meta('species.alias', production);
  db.meta('assembly.default', assembly);
  db.meta('assembly.name', assembly);
  db.meta('assembly.accession', ofFiles.accession);
  db.meta(FILES_META, 'files');
  if (sample) {
    db.meta('sample.gene_param', sample.gene);
    db.meta('sample.gene_text', sample.name);
  }
  const { coding, pseudogene, noncoding, transcripts } = db.counts;
  // Ensembl's word for genes that others annotated.
  if (coding + pseudogene + noncoding > 0) db.meta('genebuild.method', 'external_annotation_import');
  for (const [statistic, value] of Object.entries({
    coding_cnt: coding,
    pseudogene_cnt: pseudogene,
    noncoding_cnt: noncoding,
    transcript: transcripts,
    ref_length: length,
    total_length: length,
  }))
    db.add('genome_statistics', { statistic, value, species_id: 1, attrib_type_id: db.attribType(statistic) });
}
