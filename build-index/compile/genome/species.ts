import { DumpError } from '../../dump/dump-error.ts';
import type { GenomeInfo, SpeciesEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { RegionSet } from './regions.ts';

/**
 * The meta table of one species: key -> values in the order of the dump. Rows without species belong to all species.
 */
export type Meta = Record<string, string[]>;

/** A species of a database. */
export interface DumpSpecies {
  speciesId: number;
  /** Production name. */
  name: string;
  meta: Meta;
  /** From `meta`; else the default version of the highest-ranked coordinate system. */
  assembly: string | null;
  /** In the list of species. Of one species the default version of its coordinate systems; in a collection `meta`'s. */
  listedAssembly: string | null;
}

/** The species of a database. A collection contains many. */
export async function loadSpecies(database: Database): Promise<DumpSpecies[]> {
  const rows = await database.all<{ species_id: number | null; meta_key: string; meta_value: string }>(
    'SELECT species_id, meta_key, meta_value FROM meta WHERE meta_value IS NOT NULL ORDER BY meta_id',
  );
  const species = new Map<number, Meta>();
  const ids = await database.all<{ id: number; version: string | null }>(`
    SELECT coalesce(species_id, 1) AS id, arg_min(version, rank)
      FILTER (WHERE contains(attrib, 'default_version') AND nullif(version, '') IS NOT NULL) AS version
    FROM coord_system GROUP BY ALL ORDER BY id`);
  const versions = new Map(ids.map(({ id, version }) => [id, version]));
  for (const { id } of ids) species.set(id, {});
  if (rows.length > 0 && rows.every(({ meta_value: value }) => value.endsWith('\r')))
    throw new DumpError(
      `${database.dump.tables.get('meta')}: its lines end with CRLF, so that every value would end with a carriage ` +
        'return. Convert the files of the dump to lines that end with LF alone, such as with dos2unix',
    );
  for (const { species_id: id, meta_key: key, meta_value: value } of rows) {
    const owners = id === null ? [...species.values()] : [species.get(id) ?? {}];
    for (const meta of owners) (meta[key] ??= []).push(value);
  }
  // A database of one species may lack the name; it is then that of the folder.
  const unnamed = (id: number) => (species.size === 1 ? database.dump.species : `${database.dump.species}_${id}`);
  return [...species].map(([speciesId, meta]) => {
    const [named, version] = [meta['assembly.default']?.[0] ?? null, versions.get(speciesId) ?? null];
    return {
      speciesId,
      name: meta['species.production_name']?.[0] || unnamed(speciesId),
      meta,
      assembly: named ?? version,
      listedAssembly: species.size === 1 ? version : named,
    };
  });
}

/**
 * The species to which the other databases (variation, funcgen) of the same folder name belong. In a collection, the
 * species of that name; null if there is none.
 */
export function speciesOfFolder(members: readonly DumpSpecies[], { species }: DumpDatabase): DumpSpecies | null {
  return (members.length === 1 ? members[0] : members.find(({ name }) => name === species)) ?? null;
}

/** Names that clients may use for a species, lower-cased: production and scientific name, aliases, taxon id. */
export function aliasesOf(name: string, meta: Meta): string[] {
  const keys = [
    'species.scientific_name',
    'species.common_name',
    'species.display_name',
    'species.alias',
    'species.taxonomy_id',
  ];
  const names = [name, ...keys.flatMap((key) => meta[key] ?? [])];
  return [...new Set(names.map((each) => each.toLowerCase().replaceAll(' ', '_')))];
}

/** Key of `meta` in the tables that a build makes of files; no Ensembl database has it. */
export const FILES_META = 'genomic_edge.source';

/** An item of info/species. Ensembl lists aliases in lower case, without the production name. */
export function speciesEntry({ name, meta, listedAssembly }: DumpSpecies): SpeciesEntry {
  const first = (key: string) => meta[key]?.[0] ?? null;
  const aliases = new Set((meta['species.alias'] ?? []).map((alias) => alias.toLowerCase()));
  aliases.delete(name.toLowerCase());
  return {
    name,
    release: Number(first('schema_version')) || 0,
    aliases: [...aliases],
    groups: [],
    division: first('species.division') || 'EnsemblVertebrates',
    displayName: first('species.display_name'),
    commonName: first('species.common_name'),
    accession: first('assembly.accession'),
    assembly: listedAssembly,
    taxonId: first('species.taxonomy_id'),
    strain: first('species.strain'),
    strainCollection: first('species.strain_collection'),
    ...(meta[FILES_META] ? { isOfFiles: true } : {}),
  };
}

/** The document from which the information operations answer. */
export async function genomeInfo(
  database: Database,
  speciesId: number,
  meta: Meta,
  regions: RegionSet,
): Promise<GenomeInfo> {
  const statistics = await database.all<{ statistic: string; value: string }>(
    `SELECT statistic, value FROM genome_statistics WHERE coalesce(species_id, 1) = ${speciesId}
      ORDER BY genome_statistics_id`,
  );
  const topLevel = referenceRegions(regions).map(({ name, length, coordSystem, synonyms }) => ({
    name,
    length,
    coordSystem: coordSystem.name,
    synonyms,
  }));
  const rank = (region: RegionSet['list'][number]) => Number(region.attribs.get('karyotype_rank')?.[0]);
  // Of any coordinate system, including haplotypes.
  const karyotype = regions.list
    .filter((region) => region.attribs.has('karyotype_rank'))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ name }) => name);
  return {
    meta,
    topLevel,
    karyotype,
    statistics: Object.fromEntries(statistics.map(({ statistic, value }) => [statistic, Number(value)])),
  };
}

/**
 * The top-level regions of the reference, in order of rank and id. Locus Reference Genomic (LRG) sequences are top
 * level too, but Ensembl does not list them.
 */
export function referenceRegions({ list }: RegionSet): RegionSet['list'] {
  return list.filter((region) => region.topLevel && !region.attribs.has('non_ref') && !region.attribs.has('LRG'));
}
