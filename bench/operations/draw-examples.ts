/**
 * Draws more example values of an index than its manifest contains: genes, variants, trees, terms and so on, evenly
 * spaced in the tables. Like requests of many clients, requests with them share few blocks.
 */
import { at, present } from '../../src/checked.ts';
import type { BlockReader } from '../../src/index/blocks/block-reader.ts';
import type { ExampleValueName, ExampleValues } from '../../src/release/example-values.ts';
import type { Release } from '../../src/release/release.ts';
import { ExampleSource } from './example-source.ts';
import { partExamples, placeExamples } from '../../build-index/examples/genome-examples.ts';
import { chooseTree } from '../../src/compara/gene-member.ts';
import { leavesOf } from '../../src/compara/gene-tree.ts';
import { decodeGene, type GeneRecord } from '../../src/genome/gene-record.ts';
import { comparaName, type Compara } from '../../src/release/compara.ts';
import { decodePhenotype } from '../../src/genome/phenotype-record.ts';
import { GenotypeMatrix } from '../../src/index/genotypes/genotype-matrix.ts';
import { decodeVariantFeature } from '../../src/variants/variant-features.ts';
import { type BindingMatrixRecord, decodeRecord } from '../../src/genome/feature-records.ts';
import type { GenomeTable } from '../../src/release/table-registry.ts';
import { decodeTerm } from '../../src/terms/term-record.ts';
import { decodeTaxon } from '../../src/terms/taxon-record.ts';

/** `count` sets of consistent example values. The first set is that of the manifest. */
export async function drawExamples(release: Release, reader: BlockReader, count: number): Promise<ExampleValues[]> {
  const index = new ExampleSource(release, reader, count);
  const families: ExampleValues[][] = [];
  for (const draw of [
    drawGenes,
    drawFamilies,
    drawVariants,
    drawPublications,
    drawLinkage,
    drawPhenotypes,
    drawArchived,
    drawProbes,
    drawTerms,
    drawTaxa,
  ]) {
    families.push(...(await draw(index)));
  }
  const drawn = Array.from({ length: count - 1 }, (_, each) => {
    const values: ExampleValues = { ...index.examples };
    for (const family of families) Object.assign(values, family[each % family.length]);
    return values;
  });
  return [index.examples, ...drawn];
}

/** Bases of a region for mappings and alignments. */
const SHOWN = 1000;
/** bench/gene-tree.ts measures larger trees. */
const LARGEST_TREE = 500;

/** Named coding genes of the example species with their parts, and regions of species with mappings and alignments. */
async function drawGenes(index: ExampleSource): Promise<ExampleValues[][]> {
  const genome = await index.genome('species');
  const placed: ExampleValues[] = [];
  if (genome) {
    for (const gene of await genesOf(index, 'species'))
      placed.push({ ...(await placeExamples({ genome, gene })), ...partExamples(gene) });
  }
  const mapped = (await genesOf(index, 'mapped_species')).map(({ region, start }) => ({
    mapped_region: `${region.name}:${start}..${start + SHOWN - 1}:1`,
  }));
  const aligned = (await genesOf(index, 'alignment_species')).map(({ region, start }) => ({
    alignment_region: `${region.name}:${start}-${start + SHOWN - 1}`,
  }));
  return [placed, mapped, aligned];
}

/** Genes with a tree, with gains and losses, and with homologues. */
async function drawFamilies(index: ExampleSource): Promise<ExampleValues[][]> {
  return [await drawTrees(index, 'tree'), await drawTrees(index, 'cafe'), await drawHomologies(index)];
}

