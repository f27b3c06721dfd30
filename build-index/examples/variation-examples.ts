import { only } from '../../src/checked.ts';
import type { ExampleValues } from '../../src/release/example-values.ts';
import type { Genome } from '../../src/release/genome.ts';
import { decodeVariantFeature } from '../../src/variants/variant-features.ts';
import { part, type DraftService } from './draft-service.ts';
import { GenotypeMatrix } from '../../src/index/genotypes/genotype-matrix.ts';
import type { GenotypesEntry } from '../../src/release/manifest.ts';
import { decodePhenotype, type PhenotypeRecord } from '../../src/genome/phenotype-record.ts';

/** Variants to try in a genome before the next genome. */
const VARIANTS = 50;
/** Bases of a window in which linked variants are searched, and number of windows. */
const WINDOW = 20_000;
const WINDOWS = 10;
/** Least r² of the example's pair. It keeps answers short. */
const LEAST_R2 = 0.3;
/** Effects of variants on transcripts that the search reads. */
const EFFECTS = 2000;
/** Records of a table that the search reads. */
const RECORDS = 100;

/** A variant, one for variant_recoder, publications with variants, a population with individuals, LD, phenotypes. */
export async function variationExamples(service: DraftService): Promise<ExampleValues> {
  return {
    ...(await service.inFirstGenome((genome) => variantExample(service, genome))),
    ...(await service.inFirstGenome((genome) => recodedExample(service, genome))),
    ...(await service.inFirstGenome((genome) => effectExample(service, genome))),
    ...(await service.inFirstGenome((genome) => publicationExample(service, genome, 'pmid'))),
    ...(await service.inFirstGenome((genome) => publicationExample(service, genome, 'pmcid'))),
    ...(await service.inFirstGenome((genome) => populationExample(service, genome))),
    ...(await linkageExamples(service)),
    ...(await beaconExample(service)),
    ...(await service.inFirstGenome((genome) => haplotypeExample(service, genome))),
    ...(await phenotypeExamples(service)),
  };
}

async function variantExample(service: DraftService, genome: Genome): Promise<ExampleValues | null> {
  const { species } = genome;
  const variant = await service.firstWithData(await variantNames(service, genome), (name) => [
    `/variation/${species}/${part(name)}`,
  ]);
  return variant === null ? null : { variation_species: species, variant };
}

async function recodedExample(service: DraftService, genome: Genome): Promise<ExampleValues | null> {
  const { species } = genome;
  const variant = await service.firstWithData(await variantNames(service, genome), (name) => [
    `/variant_recoder/${species}/${part(name)}`,
  ]);
  return variant === null ? null : { recoded_species: species, recoded_variant: variant };
}

/** A substitution that changes a transcript, as region and allele, as a line and in HGVS. */
async function effectExample(service: DraftService, genome: Genome): Promise<ExampleValues | null> {
  const { species } = genome;
  for (const name of await variantNames(service, genome)) {
    const [effect] = (await service.get(`/vep/${species}/id/${part(name)}`)) ?? [];
    const [, reference, alternative] = /^([ACGT])\/([ACGT])$/.exec(effect?.allele_string ?? '') ?? [];
    if (!effect?.transcript_consequences || effect.strand !== 1 || reference === undefined) continue;
    const { seq_region_name: region, start } = effect;
    const known = `${region}:${start}-${start}:1`;
    if (!(await service.get(`/vep/${species}/region/${part(known)}/${alternative}`))) continue;
    return {
      vep_species: species,
      vep_region: known,
      vep_allele: String(alternative),
      vep_line: `${region} ${start} ${start} ${reference}/${alternative} 1`,
      vep_record: `${region} ${start} . ${reference} ${alternative} . . .`,
      vep_hgvs: `${region}:g.${start}${reference}>${alternative}`,
      vep_variant: name,
    };
  }
  return null;
}

