/** Finds objects by stable id and genes by symbol: lookup/id and lookup/symbol. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { exonOf, transcriptOf, translationOf } from '../../genome/transcript.ts';
import { sharedGene, decodeGeneHead } from '../../genome/gene-record.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { keyedAnswer } from '../../operation/streamed-answer.ts';
import {
  condensed,
  describeExon,
  describeFurther,
  describeGene,
  describeTranscript,
  describeTranslation,
  expandTranscript,
  type Feature,
  type LookupForm,
} from './features.ts';
import { checkGeneTreeForm, findGeneTree } from './gene-trees.ts';
import { readPhenotypes } from './phenotypes.ts';
import { readPeptideLengths } from '../sequence/peptide-lengths.ts';
import { findAll, findAny, type FoundOther } from '../resolve/other-object.ts';
import type { FoundObject, IdFilter } from '../resolve/stable-id.ts';
import type { SymbolObject, SymbolRecord } from '../../genome/symbol-record.ts';

export interface LookupParams {
  species: string | undefined;
  db_type: string | undefined;
  object_type: string | undefined;
  format: 'full' | 'condensed';
  expand: boolean;
  utr: boolean;
  mane: boolean;
  phenotypes: boolean;
}

/** GET lookup/id. Throws ApiError (400) for an unknown id, and for `expand` of an exon or translation. */
export async function lookupId({
  params,
  release,
}: OperationRequest<LookupParams & { id: string | undefined }>): Promise<Answer> {
  if (!params.id) throw new ApiError('Id must be provided as part of the URL.');
  const { object, other, tree } = await findObjectOrTree(release, params.id, params);
  if (tree) return { kind: 'value', value: tree };
  if (other) {
    if (params.expand) throw new ApiError(NOT_EXPANDABLE);
    return { kind: 'value', value: describeOther(other, params) };
  }
  if (params.expand && !isExpandable(object)) throw new ApiError(NOT_EXPANDABLE);
  const [[record], [phenotypes]] = await readParts(release, [object], params);
  const residues = await readMissingLengths(release, [object], [record], params);
  return { kind: 'value', value: describe(object, record, phenotypes, params, residues.get(object.genome)) };
}

type Found =
  | { object: FoundObject; other?: never; tree?: never }
  | { object?: never; other: FoundOther; tree?: never }
  | { object?: never; other?: never; tree: Feature };

/** An object of a genome, or the gene tree with an id that no object has. Throws ApiError (400) if there is neither. */
async function findObjectOrTree(release: Release, id: string, params: LookupParams): Promise<Found> {
  try {
    return await findAny(release, id, filterOf(params));
  } catch (error) {
    const tree = error instanceof ApiError ? await findGeneTree(release, id, params) : null;
    if (!tree) throw error;
    checkGeneTreeForm(id, params.format, params.expand);
    return { tree };
  }
}

/** Ids or symbols per batch: about 10 MB of blocks, read in two waves. */
const BATCH = 100;
/** The same with `expand`: an expanded gene can have 500 kB of text. */
const EXPANDED_BATCH = 25;
/** Bytes of memory for a batch and its blocks. */
const MEMORY_OF_BATCH = 5_000_000;

/** POST lookup/id: an object with a key for each id. The value is null if a GET would return 400. */
export async function lookupIds({
  params,
  items,
  release,
  format,
  memory,
}: OperationRequest<LookupParams>): Promise<Answer> {
  if (items.length > EXPANDED_BATCH) await memory.reserve(MEMORY_OF_BATCH);
  return keyedAnswer(items, params.expand ? EXPANDED_BATCH : BATCH, format, (ids) => describeIds(release, ids, params));
}

async function describeIds(
  release: Release,
  ids: readonly string[],
  params: LookupParams,
): Promise<Iterable<[string, Feature | null]>> {
  const found = await findAll(release, ids, filterOf(params));
  const objects = found.flatMap(({ object }) => (object && !(params.expand && !isExpandable(object)) ? [object] : []));
  const others = new Map(
    found.flatMap(({ other }) => (other && !params.expand ? [[other.requested, describeOther(other, params)]] : [])),
  );
  const [records, phenotypes] = await readParts(release, objects, params);
  const residues = await readMissingLengths(release, objects, records, params);
  const areTreesShown = params.format === 'condensed' && !params.expand;
  const trees = new Map(
    await Promise.all(
      (areTreesShown ? ids.filter((_, which) => !found[which]?.object) : []).map(
        async (id) => [id, await findGeneTree(release, id, params)] as const,
      ),
    ),
  );
  const indices = new Map(objects.map((object, which) => [object.requested, which]));
  const describeAt = (which: number) => {
    const object = at(objects, which);
    return describe(object, records[which], phenotypes[which], params, residues.get(object.genome));
  };
  return described();
  function* described(): Generator<[string, Feature | null]> {
    for (const id of ids) {
      const which = indices.get(id);
      yield [id, which === undefined ? (others.get(id) ?? trees.get(id) ?? null) : describeAt(which)];
    }
  }
}

