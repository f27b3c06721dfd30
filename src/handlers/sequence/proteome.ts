/** All peptides of a species: sequence/proteome. Streamed, since a human proteome has about 100 MB of text. */
import { at, get } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { fastaRecord, type SequenceRecord } from '../../formats/sequence-formats.ts';
import type { Format } from '../../formats/media-types.ts';
import { decodeGene, type GeneRecord } from '../../genome/gene-record.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import { ApiError } from '../../api-error.ts';
import { NANOSECONDS } from '../../work-budget.ts';
import { regionOfGene, type Genome } from '../../release/genome.ts';
import { genomeWithDna } from '../../release/sequence-reader.ts';
import { planTranscripts, type SequenceParams } from './objects.ts';
import { readPlans } from './plan.ts';

/** Genes per batch; the exons of a batch are read in one wave. More would need less waiting, but more memory. */
const GENES_PER_BATCH = 100;

/** Bytes of a batch with its blocks, bases and peptides. Measured: 9 MB for each of twelve concurrent requests. */
const MEMORY_OF_BATCH = 10_000_000;

const WHOLE_PEPTIDES: SequenceParams = {
  type: 'protein',
  mask: undefined,
  mask_feature: false,
  expand_5prime: 0,
  expand_3prime: 0,
  start: undefined,
  end: undefined,
  longestSlice: Infinity,
};

/** The peptides of all translations, sorted by region and start of the gene. 404 if the species has none. */
export async function sequenceProteome({
  params,
  release,
  format,
  work,
  memory,
}: OperationRequest<{ species: string }>): Promise<Answer> {
  const genome = await genomeWithDna(release, await release.genome(params.species));
  work.spend(
    (genome.entry.tables.genes?.size ?? 0) * NANOSECONDS.storedByteOfProteome,
    'the peptides of single genes, with sequence/id',
  );
  await memory.reserve(MEMORY_OF_BATCH);
  const peptides = peptidesOf(genome, params.species)[Symbol.asyncIterator]();
  const first = await peptides.next();
  if (first.done) throw new ApiError('No results found', 404);
  return { kind: 'stream', chunks: recordText(first.value, peptides, format) };
}

/** The text of records, one chunk per batch. */
async function* recordText(
  first: SequenceRecord[],
  rest: AsyncIterator<SequenceRecord[]>,
  format: Format,
): AsyncGenerator<string> {
  try {
    if (format === 'json') yield '[';
    let before = '';
    for (let batch = first; ; ) {
      if (format === 'json') yield before + batch.map((record) => JSON.stringify(record)).join(',\n');
      else yield batch.map(format === 'fasta' ? fastaRecord : (record) => `${record.seq}\n`).join('');
      before = ',\n';
      const next = await rest.next();
      if (next.done) break;
      batch = next.value;
    }
    if (format === 'json') yield ']';
  } finally {
    await rest.return?.();
  }
}

/** Non-empty batches of peptides. */
async function* peptidesOf(genome: Genome, query: string): AsyncGenerator<SequenceRecord[]> {
  for await (const genes of batchesOf(genome)) {
    const peptides = await translateAll(genome, genes, query);
    if (peptides.length > 0) yield peptides;
  }
}

async function* batchesOf(genome: Genome): AsyncGenerator<GeneRecord[]> {
  let batch: GeneRecord[] = [];
  for await (const record of genome.allGenes()) {
    const gene = decodeGene(record);
    if (!gene.transcripts.some((transcript) => transcript.translation)) continue;
    batch.push(gene);
    if (batch.length < GENES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The peptides of genes. Two waves of reads: regions, mostly cached, and the bases of exons. */
async function translateAll(genome: Genome, genes: readonly GeneRecord[], query: string): Promise<SequenceRecord[]> {
  const regions = await regionsOf(genome, genes);
  const plans = genes.map((gene) =>
    planTranscripts(gene, gene.transcripts, get(regions, gene.region.ordinal), query, WHOLE_PEPTIDES),
  );
  const bases = await readPlans(genome.withoutCaching(), plans);
  return plans.flatMap((plan) => plan.assemble(get(bases, plan)));
}

/** The region of each gene, by its ordinal. */
async function regionsOf(genome: Genome, genes: readonly GeneRecord[]): Promise<Map<number, SeqRegionRecord>> {
  const genesByRegion = new Map(genes.map((gene) => [gene.region.ordinal, gene]));
  const named = await genome.seqRegions([...genesByRegion.values()].map((gene) => gene.region.name));
  return new Map(
    [...genesByRegion].map(([ordinal, gene], which) => [ordinal, regionOfGene(gene, genome, at(named, which))]),
  );
}
