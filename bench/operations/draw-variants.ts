import { decodePhenotype } from '../../src/genome/phenotype-record.ts';
import { GenotypeMatrix } from '../../src/index/genotype-matrix.ts';
import type { SampleName, Samples } from '../../src/operation/samples.ts';
import { decodeVariantFeature } from '../../src/variants/variant-features.ts';
import type { SampledIndex } from './draw-samples.ts';

const decoder = new TextDecoder();

/** Bases of a region of linked variants. */
const WINDOW = 20_000;

/** Every other variant to be asked for has genotypes: of one in twenty, few of those drawn would have any, and on one index some and on another none. */
export async function drawVariants(index: SampledIndex): Promise<Samples[][]> {
  const names = async (species: SampleName) => {
    const genome = index.genome(species);
    return (await index.intervals(genome?.entry.tables['variant-features'])).map(({ payload }) => decodeVariantFeature(payload, genome?.shapes('variant-features')).name);
  };
  const genotyped = (await index.entries(index.genome('variation_species')?.entry.tables['variant-genotypes'])).map(([key]) => key);
  const any = await names('variation_species');
  const variants = any.map((name, each) => (each % 2 === 0 ? genotyped[each] ?? name : name));
  return [variants.map((variant) => ({ variant })), (await names('recoded_species')).map((name) => ({ recoded_variant: name }))];
}

export async function drawPublications(index: SampledIndex): Promise<Samples[][]> {
  const ids = async (kind: 'pmid' | 'pmcid') => {
    const entries = await index.entries(index.genome(`${kind}_species`)?.entry.tables['variants-by-publication']);
    return entries.flatMap(([key]) => (key.startsWith(`${kind} `) ? [{ [kind]: key.slice(kind.length + 1).toUpperCase() }] : []));
  };
  return [await ids('pmid'), await ids('pmcid')];
}

/** Neighbouring variants with genotypes, and a region that begins with them. */
export async function drawLinkage(index: SampledIndex): Promise<Samples[][]> {
  const genome = index.genome('ld_species');
  const drawn: Samples[] = [];
  const [collection] = genome?.entry.genotypes ?? [];
  if (!genome || !collection) return [];
  const matrix = new GenotypeMatrix(collection.matrix, index.reader);
  const names = new Map<number, string>();
  for (const { name } of (await genome.info()).topLevel) for (const { ordinal } of (await genome.seqRegions([name]))[0]!) names.set(ordinal, name);
  for (const { region, start } of await index.intervals(genome.entry.tables['variant-features'])) {
    const end = start + WINDOW - 1;
    const [[one, other] = []] = await matrix.variants([{ region, start, end }]);
    if (!one || !other || !names.has(region)) continue;
    drawn.push({ ld_variant: decoder.decode(one.name), ld_partner: decoder.decode(other.name), ld_region: `${names.get(region)}:${start}-${end}` });
  }
  return [drawn];
}

export async function drawPhenotypes(index: SampledIndex): Promise<Samples[][]> {
  const places = (await index.intervals(index.genome('phenotype_species')?.entry.tables.phenotypes)).map(({ payload }) => decodePhenotype(payload));
  const symbols = await index.entries(index.genome('phenotype_gene_species')?.entry.tables['phenotypes-by-gene-symbol']);
  const known = (await index.entries(index.genome('phenotype_term_species')?.entry.tables['phenotypes-by-accession'])).map(([key]) => key.toUpperCase());
  const terms: Samples[] = [];
  for (const accession of index.release.manifest.terms ? known : []) {
    const term = await index.release.terms.term(accession);
    if (term) terms.push({ phenotype_accession: accession, phenotype_term: (JSON.parse(term.answer.short()) as { name: string }).name });
  }
  return [
    places.map(({ region, start, end }) => ({ phenotype_region: `${region}:${Math.min(start, end)}-${Math.max(start, end)}` })),
    symbols.map(([key]) => ({ phenotype_gene: key.toUpperCase() })),
    terms,
  ];
}
