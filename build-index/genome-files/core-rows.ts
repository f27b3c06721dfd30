/** Writes a genome of files as the tables of an Ensembl core database. */
import { DumpWriter } from '../dump-writer/dump-writer.ts';
import { NULL } from '../dump-writer/row-file.ts';
import { CORE_TABLES } from '../dump-writer/core-tables.ts';
import { termsOf } from './biotypes.ts';
import { displayNameOf } from './cross-references.ts';
import type { WrittenObject, WrittenObjects } from './written-objects.ts';
import type { ModelExon, ModelGene, ModelTranscript, ModelXref } from './gene-model.ts';

/** The Ensembl release whose schema the tables have. */
export const SCHEMA_VERSION = 115;

/** Codes of attributes with Ensembl's names. */
const ATTRIB_TYPES: Readonly<Record<string, string>> = {
  toplevel: 'Top Level',
  circular_seq: 'Circular sequence',
  codon_table: 'Codon Table',
  karyotype_rank: 'Rank in the karyotype',
  _selenocysteine: 'Selenocysteine',
  amino_acid_sub: 'Amino acid substitution',
  initial_met: 'Initial methionine',
  is_canonical: 'Canonical transcript',
  coding_cnt: 'Protein coding gene count',
  pseudogene_cnt: 'Pseudogene count',
  noncoding_cnt: 'Non coding gene count',
  transcript: 'Transcript count',
  ref_length: 'Reference length',
  total_length: 'Total length',
};

/** A reference of a file that adds to the genome. */
export interface FurtherXref extends ModelXref {
  infoType: string;
  infoText: string;
  synonyms: readonly string[];
}

interface StoredXref extends FurtherXref {
  id: number;
  /** Does a further file describe it? */
  isFinal: boolean;
}

const keyOf = ({ db, primary, label }: ModelXref): string => `${db}\n${primary}\n${label}`;

export class CoreRows extends DumpWriter<typeof CORE_TABLES> {
  readonly #attribTypes = new Map<string, number>();
  readonly #analyses = new Map<string, number>();
  readonly #externalDbs = new Map<string, number>();
  readonly #xrefs = new Map<string, StoredXref>();
  readonly #biotypes = new Set<string>();
  #repeatConsensus = 0;
  readonly counts = { coding: 0, pseudogene: 0, noncoding: 0, genes: 0, transcripts: 0 };

  /** The objects that were written; null if no further files refer to them. */
  readonly objects: WrittenObjects | null;
  /** object_xref_id by the object and its reference, if further files may add to them. */
  readonly #links = new Map<string, number>();
  readonly #evidence = new Set<string>();

  constructor(folder: string, objects: WrittenObjects | null = null) {
    super(folder, CORE_TABLES);
    this.objects = objects;
  }

  meta(key: string, value: string | number | null | undefined, species: number | null = 1): void {
    if (value === null || value === undefined || value === '') return;
    this.add('meta', { species_id: species, meta_key: key, meta_value: value });
  }

  attribType(code: string): number {
    let id = this.#attribTypes.get(code);
    if (id === undefined) {
      id = this.add('attrib_type', { code, name: ATTRIB_TYPES[code] ?? code });
      this.#attribTypes.set(code, id);
    }
    return id;
  }

  /** Soft-masked parts of a sequence. @param runs first and last position of each */
  repeats(sequence: number, runs: readonly number[]): void {
    if (runs.length === 0) return;
    const analysis = this.#analysis('soft_masked', 'soft mask');
    const rows = this.rows('repeat_feature');
    if (this.#repeatConsensus === 0)
      this.#repeatConsensus = this.add('repeat_consensus', {
        repeat_name: 'soft-masked',
        repeat_class: 'soft-masked',
        repeat_type: 'Unknown',
      });
    for (let index = 0; index < runs.length; index += 2) {
      const [start, end] = [runs[index] ?? 0, runs[index + 1] ?? 0];
      const id = this.nextId('repeat_feature');
      rows.row(id, sequence, start, end, 0, 1, end - start + 1, this.#repeatConsensus, analysis, NULL);
    }
  }

