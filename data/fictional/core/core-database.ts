/**
 * The tables of the core database of a species, with the rows that others refer to: attrib types, analyses, databases.
 */
import { present } from '../../../src/checked.ts';
import { CORE_TABLES } from '../../../build-index/dump-writer/core-tables.ts';
import { DumpWriter } from '../../../build-index/dump-writer/dump-writer.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { PlacedRegion } from '../genome/placement.ts';
import { lineageOf } from '../species.ts';

/** A fixed creation time, so that the same seed gives the same bytes. */
export const TIMESTAMP = '2025-01-15 09:00:00';

type Analysis = [label: string, db: string | null, gffSource: string | null, description: string];

const ANALYSES = {
  demo_genes: ['Demo genes', null, 'demo', 'Gene models of the generator (fictional).'],
  demo_manual: [
    'Demo manual annotation',
    null,
    'demo_manual',
    'Gene models of the generator that pass for curated ones (fictional).',
  ],
  demo_ncrna: ['Demo RNA genes', null, 'demo', 'RNA genes of the generator (fictional).'],
  demo_mt: ['Demo mitochondrial genes', null, 'demo', 'Mitochondrial genes of the generator (fictional).'],
  demo_xref: ['Demo references', null, null, 'References of the generator (fictional).'],
  repeatmask: ['Repeats', null, 'demo_repeats', 'Interspersed repeats, placed by the generator.'],
  trf: ['Tandem repeats', null, 'demo_trf', 'Tandem repeats, placed by the generator.'],
  dust: ['Low complexity', null, 'demo_dust', 'Runs of one base, placed by the generator.'],
  cpg: ['CpG islands', null, 'demo_cpg', 'Stretches before genes, rich in C and G.'],
  eponine: ['Transcription start sites', null, 'demo_tss', 'Starts of transcription of the gene models.'],
  pfam: ['Pfam', 'Pfam', 'Pfam', 'Fictional domains in the style of Pfam.'],
  smart: ['SMART', 'Smart', 'SMART', 'Fictional domains in the style of SMART.'],
  pirsf: ['PIRSF', 'PIRSF', 'PIRSF', 'Fictional families in the style of PIRSF.'],
  seg: ['Low complexity (Seg)', 'Seg', 'Seg', 'Low-complexity stretches of fictional proteins.'],
  ncoils: ['Coiled coils (Ncoils)', 'ncoils', 'ncoils', 'Coiled coils of fictional proteins.'],
  signalp: ['Cleavage site (SignalP)', 'SignalP', 'signalp', 'Secretion signals of fictional proteins.'],
  tmhmm: ['Transmembrane helices', 'tmhmm', 'Tmhmm', 'Membrane-spanning segments of fictional proteins.'],
  genscan: ['Genscan predictions', null, 'demo_genscan', 'Predicted transcripts in the style of Genscan (fictional).'],
} as const satisfies Record<string, Analysis>;

export type LogicName = keyof typeof ANALYSES;

const ATTRIB_TYPES: Record<string, string> = {
  embl_acc: 'Sequence accession',
  name: 'Name',
  type: 'Type of feature',
  toplevel: 'Top level',
  codon_table: 'Codon table',
  _selenocysteine: 'Selenocysteine',
  miRNA: 'Coordinates of the mature miRNA',
  non_ref: 'Not of the reference',
  well_name: 'Well plate name',
  state: 'Current state of clone',
  htg_phase: 'Sequencing phase',
  _rna_edit: 'RNA edit',
  cds_start_NF: 'CDS start not found',
  cds_end_NF: 'CDS end not found',
  mRNA_start_NF: 'mRNA start not found',
  mRNA_end_NF: 'mRNA end not found',
  circular_seq: 'Circular sequence',
  karyotype_rank: 'Rank in the karyotype',
  TSL: 'Transcript support level',
  appris: 'APPRIS annotation',
  gencode_basic: 'GENCODE basic annotation',
  gencode_primary: 'GENCODE primary annotation',
  MANE_Select: 'MANE Select v1.0',
  is_canonical: 'Ensembl canonical',
  GeneGC: 'Gene GC',
  ncRNA: 'Structure',
  coding_cnt: 'Coding genes',
  noncoding_cnt: 'Non-coding genes',
  pseudogene_cnt: 'Pseudogenes',
  transcript: 'Gene transcripts',
  ref_length: 'Golden path length',
  total_length: 'Base pairs',
};

type ExternalDb = [displayName: string, type: 'MISC' | 'PRIMARY_DB_SYNONYM' | 'ENSEMBL', priority: number];

