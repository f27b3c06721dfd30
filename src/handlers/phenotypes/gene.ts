/** Phenotypes of a gene, and on request of features that are associated with it or overlap it: phenotype/gene. */
import { at, only } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { decodeGeneHead, type GeneHead } from '../../genome/gene-record.ts';
import { overlaps, type PhenotypeRecord } from '../../genome/phenotype-record.ts';
import { ApiError } from '../../api-error.ts';
import type { IntervalQuery } from '../../index/tables/interval-table.ts';
import type { Genome } from '../../release/genome.ts';
import type { RecordLocation } from '../../index/blocks/object-sink.ts';
import {
  describeOntologies,
  describePhenotype,
  isOfClass,
  type PhenotypeClasses,
  type PhenotypeDetails,
} from './answer.ts';
import { genomeWithVariation, noVariation } from '../resolve/genome.ts';
import { reserveForRecords, type RequestBudgets } from '../../operation/memory-reservation.ts';

interface PhenotypeGeneParams extends PhenotypeDetails, PhenotypeClasses {
  species: string;
  gene: string;
  include_associated: boolean;
  include_overlap: boolean;
}

interface FoundGene {
  id: string;
  dbId: number;
  location: RecordLocation;
}

/**
 * GET phenotype/gene. Two waves of reads: name of the gene, phenotypes. A third one for associated or overlapping
 * features, which are found by symbol or location of the gene.
 */
export async function phenotypeGene(request: OperationRequest<PhenotypeGeneParams>): Promise<Answer> {
  const { params, release } = request;
  if (release.speciesNamed(params.species) === null) throw new ApiError(`Species ${params.species} not found.`);
  const genome = await genomeWithVariation(release, params.species, noVariation(params.species, '--phenotypes'));
  const [genes] = await Promise.all([findGenes(genome, params.gene), prefetchDirectories(genome, params)]);
  if (genes.length === 0) throw new ApiError(`Gene ${params.gene} not found.`);
  const found = await readPhenotypes(genome, genes, params, release.maxListBytes, request);
  const phenotypes = found.flat().filter((record) => isOfClass(record, params));
  return {
    kind: 'value',
    value: phenotypes.map((record) => ({
      ...describePhenotype(record, params),
      [record.type]: record.objectId,
      ...describeOntologies(record),
    })),
  };
}

/**
 * The genes that have a name in any of their references, as in Ensembl: a stable id finds a gene only if a reference
 * names it. One wave of reads.
 */
async function findGenes(genome: Genome, name: string): Promise<FoundGene[]> {
  const symbols = only(await genome.symbols([name]));
  const named = new Map<number, FoundGene>();
  for (const { objects } of symbols) {
    for (const { geneId, geneDbId, gene, linked, display } of objects) {
      if (linked || display) named.set(geneDbId, { id: geneId, dbId: geneDbId, location: gene });
    }
  }
  return [...named.values()].sort((a, b) => a.dbId - b.dbId);
}

/**
 * For each gene its own phenotypes, then those associated with its symbol, then those that overlap it. As in Ensembl, a
 * phenotype that is found in two ways is listed twice. Throws ApiError (400) instead of reading more than `maxBytes`.
 *
 * @param maxBytes compressed bytes
 */
async function readPhenotypes(
  genome: Genome,
  genes: readonly FoundGene[],
  params: PhenotypeGeneParams,
  maxBytes: number,
  budgets: RequestBudgets,
): Promise<PhenotypeRecord[][]> {
  const { phenotypes } = genome;
  const ids = genes.map(({ id }) => id);
  const ownBytes = await phenotypes.bytesOf(ids);
  if (ownBytes > maxBytes) throw new ApiError(tooMany(params.gene));
  const [own, heads] = await Promise.all([
    phenotypes.of(ids),
    params.include_associated || params.include_overlap ? genome.genes(genes.map(({ location }) => location)) : [],
  ]);
  const genesRead = heads.map(decodeGeneHead);
  const symbols = params.include_associated ? genesRead.map(({ displayName }) => displayName ?? '') : null;
  const intervals = params.include_overlap ? genesRead.map(intervalOf) : null;
  const [associatedBytes, overlappingBytes] = await Promise.all([
    symbols ? phenotypes.bytesAssociatedWith(symbols) : 0,
    intervals ? phenotypes.bytesAt(intervals) : 0,
  ]);
  if (ownBytes + associatedBytes + overlappingBytes > maxBytes) {
    const added = [...(symbols ? ['include_associated'] : []), ...(intervals ? ['include_overlap'] : [])];
    throw new ApiError(`${tooMany(params.gene)}; please send the request without ${added.join(' or ')}`);
  }
  await reserveForRecords(
    budgets,
    ownBytes + associatedBytes + overlappingBytes,
    'fewer phenotypes: without include_associated or include_overlap',
  );
  const [associated, overlapping] = await Promise.all([
    symbols ? phenotypes.associatedWith(symbols) : [],
    intervals ? phenotypes.at(intervals) : [],
  ]);
  return genes.map((_, which) => [
    ...at(own, which).filter(({ type }) => type === 'Gene'),
    ...(associated[which] ?? []).map(showOnlyGenes),
    ...(overlapping[which] ?? []).filter((record) =>
      overlaps(record, { start: record.end, end: record.start }, at(genesRead, which)),
    ),
  ]);
}

function tooMany(gene: string): string {
  return `There are too many phenotypes of ${gene} for one answer`;
}

/** Reads the directories of the tables while the gene is looked up. */
function prefetchDirectories(
  genome: Genome,
  { include_associated, include_overlap }: PhenotypeGeneParams,
): Promise<unknown> {
  return Promise.all([
    genome.phenotypes.of([]),
    include_associated ? genome.phenotypes.associatedWith([]) : null,
    include_overlap ? genome.phenotypes.at([]) : null,
  ]);
}

/** As in Ensembl, phenotypes found by their associated gene show no other attribute. */
function showOnlyGenes(record: PhenotypeRecord): PhenotypeRecord {
  return { ...record, attribs: record.attribs.filter(([code]) => code === 'associated_gene'), submitters: [] };
}

/** The interval of a gene in the index: over the origin of a circular region, the end exceeds the region's length. */
function intervalOf({ region, start, end }: GeneHead): IntervalQuery {
  return { region: region.ordinal, start, end: end < start ? end + (region.circularLength ?? 0) : end };
}
