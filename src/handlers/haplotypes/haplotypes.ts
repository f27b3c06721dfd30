/**
 * GET /transcript_haplotypes/:species/:id: the coding sequences and proteins that samples have. Four waves of reads:
 * the id; gene and region, samples; variants, genotypes, bases; predictions.
 */
import { ApiError } from '../../api-error.ts';
import { at, only, present } from '../../checked.ts';
import { modelOf } from '../../effects/transcript-model.ts';
import { sharedGene } from '../../genome/gene-record.ts';
import { linearSlice } from '../../genome/seq-region.ts';
import { exonLength, exonsOf, transcriptOf } from '../../genome/transcript.ts';
import { codingSequence, splice, translate } from '../../genome/translation.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { reserveForRecords, reserveMemory } from '../../operation/memory-reservation.ts';
import { regionOfGene, type Genome } from '../../release/genome.ts';
import type { GenotypeCollection } from '../../release/genotypes.ts';
import { genomeWithDna } from '../../release/sequence-reader.ts';
import { NANOSECONDS } from '../../work-budget.ts';
import { genomeWithVariation } from '../resolve/genome.ts';
import { findStableIds } from '../resolve/stable-id.ts';
import { asText } from '../variant-recoder/transcript-sequences.ts';
import { planExons, readPlans } from '../sequence/plan.ts';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { md5 } from '@noble/hashes/legacy.js';
import { haplotypesOf, type ReferenceTranscript } from './container.ts';
import {
  alignmentWork,
  compare,
  Descriptions,
  residuesOf,
  type HaplotypeParts,
  type SampleList,
} from './description.ts';
import { featureOf, genotypedVariants, type Feature } from './genotyped-variants.ts';

export interface HaplotypeParams extends HaplotypeParts {
  species: string;
  id: string;
}

/**
 * If a collection has this id, haplotypes come from it alone. Ensembl's server has a file of collections for each
 * operation, where an index has one.
 */
const ONLY_COLLECTION = 'haplotypes';
const LESS = 'a shorter transcript';

export async function transcriptHaplotypes(request: OperationRequest<HaplotypeParams>): Promise<Answer> {
  const { params, release } = request;
  const { species } = await release.genome(params.species);
  const objects = only(
    await findStableIds(release, [params.id], { species, objectType: 'Transcript', dbType: 'core' }),
  );
  const [object] = objects;
  if (!object) throw new ApiError(`Unable to fetch transcript with ID ${params.id}`);
  const { genome, stableId } = object;
  const dna = await genomeWithDna(release, genome);
  const collections = collectionsOf(genome);
  const [genes, regions, samples] = await Promise.all([
    genome.genes([stableId.gene]),
    dna.seqRegions([stableId.region]),
    readSamples(collections, params.samples),
  ]);
  const gene = sharedGene(only(genes));
  const transcript = transcriptOf(gene, object.id);
  const { translation } = transcript;
  if (!translation) throw new ApiError('Unable to get haplotypes for a non-coding transcript');
  await genomeWithVariation(
    release,
    params.species,
    `Cannot compute haplotypes for species: ${params.species}. The species doesn't have a variation database.`,
  );
  if (collections.length === 0)
    throw new ApiError(`this release has no VCF files with genotypes of ${genome.species}, which haplotypes need`);
  const region = regionOfGene(gene, dna, only(regions));
  const exons = exonsOf(gene, transcript);
  if (exons.some(({ start, end }) => start > end))
    throw new ApiError('haplotypes of transcripts that span the origin of a circular region are not offered');

  const slices = exons.map(({ start, end }) => linearSlice(region, { start, end }));
  const queries = exons.map(({ start, end }) => ({ region: region.ordinal, start: start - 1, end: end + 1 }));
  await reserve(request, genome, collections, slices, queries, transcript.id);
  const plan = planExons(gene, [transcript], region, (basesOf) => basesOf(transcript));
  const [found, effects, bases, lines, rows] = await Promise.all([
    genome.overlapping('variant-features', slices),
    genome.variation.onTranscript(transcript.id),
    readPlans(dna, [plan]),
    Promise.all(collections.map((collection) => collection.lines(queries))),
    Promise.all(collections.map((collection) => collection.variants(queries))),
  ]);
  const spliced = splice(transcript, plan.assemble(present(bases.get(plan), 'the bases of the exons')));
  const coding = codingSequence(
    transcript,
    exons,
    exons.map((exon) => exonLength(exon)),
    translation,
    spliced,
  );
  const cds = asText(coding);
  const peptide = asText(translate(coding, region.codonTable, translation));
  const model = modelOf(gene, transcript, region.codonTable);
  const reference: ReferenceTranscript = {
    strand: model.strand,
    codonTable: region.codonTable,
    cds,
    protein: peptide + (/(TAA|TAG|TGA)$/.test(cds) ? '*' : ''),
    placeOf({ start, end }) {
      const mapped = model.toCds(start, end);
      return mapped.length === 1 ? at(mapped, 0) : null;
    },
  };
  const features = found.map((list) => list.filter(({ record }) => !record.somatic).map(featureOf));
  const variants = exons.flatMap((_, exon) =>
    collections.flatMap((collection, each) =>
      genotypedVariants(
        at(features, exon),
        at(at(lines, each), exon),
        at(at(rows, each), exon),
        collection,
        at(samples.first, each),
      ),
    ),
  );
  const haplotypes = haplotypesOf(reference, samples.count, variants);
  request.work.spend(alignmentWork(haplotypes, reference) * NANOSECONDS.alignedPair, LESS);
  const compared = [...haplotypes.cds, ...haplotypes.proteins].map((haplotype) => compare(haplotype, reference));
  const predictions = await predictionsOf(genome, peptide, reference.protein.length, compared);
  const used: Feature[] = [...new Map(variants.map(({ feature }) => [feature.record.row, feature])).values()];
  const names = { cds: transcript.id, protein: translation.id || `${transcript.id}.p` };
  const described = new Descriptions(reference, names, haplotypes, used, effects, samples, params);
  const describeAll = (type: 'cds' | 'protein') =>
    compared.flatMap((each, index) =>
      each.haplotype.type === type ? [described.describe(each, at(predictions, index))] : [],
    );
  return {
    kind: 'value',
    value: {
      transcript_id: transcript.id,
      cds_haplotypes: describeAll('cds'),
      protein_haplotypes: describeAll('protein'),
      ...(compared.length > 0
        ? { total_haplotype_count: haplotypes.total, total_population_counts: described.populationTotals }
        : {}),
    },
  };
}

