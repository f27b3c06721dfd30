/**
 * Genomes by name, accession and lineage, their divisions and species: info/genomes, info/divisions, info/eg_version,
 * info/species.
 */
import { ApiError } from '../../api-error.ts';
import { isAncestral } from '../../compara/species.ts';
import { jsonList } from '../../formats/text-stream.ts';
import type { MetadataIndex } from '../../release/documents.ts';
import type { Answer, Format, OperationRequest } from '../../operation/operation.ts';
import type { Release } from '../../release/release.ts';
import { MAX_OPEN_READS } from '../../index/blocks/read-plan.ts';
import { taxonIdOf } from '../../terms/taxon-record.ts';
import { inBatches, flattened } from '../../operation/streamed-answer.ts';
import { sameName } from '../../names/name-text.ts';
import type { SpeciesEntry } from '../../release/manifest.ts';

/** Ensembl Genomes counts its releases from another beginning: 62 goes with Ensembl's 115, as 1 would with 54. */
const RELEASES_BEFORE_ENSEMBL_GENOMES = 53;

/** The divisions that the release has genomes of. No read beyond the root. */
export function listDivisions({ release }: OperationRequest): Answer {
  const divisions = release.manifest.species.filter(({ name }) => !isAncestral(name)).map(({ division }) => division);
  return { kind: 'value', value: [...new Set(divisions)] };
}

/** The release of Ensembl Genomes that the data go with. */
export function ensemblGenomesVersion({ release }: OperationRequest): Answer {
  return {
    kind: 'value',
    value: { version: String(Math.max(0, release.manifest.version - RELEASES_BEFORE_ENSEMBL_GENOMES)) },
  };
}

type Expandable<P> = OperationRequest<P & { expand: boolean }>;

/** The genome of a name or alias. Two waves of reads. */
export async function genomeByName({ params, release }: Expandable<{ genome_name: string }>): Promise<Answer> {
  return {
    kind: 'value',
    value: await one(release, 'name', params.genome_name, params.expand, `Genome ${params.genome_name} not found`),
  };
}

/** The genome of an assembly's accession, with or without version. Two waves of reads. */
export async function genomeByAssembly({ params, release }: Expandable<{ assembly_id: string }>): Promise<Answer> {
  const refusal = `Genome with assembly accession ${params.assembly_id} not found`;
  return { kind: 'value', value: await one(release, 'assembly', params.assembly_id, params.expand, refusal) };
}

/** The genomes that have a sequence of an accession, with or without version. */
export async function genomesByAccession({
  params,
  release,
  format,
}: Expandable<{ accession: string }>): Promise<Answer> {
  const names = await release.genomeNames('sequence', params.accession);
  return all({ release, names, text: params.accession, expand: params.expand, format, kind: 'sequence accession' });
}

/** The genomes of a division. */
export async function genomesByDivision({
  params,
  release,
  format,
}: Expandable<{ division_name: string }>): Promise<Answer> {
  const names = await release.genomeNames('division', params.division_name);
  return all({ release, names, text: params.division_name, expand: params.expand, format, kind: 'division' });
}

/** The genomes of a taxon (id or name) and all below it. */
export async function genomesByTaxonomy({
  params,
  release,
  format,
}: Expandable<{ taxon_name: string }>): Promise<Answer> {
  const names = await genomesOfTaxon(release, params.taxon_name);
  return all({ release, names, text: params.taxon_name, expand: params.expand, format, kind: 'taxon' });
}

/**
 * A genome names the taxa that it belongs to by their ids and as its core database does. By all their other names, and
 * ids that were merged into theirs, the taxonomy knows them, where the release has one: three waves of reads more.
 */
async function genomesOfTaxon(release: Release, text: string): Promise<string[]> {
  const names = await release.genomeNames('taxonomy', text);
  if (names.length > 0 || !release.manifest.taxa) return names;
  const taxon = await release.taxa.find(text.replaceAll('_', ' '));
  return taxon ? release.genomeNames('taxonomy', taxonIdOf(taxon)) : [];
}

