/** Which gene bears a name, and where it stands: lookup/symbol. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { decodeGene, decodeGeneHead } from '../../genome/gene-record.ts';
import type { SymbolObject, SymbolRecord } from '../../genome/symbol-record.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import { keyedAnswer } from '../keyed-answer.ts';
import { BATCH, EXPANDED_BATCH, MEMORY_OF_BATCH } from './id.ts';
import { describeGene, expandTranscript, type Feature, type LookupForm } from './features.ts';

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
  for (const [, feature] of await describeSymbols(release.genome(params.species), [symbol], params)) return { kind: 'value', value: feature };
  throw new ApiError(`No valid lookup found for symbol ${symbol}`);
}

/** POST: an object with a key for each symbol that names a gene; the others, and all of an unknown species, are left out. */
export async function lookupSymbols({ params, items, release, format, memory }: OperationRequest<SymbolParams>): Promise<Answer> {
  if (items.length > EXPANDED_BATCH) await memory.hold(MEMORY_OF_BATCH);
  const genome = release.findGenome(params.species);
  return keyedAnswer(items, params.expand ? EXPANDED_BATCH : BATCH, format, async (symbols) => (genome ? describeSymbols(genome, symbols, params) : []));
}

/** Two waves of reads: the names, then the genes. Symbols that name no gene are left out. */
async function describeSymbols(genome: Genome, symbols: readonly string[], params: SymbolParams): Promise<Iterable<[string, Feature]>> {
  const genes = (await genome.symbols(symbols)).map(geneOfDisplayName);
  const records = await genome.genes(genes.flatMap((gene) => (gene ? [gene.gene] : [])));
  // Ensembl repeats the species as it was sent.
  const form: LookupForm = { species: params.species, dbType: 'core', full: params.format === 'full', utr: params.utr, mane: params.mane };
  return described();
  function* described(): Generator<[string, Feature]> {
    let next = 0;
    for (const [which, gene] of genes.entries()) if (gene) yield [symbols[which]!, describe(records[next++]!, form, params.expand)];
  }
}

/** Among the genes that a name is displayed for: the first on the primary assembly, else the first. */
function geneOfDisplayName(records: readonly SymbolRecord[]): SymbolObject | null {
  const genes = records.filter((record) => record.as.includes('display_id'))
    .flatMap((record) => record.objects.filter((object) => object.type === 'gene' && object.display));
  return genes.sort((a, b) => Number(b.reference) - Number(a.reference) || a.dbId - b.dbId)[0] ?? null;
}

function describe(record: Uint8Array, form: LookupForm, expand: boolean): Feature {
  if (!expand) return describeGene(decodeGeneHead(record), form);
  const gene = decodeGene(record);
  const feature = describeGene(gene, form);
  feature.Transcript = gene.transcripts.map((transcript) => expandTranscript(gene, transcript, form));
  return feature;
}
