/** Finds the locations on the genome of HGVS on transcripts and proteins. */
import { at, get, last } from '../../checked.ts';
import { nucleotideChange, residueChanges, type CodonChange } from '../../variants/hgvs-change.ts';
import { HgvsPositions, type HgvsPosition } from '../../variants/hgvs-positions.ts';
import { notParsed, type NucleotideNotation, type ProteinNotation } from '../../variants/hgvs-notation.ts';
import { exonsOf } from '../../genome/transcript.ts';
import { ApiError, attempt, unwrapSome, type Outcome } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithDna, readBases } from '../../release/sequence-reader.ts';
import { findNamedTranscripts, withoutIgnoredVersion, type NamedTranscript } from './named-transcripts.ts';
import { placeAround, asPlaced, insertedLength, checkPositions, type VariantPlace } from './variant-place.ts';
import { forwardSlice, type SeqRegionRecord } from '../../genome/seq-region.ts';
import { asText } from './transcript-sequences.ts';

export type TranscriptNotation = (NucleotideNotation & { numbering: 'c' | 'n' }) | ProteinNotation;

/**
 * The places of each notation: one, one per transcript of a gene, or several for a codon that is split by an intron.
 * The waves of reads of findNamedTranscripts, and one for the bases of split codons.
 *
 * @param onlyLikely as for findNamedTranscripts
 */
export async function placesOnTranscripts(
  release: Release,
  genome: Genome,
  notations: readonly TranscriptNotation[],
  onlyLikely: boolean,
): Promise<Outcome<VariantPlace[]>[]> {
  const found = await findNamedTranscripts(release, genome, notations, onlyLikely);
  const drafts = notations.map((notation, each) =>
    at(found, each).map((named) => attempt(() => draftOf(notation, named))),
  );
  const split = drafts
    .flat()
    .flatMap((draft) => (draft instanceof ApiError || draft.kind === 'placed' ? [] : [draft.codon]));
  const ofSplit = new Map(
    (split.length > 0 ? await placeSplitCodons(await genomeWithDna(release, genome), split) : []).map(
      (places, each) => [at(split, each), places],
    ),
  );
  return notations.map((notation, each) => {
    const outcomes = at(drafts, each).map((draft, which): Outcome<VariantPlace[]> => {
      if (draft instanceof ApiError) return draft;
      const found = draft.kind === 'placed' ? [draft.place] : get(ofSplit, draft.codon);
      return found instanceof ApiError ? found : found.map((place) => ({ ...place, transcript: which }));
    });
    return attempt(() => placesOf(notation, outcomes));
  });
}

/** The places on transcripts that have the positions of the notation. Throws the first error if none has. */
function placesOf(notation: TranscriptNotation, outcomes: readonly Outcome<VariantPlace[]>[]): VariantPlace[] {
  if (outcomes.length === 0)
    throw notParsed(
      notation.text,
      `Could not get a Transcript object for '${withoutIgnoredVersion(notation.sequence)}'`,
    );
  return unwrapSome(outcomes).flat();
}

/** A place, or a split codon whose bases must be read first. */
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
    if (found === null)
      throw notParsed(
        notation.text,
        `Unable to map the cDNA coordinates ${notation.start.base}-${notation.end.base} to genomic coordinates for ` +
          `Transcript ${transcript.id}`,
      );
    return found;
  };
  const [first, last] = [genomic(notation.start), genomic(notation.end)];
  checkPositions(notation, region, first, last, insertedLength(notation));
  return {
    ...placeAround(region, first, last, insertedLength(notation)),
    allelesWith: (flanks) => [
      asPlaced(nucleotideChange(notation, first * strand, last * strand, flanks.along(strand)), strand),
    ],
  };
}

/** A residue's codon on one transcript. */
interface Codon {
  notation: ProteinNotation;
  region: SeqRegionRecord;
  strand: 1 | -1;
  /** Forward positions of its bases, in the order of the codon; of several codons the first two and the last. */
  bases: [number, number, number];
}

/** The codon of a residue. Throws InvalidInput if the transcript does not contain the whole codon. */
function codonOf(notation: ProteinNotation, { gene, transcript, translation, region }: NamedTranscript): Codon {
  const positions = new HgvsPositions(exonsOf(gene, transcript), translation);
  const first = (notation.position - 1) * 3 + 1;
  // Of several codons, the first bases and the last one: enough to see whether an intron splits them.
  const ends = [first, first + 1, notation.last * 3];
  const [one, two, three] = ends.map((base) => positions.codingBase(base) ?? undefined);
  if (one === undefined || two === undefined || three === undefined) {
    throw notParsed(
      notation.text,
      `Unable to map the peptide coordinate ${notation.position} to genomic coordinates for protein ` +
        `${withoutIgnoredVersion(notation.sequence)}`,
    );
  }
  return { notation, region, strand: positions.strand, bases: [one, two, three] };
}

/** Whether an intron splits the codon, or one of several. */
function isSplit({ bases: [first, , last], strand, notation }: Codon): boolean {
  return (last - first) * strand !== (notation.last - notation.position + 1) * 3 - 1;
}

/** The place of a codon in one exon. */
function placeCodon({ notation, region, strand, bases: [first, , last] }: Codon): VariantPlace {
  return {
    ...placeAround(region, first, last, Math.abs(last - first) + 1),
    allelesWith: (flanks) => {
      const [start, line] = [first * strand, flanks.along(strand)];
      if (notation.last > notation.position) {
        const reference = line.bases(start, last * strand);
        return [asPlaced({ start, end: last * strand, reference, alternative: '' }, strand)];
      }
      return residueChanges(notation, line.bases(start, start + 2), region.codonTable).map(
        ({ at: offset, reference, alternative }) => {
          const end = start + offset + reference.length - 1;
          return asPlaced({ start: start + offset, end, reference, alternative }, strand);
        },
      );
    },
  };
}

/**
 * The places of split codons, one per shortest change. Changes on both sides of an intron are omitted if the intron is
 * too long and there are others. One wave of reads.
 */
async function placeSplitCodons(dna: Genome, codons: readonly Codon[]): Promise<Outcome<VariantPlace[]>[]> {
  const slices = codons.flatMap(({ region, strand, bases }) =>
    bases.map((base) => ({ ...forwardSlice(region, { start: base, end: base }), strand })),
  );
  const letters = slices.length > 0 ? (await readBases(dna, slices)).map(asText) : [];
  return codons.map((codon, each) =>
    attempt(() => {
      const { notation } = codon;
      if (notation.last > notation.position)
        throw notParsed(notation.text, 'an intron interrupts the codons of these residues');
      const changes = residueChanges(
        codon.notation,
        letters.slice(each * 3, each * 3 + 3).join(''),
        codon.region.codonTable,
      );
      return unwrapSome(changes.map((change) => attempt(() => placeChange(codon, change))));
    }),
  );
}

/** A change on both sides of an intron includes the unchanged intron. */
function placeChange(
  { notation, region, strand, bases }: Codon,
  { at: offset, reference, alternative }: CodonChange,
): VariantPlace {
  const changed = bases.slice(offset, offset + reference.length).map((base) => base * strand);
  const [start, end] = [at(changed, 0), last(changed)];
  checkPositions(notation, region, start * strand, end * strand, 0);
  return {
    ...placeAround(region, start * strand, end * strand, reference.length),
    allelesWith: (flanks) => {
      const before = flanks.along(strand).bases(start, end);
      const after = [...before];
      for (const [each, base] of changed.entries()) after[base - start] = alternative.charAt(each);
      return [asPlaced({ start, end, reference: before, alternative: after.join('') }, strand)];
    },
  };
}
