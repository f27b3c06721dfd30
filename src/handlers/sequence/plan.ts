/**
 * Which slices some sequences take, apart from what is made of their bases: any number of plans then costs one wave of
 * reads.
 */
import type { SequenceRecord } from '../../formats/sequence-formats.ts';
import type { GeneRecord, TranscriptRecord } from '../../genome/gene-record.ts';
import type { SeqRegionRecord, Slice } from '../../genome/seq-region.ts';
import type { Mask } from '../../index/sequence/sequence-chunk.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';

/** `Made`: what is made of the bases; the records of sequences, where nothing else is said. */
export interface SequencePlan<Made = SequenceRecord[]> {
  slices: readonly Slice[];
  /** How repeats are to read in `slices`: only genomic sequences mask them. */
  mask: Mask | undefined;
  /** From the bases of `slices`; no records when there is no sequence of the kind. Throws ApiError (400). */
  assemble(bases: readonly Uint8Array[]): Made;
}

/** Bases of each exon of a transcript, in its order. Transcripts share the arrays: never write to them. */
export type BasesOf = (transcript: TranscriptRecord) => Uint8Array[];

/** Plans for every exon of some transcripts once, however many of them share it. */
export function planExons<Made = SequenceRecord[]>(
  gene: GeneRecord,
  transcripts: readonly TranscriptRecord[],
  region: SeqRegionRecord,
  assemble: (basesOf: BasesOf) => Made,
): SequencePlan<Made> {
  const exons = [...new Set(transcripts.flatMap((transcript) => transcript.exons))];
  const place = new Map(exons.map((exon, index) => [exon, index]));
  return {
    slices: exons.map((index) => {
      const { start, end, strand } = gene.exons[index]!;
      return { region, start, end, strand: strand === -1 ? -1 : 1 };
    }),
    mask: undefined,
    assemble: (bases) => assemble((transcript) => transcript.exons.map((exon) => bases[place.get(exon)!]!)),
  };
}

/** The bases of every plan; plans with and without a mask are read side by side. */
export async function readPlans<Made>(
  genome: Genome,
  plans: readonly SequencePlan<Made>[],
): Promise<Map<SequencePlan<Made>, Uint8Array[]>> {
  const bases = new Map<SequencePlan<Made>, Uint8Array[]>();
  await Promise.all(
    [...Map.groupBy(plans, (plan) => plan.mask)].map(async ([mask, theirs]) => {
      const read = await readBases(
        genome,
        theirs.flatMap((plan) => plan.slices),
        mask,
      );
      let next = 0;
      for (const plan of theirs) bases.set(plan, read.slice(next, (next += plan.slices.length)));
    }),
  );
  return bases;
}
