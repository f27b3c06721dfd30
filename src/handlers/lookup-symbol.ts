/** Which gene bears a name, and where it stands: lookup/symbol. */
import type { Answer, OperationRequest } from '../catalogue/operation.ts';
import { decodeGene, decodeGeneHead } from '../genome/gene-record.ts';
import type { SymbolObject, SymbolRecord } from '../genome/symbol-record.ts';
import { ApiError } from '../http/api-error.ts';
import type { Genome } from '../release/genome.ts';
import { describeGene, expandTranscript, type Feature, type LookupForm } from './lookup-features.ts';

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
  const [feature] = await describeSymbols(release.genome(params.species), [symbol], params);
  if (!feature) throw new ApiError(`No valid lookup found for symbol ${symbol}`);
  return { kind: 'value', value: feature };
}

/** POST: an object with a key for each symbol that names a gene; the others, and all of an unknown species, are left out. */
export async function lookupSymbols({ params, items, release }: OperationRequest<SymbolParams>): Promise<Answer> {
  const genome = release.findGenome(params.species);
  const symbols = [...new Set(items)];
  const features = genome ? await describeSymbols(genome, symbols, params) : [];
  const named = symbols.flatMap((symbol, which): [string, Feature][] => (features[which] ? [[symbol, features[which]]] : []));
  return { kind: 'value', value: Object.fromEntries(named) };
}

/** Two waves of reads: the names, then the genes. */
async function describeSymbols(genome: Genome, symbols: readonly string[], params: SymbolParams): Promise<(Feature | null)[]> {
  const genes = (await genome.symbols(symbols)).map(geneOfDisplayName);
  const records = await genome.genes(genes.flatMap((gene) => (gene ? [gene.gene] : [])));
  // Ensembl repeats the species as it was sent.
  const form: LookupForm = { species: params.species, dbType: 'core', full: params.format === 'full', utr: params.utr, mane: params.mane };
  let next = 0;
  return genes.map((gene) => (gene ? describe(records[next++]!, form, params.expand) : null));
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