/** A transcript with several haplotypes; with one, if the search finds no such transcript. */
async function haplotypeExample(service: DraftService, genome: Genome): Promise<ExampleValues | null> {
  if (!genome.entry.genotypes) return null;
  const { species } = genome;
  const entries = await service.entries(genome.entry.tables['transcript-variations'], EFFECTS);
  let first: ExampleValues | null = null;
  for (const id of [...new Set(entries.map(([id]) => id))].slice(0, VARIANTS)) {
    const found = await service.get(`/transcript_haplotypes/${species}/${part(id)}`);
    if (!found) continue;
    const example = { haplotype_species: species, haplotype_transcript: String(found.transcript_id) };
    if (found.cds_haplotypes.length > 1) return example;
    first ??= example;
  }
  return first;
}

/** A substitution that the Beacon knows. Its genome is the first with variants, or human. */
async function beaconExample(service: DraftService): Promise<ExampleValues> {
  for (const genome of service.genomes) {
    const intervals = await service.intervals(genome.entry.tables['variant-features'], VARIANTS);
    for (const { payload } of intervals) {
      const { name } = decodeVariantFeature(payload, genome.layouts('variant-features'));
      const found = await service.get(`/variation/${genome.species}/${part(name)}`);
      const [{ seq_region_name: region, start, allele_string: alleles } = {}] = found?.mappings ?? [];
      const [, reference, alternative] = /^([ACGT])\/([ACGT])$/.exec(alleles ?? '') ?? [];
      const assembly = genome.entry.assembly ?? '';
      if (reference === undefined || alternative === undefined) continue;
      const query =
        `referenceName=${part(region)};start=${start - 1};referenceBases=${reference};` +
        `alternateBases=${alternative};assemblyId=${part(assembly)}`;
      const answer = await service.get(`/ga4gh/beacon/query?${query}`);
      const dataset: string | undefined = answer?.response.resultSets?.find(
        ({ id }: { id: unknown }) => id !== null,
      )?.id;
      if (dataset === undefined) continue;
      return {
        beacon_region: region,
        beacon_start: String(start - 1),
        beacon_reference: reference,
        beacon_alternative: alternative,
        beacon_assembly: assembly,
        beacon_dataset: dataset,
      };
    }
  }
  return {};
}

async function variantNames(service: DraftService, genome: Genome): Promise<string[]> {
  const intervals = await service.intervals(genome.entry.tables['variant-features'], VARIANTS);
  return intervals.map(({ payload }) => decodeVariantFeature(payload, genome.layouts('variant-features')).name);
}

async function publicationExample(
  service: DraftService,
  { entry, species }: Genome,
  kind: 'pmid' | 'pmcid',
): Promise<ExampleValues | null> {
  const keys = await service.entries(entry.tables['variants-by-publication'], VARIANTS, `${kind} `);
  const ids = new Set(
    keys.flatMap(([key]) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1).toUpperCase()] : [])),
  );
  const id = await service.firstWithData(ids, (each) => [`/variation/${species}/${kind}/${part(each)}`]);
  return id === null ? null : { [`${kind}_species`]: species, [kind]: id };
}

async function populationExample(service: DraftService, { species }: Genome): Promise<ExampleValues | null> {
  const populations: { name: string }[] = (await service.get(`/info/variation/populations/${species}`)) ?? [];
  for (const { name } of populations.slice(0, VARIANTS)) {
    const [found] = (await service.get(`/info/variation/populations/${species}/${part(name)}`)) ?? [];
    if (found?.individuals?.length > 0) return { population_species: species, population: name };
  }
  return null;
}

interface Window {
  region: string;
  start: number;
  end: number;
}

/** Two variants in linkage disequilibrium in a population, and a region with both. */
async function linkageExamples(service: DraftService): Promise<ExampleValues> {
  for (const genome of service.genomes) {
    const populations: { name: string }[] = genome.entry.genotypes
      ? ((await service.get(`/info/variation/populations/${genome.species}?filter=LD`)) ?? [])
      : [];
    for (const entry of populations.length > 0 ? (genome.entry.genotypes ?? []) : []) {
      for (const { region, start, end } of await windowsWithVariants(service, genome, entry)) {
        for (const { name } of populations) {
          const place = `${region}:${start}-${end}`;
          const [pair] =
            (await service.get(`/ld/${genome.species}/region/${part(place)}/${part(name)}?r2=${LEAST_R2}`)) ?? [];
          if (pair)
            return {
              ld_species: genome.species,
              ld_variant: pair.variation1,
              ld_partner: pair.variation2,
              ld_region: place,
              ld_population: name,
            };
        }
      }
    }
  }
  return {};
}

