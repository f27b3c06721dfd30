import type { Samples } from '../../src/operation/samples.ts';
import type { Genome } from '../../src/release/genome.ts';
import type { CoordSystem, TableEntry } from '../../src/release/manifest.ts';
import { part, type AskedService } from './asked-service.ts';

/** Genomes whose names are looked at. */
const GENOMES = 10;
/** Stretches of an assembly among which one to map is looked for, and bases of it that are mapped. */
const STRETCHES = 500;
const MAPPED = 50_000;

/** What genomes are found by, biotypes, comparative methods, and a stretch that stands in two assemblies. */
export async function genomeSamples(service: AskedService): Promise<Samples> {
  return { ...await genomeNames(service), ...await biotypeSamples(service), ...await methodSamples(service), ...await mappingSamples(service) };
}

async function genomeNames(service: AskedService): Promise<Samples> {
  const samples: Samples = {};
  for (const { species } of service.genomes.slice(0, GENOMES)) {
    const genome = await service.get(`/info/genomes/${species}?expand=1`);
    if (!genome) continue;
    const info = await service.release.findGenome(species)!.info();
    const accessions: string[] = (genome.sequences as { acc: string | null }[] ?? []).flatMap(({ acc }) => acc ?? []).slice(0, 20);
    const found = {
      division: await service.firstWithData([genome.division].filter(Boolean), (text) => [`/info/genomes/division/${part(text)}`]),
      genome_taxon: await service.firstWithData([...(info.meta['species.scientific_name'] ?? []), ...(info.meta['species.taxonomy_id'] ?? [])], (text) => [`/info/genomes/taxonomy/${part(text)}`]),
      assembly_accession: await service.firstWithData(info.meta['assembly.accession'] ?? [], (text) => [`/info/genomes/assembly/${part(text)}`]),
      sequence_accession: await service.firstWithData(accessions, (text) => [`/info/genomes/accession/${part(text)}`]),
    };
    for (const [name, value] of Object.entries(found)) if (value !== null) samples[name as keyof typeof found] ??= value;
    if (Object.keys(found).every((name) => samples[name as keyof typeof found] !== undefined)) break;
  }
  return samples;
}

async function biotypeSamples(service: AskedService): Promise<Samples> {
  const groups: string[] = (await service.get('/info/biotypes/groups')) ?? [];
  const group = await service.firstWithData(['coding', ...groups].filter((each) => groups.includes(each)), (each) => [`/info/biotypes/groups/${part(each)}/gene`]);
  if (group === null) return {};
  const biotypes: { name: string }[] = await service.get(`/info/biotypes/groups/${part(group)}/gene`);
  const names = biotypes.map(({ name }) => name);
  const biotype = await service.firstWithData(['protein_coding', ...names].filter((each) => names.includes(each)), (each) => [`/info/biotypes/name/${part(each)}/gene`]);
  return { biotype_group: group, ...(biotype === null ? {} : { biotype }) };
}

async function methodSamples(service: AskedService): Promise<Samples> {
  const comparas: { name: string }[] = (await service.get('/info/comparas'))?.comparas ?? [];
  for (const { name } of comparas) {
    const methods: Record<string, string[]> = (await service.get(`/info/compara/methods?compara=${part(name)}`)) ?? {};
    const method = await service.firstWithData(Object.values(methods).flat().sort(), (each) => [`/info/compara/species_sets/${part(each)}?compara=${part(name)}`]);
    if (method !== null) return { compara: name, compara_method: method };
  }
  return {};
}

/** From an older assembly to the present one, if the release knows any; else from a coordinate system to another. */
async function mappingSamples(service: AskedService): Promise<Samples> {
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

async function mappedRegion(service: AskedService, genome: Genome, table: TableEntry, from: CoordSystem, to: CoordSystem): Promise<Samples | null> {
  const regions = await regionsOf(genome, from);
  // An assembly without a version goes by 0.
  const [one, other] = [from.version ?? '0', to.version ?? '0'];
  for (const { region, start, end } of await service.intervals(table, STRETCHES)) {
    const name = regions.get(region);
    if (name === undefined) continue;
    const mapped = `${name}:${start}..${Math.min(end, start + MAPPED - 1)}:1`;
    const query = `?coord_system=${part(from.name)};target_coord_system=${part(to.name)}`;
    if (!(await service.get(`/map/${genome.species}/${part(one)}/${part(mapped)}/${part(other)}${query}`))) continue;
    return { mapped_species: genome.species, mapped_system: from.name, assembly_from: one, mapped_region: mapped, target_system: to.name, assembly_to: other };
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
