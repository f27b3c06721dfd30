/** The places on the genome of HGVS on transcripts and proteins. */
import { nucleotideChange } from '../../variants/hgvs-change.ts';
import { HgvsPositions, type HgvsPosition } from '../../variants/hgvs-positions.ts';
import { notParsed, type NucleotideNotation, type ProteinNotation } from '../../variants/hgvs-text.ts';
import { exonsOf } from '../../genome/transcript.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithDna } from '../../release/sequence-reader.ts';
import { attempt, insistOnSome, type Outcome } from '../outcome.ts';
import { findNamedTranscripts, nameThatCounts, type NamedTranscript } from './named-transcripts.ts';
import { codonOf, isSplit, placeCodon, placeSplitCodons, type Codon } from './place-residue.ts';
import { around, asPlaced, insertedLength, refuseBeyond, type VariantPlace } from './variant-place.ts';

export type TranscriptNotation = (NucleotideNotation & { numbering: 'c' | 'n' }) | ProteinNotation;

export interface TranscriptPlaces {
  places: Outcome<VariantPlace[]>;
  /** The notation names a gene, so that it may mean any of its transcripts. */
  byGene: boolean;
}

/**
 * The places of each notation: one, or one for each transcript of a gene; several where a residue's codon is split. Three waves of reads
 * at most, and one for the bases of split codons.
 */
export async function placesOnTranscripts(release: Release, genome: Genome, notations: readonly TranscriptNotation[]): Promise<TranscriptPlaces[]> {
  const found = await findNamedTranscripts(release, genome, notations);
  const drafts = notations.map((notation, each) => found[each]!.transcripts.map((named) => attempt(() => draftOf(notation, named))));
  const split = drafts.flat().flatMap((draft) => (draft instanceof ApiError || draft.kind === 'placed' ? [] : [draft.codon]));
  const settled = new Map((split.length > 0 ? await placeSplitCodons(genomeWithDna(release, genome), split) : []).map((places, each) => [split[each]!, places]));
  return notations.map((notation, each) => {
    const outcomes = drafts[each]!.map((draft): Outcome<VariantPlace[]> => {
      if (draft instanceof ApiError) return draft;
      return draft.kind === 'placed' ? [draft.place] : settled.get(draft.codon)!;
    });
    return { places: attempt(() => placesOf(notation, outcomes)), byGene: found[each]!.byGene };
  });
}

/** Those of its transcripts that have the positions of the notation; throws the first refusal when none has. */
function placesOf(notation: TranscriptNotation, outcomes: readonly Outcome<VariantPlace[]>[]): VariantPlace[] {
  if (outcomes.length === 0) throw notParsed(notation.text, `Could not get a Transcript object for '${nameThatCounts(notation.sequence)}'`);
  return insistOnSome(outcomes).flat();
}

/** A place, or a codon whose bases have to be read first. */
type Draft = { kind: 'placed'; place: VariantPlace } | { kind: 'split'; codon: Codon };

function draftOf(notation: TranscriptNotation, named: NamedTranscript): Draft {
  if (notation.numbering !== 'p') return { kind: 'placed', place: placeNucleotides(notation, named) };
  const codon = codonOf(notation, named);
  return isSplit(codon) ? { kind: 'split', codon } : { kind: 'placed', place: placeCodon(codon) };
}

function placeNucleotides(notation: NucleotideNotation, { gene, transcript, region }: NamedTranscript): VariantPlace {
  const positions = new HgvsPositions(exonsOf(gene, transcript), transcript.translation);
  const { strand } = positions;
  const genomic = (position: HgvsPosition) => {
    const found = positions.genomic(position);
    if (found === null) throw notParsed(notation.text, `Unable to map the cDNA coordinates ${notation.start.base}-${notation.end.base} to genomic coordinates for Transcript ${transcript.id}`);
    return found;
  };
  const [first, last] = [genomic(notation.start), genomic(notation.end)];
  refuseBeyond(notation, region, first, last, insertedLength(notation));
  return {
    ...around(region, first, last, insertedLength(notation)),
    settle: (flanks) => [asPlaced(nucleotideChange(notation, first * strand, last * strand, flanks.along(strand)), strand)],
  };
}
