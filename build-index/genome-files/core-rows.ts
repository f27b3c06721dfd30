/** Writes a genome of files as the tables of an Ensembl core database. */
import { DumpWriter } from '../dump-writer/dump-writer.ts';
import { NULL } from '../dump-writer/row-file.ts';
import { CORE_TABLES } from '../dump-writer/core-tables.ts';
import { termsOf } from './biotypes.ts';
import { displayNameOf } from './cross-references.ts';
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

type Owner = 'Gene' | 'Transcript' | 'Translation';

export class CoreRows extends DumpWriter<typeof CORE_TABLES> {
  readonly #attribTypes = new Map<string, number>();
  readonly #analyses = new Map<string, number>();
  readonly #externalDbs = new Map<string, number>();
  readonly #xrefs = new Map<string, number>();
  readonly #biotypes = new Set<string>();
  #repeatConsensus = 0;
  readonly counts = { coding: 0, pseudogene: 0, noncoding: 0, genes: 0, transcripts: 0 };

  constructor(folder: string) {
    super(folder, CORE_TABLES);
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
    const symbol = gene.symbol && this.#xref('Gene', gene_id, gene.symbol);
    if (symbol?.isNew)
      for (const synonym of new Set(gene.synonyms)) this.insert('external_synonym', { xref_id: symbol.id, synonym });
    for (const xref of gene.xrefs) this.#xref('Gene', gene_id, xref);
    const exonIds = new Map<ModelExon, number>();
    const ids = gene.transcripts.map((transcript) => this.#transcript(gene, gene_id, transcript, exonIds));
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

  #transcript(gene: ModelGene, gene_id: number, transcript: ModelTranscript, exonIds: Map<ModelExon, number>): number {
    const transcript_id = this.nextId('transcript');
    const region = { seq_region_id: gene.sequence.id };
    const { name } = transcript;
    const display =
      name === null || name === transcript.id
        ? null
        : this.#xref('Transcript', transcript_id, {
            db: 'TranscriptName',
            primary: name,
            label: name,
            version: null,
            description: null,
          }).id;
    for (const xref of transcript.xrefs) this.#xref('Transcript', transcript_id, xref);
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
      gene_id,
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
      for (const [code, value] of translation.attribs)
        this.insert('translation_attrib', { translation_id, attrib_type_id: this.attribType(code), value });
      for (const xref of translation.xrefs) this.#xref('Translation', translation_id, xref);
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

  /** Links an object to a reference; objects share references. */
  #xref(ensembl_object_type: Owner, ensembl_id: number, xref: ModelXref): { id: number; isNew: boolean } {
    const key = `${xref.db}\n${xref.primary}\n${xref.label}`;
    let id = this.#xrefs.get(key);
    const isNew = id === undefined;
    if (id === undefined) {
      id = this.add('xref', {
        external_db_id: this.externalDb(xref.db),
        dbprimary_acc: xref.primary,
        display_label: xref.label,
        version: xref.version ?? '0',
        description: xref.description,
        info_type: 'DIRECT',
        info_text: '',
      });
      this.#xrefs.set(key, id);
    }
    this.add('object_xref', { ensembl_id, ensembl_object_type, xref_id: id });
    return { id, isNew };
  }

  externalDb(db_name: string): number {
    let id = this.#externalDbs.get(db_name);
    if (id === undefined) {
      id = this.add('external_db', {
        db_name,
        status: 'KNOWNXREF',
        priority: 50,
        db_display_name: displayNameOf(db_name),
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