function filterOf({ species, db_type, object_type }: LookupParams): IdFilter {
  return { species, dbType: db_type, objectType: object_type };
}

const NOT_EXPANDABLE = 'Expand option only available for Genes and Transcripts';

function isExpandable({ type }: FoundObject): boolean {
  return type === 'Gene' || type === 'Transcript';
}

/** The encoded gene and the phenotypes of each object, as far as the request needs them. One wave of reads. */
function readParts(
  release: Release,
  objects: readonly FoundObject[],
  params: LookupParams,
): Promise<[Uint8Array[], (object[] | undefined)[]]> {
  return Promise.all([readGenes(objects, params), params.phenotypes ? readPhenotypes(release, objects) : []]);
}

/** The encoded gene of each object; none if the record of the id is sufficient. One wave of reads. */
async function readGenes(objects: readonly FoundObject[], { format, expand }: LookupParams): Promise<Uint8Array[]> {
  if (format === 'condensed' && !expand) return [];
  const records: Uint8Array[] = new Array(objects.length);
  const byGenome = Map.groupBy(objects.keys(), (which) => at(objects, which).genome);
  await Promise.all(
    [...byGenome].map(async ([genome, which]) => {
      const genes = await genome.genes(which.map((each) => at(objects, each).stableId.gene));
      for (const [index, each] of which.entries()) records[each] = at(genes, index);
    }),
  );
  return records;
}

type PeptideLengthsOfGenomes = ReadonlyMap<Genome, ReadonlyMap<number, number>>;

/** Lengths of peptides that the answer shows and the records do not contain. */
async function readMissingLengths(
  release: Release,
  objects: readonly FoundObject[],
  records: readonly (Uint8Array | undefined)[],
  { format, expand }: LookupParams,
): Promise<PeptideLengthsOfGenomes> {
  const genes = objects.flatMap(({ type, genome }, which) => {
    const record = records[which];
    const showsLength = type === 'Translation' ? format === 'full' : expand;
    return record && showsLength && genome.entry.group !== 'core' ? [{ genome, gene: sharedGene(record) }] : [];
  });
  const byGenome = Map.groupBy(genes, ({ genome }) => genome);
  const lengths = [...byGenome].map(async ([genome, list]): Promise<[Genome, ReadonlyMap<number, number>]> => {
    const itsGenes = list.map(({ gene }) => gene);
    return [genome, await readPeptideLengths(release, genome, itsGenes)];
  });
  return new Map(await Promise.all(lengths));
}

function describe(
  object: FoundObject,
  record: Uint8Array | undefined,
  phenotypes: object[] | undefined,
  params: LookupParams,
  residues?: ReadonlyMap<number, number>,
): Feature {
  const { genome, type, requested } = object;
  const named = namesOf(params);
  const form: LookupForm = {
    species: named ? named.species : genome.species,
    dbType: named ? named.dbType : genome.entry.group,
    full: params.format === 'full',
    utr: params.utr,
    mane: params.mane,
    residues,
  };
  const feature = record
    ? describeRecord(object, record, form, params.expand)
    : condensed(requested, type, object.stableId.version, form);
  // As in Ensembl, an expanded transcript has its own type.
  if (named && !(params.expand && type === 'Transcript')) feature.object_type = named.objectType;
  if (phenotypes) feature.phenotypes = phenotypes;
  return feature;
}

/** If the request names species, database and type, Ensembl repeats all three as sent. */
function namesOf({ species, db_type: dbType, object_type: objectType }: LookupParams) {
  return species && dbType && objectType ? { species, dbType, objectType } : null;
}

