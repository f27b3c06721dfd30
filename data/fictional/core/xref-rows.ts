/** Rows of cross references: names, fictional transcript and protein records, terms of the fictional ontology. */
import { at } from '../../../src/checked.ts';
import type { AnnotatedGene, AnnotatedTranscript, AnnotatedTranslation } from '../genes/annotation.ts';
import type { Random } from '../random.ts';
import { type DemoSpecies, REFERENCE } from '../species.ts';
import type { CoreDatabase, ExternalDbName } from './core-database.ts';

/** Terms of the fictional ontology. Product classes refer to them by index (protein-families.ts). */
export const DEMO_TERMS: readonly string[] = [
  'demo phosphate transfer',
  'demo promoter binding',
  'demo ion passage',
  'demo peptide cleavage',
  'demo protein binding',
  'demo gene control',
  'demo membrane transport',
  'demo protein turnover',
  'demo signalling',
  'demo chromatin',
  'demo cell membrane',
  'demo lysosome',
  'demo cytoskeleton',
  'demo receptor activity',
].map((name) => `${name} (fictional)`);

export const demoTermAccession = (index: number): string => `DEMOGO:${String(index + 1).padStart(7, '0')}`;

/** An accession without its version, which is always 1. */
export const demoRnaAccession = (species: DemoSpecies, transcriptId: number): string =>
  `DEMONM_${species.letter}${String(transcriptId).padStart(6, '0')}`;

/** display_xref_id of genes and transcripts by database id. */
export interface DisplayXrefs {
  genes: ReadonlyMap<number, number>;
  transcripts: ReadonlyMap<number, number>;
}

type InfoType = 'PROJECTION' | 'MISC' | 'DEPENDENT' | 'DIRECT' | 'SEQUENCE_MATCH';

interface XrefText {
  db: ExternalDbName;
  primary: string;
  label: string;
  version?: string;
  description?: string;
  info: InfoType;
  infoText?: string;
}

/** Writes the cross references of genes, their transcripts and translations. */
export class GeneXrefs {
  readonly #writer: XrefWriter;
  readonly #species: DemoSpecies;
  readonly #random: Random;

  constructor(db: CoreDatabase, species: DemoSpecies, random: Random) {
    this.#writer = new XrefWriter(db);
    this.#species = species;
    this.#random = random;
  }

