/** Writes one alternative allele of a variant as HGVS, SPDI and VCF. */
import { describeChange, describeInPlace, writeHgvs } from '../../variants/hgvs-notation.ts';
import { proteinHgvs, type CodingModel, type PredictedEffect } from '../../variants/hgvs-protein.ts';
import type { TranscriptRecord } from '../../genome/gene-record.ts';
import { wrapPosition, type SeqRegionRecord } from '../../genome/seq-region.ts';
import { reverseComplementOf } from '../../genome/bases.ts';
import { writeSpdi } from '../../variants/spdi.ts';
import { orient, shift, type Change } from '../../variants/variant-shift.ts';
import type { NearTranscript } from './coding-models.ts';
import type { Surroundings } from './surroundings.ts';

/** HGVS of a change on a transcript and its protein; null if there is none. */
export interface TranscriptNotations {
  transcript: TranscriptRecord;
  hgvsc: string | null;
  hgvsp: string | null;
}

/** How to describe an allele. */
interface Described {
  /** False for an allele that is described where it is written. */
  movable?: boolean;
  /** Its effect on the transcript, where that is known and touches the coding sequence. */
  predicted?: PredictedEffect | null;
}

/** The RefSeq accession of a region, for HGVS and SPDI; else Ensembl's name. */
function accessionOf(region: SeqRegionRecord): string {
  return region.synonyms.find(({ db }) => db === 'RefSeq_genomic')?.name ?? region.name;
}

/**
 * HGVS on the genome, with m. for the region MT. Null for positions outside the region.
 *
 * @param change on the forward strand
 */
export function genomicHgvs(
  region: SeqRegionRecord,
  change: Change,
  { flanks }: Pick<Surroundings, 'flanks'>,
): string | null {
  const line = flanks.along(1);
  const { start: from, end: to, alternative } = change;
  // As in Ensembl, only on the genome an inversion keeps the bases at its ends that it does not change.
  const isInversion = to > from && reverseComplementOf(line.bases(from, to)) === alternative;
  const trimmed = describeChange(change, line);
  const described = trimmed && isInversion ? { kind: 'inv' as const, from, to, change } : trimmed;
  const positionText = (position: number): string | null => {
    if (region.circular) return String(wrapPosition(position, region.length));
    return position < 1 || position > region.length ? null : String(position);
  };
  return described && writeHgvs(accessionOf(region), region.name === 'MT' ? 'm' : 'g', described, positionText);
}

/**
 * SPDI at the position of the variant; null if the reference is no sequence or, as in Ensembl, is before the region.
 */
export function spdi(region: SeqRegionRecord, change: Change): string | null {
  if (change.start < 1 || change.end < 1) return null;
  return /^[ACGTN]*$/.test(change.reference) ? writeSpdi(accessionOf(region), change) : null;
}

/**
 * The allele of a change in GA4GH's Variation Representation Specification; 0-based interbase coordinates. Null on a
 * region without a RefSeq accession of a chromosome.
 */
export function vrsAllele(region: SeqRegionRecord, { start, reference, alternative }: Change) {
  const accession = accessionOf(region);
  if (!accession.startsWith('NC')) return null;
  return {
    type: 'Allele',
    location: {
      type: 'SequenceLocation',
      sequence_id: `refseq:${accession}`,
      interval: { type: 'SimpleInterval', start: start - 1, end: start - 1 + reference.length },
    },
    state: { type: 'SequenceState', sequence: alternative },
  };
}

/**
 * The change as in a VCF file. As in Ensembl, alleles of unequal lengths get the base before them, unless both begin
 * with the same base; of what they share, only last bases are removed.
 */
export function vcfString(region: SeqRegionRecord, change: Change, { flanks }: Surroundings): string | null {
  const { start, reference, alternative } = change;
  if (reference === alternative) return null;
  if (reference.length === alternative.length) return [region.name, start, reference, alternative].join('-');
  const base = reference.charAt(0) === alternative.charAt(0) ? '' : flanks.along(1).bases(start - 1, start - 1) || 'N';
  const written = withoutCommonEnd([reference, alternative]).map((allele) => base + allele);
  return [region.name, start - base.length, ...written].join('-');
}

/** Removes last bases that all alleles share, as long as each keeps one. */
export function withoutCommonEnd(alleles: readonly string[]): string[] {
  let common = 0;
  const [first = ''] = alleles;
  const isShared = (allele: string) => allele.length > common + 1 && allele.at(-1 - common) === first.at(-1 - common);
  while (alleles.every(isShared)) common++;
  return alleles.map((allele) => allele.slice(0, allele.length - common));
}

/**
 * HGVS on a transcript and its protein. As in Ensembl, which shifts changes along the genome, null on the transcript if
 * the change begins or ends outside of it or can be shifted beyond its end.
 *
 * @param isSnp whether all alleles of the variant are single bases
 * @param models coding sequences by transcript
 */
export function transcriptNotations(
  near: NearTranscript,
  change: Change,
  isSnp: boolean,
  { flanks }: Surroundings,
  models: ReadonlyMap<TranscriptRecord, CodingModel>,
  { movable = true, predicted = null }: Described = {},
): TranscriptNotations {
  const { transcript, positions } = near;
  const { strand } = positions;
  const inside = [change.start, change.end].every(
    (position) => position >= transcript.start && position <= transcript.end,
  );
  const oriented = orient(change, strand);
  const line = flanks.along(strand);
  // As in Ensembl, the protein is described by all changed codons, also those of bases that both alleles share.
  const moved = movable ? shift(oriented, line) : oriented;
  const described = (movable ? describeChange : describeInPlace)(oriented, line);
  const numbering = positions.coding ? 'c' : 'n';
  const positionText = (position: number) =>
    isSnp ? positions.snpText(position * strand) : positions.text(position * strand);
  return {
    transcript,
    hgvsc: inside && described ? writeHgvs(versioned(transcript), numbering, described, positionText) : null,
    hgvsp: proteinNotation(near, change, moved, models.get(transcript), predicted),
  };
}

function proteinNotation(
  near: NearTranscript,
  change: Change,
  moved: Change,
  model: CodingModel | undefined,
  predicted: PredictedEffect | null,
): string | null {
  if (!model || (!predicted && !near.positions.touchesCoding(change))) return null;
  const { translation } = near.transcript;
  const place = near.positions.codingPlace(moved);
  const protein = place && proteinHgvs(model, { ...moved, ...place }, predicted);
  return protein && translation && `${versioned(translation)}:p.${protein}`;
}

/** The id with its version. LRG transcripts have none. */
function versioned({ id, version }: { id: string; version: number | null }): string {
  return version === null || /\.\d+$|^LRG_/.test(id) ? id : `${id}.${version}`;
}
