import { only } from '../../src/checked.ts';
import type { ExampleValues } from '../../src/release/example-values.ts';
import type { Genome } from '../../src/release/genome.ts';
import type { CoordSystem, TableEntry } from '../../src/release/manifest.ts';
import { part, type DraftService } from './draft-service.ts';
import { decodeGene, type GeneRecord } from '../../src/genome/gene-record.ts';

/** Genomes that the search for names reads. */
const GENOMES = 10;
/** Intervals of an assembly that the search for a mapping reads, and bases of the example. */
const MAPPED_INTERVALS = 500;
const MAPPED_BASES = 50_000;

/** Names that find genomes, biotypes, comparative methods, and a region that maps to another assembly. */
export async function genomeExamples(service: DraftService): Promise<ExampleValues> {
  return {
    ...(await genomeNames(service)),
    ...(await biotypeExamples(service)),
    ...(await methodExamples(service)),
    ...(await mappingExamples(service)),
  };
}

/** Example values that find genomes. */
const GENOME_NAMES = ['division', 'genome_taxon', 'assembly_accession', 'sequence_accession'] as const;

async function genomeNames(service: DraftService): Promise<ExampleValues> {
  const examples: ExampleValues = {};
  for (const { species } of service.genomes.slice(0, GENOMES)) {
    const genome = await service.get(`/info/genomes/${species}?expand=1`);
    if (!genome) continue;
    const info = await (await service.release.genome(species)).info();
    const sequences: { acc: string | null }[] = genome.sequences ?? [];
    const accessions = sequences.flatMap(({ acc }) => acc ?? []).slice(0, 20);
    const found = {
      division: await service.firstWithData([genome.division].filter(Boolean), (text) => [
        `/info/genomes/division/${part(text)}`,
      ]),
      genome_taxon: await service.firstWithData(
        [...(info.meta['species.scientific_name'] ?? []), ...(info.meta['species.taxonomy_id'] ?? [])],
        (text) => [`/info/genomes/taxonomy/${part(text)}`],
      ),
      assembly_accession: await service.firstWithData(info.meta['assembly.accession'] ?? [], (text) => [
        `/info/genomes/assembly/${part(text)}`,
      ]),
      sequence_accession: await service.firstWithData(accessions, (text) => [`/info/genomes/accession/${part(text)}`]),
    };
    for (const name of GENOME_NAMES) {
      const value = found[name];
      if (value !== null) examples[name] ??= value;
    }
    if (GENOME_NAMES.every((name) => examples[name] !== undefined)) break;
  }
  return examples;
}

async function biotypeExamples(service: DraftService): Promise<ExampleValues> {
  const groups: string[] = (await service.get('/info/biotypes/groups')) ?? [];
  const group = await service.firstWithData(
    ['coding', ...groups].filter((each) => groups.includes(each)),
    (each) => [`/info/biotypes/groups/${part(each)}/gene`],
  );
  if (group === null) return {};
  const biotypes: { name: string }[] = await service.get(`/info/biotypes/groups/${part(group)}/gene`);
  const names = biotypes.map(({ name }) => name);
  const biotype = await service.firstWithData(
    ['protein_coding', ...names].filter((each) => names.includes(each)),
    (each) => [`/info/biotypes/name/${part(each)}/gene`],
  );
  return { biotype_group: group, ...(biotype === null ? {} : { biotype }) };
}

async function methodExamples(service: DraftService): Promise<ExampleValues> {
  const comparas: { name: string }[] = (await service.get('/info/comparas'))?.comparas ?? [];
  for (const { name } of comparas) {
    const methods: Record<string, string[]> = (await service.get(`/info/compara/methods?compara=${part(name)}`)) ?? {};
    const method = await service.firstWithData(Object.values(methods).flat().sort(), (each) => [
      `/info/compara/species_sets/${part(each)}?compara=${part(name)}`,
    ]);
    if (method !== null) return { compara: name, compara_method: method };
  }
  return {};
}

/** A mapping from an older assembly to the present one if possible, else between coordinate systems. */
async function mappingExamples(service: DraftService): Promise<ExampleValues> {
  for (const across of [true, false]) {
    for (const genome of service.genomes) {
      const { coordSystems, mappings = [] } = genome.entry;
      for (const { ranks, table } of mappings) {
        const [high, low] = coordSystems.filter(({ rank }) => ranks.includes(rank)).sort((a, b) => a.rank - b.rank);
        if (!high || !low || across !== (high.name === low.name && high.version !== low.version)) continue;
        const found = await mappedRegion(service, genome, table, across ? low : high, across ? high : low);
        if (found) return found;
      }
    }
  }
  return {};
}

async function mappedRegion(
  service: DraftService,
  genome: Genome,
  table: TableEntry,
  from: CoordSystem,
  to: CoordSystem,
): Promise<ExampleValues | null> {
  const regions = await regionsOf(genome, from);
  // Requests name an assembly without a version 0.
  const [one, other] = [from.version ?? '0', to.version ?? '0'];
  for (const { region, start, end } of await service.intervals(table, MAPPED_INTERVALS)) {
    const name = regions.get(region);
    if (name === undefined) continue;
    const mapped = `${name}:${start}..${Math.min(end, start + MAPPED_BASES - 1)}:1`;
    const query = `?coord_system=${part(from.name)};target_coord_system=${part(to.name)}`;
    if (!(await service.get(`/map/${genome.species}/${part(one)}/${part(mapped)}/${part(other)}${query}`))) continue;
    return {
      mapped_species: genome.species,
      mapped_system: from.name,
      assembly_from: one,
      mapped_region: mapped,
      target_system: to.name,
      assembly_to: other,
    };
  }
  return null;
}

