/** Genomes by name, accession and lineage, and their divisions: info/genomes, info/divisions, info/eg_version. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { MetadataIndex } from '../../genome/metadata-keys.ts';
import { ApiError } from '../../api-error.ts';
import type { GenomeMetadata } from '../../release/information.ts';
import type { Release } from '../../release/release.ts';

/** Ensembl Genomes counts its releases from another beginning: 62 goes with Ensembl's 115, as 1 would with 54. */
const RELEASES_BEFORE_ENSEMBL_GENOMES = 53;

/** The divisions that the release has genomes of. No read beyond the root. */
export function listDivisions({ release }: OperationRequest): Answer {
  const divisions = release.manifest.species.filter(({ name }) => !/^ancestral/i.test(name)).map(({ division }) => division);
  return { kind: 'value', value: [...new Set(divisions)] };
}

/** The release of Ensembl Genomes that the data go with. */
export function ensemblGenomesVersion({ release }: OperationRequest): Answer {
  return { kind: 'value', value: { version: String(Math.max(0, release.manifest.version - RELEASES_BEFORE_ENSEMBL_GENOMES)) } };
}

type Expandable<P> = OperationRequest<P & { expand: boolean }>;

/** The genome of a name or alias. Two waves of reads. */
export async function genomeByName({ params, release }: Expandable<{ genome_name: string }>): Promise<Answer> {
  return { kind: 'value', value: await one(release, 'name', params.genome_name, params.expand, `Genome ${params.genome_name} not found`) };
}

/** The genome of an assembly's accession, with or without version. Two waves of reads. */
export async function genomeByAssembly({ params, release }: Expandable<{ assembly_id: string }>): Promise<Answer> {
  const refusal = `Genome with assembly accession ${params.assembly_id} not found`;
  return { kind: 'value', value: await one(release, 'assembly', params.assembly_id, params.expand, refusal) };
}

/** The genomes that have a sequence of an accession, with or without version. Two waves of reads. */
export async function genomesByAccession({ params, release }: Expandable<{ accession: string }>): Promise<Answer> {
  const refusal = `No genome with the sequence accession ${params.accession} found`;
  return { kind: 'value', value: await all(release, 'sequence', params.accession, params.expand, refusal) };
}

/** The genomes of a division. Two waves of reads. */
export async function genomesByDivision({ params, release }: Expandable<{ division_name: string }>): Promise<Answer> {
  return { kind: 'value', value: await all(release, 'division', params.division_name, params.expand, `No genome of the division ${params.division_name} found`) };
}

/** The genomes of a taxon (id or name) and all below it. Two waves of reads. */
export async function genomesByTaxonomy({ params, release }: Expandable<{ taxon_name: string }>): Promise<Answer> {
  return { kind: 'value', value: await all(release, 'taxonomy', params.taxon_name, params.expand, `No genome of the taxon ${params.taxon_name} found`) };
}

async function one(release: Release, index: MetadataIndex, text: string, expand: boolean, refusal: string): Promise<object> {
  const names = await release.genomeNames(index, text);
  // Strains share names with their species: the one whose production name it is goes first.
  const name = names.find((each) => each === text.toLowerCase().replaceAll(' ', '_')) ?? names[0];
  const [described] = name === undefined ? [] : await describe(release, [name], expand);
  if (!described) throw new ApiError(refusal);
  return described;
}

/** Throws ApiError (400) when there is none. */
async function all(release: Release, index: MetadataIndex, text: string, expand: boolean, refusal: string): Promise<object[]> {
  const names = await release.genomeNames(index, text);
  if (names.length === 0) throw new ApiError(refusal);
  return describe(release, names, expand);
}

async function describe(release: Release, names: readonly string[], expand: boolean): Promise<object[]> {
  const [metadata, details] = await Promise.all([release.genomeMetadata(names), expand ? Promise.all(names.map((name) => detailsOf(release, name))) : []]);
  return metadata.map((genome: GenomeMetadata, which) => ({ ...genome, ...details[which] }));
}

/** What only an expanded answer says. One read. */
async function detailsOf(release: Release, name: string): Promise<object> {
  const genome = release.findGenome(name);
  const species = release.manifest.species.find((each) => each.name === name);
  if (!genome || !species) return {};
  const { topLevel, statistics } = await genome.info();
  return {
    aliases: species.aliases,
    databases: species.groups.map((type) => ({ type, species_id: String(genome.entry.speciesId) })),
    sequences: topLevel.map(({ name: sequence, synonyms }) => ({ name: sequence, acc: synonyms.find(({ db }) => db === 'INSDC')?.name ?? null })),
    annotations: statistics,
  };
}