  gene(gene: ModelGene): void {
    const gene_id = this.nextId('gene');
    const { start, end, strand } = gene;
    const written: WrittenObject = {
      owner: 'Gene',
      id: gene_id,
      stableId: gene.id,
      gene: { place: { region: gene.sequence.id, start, end, strand }, transcript: null },
    };
    this.objects?.add(written);
    const symbol = gene.symbol && this.#xref(written, gene.symbol, gene.synonyms);
    if (gene.symbol) for (const name of [gene.symbol.label, ...gene.synonyms]) this.objects?.symbol(name, written);
    for (const xref of gene.xrefs) this.#xref(written, xref);
    const exonIds = new Map<ModelExon, number>();
    const ids = gene.transcripts.map((transcript) => this.#transcript(gene, written, transcript, exonIds));
    this.insert('gene', {
      gene_id,
      ...this.#annotation(gene, 'gene'),
      seq_region_id: gene.sequence.id,
      ...placeOf(gene),
      display_xref_id: symbol?.id ?? null,
      description: gene.description,
      is_current: 1,
      canonical_transcript_id: ids[0] ?? 0,
      stable_id: gene.id,
      version: gene.version,
    });
    const { counts } = this;
    const { group } = termsOf(gene.biotype);
    counts[group === 'coding' || group === 'pseudogene' ? group : 'noncoding']++;
    counts.genes++;
    counts.transcripts += ids.length;
  }

  #transcript(
    gene: ModelGene,
    ofGene: WrittenObject,
    transcript: ModelTranscript,
    exonIds: Map<ModelExon, number>,
  ): number {
    const transcript_id = this.nextId('transcript');
    const written: WrittenObject = { owner: 'Transcript', id: transcript_id, stableId: transcript.id, gene: null };
    this.objects?.add(written);
    if (ofGene.gene) ofGene.gene.transcript ??= written;
    const region = { seq_region_id: gene.sequence.id };
    const { name } = transcript;
    const display =
      name === null || name === transcript.id
        ? null
        : this.#xref(written, {
            db: 'TranscriptName',
            primary: name,
            label: name,
            version: null,
            description: null,
          }).id;
    for (const xref of transcript.xrefs) this.#xref(written, xref);
    for (const [index, exon] of transcript.exons.entries()) {
      let exon_id = exonIds.get(exon);
      if (exon_id === undefined) {
        exon_id = this.nextId('exon');
        exonIds.set(exon, exon_id);
        this.insert('exon', {
          exon_id,
          ...region,
          ...placeOf(exon),
          phase: exon.phase,
          end_phase: exon.endPhase,
          is_current: 1,
          is_constitutive: exon.isConstitutive ? 1 : 0,
          stable_id: exon.id,
          version: exon.version,
        });
      }
      this.insert('exon_transcript', { exon_id, transcript_id, rank: index + 1 });
    }
    const translations = this.#translations(transcript, transcript_id, exonIds);
    const isCanonical = transcript === gene.transcripts[0];
    for (const [code, value] of [...(isCanonical ? ([['is_canonical', '1']] as const) : []), ...transcript.attribs])
      this.insert('transcript_attrib', { transcript_id, attrib_type_id: this.attribType(code), value });
    this.insert('transcript', {
      transcript_id,
      gene_id: ofGene.id,
      ...this.#annotation(transcript, 'transcript'),
      ...region,
      ...placeOf(transcript),
      display_xref_id: display,
      description: transcript.description,
      is_current: 1,
      canonical_translation_id: translations[0] ?? null,
      stable_id: transcript.id,
      version: transcript.version,
    });
    return transcript_id;
  }

  #translations(
    { translations, exons }: ModelTranscript,
    transcript_id: number,
    exonIds: ReadonlyMap<ModelExon, number>,
  ): number[] {
    return translations.flatMap((translation) => {
      const [startExon, endExon] = [exons[translation.startExon], exons[translation.endExon]];
      if (!startExon || !endExon) return [];
      const translation_id = this.add('translation', {
        transcript_id,
        seq_start: translation.startOffset,
        start_exon_id: exonIds.get(startExon) ?? 0,
        seq_end: translation.endOffset,
        end_exon_id: exonIds.get(endExon) ?? 0,
        stable_id: translation.id,
        version: translation.version,
      });
      const written: WrittenObject = {
        owner: 'Translation',
        id: translation_id,
        stableId: translation.id,
        gene: null,
      };
      this.objects?.add(written);
      for (const [code, value] of translation.attribs)
        this.insert('translation_attrib', { translation_id, attrib_type_id: this.attribType(code), value });
      for (const xref of translation.xrefs) this.#xref(written, xref);
      for (const { name, description, start, end } of translation.parts)
        this.add('protein_feature', {
          translation_id,
          seq_start: start,
          seq_end: end,
          hit_start: 1,
          hit_end: end - start + 1,
          hit_name: name,
          analysis_id: this.#analysis('mature_peptide', 'mature peptide'),
          hit_description: description,
        });
      return [translation_id];
    });
  }

  #annotation(
    { biotype, source, logicName }: Pick<ModelGene, 'biotype' | 'source' | 'logicName'>,
    object_type: 'gene' | 'transcript',
  ) {
    const key = `${object_type} ${biotype}`;
    if (!this.#biotypes.has(key)) {
      this.#biotypes.add(key);
      const terms = termsOf(biotype);
      const [so_acc, so_term] = terms[object_type];
      const biotype_group = terms.group === 'undefined' ? null : terms.group;
      this.add('biotype', { name: biotype, object_type, db_type: 'core', biotype_group, so_acc, so_term });
    }
    const analysis_id = this.#analysis(logicName ?? source.toLowerCase().replaceAll(/\W+/g, '_'), source);
    return { biotype, source, analysis_id };
  }

  #analysis(logic_name: string, source: string): number {
    let id = this.#analyses.get(logic_name);
    if (id === undefined) {
      id = this.add('analysis', { logic_name, gff_source: source });
      this.insert('analysis_description', { analysis_id: id, display_label: source, displayable: 1 });
      this.#analyses.set(logic_name, id);
    }
    return id;
  }

  /**
   * Links an object to a reference of the genes' file; objects share references.
   * @param synonyms of a reference that is new
   */
  #xref(object: WrittenObject, xref: ModelXref, synonyms: readonly string[] = []): { id: number } {
    const key = keyOf(xref);
    let row = this.#xrefs.get(key);
    if (row === undefined) {
      row = { ...xref, infoType: 'DIRECT', infoText: '', synonyms, id: this.nextId('xref'), isFinal: false };
      this.#xrefs.set(key, row);
      // A further file may say more of it.
      if (!this.objects) this.#writeXref(row);
    }
    this.#linkTo(object, row);
    return row;
  }

  /** Returns the object_xref_id. */
  #linkTo(object: WrittenObject, xref: StoredXref): number {
    const place = `${object.owner} ${object.id} ${xref.id}`;
    const known = this.#links.get(place);
    if (known !== undefined) return known;
    const { id: ensembl_id, owner: ensembl_object_type } = object;
    const link = this.add('object_xref', { ensembl_id, ensembl_object_type, xref_id: xref.id });
    if (this.objects) {
      this.#links.set(place, link);
      this.objects.xref(xref, xref.id, object);
    }
    return link;
  }

  #writeXref({ id, db, primary, label, version, description, infoType, infoText, synonyms }: StoredXref): void {
    this.insert('xref', {
      xref_id: id,
      external_db_id: this.externalDb(db),
      dbprimary_acc: primary,
      display_label: label,
      version: version ?? '0',
      description,
      info_type: infoType,
      info_text: infoText,
    });
    for (const synonym of new Set(synonyms)) this.insert('external_synonym', { xref_id: id, synonym });
  }

  /**
   * Adds a reference of a further file; returns its object_xref_id. The first one replaces what the genes' file says of
   * it. As in Ensembl, references with other information are others.
   */
  link(object: WrittenObject, xref: FurtherXref): number {
    const key = `${keyOf(xref)}\n${xref.infoType}\n${xref.infoText}`;
    const ofGenes = this.#xrefs.get(keyOf(xref));
    let row = this.#xrefs.get(key) ?? (ofGenes?.isFinal === false ? ofGenes : undefined);
    if (row === undefined) row = { ...xref, id: this.nextId('xref'), isFinal: true };
    else {
      const { infoType, infoText } = xref;
      const [version, description] = [xref.version ?? row.version, xref.description ?? row.description];
      const synonyms = [...row.synonyms, ...xref.synonyms];
      Object.assign(row, { infoType, infoText, version, description, synonyms, isFinal: true });
    }
    this.#xrefs.set(key, row);
    return this.#linkTo(object, row);
  }

  /** Writes the references that further files may have changed. */
  finishXrefs(): void {
    if (this.objects) for (const row of new Set(this.#xrefs.values())) this.#writeXref(row);
  }

  /** Adds the evidence of a reference. @param source_xref_id of the reference that led to it */
  evidence(object_xref_id: number, source_xref_id: number | null, linkage_type: string): void {
    const key = `${object_xref_id} ${source_xref_id} ${linkage_type}`;
    if (this.#evidence.size === this.#evidence.add(key).size) return;
    this.insert('ontology_xref', { object_xref_id, source_xref_id, linkage_type });
  }

  /** @param shown the name that clients see */
  externalDb(db_name: string, shown: string | null = null): number {
    let id = this.#externalDbs.get(db_name);
    if (id === undefined) {
      id = this.add('external_db', {
        db_name,
        status: 'KNOWNXREF',
        priority: 50,
        db_display_name: shown ?? displayNameOf(db_name),
        type: 'MISC',
      });
      this.#externalDbs.set(db_name, id);
    }
    return id;
  }
}

function placeOf({ start, end, strand }: { start: number; end: number; strand: number }) {
  return { seq_region_start: start, seq_region_end: end, seq_region_strand: strand };
}
