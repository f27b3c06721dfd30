/** The places on the genome of HGVS on transcripts and proteins. */
import { nucleotideChange, residueChanges } from '../../variants/hgvs-change.ts';
import { HgvsPositions, type HgvsPosition } from '../../variants/hgvs-positions.ts';
import { notParsed, type NucleotideNotation, type ProteinNotation } from '../../variants/hgvs-text.ts';
import { cdnaCodingRegion, exonsOf, startPhase } from '../../genome/transcript.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { attempt, type Outcome } from '../outcome.ts';
import { findNamedTranscripts, nameThatCounts, type NamedTranscript } from './named-transcripts.ts';
import { around, asPlaced, insertedLength, refuseBeyond, type VariantPlace } from './variant-place.ts';

export type TranscriptNotation = (NucleotideNotation & { numbering: 'c' | 'n' }) | ProteinNotation;

export interface TranscriptPlaces {
  places: Outcome<VariantPlace[]>;
  /** The notation names a gene, so that it may mean any of its transcripts. */
  byGene: boolean;
}

/** The places of each notation: one, or one for each transcript of a gene. Three waves of reads at most. */
export async function placesOnTranscripts(release: Release, genome: Genome, notations: readonly TranscriptNotation[]): Promise<TranscriptPlaces[]> {
  const found = await findNamedTranscripts(release, genome, notations);
  return notations.map((notation, each) => {
    const { transcripts, byGene } = found[each]!;
    return { places: attempt(() => placesOf(notation, transcripts)), byGene };
  });
}

/** Those of its transcripts that have the positions of the notation; throws the first refusal when none has. */
function placesOf(notation: TranscriptNotation, transcripts: readonly NamedTranscript[]): VariantPlace[] {
  if (transcripts.length === 0) throw notParsed(notation.text, `Could not get a Transcript object for '${nameThatCounts(notation.sequence)}'`);
  const outcomes = transcripts.map((named) => attempt(() => placeOnTranscript(notation, named)));
  const good = outcomes.filter((outcome): outcome is VariantPlace => !(outcome instanceof ApiError));
  if (good.length === 0) throw outcomes[0];
  return good;
}

function placeOnTranscript(notation: TranscriptNotation, named: NamedTranscript): VariantPlace {
  return notation.numbering === 'p' ? placeResidue(notation, named) : placeNucleotides(notation, named);
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

/** Ensembl leads residues back to bases where their codon lies in one exon. */
function placeResidue(notation: ProteinNotation, { gene, transcript, translation: named, region }: NamedTranscript): VariantPlace {
  const translation = named!;
  const exons = exonsOf(gene, transcript);
  const positions = new HgvsPositions(exons, translation);
  const { strand } = positions;
  const coding = cdnaCodingRegion(exons, translation);
  const base = (notation.position - 1) * 3 + 1;
  const codon = coding.start - startPhase(exons, translation) + base - 1;
  const places = [0, 1, 2].map((each) => (codon + each > coding.end ? null : positions.genomic({ base: base + each, afterStop: false, offset: 0 })));
  const [first, , last] = places;
  if (first === null || last === null || places[1] === null || (last! - first!) * strand !== 2) {
    throw notParsed(notation.text, `Unable to map the peptide coordinate ${notation.position} to genomic coordinates for protein ${nameThatCounts(notation.sequence)}`);
  }
  return {
    ...around(region, first!, last!, 3),
    settle: (flanks) => residueChanges(notation, first! * strand, flanks.along(strand), region.codonTable).map((change) => asPlaced(change, strand)),
  };
}