const EXTERNAL_DBS = {
  DEMO_NAME: ['Demo gene name authority', 'PRIMARY_DB_SYNONYM', 100],
  DEMO_NAME_trans_name: ['Demo transcript name', 'MISC', 5],
  DEMO_GENE: ['Demo gene index', 'MISC', 10],
  DEMO_CLONE: ['Demo clone-based name', 'MISC', 5],
  DEMO_RNA: ['Demo transcript collection', 'MISC', 40],
  DEMO_PROT: ['Demo protein collection', 'MISC', 60],
  CCDS: ['CCDS (fictional ids)', 'MISC', 240],
  GO: ['GO (fictional terms)', 'MISC', 5],
  Interpro: ['InterPro (fictional entries)', 'MISC', 20],
  INSDC: ['Sequence archive (fictional accessions)', 'MISC', 1],
  UCSC: ['Chromosome names with chr', 'MISC', 1],
} as const satisfies Record<string, ExternalDb>;

export type ExternalDbName = keyof typeof EXTERNAL_DBS;

export class CoreDatabase extends DumpWriter<typeof CORE_TABLES> {
  readonly #attribTypes: string[] = Object.keys(ATTRIB_TYPES);
  readonly #analyses = Object.keys(ANALYSES);
  readonly #externalDbs = Object.keys(EXTERNAL_DBS);

  constructor(folder: string) {
    super(folder, CORE_TABLES);
    for (const [code, name] of Object.entries(ATTRIB_TYPES))
      this.insert('attrib_type', { attrib_type_id: this.attribType(code), code, name });
    for (const [logic_name, [label, db, gff_source, description]] of Object.entries<Analysis>(ANALYSES)) {
      const analysis_id = this.add('analysis', { created: TIMESTAMP, logic_name, db, gff_source });
      this.insert('analysis_description', { analysis_id, description, display_label: label, displayable: 1 });
    }
    for (const [name, [displayName, type, priority]] of Object.entries<ExternalDb>(EXTERNAL_DBS)) {
      this.add('external_db', {
        db_name: name,
        status: 'KNOWNXREF',
        priority,
        db_display_name: displayName,
        type,
      });
    }
  }

  attribType(code: string): number {
    const index = this.#attribTypes.indexOf(code);
    if (index < 0) throw new Error(`no attribute type ${code}`);
    return index + 1;
  }

  analysis(logicName: LogicName): number {
    return this.#analyses.indexOf(logicName) + 1;
  }

  externalDb(name: ExternalDbName): number {
    return this.#externalDbs.indexOf(name) + 1;
  }
}

/** The Ensembl release of the dump's schema. */
export const SCHEMA_VERSION = 115;

export function writeMeta(db: CoreDatabase, { species }: AnnotatedGenome): void {
  const meta = (meta_key: string, meta_value: string | number, species_id: number | null = 1): void =>
    void db.add('meta', { species_id, meta_key, meta_value });
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
  const lineage = present(lineageOf(species.productionName), `the lineage of ${species.productionName}`);
  for (const ancestor of lineage.reverse()) meta('species.classification', ancestor);
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

/** ref_length is the length of all regions, total_length the number of bases that contigs cover. */
export const STATISTICS = [
  'coding_cnt',
  'pseudogene_cnt',
  'noncoding_cnt',
  'transcript',
  'ref_length',
  'total_length',
] as const;

/** Statistics of the primary assembly: all regions except patches and haplotypes. */
export type GenomeStatistics = Record<(typeof STATISTICS)[number], number>;

export function statisticsOf({ regions, genes }: Pick<AnnotatedGenome, 'regions' | 'genes'>): GenomeStatistics {
  const reference = genes.filter(({ region }) => region.kind !== 'alternative');
  const ofBiotype = (test: (biotype: string) => boolean): number =>
    reference.filter(({ locus }) => test(locus.biotype)).length;
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
    db.add('genome_statistics', {
      statistic,
      value,
      species_id: 1,
      attrib_type_id: db.attribType(statistic),
      timestamp: TIMESTAMP,
    });
  }
}

type Group = 'coding' | 'pseudogene' | 'snoncoding' | 'lnoncoding';

/** Group, and the terms of the Sequence Ontology for genes and transcripts with the biotype. */
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
    for (const [object_type, term] of [
      ['gene', gene],
      ['transcript', transcript],
    ] as const) {
      if (term === null) continue;
      const [so_acc, so_term] = term.split(' ');
      db.add('biotype', {
        name,
        object_type,
        db_type: 'core',
        biotype_group,
        so_acc,
        so_term,
      });
    }
  }
}
