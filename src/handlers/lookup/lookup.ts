/** What stable ids are and where they stand: lookup/id. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { exonOf, transcriptOf, translationOf } from '../../genome/transcript.ts';
import { decodeGene, decodeGeneHead } from '../../genome/gene-record.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { keyedAnswer } from '../../operation/streamed-answer.ts';
import {
  begin,
  describeExon,
  describeGene,
  describeTranscript,
  describeTranslation,
  expandTranscript,
  type Feature,
  type LookupForm,
} from './features.ts';
import { readPhenotypes } from './phenotypes.ts';
import { readPeptideLengths } from '../sequence/peptide-lengths.ts';
import { findObject, findObjects, type FoundObject, type IdFilter } from '../resolve/stable-id.ts';
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

/** GET: one id. Unknown ids, and `expand` of what has no parts, are refused. */
export async function lookupId({
  params,
  release,
}: OperationRequest<LookupParams & { id: string | undefined }>): Promise<Answer> {
  if (!params.id) throw new ApiError('Id must be provided as part of the URL.');
  const object = await findObject(release, params.id, filterOf(params));
  if (params.expand && !isExpandable(object))
    throw new ApiError('Expand option only available for Genes and Transcripts');
  const [[record], [phenotypes]] = await readParts(release, [object], params);
  const residues = await readMissingLengths(release, [object], [record], params);
  return { kind: 'value', value: describe(object, record, phenotypes, params, residues.get(object.genome)) };
}

/**
 * Ids, or symbols, described in one batch: two waves of reads and some 10 MB of blocks; expanded genes may take 500 kB
 * of text each.
 */
const BATCH = 100;
const EXPANDED_BATCH = 25;
/** Bytes of a batch with the blocks that it is read from. */
const MEMORY_OF_BATCH = 5_000_000;

/** POST: an object with a key for each id sent; null stands for what the GET would refuse. */
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
  const found = await findObjects(release, ids, filterOf(params));
  const objects = found.filter(
    (object): object is FoundObject => object !== null && !(params.expand && !isExpandable(object)),
  );
  const [records, phenotypes] = await readParts(release, objects, params);
  const residues = await readMissingLengths(release, objects, records, params);
  const places = new Map(objects.map((object, which) => [object.requested, which]));
  return described();
  function* described(): Generator<[string, Feature | null]> {
    for (const id of ids) {
      const which = places.get(id);
      const object = which === undefined ? null : at(objects, which);
      yield [id, object && describe(object, records[which!], phenotypes[which!], params, residues.get(object.genome))];
    }
  }
}

function filterOf({ species, db_type, object_type }: LookupParams): IdFilter {
  return { species, dbType: db_type, objectType: object_type };
}

function isExpandable({ type }: FoundObject): boolean {
  return type === 'Gene' || type === 'Transcript';
}

/**
 * Of each object the encoded gene and the phenotypes, where the client asks for something that takes them; one wave of
 * reads.
 */
function readParts(
  release: Release,
  objects: readonly FoundObject[],
  params: LookupParams,
): Promise<[Uint8Array[], (object[] | undefined)[]]> {
  return Promise.all([readGenes(objects, params), params.phenotypes ? readPhenotypes(release, objects) : []]);
}

/** The encoded gene that each object is or belongs to, one wave of reads; none where the id's own entry says all. */
async function readGenes(objects: readonly FoundObject[], { format, expand }: LookupParams): Promise<Uint8Array[]> {
  if (format === 'condensed' && !expand) return [];
  const records: Uint8Array[] = new Array(objects.length);
  const byGenome = Map.groupBy(objects.keys(), (which) => at(objects, which).genome);
  await Promise.all(
    [...byGenome].map(async ([genome, which]) => {
      const genes = await genome.genes(which.map((each) => at(objects, each).stableId.gene));
      which.forEach((each, place) => (records[each] = at(genes, place)));
    }),
  );
  return records;
}

type PeptideLengthsOfGenomes = ReadonlyMap<Genome, ReadonlyMap<number, number>>;

