/**
 * Genes, transcripts, translations and exons of the lookup operations. The condensed form contains ids and database;
 * the full form adds location, names and biotype. Keys without value are omitted, never null.
 */
import { present } from '../../checked.ts';
import type {
  ExonRecord,
  GeneHead,
  GeneRecord,
  TranscriptRecord,
  TranslationRecord,
} from '../../genome/gene-record.ts';
import type { RegionRef } from '../../genome/seq-region.ts';
import { editedCodingSpan, editedLength } from '../../genome/sequence-edits.ts';
import { cdnaCodingRegion, cdnaLength, codingRegion, exonsOf, startPhase, type Span } from '../../genome/transcript.ts';
import { TranscriptMapping } from '../../genome/transcript-mapping.ts';

export type Feature = Record<string, unknown>;

/** Form of all objects of one answer. */
export interface LookupForm {
  species: string;
  /** Kind of database: core, otherfeatures … */
  dbType: string;
  full: boolean;
  /** Whether expanded transcripts include their UTRs. */
  utr: boolean;
  /** Whether expanded transcripts include their MANE match. */
  mane: boolean;
  /** Lengths of peptides by database id, if the records do not contain them. */
  residues?: ReadonlyMap<number, number> | undefined;
}

/** @param id the id as sent, which may have a version or another case; by default the gene's own */
export function describeGene(gene: GeneHead, form: LookupForm, id = gene.id): Feature {
  const feature = condensed(id, 'Gene', gene.version, form);
  if (!form.full) return feature;
  addPlace(feature, gene.region, gene, gene.strand);
  addNames(feature, gene);
  if (gene.canonical) feature.canonical_transcript = `${gene.canonical.id}.${gene.canonical.version ?? ''}`;
  return feature;
}

/** A transcript without its exons and translation. */
export function describeTranscript(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  form: LookupForm,
  id = transcript.id,
): Feature {
  const feature = condensed(id, 'Transcript', transcript.version, form);
  if (!form.full) return feature;
  addPlace(feature, gene.region, transcript, transcript.strand);
  addNames(feature, transcript);
  feature.Parent = gene.id;
  feature.is_canonical = transcript.canonical ? 1 : 0;
  feature.length = splicedLength(gene, transcript);
  feature.gencode_primary = transcript.attribs.some(([code]) => code === 'gencode_primary') ? 1 : 0;
  return feature;
}

/** A transcript with its exons and translation, and with UTRs and MANE match if the form includes them. */
export function expandTranscript(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  form: LookupForm,
  id = transcript.id,
): Feature {
  const feature = describeTranscript(gene, transcript, form, id);
  feature.Exon = exonsOf(gene, transcript).map((exon) => describeExon(gene, exon, form));
  const { translation } = transcript;
  // Ensembl omits translations without residues.
  if (translation && residuesOf(gene, transcript, translation, form) > 0)
    feature.Translation = describeTranslation(gene, transcript, translation, form);
  if (form.utr) feature.UTR = untranslatedRegions(gene, transcript, form);
  if (form.mane) feature.MANE = maneMatches(gene, transcript, form);
  return feature;
}

interface FurtherForm extends Pick<LookupForm, 'species' | 'dbType' | 'full'> {
  /** The id as sent. */
  id: string;
  objectType: string;
  /** Whether the full form has the name and source. */
  hasName: boolean;
}

/** A prediction transcript or an operon, in the form of a gene. */
export function describeFurther(gene: GeneHead, { id, objectType, hasName, ...form }: FurtherForm): Feature {
  const feature = condensed(id, objectType, gene.version, form);
  if (!form.full) return feature;
  addPlace(feature, gene.region, gene, gene.strand);
  if (hasName) Object.assign(feature, { display_name: gene.id, source: gene.source });
  return feature;
}

export function describeExon(gene: GeneRecord, exon: ExonRecord, form: LookupForm, id = exon.id): Feature {
  const feature = condensed(id, 'Exon', exon.version, form);
  if (form.full) addPlace(feature, gene.region, exon, exon.strand);
  return feature;
}