async function drawTrees(index: ExampleSource, kind: 'tree' | 'cafe'): Promise<ExampleValues[]> {
  const compara = comparaOf(index, `${kind}_compara`);
  if (!compara) return [];
  const drawn: ExampleValues[] = [];
  for (const { id: gene, displayName } of await genesOf(index, `${kind}_species`)) {
    const [[member] = []] = await compara.members([gene]);
    const tree = member && chooseTree(member);
    if (!tree || (kind === 'cafe' && !tree.cafe)) continue;
    const { id, root } = await compara.geneTreeAt(tree.place);
    if (id === null || leavesOf(root).length > LARGEST_TREE) continue;
    const symbol = present(displayName, `the name of ${gene}`);
    drawn.push(
      kind === 'tree'
        ? { tree_gene: gene, tree_symbol: symbol, gene_tree: id }
        : { cafe_gene: gene, cafe_symbol: symbol, cafe_tree: id },
    );
  }
  return drawn;
}

async function drawHomologies(index: ExampleSource): Promise<ExampleValues[]> {
  const compara = comparaOf(index, 'homology_compara');
  const genes = compara ? await genesOf(index, 'homology_species') : [];
  const found = compara ? await compara.homologies(genes.map(({ id }) => id)) : [];
  return genes.flatMap(({ id, displayName }, each) =>
    at(found, each).length > 0
      ? [{ homology_gene: id, homology_symbol: present(displayName, `the name of ${id}`) }]
      : [],
  );
}

function comparaOf({ release, examples }: ExampleSource, name: ExampleValueName): Compara | null {
  const entry = release.manifest.comparas?.find((each) => comparaName(each) === examples[name]);
  return entry ? release.compara(entry) : null;
}

async function genesOf(index: ExampleSource, species: ExampleValueName): Promise<GeneRecord[]> {
  const genes = (await index.intervals((await index.genome(species))?.entry.tables.genes)).map(({ payload }) =>
    decodeGene(payload),
  );
  return genes.filter(
    ({ biotype, displayName, start, end }) => biotype === 'protein_coding' && displayName && start <= end,
  );
}

const decoder = new TextDecoder();

/** Bases of a region for linkage. */
const WINDOW = 20_000;

/** Every other drawn variant has genotypes. Of all variants one in twenty has, so random ones would differ by index. */
async function drawVariants(index: ExampleSource): Promise<ExampleValues[][]> {
  const names = async (species: ExampleValueName) => {
    const genome = await index.genome(species);
    return (await index.intervals(genome?.entry.tables['variant-features'])).map(
      ({ payload }) => decodeVariantFeature(payload, genome?.layouts('variant-features')).name,
    );
  };
  const genotyped = (
    await index.entries((await index.genome('variation_species'))?.entry.tables['variant-genotypes'])
  ).map(([key]) => key);
  const any = await names('variation_species');
  const variants = any.map((name, each) => (each % 2 === 0 ? (genotyped[each] ?? name) : name));
  return [
    variants.map((variant) => ({ variant })),
    (await names('recoded_species')).map((name) => ({ recoded_variant: name })),
  ];
}

async function drawPublications(index: ExampleSource): Promise<ExampleValues[][]> {
  const ids = async (kind: 'pmid' | 'pmcid') => {
    const entries = await index.entries(
      (await index.genome(`${kind}_species`))?.entry.tables['variants-by-publication'],
    );
    return entries.flatMap(([key]) =>
      key.startsWith(`${kind} `) ? [{ [kind]: key.slice(kind.length + 1).toUpperCase() }] : [],
    );
  };
  return [await ids('pmid'), await ids('pmcid')];
}

/** Neighbouring variants with genotypes, and a region that starts with them. */
async function drawLinkage(index: ExampleSource): Promise<ExampleValues[][]> {
  const genome = await index.genome('ld_species');
  const drawn: ExampleValues[] = [];
  const [collection] = genome?.entry.genotypes ?? [];
  if (!genome || !collection) return [];
  const matrix = new GenotypeMatrix(collection.matrix, index.reader);
  const names = new Map<number, string>();
  for (const { name } of (await genome.info()).topLevel)
    for (const { ordinal } of at(await genome.seqRegions([name]), 0)) names.set(ordinal, name);
  for (const { region, start } of await index.intervals(genome.entry.tables['variant-features'])) {
    const end = start + WINDOW - 1;
    const [[one, other] = []] = await matrix.variants([{ region, start, end }]);
    if (!one || !other || !names.has(region)) continue;
    drawn.push({
      ld_variant: decoder.decode(one.name),
      ld_partner: decoder.decode(other.name),
      ld_region: `${names.get(region)}:${start}-${end}`,
    });
  }
  return [drawn];
}

