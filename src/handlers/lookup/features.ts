/**
 * Genes and their products as the lookup operations show them. The condensed form names an object and its database; the
 * full form adds place, names and kind. Keys whose value the data lack are left out, never null.
 */
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

/** What every object of one answer shares. */
export interface LookupForm {
  /** Names of the species and of its database, as the answer shows them. */
  species: string;
  dbType: string;
  full: boolean;
  /** With a transcript, also list its untranslated stretches, its MANE matches. */
  utr: boolean;
  mane: boolean;
  /** Residues of translations whose database has no bases to count them by, by their database's id. */
  residues?: ReadonlyMap<number, number> | undefined;
}

/** `id` is the id as asked for, which may carry a version or other letter case; by default the object's own. */
export function describeGene(gene: GeneHead, form: LookupForm, id = gene.id): Feature {
  const feature = begin(id, 'Gene', gene.version, form);
  if (!form.full) return feature;
  addPlace(feature, gene.region, gene, gene.strand);
  addNames(feature, gene);
  if (gene.canonical) feature.canonical_transcript = `${gene.canonical.id}.${gene.canonical.version ?? ''}`;
  return feature;
}

/** A transcript alone. */
export function describeTranscript(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  form: LookupForm,
  id = transcript.id,
): Feature {
  const feature = begin(id, 'Transcript', transcript.version, form);
  if (!form.full) return feature;
  addPlace(feature, gene.region, transcript, transcript.strand);
  addNames(feature, transcript);
  feature.Parent = gene.id;
  feature.is_canonical = transcript.canonical ? 1 : 0;
  feature.length = splicedLength(gene, transcript);
  feature.gencode_primary = transcript.attribs.some(([code]) => code === 'gencode_primary') ? 1 : 0;
  return feature;
}

/** A transcript with its exons, its translation and what the form asks for. */
export function expandTranscript(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  form: LookupForm,
  id = transcript.id,
): Feature {
  const feature = describeTranscript(gene, transcript, form, id);
  feature.Exon = exonsOf(gene, transcript).map((exon) => describeExon(gene, exon, form));
  const { translation } = transcript;
  // Nor does Ensembl show one without residues.
  if (translation && residuesOf(gene, transcript, translation, form) > 0)
    feature.Translation = describeTranslation(gene, transcript, translation, form);
  if (form.utr) feature.UTR = untranslated(gene, transcript, form);
  if (form.mane) feature.MANE = maneMatches(gene, transcript, form);
  return feature;
}

export function describeExon(gene: GeneRecord, exon: ExonRecord, form: LookupForm, id = exon.id): Feature {
  const feature = begin(id, 'Exon', exon.version, form);
  if (form.full) addPlace(feature, gene.region, exon, exon.strand);
  return feature;
}

/** A translation's start and end are genomic, its length counts residues. */
export function describeTranslation(
  gene: GeneRecord,
  transcript: TranscriptRecord,
  translation: TranslationRecord,
  form: LookupForm,
  id = translation.id,
): Feature {
  const feature = begin(id, 'Translation', translation.version, form);
  if (!form.full) return feature;
  const coding = codingRegion(gene, transcript, translation)!;
  feature.start = coding.start;
  feature.end = coding.end;
  feature.length = residuesOf(gene, transcript, translation, form);
  feature.Parent = transcript.id;
  return feature;
}

/** With its RNA edits. */
function splicedLength(gene: GeneRecord, transcript: TranscriptRecord): number {
  return editedLength(transcript, cdnaLength(exonsOf(gene, transcript), gene.region.circularLength));
}

/**
 * As the compiler has counted them, or who has read the bases. Where nobody knows a base, codons, none of which is seen
 * to be a stop.
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

/**
 * The untranslated stretch of each exon that has one, 5' to 3'; none for a transcript that codes nothing, nor of bases
 * that RNA editing added.
 */
function untranslated(gene: GeneRecord, transcript: TranscriptRecord, form: LookupForm): Feature[] {
  if (!transcript.translation) return [];
  const exons = exonsOf(gene, transcript);
  const { circularLength } = gene.region;
  const mapping = new TranscriptMapping(transcript, exons, circularLength);
  const coding = editedCodingSpan(transcript, cdnaCodingRegion(exons, transcript.translation, circularLength));
  const stretches = (side: 'five' | 'three', start: number, end: number) =>
    (start > end ? [] : mapping.cdna(start, end)).flatMap(({ genome }) => {
      if (!genome) return [];
      const feature = begin(transcript.id, `${side}_prime_UTR`, null, form);
      if (!form.full) return [feature];
      addPlace(feature, gene.region, genome, genome.strand);
      return [Object.assign(feature, { source: transcript.source, Parent: transcript.id, type: `${side}_prime_utr` })];
    });
  return [
    ...stretches('five', 1, coding.start - 1),
    ...stretches('three', coding.end + 1, splicedLength(gene, transcript)),
  ];
}

/** The RefSeq transcript that MANE says is the same, as a list of at most one. */
function maneMatches(gene: GeneRecord, transcript: TranscriptRecord, form: LookupForm): Feature[] {
  const mane = transcript.attribs.find(([code]) => code.includes('MANE'));
  if (!mane) return [];
  if (!form.full) return [begin(transcript.id, 'mane', null, form)];
  const feature = begin(transcript.id, 'mane', transcript.version, form);
  addPlace(feature, gene.region, transcript, transcript.strand);
  return [Object.assign(feature, { Parent: gene.id, refseq_match: mane[1], type: mane[0] })];
}

/** The condensed form. */
export function begin(id: string, objectType: string, version: number | null, form: LookupForm): Feature {
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
  // The analysis is missing where the dump lacks its row.
  if (logicName) feature.logic_name = logicName;
  if (displayName !== null) feature.display_name = displayName;
  if (description !== null) feature.description = description;
}
