/** Predictions of SIFT and PolyPhen on answers. */
import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { at } from '../../checked.ts';
import type { TranscriptSequence } from '../../effects/transcript-model.ts';
import type { Genome } from '../../release/genome.ts';
import type { Substitution } from '../../release/variation.ts';

/** A block that waits for the prediction of its substitution. */
export interface PendingPrediction {
  block: Record<string, unknown>;
  sequence: Pick<TranscriptSequence, 'peptide'>;
  position: number;
  alternative: string;
}

/** Adds predictions to blocks. One wave of reads. */
export async function addPredictions(genome: Genome, pending: readonly PendingPrediction[]): Promise<void> {
  if (pending.length === 0 || !genome.entry.tables['protein-predictions']) return;
  const sums = new Map<string, string>();
  const sumOf = (peptide: string) => {
    let sum = sums.get(peptide);
    if (sum === undefined) sums.set(peptide, (sum = bytesToHex(md5(utf8ToBytes(peptide)))));
    return sum;
  };
  const substitutions = pending.map(
    ({ sequence, position, alternative }): Substitution => ({ md5: sumOf(sequence.peptide), position, alternative }),
  );
  const found = await genome.variation.predictions(substitutions);
  pending.forEach(({ block }, index) => {
    for (const [tool, { prediction, score }] of Object.entries(at(found, index)))
      Object.assign(block, { [`${tool}_prediction`]: prediction, [`${tool}_score`]: score });
  });
}
