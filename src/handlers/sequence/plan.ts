/** Sequence plans: slices to read and a function for their bases. Any number of plans costs one wave of reads. */
import { at, get } from '../../checked.ts';
import type { SequenceRecord } from '../../formats/sequence-formats.ts';
import type { GeneRecord, TranscriptRecord } from '../../genome/gene-record.ts';
import type { SeqRegionRecord, Slice } from '../../genome/seq-region.ts';
import type { Mask } from '../../index/sequence/sequence-chunk.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';

/** The slices of a sequence and the function that converts their bases to a result. */
export interface SequencePlan<Result = SequenceRecord[]> {
  slices: readonly Slice[];
  /** Mask for repeats; only for genomic sequences. */
  mask: Mask | undefined;
  /** Converts the bases of `slices`; the records may be empty. Throws ApiError (400). */
  assemble(bases: readonly Uint8Array[]): Result;
}

/** Bases of each exon of a transcript, in order. Read-only: transcripts share the arrays. */
export type BasesOf = (transcript: TranscriptRecord) => Uint8Array[];

/** A plan for the exons of transcripts; shared exons are read once. */
export function planExons<Result = SequenceRecord[]>(
  gene: GeneRecord,
  transcripts: readonly TranscriptRecord[],
  region: SeqRegionRecord,
  assemble: (basesOf: BasesOf) => Result,
): SequencePlan<Result> {
  const exons = [...new Set(transcripts.flatMap((transcript) => transcript.exons))];
  const place = new Map(exons.map((exon, index) => [exon, index]));
  return {
    slices: exons.map((index) => {
      const { start, end, strand } = at(gene.exons, index);
      return { region, start, end, strand: strand === -1 ? -1 : 1 };
    }),
    mask: undefined,
    assemble: (bases) => assemble((transcript) => transcript.exons.map((exon) => at(bases, get(place, exon)))),
  };
}

/** Reads the bases of plans in one wave. */
export async function readPlans<Result>(
  genome: Genome,
  plans: readonly SequencePlan<Result>[],
): Promise<Map<SequencePlan<Result>, Uint8Array[]>> {
  const bases = new Map<SequencePlan<Result>, Uint8Array[]>();
  await Promise.all(
    [...Map.groupBy(plans, (plan) => plan.mask)].map(async ([mask, withMask]) => {
      const read = await readBases(
        genome,
        withMask.flatMap((plan) => plan.slices),
        mask,
      );
      let next = 0;
      for (const plan of withMask) bases.set(plan, read.slice(next, (next += plan.slices.length)));
    }),
  );
  return bases;
}
