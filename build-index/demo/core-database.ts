/** The tables of one species' core database, with the vocabularies that their rows refer to. */
import { CORE_TABLE_SCHEMAS } from './core-table-schemas.ts';
import { DumpTables } from './dump-writer.ts';

/** When everything was made; a fixed time, so that the same seed gives the same bytes. */
export const TIMESTAMP = '2025-01-15 09:00:00';

type Analysis = [label: string, db: string | null, gffSource: string | null, description: string];

const ANALYSES = {
  demo_genes: ['Demo genes', null, 'demo', 'Gene models of the generator (fictional).'],
  demo_manual: ['Demo manual annotation', null, 'demo_manual', 'Gene models of the generator that pass for curated ones (fictional).'],
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
} as const satisfies Record<string, Analysis>;

export type LogicName = keyof typeof ANALYSES;

const ATTRIB_TYPES: Record<string, string> = {
  embl_acc: 'Sequence accession', name: 'Name', type: 'Type of feature', toplevel: 'Top level', codon_table: 'Codon table', _selenocysteine: 'Selenocysteine',
  miRNA: 'Coordinates of the mature miRNA', non_ref: 'Not of the reference', well_name: 'Well plate name', state: 'Current state of clone', htg_phase: 'Sequencing phase',
  _rna_edit: 'RNA edit', cds_start_NF: 'CDS start not found', cds_end_NF: 'CDS end not found', mRNA_start_NF: 'mRNA start not found', mRNA_end_NF: 'mRNA end not found',
  circular_seq: 'Circular sequence', karyotype_rank: 'Rank in the karyotype', TSL: 'Transcript support level', appris: 'APPRIS annotation', gencode_basic: 'GENCODE basic annotation',
  gencode_primary: 'GENCODE primary annotation', MANE_Select: 'MANE Select v1.0', is_canonical: 'Ensembl canonical', GeneGC: 'Gene GC', ncRNA: 'Structure',
  coding_cnt: 'Coding genes', noncoding_cnt: 'Non-coding genes', pseudogene_cnt: 'Pseudogenes', transcript: 'Gene transcripts', ref_length: 'Golden path length', total_length: 'Base pairs',
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

export class CoreDatabase extends DumpTables<typeof CORE_TABLE_SCHEMAS> {
  readonly #attribTypes: string[] = Object.keys(ATTRIB_TYPES);
  readonly #analyses = Object.keys(ANALYSES);
  readonly #externalDbs = Object.keys(EXTERNAL_DBS);

  constructor() {
    super(CORE_TABLE_SCHEMAS);
    for (const [code, name] of Object.entries(ATTRIB_TYPES)) this.insert('attrib_type', { attrib_type_id: this.attribType(code), code, name });
    for (const [logicName, [label, db, gffSource, description]] of Object.entries<Analysis>(ANALYSES)) {
      const analysis_id = this.analysis(logicName as LogicName);
      this.insert('analysis', { analysis_id, created: TIMESTAMP, logic_name: logicName, db, gff_source: gffSource });
      this.insert('analysis_description', { analysis_id, description, display_label: label, displayable: 1 });
    }
    for (const [name, [displayName, type, priority]] of Object.entries<ExternalDb>(EXTERNAL_DBS)) {
      const external_db_id = this.externalDb(name as ExternalDbName);
      this.insert('external_db', { external_db_id, db_name: name, status: 'KNOWNXREF', priority, db_display_name: displayName, type });
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
