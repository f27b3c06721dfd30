/** The places on the genome of HGVS on transcripts and proteins. */
import { decodeGene, type GeneRecord, type TranscriptRecord } from '../../genome/gene-record.ts';
import { nucleotideChange, residueChanges } from '../../variants/hgvs-change.ts';
import { HgvsPositions, type HgvsPosition } from '../../variants/hgvs-positions.ts';
import { notParsed, type NucleotideNotation, type ProteinNotation } from '../../variants/hgvs-text.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import { sameId } from '../../genome/stable-id.ts';
import { cdnaCodingRegion, exonsOf, startPhase, translationsOf } from '../../genome/transcript.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { attempt, type Outcome } from '../outcome.ts';
import { findStableIds, type FoundObject } from '../stable-id-objects.ts';
import { around, asPlaced, insertedLength, refuseBeyond, type VariantPlace } from './place.ts';

interface NamedTranscript {
  gene: GeneRecord;
  transcript: TranscriptRecord;
  region: SeqRegionRecord;
}

export type TranscriptNotation = (NucleotideNotation & { numbering: 'c' | 'n' }) | ProteinNotation;

export interface TranscriptPlaces {
  places: Outcome<VariantPlace[]>;
  /** The notation names a gene, so that it may mean any of its transcripts. */
  byGene: boolean;
}

/** The places of each notation: one, or one for each transcript of a gene. Three waves of reads at most. */
export async function placesOnTranscripts(release: Release, genome: Genome, notations: readonly TranscriptNotation[]): Promise<TranscriptPlaces[]> {
  const { transcripts, byGene } = await findTranscripts(release, genome, notations);
  const places = notations.map((notation, each) => attempt(() => {
    if (transcripts[each]!.length === 0) throw notParsed(notation.text, `Could not get a Transcript object for '${withoutVersion(notation.sequence)}'`);
    const outcomes = transcripts[each]!.map((named) => attempt(() => placeOnTranscript(notation, named)));
    const good = outcomes.filter((outcome) => !(outcome instanceof ApiError));
    if (good.length === 0) throw outcomes[0];
    return good as VariantPlace[];
  }));
  return places.map((outcome, each) => ({ places: outcome, byGene: byGene[each]! }));
}

/** Ensembl takes any version of an id for the one it has. */
function withoutVersion(sequence: string): string {
  return sequence.replace(/\.\d+$/, '');
}

/** The transcripts that each notation's sequence names: the one with that id, that of the protein, all of the gene. */
async function findTranscripts(
  release: Release, genome: Genome, notations: readonly TranscriptNotation[],
): Promise<{ transcripts: NamedTranscript[][]; byGene: boolean[] }> {
  const [objects, symbols] = await Promise.all([
    findStableIds(release, notations.map(({ sequence }) => sequence), { species: genome.species, dbType: genome.entry.group }, true),
    genome.symbols(notations.map(({ sequence }) => sequence)),
  ]);
  const byId = notations.map(({ numbering }, each) => objects[each]!.find(({ type }) => type === (numbering === 'p' ? 'Translation' : 'Transcript')) ?? null);
  const genesBySymbol = notations.map((_, each) => (byId[each] ? [] : displayedGenes(symbols[each]!)));
  const locations = notations.map((_, each) => (byId[each] ? [byId[each].stableId.gene] : genesBySymbol[each]!));
  const [records, known] = await Promise.all([
    genome.genes(locations.flat()),
    genome.seqRegions([...new Set(byId.flatMap((object) => (object ? [object.stableId.region] : [])))]),
  ]);
  const genes = records.map(decodeGene);
  const regions = new Map(known.flat().map((region) => [region.ordinal, region]));
  const missing = new Set(genes.flatMap(({ region }) => (regions.has(region.ordinal) ? [] : [region.name])));
  for (const region of missing.size > 0 ? (await genome.seqRegions([...missing])).flat() : []) regions.set(region.ordinal, region);
  let next = 0;
  const transcripts = notations.map(({ numbering }, each) => locations[each]!.flatMap(() => {
    const gene = genes[next++]!;
    const region = regions.get(gene.region.ordinal)!;
    const meant = gene.transcripts.filter((transcript) => (byId[each] ? names(transcript, byId[each]) : numbering !== 'p' || transcript.translation));
    return meant.map((transcript) => ({ gene, transcript, region }));
  }));
  return { transcripts, byGene: byId.map((object) => object === null) };
}

function displayedGenes(symbols: Awaited<ReturnType<Genome['symbols']>>[number]): [number, number, number][] {
  const genes = new Map(symbols.flatMap(({ as, objects }) => (as.includes('display_id') ? objects : []))
    .filter(({ type, display }) => type === 'gene' && display).map((object) => [object.geneDbId, object.gene]));
  return [...genes.values()];
}

function names(transcript: TranscriptRecord, { type, id }: FoundObject): boolean {
  return type === 'Transcript' ? sameId(transcript.id, id) : translationsOf(transcript).some((translation) => sameId(translation.id, id));
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
function placeResidue(notation: ProteinNotation, { gene, transcript, region }: NamedTranscript): VariantPlace {
  const exons = exonsOf(gene, transcript);
  const translation = translationsOf(transcript).find(({ id }) => sameId(id, withoutVersion(notation.sequence))) ?? transcript.translation!;
  const positions = new HgvsPositions(exons, translation);
  const { strand } = positions;
  const coding = cdnaCodingRegion(exons, translation);
  const codon = coding.start - startPhase(exons, translation) + (notation.position - 1) * 3;
  // From here on the codon is counted from the start of the coding sequence.
  const base = codon - coding.start + 1;
  const places = [0, 1, 2].map((each) => (base + each < 1 || codon + each > coding.end ? null : positions.genomic({ base: base + each, afterStop: false, offset: 0 })));
  const [first, , last] = places;
  if (first === null || last === null || places[1] === null || (last! - first!) * strand !== 2) {
    throw notParsed(notation.text, `Unable to map the peptide coordinate ${notation.position} to genomic coordinates for protein ${withoutVersion(notation.sequence)}`);
  }
  return {
    ...around(region, first!, last!, 3),
    settle: (flanks) => residueChanges(notation, first! * strand, flanks.along(strand), region.codonTable).map((change) => asPlaced(change, strand)),
  };
}