async function drawPhenotypes(index: ExampleSource): Promise<ExampleValues[][]> {
  const places = (await index.intervals((await index.genome('phenotype_species'))?.entry.tables.phenotypes)).map(
    ({ payload }) => decodePhenotype(payload),
  );
  const symbols = await index.entries(
    (await index.genome('phenotype_gene_species'))?.entry.tables['phenotypes-by-gene-symbol'],
  );
  const known = (
    await index.entries((await index.genome('phenotype_term_species'))?.entry.tables['phenotypes-by-accession'])
  ).map(([key]) => key.toUpperCase());
  const terms: ExampleValues[] = [];
  for (const accession of index.release.manifest.terms ? known : []) {
    const term = await index.release.terms.term(accession);
    if (term)
      terms.push({
        phenotype_accession: accession,
        phenotype_term: (JSON.parse(term.answer.short()) as { name: string }).name,
      });
  }
  return [
    places.map(({ region, start, end }) => ({
      phenotype_region: `${region}:${Math.min(start, end)}-${Math.max(start, end)}`,
    })),
    symbols.map(([key]) => ({ phenotype_gene: key.toUpperCase() })),
    terms,
  ];
}

interface ShownTerm {
  accession: string;
  name: string;
  parents?: { accession: string }[];
}

interface ShownTaxon {
  id: string;
  name?: string;
  scientific_name?: string;
}

async function drawTerms(index: ExampleSource): Promise<ExampleValues[][]> {
  const terms = (await index.entries(index.release.manifest.terms?.terms)).map(
    ([, record]) => JSON.parse(decodeTerm(record).answer.whole()) as ShownTerm,
  );
  return [
    terms.flatMap(({ accession, name, parents }) =>
      parents?.[0] ? [{ term: accession, term_name: name, parent_term: parents[0].accession }] : [],
    ),
  ];
}

async function drawTaxa(index: ExampleSource): Promise<ExampleValues[][]> {
  const taxa = (await index.entries(index.release.manifest.taxa?.taxa)).map(
    ([, record]) => JSON.parse(decodeTaxon(record).answer.short()) as ShownTaxon,
  );
  return [
    taxa.flatMap(({ id, scientific_name: scientific, name = scientific }) =>
      name ? [{ taxon: String(id), taxon_name: name }] : [],
    ),
  ];
}

/** Stable ids of the archive. */
async function drawArchived(index: ExampleSource): Promise<ExampleValues[][]> {
  return [
    (await index.entries(index.release.manifest.tables?.archive)).map(([key]) => ({ archived_id: key.toUpperCase() })),
  ];
}

/** Probes and sets of probes of the example microarray, and binding matrices. */
async function drawProbes(index: ExampleSource): Promise<ExampleValues[][]> {
  const table = async (species: ExampleValueName, name: GenomeTable) =>
    index.entries((await index.genome(species))?.entry.tables[name]);
  const onArray = async (kind: 'probe' | 'probe_set', name: GenomeTable) => {
    const wanted = index.examples[`${kind}_array`]?.toLowerCase();
    return (await table(`${kind}_species`, name)).flatMap(([key]) => {
      const [array, probe] = key.split('\t');
      return array === wanted && probe ? [{ [kind]: probe }] : [];
    });
  };
  const matrices = (await table('matrix_species', 'binding-matrices')).map(([, record]) => ({
    binding_matrix: decodeRecord<BindingMatrixRecord>(record).id,
  }));
  return [await onArray('probe', 'probes'), await onArray('probe_set', 'probe-sets'), matrices];
}