/** A translation: start and end on the genome, length in residues. */
export function describeTranslation(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  translation: TranslationRecord,
  form: LookupForm,
  id = translation.id,
): Feature {
  const feature = condensed(id, 'Translation', translation.version, form);
  if (!form.full) return feature;
  const coding = present(codingRegion(gene, transcript, translation), 'the coding region');
  feature.start = coding.start;
  feature.end = coding.end;
  feature.length = residuesOf(gene, transcript, translation, form);
  feature.Parent = transcript.id;
  return feature;
}

/** Bases of the spliced transcript, including RNA edits. */
function splicedLength(gene: GeneRecord, transcript: TranscriptRecord): number {
  return editedLength(transcript, cdnaLength(exonsOf(gene, transcript), gene.region.circularLength));
}

/**
 * The length of the peptide, from the index or the form. If the sequence is unknown, the number of codons, including a
 * stop codon.
 */
function residuesOf(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  translation: TranslationRecord,
  { residues }: LookupForm,
): number {
  const known = translation.length ?? residues?.get(translation.dbId);
  if (known !== undefined) return known;
  const exons = exonsOf(gene, transcript);
  const { start, end } = cdnaCodingRegion(exons, translation, gene.region.circularLength);
  return Math.floor((end - start + 1 + startPhase(exons, translation)) / 3);
}

/** The untranslated parts of exons, from 5' to 3'; without bases that RNA editing inserts. */
function untranslatedRegions(gene: GeneRecord, transcript: TranscriptRecord, form: LookupForm): Feature[] {
  if (!transcript.translation) return [];
  const exons = exonsOf(gene, transcript);
  const { circularLength } = gene.region;
  const mapping = new TranscriptMapping(transcript, exons, circularLength);
  const coding = editedCodingSpan(transcript, cdnaCodingRegion(exons, transcript.translation, circularLength));
  const regions = (side: 'five' | 'three', start: number, end: number) =>
    (start > end ? [] : mapping.cdna(start, end)).flatMap(({ genome }) => {
      if (!genome) return [];
      const feature = condensed(transcript.id, `${side}_prime_UTR`, null, form);
      if (!form.full) return [feature];
      addPlace(feature, gene.region, genome, genome.strand);
      return [Object.assign(feature, { source: transcript.source, Parent: transcript.id, type: `${side}_prime_utr` })];
    });
  return [
    ...regions('five', 1, coding.start - 1),
    ...regions('three', coding.end + 1, splicedLength(gene, transcript)),
  ];
}

/** The matching RefSeq transcript of MANE; at most one. */
function maneMatches(gene: GeneRecord, transcript: TranscriptRecord, form: LookupForm): Feature[] {
  const mane = transcript.attribs.find(([code]) => code.includes('MANE'));
  if (!mane) return [];
  if (!form.full) return [condensed(transcript.id, 'mane', null, form)];
  const feature = condensed(transcript.id, 'mane', transcript.version, form);
  addPlace(feature, gene.region, transcript, transcript.strand);
  return [Object.assign(feature, { Parent: gene.id, refseq_match: mane[1], type: mane[0] })];
}

/** The condensed form of an object. */
export function condensed(
  id: string,
  objectType: string,
  version: number | null,
  form: Pick<LookupForm, 'species' | 'dbType'>,
): Feature {
  const feature: Feature = { id, object_type: objectType, species: form.species, db_type: form.dbType };
  if (version) feature.version = version;
  return feature;
}

function addPlace(feature: Feature, region: RegionRef, { start, end }: Span, strand: number): void {
  feature.seq_region_name = region.name;
  feature.assembly_name = region.version ?? '';
  feature.start = start;
  feature.end = end;
  feature.strand = strand;
}

interface Named {
  biotype: string;
  source: string;
  logicName: string;
  displayName: string | null;
  description: string | null;
}

function addNames(feature: Feature, { biotype, source, logicName, displayName, description }: Named): void {
  feature.biotype = biotype;
  feature.source = source;
  // The dump may lack the row of the analysis.
  if (logicName) feature.logic_name = logicName;
  if (displayName !== null) feature.display_name = displayName;
  if (description !== null) feature.description = description;
}
