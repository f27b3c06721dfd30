import type { SequenceCollection } from '../../src/genome/sequence-collection.ts';
import type { ExampleValues } from '../../src/release/example-values.ts';
import { part, type DraftService } from './draft-service.ts';

/** The example shows the first bases of a sequence that has at least this many. */
const SHOWN_BASES = 60;

/** A sequence collection, the digest of its names, and one of its sequences, by their digests. */
export async function refgetExamples(service: DraftService): Promise<ExampleValues> {
  for (const { species } of service.genomes) {
    const list: { results: string[] } | null = await service.get(`/seqcol/list/collection?species=${part(species)}`);
    const collection = list?.results[0];
    if (collection === undefined) continue;
    const levelOne: { names: string } = await service.get(`/seqcol/collection/${collection}?level=1`);
    const { lengths, sequences }: SequenceCollection = await service.get(`/seqcol/collection/${collection}`);
    const sequence = sequences.find((_, each) => (lengths[each] ?? 0) >= SHOWN_BASES);
    return {
      collection,
      collection_names: levelOne.names,
      ...(sequence === undefined ? {} : { sequence_digest: sequence }),
    };
  }
  return {};
}