function collectionsOf(genome: Genome): GenotypeCollection[] {
  const fromFiles = genome.genotypes.filter(({ entry }) => entry.lines);
  const named = fromFiles.filter(({ entry }) => entry.id === ONLY_COLLECTION);
  return named.length > 0 ? named : fromFiles;
}

interface Samples extends SampleList {
  count: number;
  /** Number of each collection's first sample. */
  first: number[];
}

/** The samples of all collections, one after the other. One wave of reads. */
async function readSamples(collections: readonly GenotypeCollection[], named: boolean): Promise<Samples> {
  const read = await Promise.all(collections.map((collection) => collection.samples(named)));
  const first: number[] = [];
  let count = 0;
  const populations = read.flatMap((each, index) => {
    const own = { first: count, count: at(collections, index).entry.samples };
    first.push(count);
    count += own.count;
    return each.populations.map((population) => ({ ...population, ...own }));
  });
  return { count, first, names: read.flatMap(({ names }) => names), populations };
}

/** Counts what the request reads, before it reads it. */
async function reserve(
  request: OperationRequest<HaplotypeParams>,
  genome: Genome,
  collections: readonly GenotypeCollection[],
  slices: readonly Parameters<Genome['bytesOverlapping']>[1][],
  queries: Parameters<GenotypeCollection['memory']>[0],
  id: string,
): Promise<void> {
  const [features, effects, ...matrices] = await Promise.all([
    genome.bytesOverlappingAny('variant-features', slices),
    genome.variation.bytesOnTranscript(id),
    ...collections.map((collection) => collection.memory(queries)),
  ]);
  await reserveForRecords(request, features + effects, LESS);
  await reserveMemory(
    request.memory,
    matrices.reduce((sum, bytes) => sum + bytes, 0),
  );
}

/** Predictions for the differences of each protein; one wave of reads. */
async function predictionsOf(
  genome: Genome,
  peptide: string,
  length: number,
  compared: readonly ReturnType<typeof compare>[],
) {
  const residues = compared.map((each) => (each.haplotype.type === 'protein' ? residuesOf(each, length) : []));
  const wanted = residues.flat().filter((residue) => residue !== null);
  if (wanted.length === 0 || !genome.entry.tables['protein-predictions']) return compared.map(() => []);
  const sum = bytesToHex(md5(utf8ToBytes(peptide)));
  const found = await genome.variation.predictions(wanted.map((residue) => ({ md5: sum, ...residue })));
  let next = 0;
  return residues.map((list) => list.map((residue) => (residue ? at(found, next++) : {})));
}
