/**
 * Lengths of peptides in databases without sequence (otherfeatures, cdna, rnaseq). They use the sequence of the core
 * database, so the compiler does not compute these lengths.
 */
import { at, get } from '../../checked.ts';
import type { GeneRecord } from '../../genome/gene-record.ts';
import { translationsOf } from '../../genome/transcript.ts';
import { regionOfGene, type Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { peptideOf } from './objects.ts';
import { planExons, readPlans } from './plan.ts';

/**
 * Lengths in residues, by database id, of the translations whose records have none. Empty if no database of the species
 * has a sequence. Two waves of reads if there are such translations.
 */
export async function readPeptideLengths(
  release: Release,
  genome: Genome,
  genes: readonly GeneRecord[],
): Promise<ReadonlyMap<number, number>> {
  const coding = genes.flatMap((gene) => {
    const transcripts = gene.transcripts.filter((transcript) =>
      translationsOf(transcript).some(({ length }) => length === null),
    );
    return transcripts.length > 0 ? [{ gene, transcripts }] : [];
  });
  if (coding.length === 0) return new Map();
  const withDna = genome.entry.sequence ? genome : await release.findGenome(genome.species);
  if (!withDna?.entry.sequence) return new Map();
  const regions = await withDna.seqRegions(coding.map(({ gene }) => gene.region.name));
  const plans = coding.map(({ gene, transcripts }, each) => {
    const region = regionOfGene(gene, withDna, at(regions, each));
    return planExons(gene, transcripts, region, (basesOf) =>
      transcripts.flatMap((transcript) =>
        translationsOf(transcript).map(
          (translation) =>
            [translation.dbId, peptideOf(gene, transcript, translation, region, basesOf(transcript)).length] as const,
        ),
      ),
    );
  });
  const bases = await readPlans(withDna, plans);
  return new Map(plans.flatMap((plan) => plan.assemble(get(bases, plan))));
}
