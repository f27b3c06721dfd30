/** Rows about the database as a whole: meta, counts, and the biotypes that it uses. */
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { CoreDatabase } from './core-database.ts';
import type { PlacedRegion } from './placement.ts';
import { TIMESTAMP } from './core-database.ts';
import { lineageOf } from './species-tree.ts';

/** The Ensembl release whose schema the dump has. */
export const SCHEMA_VERSION = 115;

export function writeMeta(db: CoreDatabase, { species }: AnnotatedGenome): void {
  const meta = (meta_key: string, meta_value: string | number, species_id: number | null = 1): void =>
    db.insert('meta', { meta_id: db.nextId('meta'), species_id, meta_key, meta_value });
  meta('schema_version', SCHEMA_VERSION, null);
  meta('schema_type', 'core', null);
  meta('species.production_name', species.productionName);
  meta('species.scientific_name', species.scientificName);
  meta('species.common_name', species.commonName);
  meta('species.display_name', species.displayName);
  meta('species.taxonomy_id', species.taxonId);
  meta('species.division', 'EnsemblVertebrates');
  meta('species.url', species.scientificName.replace(' ', '_'));
  meta('species.stable_id_prefix', `DEMO${species.letter}`);
  if (species.strain !== undefined) meta('species.strain', species.strain);
  for (const alias of [species.productionName, ...species.aliases]) meta('species.alias', alias);
  meta('species.classification', species.scientificName);
  for (const ancestor of lineageOf(species.productionName)!.reverse()) meta('species.classification', ancestor);
  meta('assembly.default', species.assembly);
  meta('assembly.name', species.assembly);
  meta('assembly.long_name', `Fictional assembly of ${species.scientificName}`);
  meta('assembly.accession', species.accession);
  meta('assembly.date', '2024-07');
  meta('assembly.coverage_depth', 'high');
  meta('assembly.web_accession_source', 'DEMO');
  meta('assembly.web_accession_type', 'Fictional accession');
  meta('assembly.mapping', `chromosome:${species.assembly}#contig`);
  meta('assembly.mapping', `scaffold:${species.assembly}#contig`);
  meta('genebuild.id', 1);
  meta('genebuild.method', 'full_genebuild');
  meta('genebuild.start_date', '2024-08-Demo');
  meta('genebuild.initial_release_date', '2024-11');
  meta('genebuild.last_geneset_update', '2025-01');
  meta('genebuild.level', 'toplevel');
  for (const analysis of ['dust', 'repeatmask', 'trf']) meta('repeat.analysis', analysis);
}

/** Of the parts of an assembly that stand in no other's place. */
export interface GenomeStatistics {
  coding_cnt: number;
  pseudogene_cnt: number;
  noncoding_cnt: number;
  transcript: number;
  /** Bases of all regions, and those that are known. */
  ref_length: number;
  total_length: number;
}

export function statisticsOf({ regions, genes }: Pick<AnnotatedGenome, 'regions' | 'genes'>): GenomeStatistics {
  const reference = genes.filter(({ region }) => region.kind !== 'alternative');
  const ofBiotype = (test: (biotype: string) => boolean): number => reference.filter(({ locus }) => test(locus.biotype)).length;
  const isPseudogene = (biotype: string): boolean => biotype.endsWith('pseudogene');
  const primary = regions.filter(({ kind }) => kind !== 'alternative');
  const lengthOf = (some: readonly PlacedRegion[]): number => some.reduce((sum, { length }) => sum + length, 0);
  return {
    coding_cnt: ofBiotype((biotype) => biotype === 'protein_coding'),
    pseudogene_cnt: ofBiotype(isPseudogene),
    noncoding_cnt: ofBiotype((biotype) => biotype !== 'protein_coding' && !isPseudogene(biotype)),
    transcript: reference.reduce((sum, { transcripts }) => sum + transcripts.length, 0),
    ref_length: lengthOf(primary),
    total_length: primary.flatMap(({ contigs }) => contigs).reduce((sum, { start, end }) => sum + end - start + 1, 0),
  };
}

export function writeStatistics(db: CoreDatabase, statistics: GenomeStatistics): void {
  for (const [statistic, value] of Object.entries(statistics)) {
    db.insert('genome_statistics', {
      genome_statistics_id: db.nextId('genome_statistics'), statistic, value, species_id: 1, attrib_type_id: db.attribType(statistic), timestamp: TIMESTAMP,
    });
  }
}

type Group = 'coding' | 'pseudogene' | 'snoncoding' | 'lnoncoding';

/** Group, and the Sequence Ontology's term for a gene and for a transcript of the biotype. */
const BIOTYPES: Record<string, [Group, gene: string | null, transcript: string]> = {
  protein_coding: ['coding', 'SO:0001217 protein_coding_gene', 'SO:0000234 mRNA'],
  lncRNA: ['lnoncoding', 'SO:0001263 ncRNA_gene', 'SO:0001877 lnc_RNA'],
  miRNA: ['snoncoding', 'SO:0001263 ncRNA_gene', 'SO:0000276 miRNA'],
  rRNA: ['snoncoding', 'SO:0001263 ncRNA_gene', 'SO:0000252 rRNA'],
  snRNA: ['snoncoding', 'SO:0001263 ncRNA_gene', 'SO:0000274 snRNA'],
  Mt_tRNA: ['snoncoding', 'SO:0001263 ncRNA_gene', 'SO:0000253 tRNA'],
  Mt_rRNA: ['snoncoding', 'SO:0001263 ncRNA_gene', 'SO:0000252 rRNA'],
  processed_pseudogene: ['pseudogene', 'SO:0000336 pseudogene', 'SO:0000516 pseudogenic_transcript'],
  unprocessed_pseudogene: ['pseudogene', 'SO:0000336 pseudogene', 'SO:0000516 pseudogenic_transcript'],
  nonsense_mediated_decay: ['coding', null, 'SO:0000234 mRNA'],
  retained_intron: ['lnoncoding', null, 'SO:0000673 transcript'],
  protein_coding_CDS_not_defined: ['lnoncoding', null, 'SO:0000673 transcript'],
};

export function writeBiotypes(db: CoreDatabase): void {
  for (const [name, [biotype_group, gene, transcript]] of Object.entries(BIOTYPES)) {
    for (const [object_type, term] of [['gene', gene], ['transcript', transcript]] as const) {
      if (term === null) continue;
      const [so_acc, so_term] = term.split(' ') as [string, string];
      db.insert('biotype', { biotype_id: db.nextId('biotype'), name, object_type, db_type: 'core', biotype_group, so_acc, so_term });
    }
  }
}