/** The first windows along the genome's regions in which a collection has variants. */
async function windowsWithVariants(
  { reader }: DraftService,
  genome: Genome,
  { matrix: entry }: GenotypesEntry,
): Promise<Window[]> {
  const matrix = new GenotypeMatrix(entry, reader);
  const windows: Window[] = [];
  const search = async (region: string, ordinal: number, start: number, end: number): Promise<void> => {
    if (windows.length >= WINDOWS) return;
    // Without a block in the directory, there is no variant.
    if (only(await matrix.plan([{ region: ordinal, start, end }])).length === 0) return;
    if (end - start >= WINDOW) {
      const middle = Math.floor((start + end) / 2);
      await search(region, ordinal, start, middle);
      return search(region, ordinal, middle + 1, end);
    }
    if (only(await matrix.variants([{ region: ordinal, start, end }])).length > 1) windows.push({ region, start, end });
  };
  for (const { name } of (await genome.info()).topLevel) {
    const [[region] = []] = await genome.seqRegions([name]);
    if (region) await search(name, region.ordinal, 1, region.length);
    if (windows.length >= WINDOWS) break;
  }
  return windows;
}

/** A region, a gene and an ontology term with phenotypes. */
async function phenotypeExamples(service: DraftService): Promise<ExampleValues> {
  return {
    ...(await service.inFirstGenome((genome) => regionExample(service, genome))),
    ...(await service.inFirstGenome((genome) => geneExample(service, genome))),
    ...(await service.inFirstGenome((genome) => termExample(service, genome))),
  };
}

async function regionExample(service: DraftService, { species, entry }: Genome): Promise<ExampleValues | null> {
  const records = (await service.intervals(entry.tables.phenotypes, RECORDS)).map(({ payload }) =>
    decodePhenotype(payload),
  );
  const place = ({ region, start, end }: PhenotypeRecord) =>
    `${region}:${Math.min(start, end)}-${Math.max(start, end)}`;
  const region = await service.firstWithData(new Set(records.map(place)), (each) => [
    `/phenotype/region/${species}/${part(each)}`,
  ]);
  return region === null ? null : { phenotype_species: species, phenotype_region: region };
}

async function geneExample(
  service: DraftService,
  { species, entry: { tables } }: Genome,
): Promise<ExampleValues | null> {
  const symbols = (await service.entries(tables['phenotypes-by-gene-symbol'], RECORDS)).map(([key]) =>
    key.toUpperCase(),
  );
  const ids = (await service.entries(tables['phenotypes-by-object'], RECORDS))
    .map(([, record]) => decodePhenotype(record))
    .filter(({ type }) => type === 'Gene')
    .map(({ objectId }) => objectId);
  // A stable id finds the gene only if a reference names it; its symbol always does.
  const named: string[] = [];
  for (const id of new Set(ids)) {
    const gene: { display_name?: string } | null = await service.get(`/lookup/id/${part(id)}`);
    if (gene?.display_name) named.push(gene.display_name);
  }
  const gene = await service.firstWithData(new Set([...symbols, ...ids, ...named]), (each) => [
    `/phenotype/gene/${species}/${part(each)}?include_associated=1;include_overlap=1`,
  ]);
  return gene === null ? null : { phenotype_gene_species: species, phenotype_gene: gene };
}

async function termExample(service: DraftService, { species, entry }: Genome): Promise<ExampleValues | null> {
  for (const [key, record] of await service.entries(entry.tables['phenotypes-by-accession'], RECORDS)) {
    const accession =
      decodePhenotype(record).ontologyAccessions.find((each) => each.toLowerCase() === key) ?? key.toUpperCase();
    const term = await service.get(`/ontology/id/${part(accession)}?simple=1`);
    const wanted = [
      `/phenotype/accession/${species}/${part(accession)}`,
      `/phenotype/term/${species}/${part(term?.name ?? '')}`,
    ];
    if (term && (await service.hasData(wanted))) {
      return { phenotype_term_species: species, phenotype_accession: accession, phenotype_term: term.name };
    }
  }
  return null;
}