async function one(
  release: Release,
  index: MetadataIndex,
  text: string,
  expand: boolean,
  refusal: string,
): Promise<object> {
  const names = await release.genomeNames(index, text);
  // Strains share names with their species: the one whose production name it is goes first.
  const name = names.find((each) => each === text.toLowerCase().replaceAll(' ', '_')) ?? names[0];
  const [described] = name === undefined ? [] : await describe(release, [name], expand);
  if (!described) throw new ApiError(refusal);
  return described;
}

interface Wanted {
  release: Release;
  /** Production names of the genomes. */
  names: readonly string[];
  text: string;
  expand: boolean;
  format: Format;
  /** What the text is, for the refusal of one that no genome has. */
  kind: string;
}

/** Genomes described at once: some 1 KiB each, or a document each that may list a hundred thousand sequences. */
const BATCH = 256;
const EXPANDED_BATCH = MAX_OPEN_READS;
/** What a genome takes that is not expanded. */
const DESCRIPTION_BYTES = 1024;

/**
 * One wave of reads up to one batch, and one for each further one; a longer list is streamed, or, in formats that need
 * the whole, refused where it is too large. Throws ApiError (400) when there is none.
 */
async function all({ release, names, text, expand, format, kind }: Wanted): Promise<Answer> {
  if (names.length === 0) throw new ApiError(`No genome with the ${kind} ${text} found`);
  const size = expand ? EXPANDED_BATCH : BATCH;
  const batches = inBatches(names, size, (some) => describe(release, some, expand));
  if (names.length > size && format === 'json') return { kind: 'stream', chunks: jsonList(flattened(batches)) };
  if (storedBytes(release, names, expand) > release.maxListBytes) {
    throw new ApiError(
      `The ${names.length} genomes with the ${kind} ${text} are too many for one answer as ${format}; please ask ` +
        'for JSON',
    );
  }
  const genomes: object[] = [];
  for await (const batch of batches) genomes.push(...batch);
  return { kind: 'value', value: genomes };
}

function storedBytes(release: Release, names: readonly string[], expand: boolean): number {
  return names.reduce(
    (sum, name) => sum + DESCRIPTION_BYTES + (expand ? (release.findGenome(name)?.entry.info.size ?? 0) : 0),
    0,
  );
}

async function describe(release: Release, names: readonly string[], expand: boolean): Promise<object[]> {
  const [metadata, details] = await Promise.all([
    release.genomeMetadata(names),
    expand ? Promise.all(names.map((name) => detailsOf(release, name))) : [],
  ]);
  return metadata.map((genome, which) => ({ ...genome, ...details[which] }));
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
    sequences: topLevel.map(({ name: sequence, synonyms }) => ({
      name: sequence,
      acc: synonyms.find(({ db }) => db === 'INSDC')?.name ?? null,
    })),
    annotations: statistics,
  };
}

interface SpeciesParams {
  division: string | undefined;
  strain_collection: string | undefined;
  hide_strain_info: boolean;
}

/** All species, or those of a division and of a collection of strains (both in any case). No read beyond the root. */
export function listSpecies({ params, release }: OperationRequest<SpeciesParams>): Answer {
  const { division, strain_collection: collection, hide_strain_info: hideStrain } = params;
  const species = release.manifest.species
    .filter(({ name }) => !isAncestral(name))
    .filter((each) => !division || sameName(each.division, division))
    // Without strain information there is no collection left to choose by.
    .filter((each) => !collection || (!hideStrain && sameName(each.strainCollection, collection)))
    .map((each) => describeSpecies(each, hideStrain));
  return { kind: 'value', value: { species } };
}

function describeSpecies(species: SpeciesEntry, hideStrain: boolean): Record<string, unknown> {
  return {
    name: species.name,
    display_name: species.displayName,
    common_name: species.commonName,
    taxon_id: species.taxonId,
    assembly: species.assembly,
    accession: species.accession,
    release: species.release,
    division: species.division,
    aliases: species.aliases.filter((alias) => alias !== species.name),
    groups: species.groups,
    ...(hideStrain ? {} : { strain: species.strain, strain_collection: species.strainCollection }),
  };
}