/** Names of the regions of a coordinate system by ordinal. */
async function regionsOf(genome: Genome, { name, version }: CoordSystem): Promise<Map<number, string>> {
  const regions = new Map<number, string>();
  for await (const region of genome.allSeqRegions()) {
    if (region.coordSystem === name && region.version === version) regions.set(region.ordinal, region.name);
  }
  return regions;
}

/** Bases on either side of the gene in its region, and bases of a short slice. */
const MARGIN = 10_000;
const SLICE = 100;
/** Genes to try for one with all data, before one with less is accepted. */
const TRIED = 50;

export interface ChosenGene {
  genome: Genome;
  gene: GeneRecord;
}

/**
 * A species and a gene: a coding gene with a name, references and domains if possible, else one without some of these.
 */
export async function geneExamples(service: DraftService): Promise<ExampleValues> {
  const chosen = (await namedGene(service)) ?? (await anyGene(service));
  const [first] = service.genomes;
  if (!chosen) return { ...(first ? { species: first.species } : {}), ...(await archivedExample(service, null)) };
  return {
    ...(await placeExamples(chosen)),
    ...partExamples(chosen.gene),
    ...(await archivedExample(service, chosen.gene.id)),
  };
}

export async function placeExamples({ genome, gene: { region, start, end } }: ChosenGene): Promise<ExampleValues> {
  const named = only(await genome.seqRegions([region.name]));
  const length = named.find(({ ordinal }) => ordinal === region.ordinal)?.length ?? end;
  // For a gene across the origin of a circular region, the example begins at the gene's start.
  const last = Math.min(length, (start <= end ? end : length) + MARGIN);
  return {
    species: genome.species,
    seq_region: region.name,
    region: `${region.name}:${Math.max(1, start - MARGIN)}-${last}`,
    slice: `${region.name}:${start}..${Math.min(length, start + SLICE)}:1`,
  };
}

export function partExamples(gene: GeneRecord): ExampleValues {
  const transcript = codingTranscript(gene) ?? gene.transcripts[0];
  const translation = codingTranscript(gene)?.translation;
  return {
    gene: gene.id,
    ...(gene.displayName ? { symbol: gene.displayName } : {}),
    ...(transcript ? { transcript: transcript.id } : {}),
    ...(translation ? { translation: translation.id } : {}),
  };
}

async function namedGene(service: DraftService): Promise<ChosenGene | null> {
  for (const genome of service.genomes) {
    const named = (await service.genes(genome)).flatMap(({ id, biotype, displayName, start, end }) =>
      biotype === 'protein_coding' && displayName && start <= end ? [{ id, displayName }] : [],
    );
    for (const choosy of [true, false]) {
      for (const { id, displayName } of named.slice(0, TRIED)) {
        const gene = await geneOf(service, genome, id);
        const translation = gene && codingTranscript(gene)?.translation;
        if (
          !gene ||
          !translation ||
          (await service.get(`/lookup/symbol/${genome.species}/${part(displayName)}`))?.id !== id
        )
          continue;
        const wanted = [
          `/xrefs/id/${id}`,
          ...['symbol', 'name'].map((by) => `/xrefs/${by}/${genome.species}/${part(displayName)}`),
          `/overlap/translation/${translation.id}`,
        ];
        if (!choosy || (await service.hasData(wanted))) return { genome, gene };
      }
    }
  }
  return null;
}

async function anyGene(service: DraftService): Promise<ChosenGene | null> {
  for (const genome of service.genomes) {
    const [head] = await service.genes(genome);
    const gene = head && (await geneOf(service, genome, head.id));
    if (gene) return { genome, gene };
  }
  return null;
}

async function geneOf({ release }: DraftService, genome: Genome, id: string): Promise<GeneRecord | null> {
  const found = only(await release.stableIds([id]));
  const stable = found.find((each) => each.type === 'Gene' && each.genome === genome.index);
  const [record] = stable ? await genome.genes([stable.gene]) : [];
  return record ? decodeGene(record) : null;
}

/** A coding transcript, the canonical one if possible, whose peptide is long enough for the examples' positions. */
function codingTranscript({ transcripts }: GeneRecord) {
  const coding = transcripts.filter(({ translation }) => (translation?.length ?? 0) >= 50);
  return coding.find(({ canonical }) => canonical) ?? coding[0];
}

/** A retired id. If the archive contains none, that of the gene. */
async function archivedExample(service: DraftService, gene: string | null): Promise<ExampleValues> {
  for (const [key] of await service.entries(service.release.manifest.tables?.archive, 200)) {
    const found = await service.get(`/archive/id/${part(key.toUpperCase())}`);
    if (found && !Number(found.is_current)) return { archived_id: found.id };
  }
  return gene === null ? {} : { archived_id: gene };
}
