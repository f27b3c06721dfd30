/** All notations of one alternative allele of a placed variant. */
import { describeChange, writeHgvs, type HgvsChange } from '../../variants/hgvs-notation.ts';
import { proteinHgvs, type CodingModel } from '../../variants/hgvs-protein.ts';
import type { TranscriptRecord } from '../../genome/gene-record.ts';
import { wrapPosition, type SeqRegionRecord } from '../../genome/seq-region.ts';
import { writeSpdi } from '../../variants/spdi.ts';
import { orient, trim, type Change } from '../../variants/variant-shift.ts';
import type { NearTranscript } from './coding-models.ts';
import type { Surroundings } from './surroundings.ts';

/** A transcript, with how HGVS writes the change on it and on its protein; null for what it does not say. */
export interface TranscriptNotations {
  transcript: TranscriptRecord;
  hgvsc: string | null;
  hgvsp: string | null;
}

/** NCBI's name of a region, which HGVS and SPDI prefer; else Ensembl's. */
export function accessionOf(region: SeqRegionRecord): string {
  return region.synonyms.find(({ db }) => db === 'RefSeq_genomic')?.name ?? region.name;
}

/**
 * Positions of mitochondria are numbered with m. Null for what stands before the first base of a region or behind its
 * last, where HGVS has no positions. @param change of the forward strand
 */
export function genomicHgvs(region: SeqRegionRecord, change: Change, { flanks }: Surroundings): string | null {
  const described = describeChange(change, flanks.along(1));
  const positionText = (position: number): string | null => {
    if (region.circular) return String(wrapPosition(position, region.length));
    return position < 1 || position > region.length ? null : String(position);
  };
  return described && writeHgvs(accessionOf(region), region.name === 'MT' ? 'm' : 'g', described, positionText);
}

/** As the variant has it, at its own place; null for a reference that is no sequence. */
export function spdi(region: SeqRegionRecord, change: Change): string | null {
  return /^[ACGTN]*$/.test(change.reference) ? writeSpdi(accessionOf(region), change) : null;
}

/** As in a VCF file: no allele is empty, a base before it is taken along where one would be. */
export function vcfString(region: SeqRegionRecord, change: Change, { flanks }: Surroundings): string | null {
  const { start, reference, alternative } = trim(change);
  if (reference === alternative) return null;
  if (reference !== '' && alternative !== '') return [region.name, start, reference, alternative].join('-');
  const before = flanks.along(1).bases(start - 1, start - 1) || 'N';
  return [region.name, start - 1, before + reference, before + alternative].join('-');
}

/**
 * A change that can be moved beyond the end of the transcript has no notation on it, as in Ensembl, which moves it
 * along the genome.
 *
 * @param isSnp all alleles of the variant are single bases, as they are written
 * @param models of the transcripts whose coding sequences have been read
 */
export function transcriptNotations(
  near: NearTranscript,
  change: Change,
  isSnp: boolean,
  { flanks }: Surroundings,
  models: ReadonlyMap<TranscriptRecord, CodingModel>,
): TranscriptNotations {
  const { transcript, positions } = near;
  const { strand } = positions;
  const inside = [change.start, change.end].every(
    (position) => position >= transcript.start && position <= transcript.end,
  );
  if (!inside) return { transcript, hgvsc: null, hgvsp: null };
  const oriented = orient(change, strand);
  const described = describeChange(oriented, flanks.along(strand));
  const numbering = positions.coding ? 'c' : 'n';
  const positionText = (position: number) =>
    isSnp ? positions.snpText(position * strand) : positions.text(position * strand);
  return {
    transcript,
    hgvsc: described && writeHgvs(versioned(transcript), numbering, described, positionText),
    hgvsp: proteinNotation(near, change, oriented, described, models.get(transcript)),
  };
}

function proteinNotation(
  near: NearTranscript,
  change: Change,
  oriented: Change,
  described: HgvsChange | null,
  model: CodingModel | undefined,
): string | null {
  if (!model || !near.positions.touchesCoding(change)) return null;
  const moved = described?.change ?? oriented;
  const place = near.positions.codingPlace(moved);
  const protein = place && proteinHgvs(model, { ...moved, ...place });
  return protein && `${versioned(near.transcript.translation!)}:p.${protein}`;
}

/** Those of LRG never change, so that they have no versions. */
function versioned({ id, version }: { id: string; version: number | null }): string {
  return version === null || /\.\d+$|^LRG_/.test(id) ? id : `${id}.${version}`;
}