/** An object outside genes. As in Ensembl, its species is repeated as sent for prediction transcripts. */
function describeOther({ type, gene, genome, requested }: FoundOther, params: LookupParams): Feature {
  const named = namesOf(params);
  const isPrediction = type === 'PredictionTranscript';
  return describeFurther(gene, {
    id: requested,
    objectType: named?.objectType ?? (isPrediction ? type.toLowerCase() : type),
    hasName: isPrediction,
    species: named?.species ?? (isPrediction ? params.species : undefined) ?? genome.species,
    dbType: named?.dbType ?? genome.entry.group,
    full: params.format === 'full',
  });
}

function describeRecord(
  { type, id, requested }: FoundObject,
  record: Uint8Array,
  form: LookupForm,
  expand: boolean,
): Feature {
  if (type === 'Gene' && !expand) return describeGene(decodeGeneHead(record), form, requested);
  const gene = sharedGene(record);
  if (type === 'Gene') {
    const feature = describeGene(gene, form, requested);
    feature.Transcript = gene.transcripts.map((transcript) => expandTranscript(gene, transcript, form));
    return feature;
  }
  if (type === 'Exon') return describeExon(gene, exonOf(gene, id), form, requested);
  if (type === 'Transcript') {
    const transcript = transcriptOf(gene, id);
    return (expand ? expandTranscript : describeTranscript)(gene, transcript, form, requested);
  }
  const { transcript, translation } = translationOf(gene, id);
  return describeTranslation(gene, transcript, translation, form, requested);
}

export interface SymbolParams {
  species: string;
  symbol: string | undefined;
  format: 'full' | 'condensed';
  expand: boolean;
  utr: boolean;
  mane: boolean;
}

/** GET lookup/symbol: the gene with this display name; synonyms and external references are ignored. */
export async function lookupSymbol({ params, release }: OperationRequest<SymbolParams>): Promise<Answer> {
  const { symbol } = params;
  if (!symbol) throw new ApiError('Symbol must be provided as part of the URL.');
  for (const [, feature] of await describeSymbols(await release.genome(params.species), [symbol], params))
    return { kind: 'value', value: feature };
  throw new ApiError(`No valid lookup found for symbol ${symbol}`);
}

/** POST lookup/symbol: an object with a key for each symbol of a gene. Omits others, and all of an unknown species. */
export async function lookupSymbols({
  params,
  items,
  release,
  format,
  memory,
}: OperationRequest<SymbolParams>): Promise<Answer> {
  if (items.length > EXPANDED_BATCH) await memory.reserve(MEMORY_OF_BATCH);
  const genome = await release.findGenome(params.species);
  return keyedAnswer(items, params.expand ? EXPANDED_BATCH : BATCH, format, async (symbols) =>
    genome ? describeSymbols(genome, symbols, params) : [],
  );
}

/** Describes the genes of symbols; omits symbols without gene. Two waves of reads: symbols, genes. */
async function describeSymbols(
  genome: Genome,
  symbols: readonly string[],
  params: SymbolParams,
): Promise<Iterable<[string, Feature]>> {
  const genes = (await genome.symbols(symbols)).map(geneOfDisplayName);
  const records = await genome.genes(genes.flatMap((gene) => (gene ? [gene.gene] : [])));
  // Ensembl repeats the species as sent.
  const form: LookupForm = {
    species: params.species,
    dbType: 'core',
    full: params.format === 'full',
    utr: params.utr,
    mane: params.mane,
  };
  return described();
  function* described(): Generator<[string, Feature]> {
    let next = 0;
    for (const [which, gene] of genes.entries())
      if (gene) yield [at(symbols, which), describeSymbol(at(records, next++), form, params.expand)];
  }
}

/** The first gene on the primary assembly with this display name, else the first elsewhere; null if there is none. */
function geneOfDisplayName(records: readonly SymbolRecord[]): SymbolObject | null {
  const genes = records
    .filter((record) => record.as.includes('display_id'))
    .flatMap((record) => record.objects.filter((object) => object.type === 'gene' && object.display));
  return genes.sort((a, b) => Number(b.reference) - Number(a.reference) || a.dbId - b.dbId)[0] ?? null;
}

function describeSymbol(record: Uint8Array, form: LookupForm, expand: boolean): Feature {
  if (!expand) return describeGene(decodeGeneHead(record), form);
  const gene = sharedGene(record);
  const feature = describeGene(gene, form);
  feature.Transcript = gene.transcripts.map((transcript) => expandTranscript(gene, transcript, form));
  return feature;
}