/** Residues that the records do not tell, where the answer shows them. */
async function readMissingLengths(
  release: Release,
  objects: readonly FoundObject[],
  records: readonly (Uint8Array | undefined)[],
  { format, expand }: LookupParams,
): Promise<PeptideLengthsOfGenomes> {
  const showing = [...objects.keys()].filter((which) => {
    const { type, genome } = at(objects, which);
    return records[which] && genome.entry.group !== 'core' && (type === 'Translation' ? format === 'full' : expand);
  });
  const byGenome = Map.groupBy(showing, (which) => at(objects, which).genome);
  return new Map(
    await Promise.all(
      [...byGenome].map(
        async ([genome, which]) =>
          [
            genome,
            await readPeptideLengths(
              release,
              genome,
              which.map((each) => decodeGene(records[each]!)),
            ),
          ] as const,
      ),
    ),
  );
}

function describe(
  object: FoundObject,
  record: Uint8Array | undefined,
  phenotypes: object[] | undefined,
  params: LookupParams,
  residues?: ReadonlyMap<number, number>,
): Feature {
  const { genome, type, requested } = object;
  // A client who names species, database and type is taken at their word: Ensembl repeats all three as they were sent.
  const named = params.species && params.db_type && params.object_type;
  const form: LookupForm = {
    species: named ? params.species! : genome.species,
    dbType: named ? params.db_type! : genome.entry.group,
    full: params.format === 'full',
    utr: params.utr,
    mane: params.mane,
    residues,
  };
  const feature = record
    ? describeRecord(object, record, form, params.expand)
    : begin(requested, type, object.stableId.version, form);
  // An expanded transcript is described anew, under the name of its own type.
  if (named && !(params.expand && type === 'Transcript')) feature.object_type = params.object_type;
  if (phenotypes) feature.phenotypes = phenotypes;
  return feature;
}

function describeRecord(
  { type, id, requested }: FoundObject,
  record: Uint8Array,
  form: LookupForm,
  expand: boolean,
): Feature {
  if (type === 'Gene' && !expand) return describeGene(decodeGeneHead(record), form, requested);
  const gene = decodeGene(record);
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

/** GET: the gene whose display name the symbol is; its synonyms and other references do not count. */
export async function lookupSymbol({ params, release }: OperationRequest<SymbolParams>): Promise<Answer> {
  const { symbol } = params;
  if (!symbol) throw new ApiError('Symbol must be provided as part of the URL.');
  for (const [, feature] of await describeSymbols(release.genome(params.species), [symbol], params))
    return { kind: 'value', value: feature };
  throw new ApiError(`No valid lookup found for symbol ${symbol}`);
}

/**
 * POST: an object with a key for each symbol that names a gene; the others, and all of an unknown species, are left
 * out.
 */
export async function lookupSymbols({
  params,
  items,
  release,
  format,
  memory,
}: OperationRequest<SymbolParams>): Promise<Answer> {
  if (items.length > EXPANDED_BATCH) await memory.reserve(MEMORY_OF_BATCH);
  const genome = release.findGenome(params.species);
  return keyedAnswer(items, params.expand ? EXPANDED_BATCH : BATCH, format, async (symbols) =>
    genome ? describeSymbols(genome, symbols, params) : [],
  );
}

/** Two waves of reads: the names, then the genes. Symbols that name no gene are left out. */
async function describeSymbols(
  genome: Genome,
  symbols: readonly string[],
  params: SymbolParams,
): Promise<Iterable<[string, Feature]>> {
  const genes = (await genome.symbols(symbols)).map(geneOfDisplayName);
  const records = await genome.genes(genes.flatMap((gene) => (gene ? [gene.gene] : [])));
  // Ensembl repeats the species as it was sent.
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

/** Among the genes that a name is displayed for: the first on the primary assembly, else the first. */
function geneOfDisplayName(records: readonly SymbolRecord[]): SymbolObject | null {
  const genes = records
    .filter((record) => record.as.includes('display_id'))
    .flatMap((record) => record.objects.filter((object) => object.type === 'gene' && object.display));
  return genes.sort((a, b) => Number(b.reference) - Number(a.reference) || a.dbId - b.dbId)[0] ?? null;
}

function describeSymbol(record: Uint8Array, form: LookupForm, expand: boolean): Feature {
  if (!expand) return describeGene(decodeGeneHead(record), form);
  const gene = decodeGene(record);
  const feature = describeGene(gene, form);
  feature.Transcript = gene.transcripts.map((transcript) => expandTranscript(gene, transcript, form));
  return feature;
}