  /** Writes the references of some genes. Genes that share references must be in the same call. */
  write(genes: readonly AnnotatedGene[]): DisplayXrefs {
    const display = { genes: new Map<number, number>(), transcripts: new Map<number, number>() };
    for (const gene of genes) {
      display.genes.set(gene.dbId, writeGene(this.#writer, this.#species, gene));
      for (const transcript of gene.transcripts) {
        display.transcripts.set(
          transcript.dbId,
          writeTranscript(this.#writer, this.#species, gene, transcript, this.#random),
        );
        const { translation } = transcript;
        if (translation && transcript.isoform.support <= 2)
          writeTranslation(this.#writer, this.#species, gene, transcript.dbId, translation, this.#random);
      }
    }
    this.#writer.forget();
    return display;
  }
}

function writeGene(writer: XrefWriter, species: DemoSpecies, gene: AnnotatedGene): number {
  const { locus, symbol, dbId } = gene;
  const number = String(locus.id).padStart(5, '0');
  // Names in the reference species are assigned directly, those in other species are projected from it.
  const info =
    species === REFERENCE
      ? { info: 'DIRECT' as const }
      : { info: 'PROJECTION' as const, infoText: `projected from ${REFERENCE.productionName}` };
  const name =
    locus.biotype === 'lncRNA' && locus.id % 2 === 0
      ? writer.xref({ db: 'DEMO_CLONE', primary: symbol, label: symbol, info: 'MISC', infoText: 'via clone name' })
      : writer.xref(
          { db: 'DEMO_NAME', primary: `DN:${number}`, label: symbol, description: locus.description, ...info },
          synonymsOf(gene),
        );
  writer.link('Gene', dbId, name);
  const index = writer.xref({
    db: 'DEMO_GENE',
    primary: String(9_000_000 + locus.id),
    label: symbol,
    description: locus.description,
    info: 'DEPENDENT',
  });
  writer.link('Gene', dbId, index);
  return name;
}

function synonymsOf({ locus, symbol }: AnnotatedGene): string[] {
  if (locus.biotype !== 'protein_coding' || locus.id % 2 === 0) return [];
  return [`${symbol}-OLD`, `FICT${locus.id}`];
}

function writeTranscript(
  writer: XrefWriter,
  species: DemoSpecies,
  { locus, region }: AnnotatedGene,
  transcript: AnnotatedTranscript,
  random: Random,
): number {
  const { dbId, name, isoform, spliced } = transcript;
  const label = writer.xref({
    db: 'DEMO_NAME_trans_name',
    primary: name,
    label: name,
    info: 'MISC',
    infoText: 'via the gene name',
  });
  writer.link('Transcript', dbId, label);
  if (locus.codonTable === 1 && isoform.cds && isoform.support <= 2) {
    const accession = demoRnaAccession(species, dbId);
    const rna = writer.xref({
      db: 'DEMO_RNA',
      primary: accession,
      label: `${accession}.1`,
      version: '1',
      info: 'SEQUENCE_MATCH',
    });
    writer.identity(writer.link('Transcript', dbId, rna), spliced.length, random);
  }
  if (isoform.support === 1 && isoform.cds && locus.codonTable === 1 && region.kind !== 'alternative') {
    const ccds = writer.xref({
      db: 'CCDS',
      primary: `DEMOCCDS${species.letter}${dbId}`,
      label: `DEMOCCDS${species.letter}${dbId}.1`,
      version: '1',
      info: 'DIRECT',
    });
    writer.link('Transcript', dbId, ccds);
  }
  return label;
}

function writeTranslation(
  writer: XrefWriter,
  species: DemoSpecies,
  gene: AnnotatedGene,
  transcriptId: number,
  { dbId, peptide }: AnnotatedTranslation,
  random: Random,
): void {
  const accession = `DEMOPROT${species.letter}${String(transcriptId).padStart(5, '0')}`;
  const protein = writer.xref({
    db: 'DEMO_PROT',
    primary: accession,
    label: `${gene.symbol}_DEMO${species.letter}`,
    description: gene.locus.description,
    info: 'SEQUENCE_MATCH',
  });
  writer.identity(writer.link('Translation', dbId, protein), peptide.length, random);
  for (const term of gene.locus.productClass?.terms ?? []) {
    const accession = demoTermAccession(term);
    const xref = writer.xref({
      db: 'GO',
      primary: accession,
      label: accession,
      description: at(DEMO_TERMS, term),
      info: 'DEPENDENT',
    });
    writer.term(writer.link('Translation', dbId, xref), protein, random);
  }
}

/** Writes xrefs and their links to objects. An xref with links to several objects has one row. */
class XrefWriter {
  readonly #db: CoreDatabase;
  /** xref_ids of references that a gene may share with its copy on a patch. */
  readonly #known = new Map<string, number>();
  /** xref_ids of terms, which all genes share. */
  readonly #terms = new Map<string, number>();

  constructor(db: CoreDatabase) {
    this.#db = db;
  }

  xref(
    { db, primary, label, version = '0', description, info, infoText = '' }: XrefText,
    synonyms: readonly string[] = [],
  ): number {
    const key = `${db} ${primary} ${label}`;
    const ids = db === 'GO' ? this.#terms : this.#known;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const xref_id = this.#db.add('xref', {
      external_db_id: this.#db.externalDb(db),
      dbprimary_acc: primary,
      display_label: label,
      version,
      description: description ?? null,
      info_type: info,
      info_text: infoText,
    });
    ids.set(key, xref_id);
    for (const synonym of synonyms) this.#db.insert('external_synonym', { xref_id, synonym });
    return xref_id;
  }

  /** Forgets all references except terms, to limit memory. */
  forget(): void {
    this.#known.clear();
  }

  /** Returns the object_xref_id. */
  link(type: 'Gene' | 'Transcript' | 'Translation', objectId: number, xref_id: number): number {
    return this.#db.add('object_xref', {
      ensembl_id: objectId,
      ensembl_object_type: type,
      xref_id,
      analysis_id: this.#db.analysis('demo_xref'),
    });
  }

  /** An alignment over the whole length with at least 95 % identity. */
  identity(object_xref_id: number, length: number, random: Random): void {
    const identity = random.chance(0.8) ? 100 : random.integer(95, 99);
    this.#db.insert('identity_xref', {
      object_xref_id,
      xref_identity: identity,
      ensembl_identity: identity,
      xref_start: 1,
      xref_end: length,
      ensembl_start: 1,
      ensembl_end: length,
      cigar_line: `${length}M`,
      score: length * 5,
    });
  }

  term(object_xref_id: number, source_xref_id: number, random: Random): void {
    this.#db.insert('ontology_xref', {
      object_xref_id,
      source_xref_id,
      linkage_type: random.pick(['IEA', 'IDA', 'IBA', 'ISS']),
    });
  }
}
