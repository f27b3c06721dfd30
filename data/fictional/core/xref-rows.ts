/**
 * Rows of cross references: names, collections of fictional transcripts and proteins, terms of a fictional ontology.
 */
import { at } from '../../../src/checked.ts';
import type { AnnotatedGene, AnnotatedTranscript } from '../genes/annotation.ts';
import type { CoreDatabase, ExternalDbName } from './core-database.ts';
import type { Random } from '../random.ts';
import type { DemoSpecies } from '../species.ts';
import { REFERENCE } from '../species.ts';

/** Terms of the fictional ontology; products refer to them by index (protein-families.ts). */
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

/** Without its version, which is always 1. */
export const demoRnaAccession = (species: DemoSpecies, transcriptId: number): string =>
  `DEMONM_${species.letter}${String(transcriptId).padStart(6, '0')}`;

/** display_xref_id of genes and transcripts, by their database id. */
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

/** Writes the references of genes, their transcripts and translations, some genes at a time. */
export class GeneXrefs {
  readonly #writer: XrefWriter;
  readonly #species: DemoSpecies;
  readonly #random: Random;

  constructor(db: CoreDatabase, species: DemoSpecies, random: Random) {
    this.#writer = new XrefWriter(db);
    this.#species = species;
    this.#random = random;
  }

  write(genes: readonly AnnotatedGene[]): DisplayXrefs {
    const display = { genes: new Map<number, number>(), transcripts: new Map<number, number>() };
    for (const gene of genes) {
      display.genes.set(gene.dbId, writeGene(this.#writer, this.#species, gene));
      for (const transcript of gene.transcripts) {
        display.transcripts.set(
          transcript.dbId,
          writeTranscript(this.#writer, this.#species, gene, transcript, this.#random),
        );
        if (transcript.translation) writeTranslation(this.#writer, this.#species, gene, transcript, this.#random);
      }
    }
    this.#writer.forget();
    return display;
  }
}

function writeGene(writer: XrefWriter, species: DemoSpecies, gene: AnnotatedGene): number {
  const { locus, symbol, dbId } = gene;
  const number = String(locus.id).padStart(5, '0');
  // The reference's names were given by people, the others' come over from it.
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
  { dbId, isoform, translation }: AnnotatedTranscript,
  random: Random,
): void {
  const { dbId: translationId, peptide } = translation!;
  if (isoform.support > 2) return;
  const accession = `DEMOPROT${species.letter}${String(dbId).padStart(5, '0')}`;
  const protein = writer.xref({
    db: 'DEMO_PROT',
    primary: accession,
    label: `${gene.symbol}_DEMO${species.letter}`,
    description: gene.locus.description,
    info: 'SEQUENCE_MATCH',
  });
  writer.identity(writer.link('Translation', translationId, protein), peptide.length, random);
  for (const term of gene.locus.productClass?.terms ?? []) {
    const accession = demoTermAccession(term);
    const xref = writer.xref({
      db: 'GO',
      primary: accession,
      label: accession,
      description: at(DEMO_TERMS, term),
      info: 'DEPENDENT',
    });
    writer.term(writer.link('Translation', translationId, xref), protein, random);
  }
}

/** Writes each xref once, however many objects it is linked to, and the links. */
class XrefWriter {
  readonly #db: CoreDatabase;
  /**
   * xref_ids. What a gene's copy on a patch shares with the original, one row serves for both; terms are shared by all
   * genes.
   */
  readonly #known = new Map<string, number>();
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
    const xref_id = this.#db.nextId('xref');
    ids.set(key, xref_id);
    this.#db.insert('xref', {
      xref_id,
      external_db_id: this.#db.externalDb(db),
      dbprimary_acc: primary,
      display_label: label,
      version,
      description: description ?? null,
      info_type: info,
      info_text: infoText,
    });
    for (const synonym of synonyms) this.#db.insert('external_synonym', { xref_id, synonym });
    return xref_id;
  }

  /** Forgets all but terms: other genes have other references. */
  forget(): void {
    this.#known.clear();
  }

  link(type: 'Gene' | 'Transcript' | 'Translation', objectId: number, xref_id: number): number {
    const object_xref_id = this.#db.nextId('object_xref');
    this.#db.insert('object_xref', {
      object_xref_id,
      ensembl_id: objectId,
      ensembl_object_type: type,
      xref_id,
      analysis_id: this.#db.analysis('demo_xref'),
    });
    return object_xref_id;
  }

  /** An alignment over the whole length: nearly every residue (or base) is the same. */
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
