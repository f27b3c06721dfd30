/**
 * Genomes by name, accession and lineage, their divisions and species: info/genomes, info/divisions, info/eg_version,
 * info/species.
 */
import { ApiError } from '../../api-error.ts';
import { at } from '../../checked.ts';
import { isAncestral } from '../../compara/species.ts';
import { jsonList } from '../../formats/text-stream.ts';
import type { MetadataIndex } from '../../release/documents.ts';
import type { Answer, Format, OperationRequest } from '../../operation/operation.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { MAX_OPEN_READS } from '../../index/blocks/read-plan.ts';
import { taxonIdOf } from '../../terms/taxon-record.ts';
import { inBatches, flattened } from '../../operation/streamed-answer.ts';
import { sameName } from '../../names/name-text.ts';
import type { SpeciesEntry } from '../../release/manifest.ts';

/** Release number of Ensembl minus that of Ensembl Genomes: 115 - 62. */
const RELEASES_BEFORE_ENSEMBL_GENOMES = 53;

/** The divisions of the release's genomes. No reads. */
export function listDivisions({ release }: OperationRequest): Answer {
  const divisions = release.manifest.species.filter(({ name }) => !isAncestral(name)).map(({ division }) => division);
  return { kind: 'value', value: [...new Set(divisions)] };
}

/** The corresponding release of Ensembl Genomes. */
export function ensemblGenomesVersion({ release }: OperationRequest): Answer {
  return {
    kind: 'value',
    value: { version: String(Math.max(0, release.manifest.version - RELEASES_BEFORE_ENSEMBL_GENOMES)) },
  };
}

type ExpandableRequest<P> = OperationRequest<P & { expand: boolean }>;

/** The genome with a name or alias. Two waves of reads. */
export async function genomeByName({ params, release }: ExpandableRequest<{ genome_name: string }>): Promise<Answer> {
  return {
    kind: 'value',
    value: await findOne(release, 'name', params.genome_name, params.expand, `Genome ${params.genome_name} not found`),
  };
}

/** The genome of an assembly, by its accession with or without version. Two waves of reads. */
export async function genomeByAssembly({
  params,
  release,
}: ExpandableRequest<{ assembly_id: string }>): Promise<Answer> {
  const errorText = `Genome with assembly accession ${params.assembly_id} not found`;
  return { kind: 'value', value: await findOne(release, 'assembly', params.assembly_id, params.expand, errorText) };
}

/** The genomes that contain a sequence, by its accession with or without version. */
export async function genomesByAccession({
  params,
  release,
  format,
}: ExpandableRequest<{ accession: string }>): Promise<Answer> {
  const names = await release.genomeNames('sequence', params.accession);
  return listAll({ release, names, text: params.accession, expand: params.expand, format, kind: 'sequence accession' });
}

/** The genomes of a division. */
export async function genomesByDivision({
  params,
  release,
  format,
}: ExpandableRequest<{ division_name: string }>): Promise<Answer> {
  const names = await release.genomeNames('division', params.division_name);
  return listAll({ release, names, text: params.division_name, expand: params.expand, format, kind: 'division' });
}

/** The genomes of a taxon (id or name) and of all taxa below it. */
export async function genomesByTaxonomy({
  params,
  release,
  format,
}: ExpandableRequest<{ taxon_name: string }>): Promise<Answer> {
  const names = await genomesOfTaxon(release, params.taxon_name);
  return listAll({ release, names, text: params.taxon_name, expand: params.expand, format, kind: 'taxon' });
}

/**
 * Names of the genomes of a taxon. Genomes are indexed by taxon ids and the names in their core database. Other names
 * and merged ids are looked up in the taxonomy of the release, if there is one, with three more waves of reads.
 */
async function genomesOfTaxon(release: Release, text: string): Promise<string[]> {
  const names = await release.genomeNames('taxonomy', text);
  if (names.length > 0 || !release.manifest.taxa) return names;
  const taxon = await release.taxa.find(text.replaceAll('_', ' '));
  return taxon ? release.genomeNames('taxonomy', taxonIdOf(taxon)) : [];
}

async function findOne(
  release: Release,
  index: MetadataIndex,
  text: string,
  expand: boolean,
  errorText: string,
): Promise<object> {
  const names = await release.genomeNames(index, text);
  // Strains share names with their species: the genome with this production name takes precedence.
  const name = names.find((each) => each === text.toLowerCase().replaceAll(' ', '_')) ?? names[0];
  const [described] = name === undefined ? [] : await describe(release, [name], expand);
  if (!described) throw new ApiError(errorText);
  return described;
}

interface GenomeList {
  release: Release;
  /** Production names of the genomes. */
  names: readonly string[];
  text: string;
  expand: boolean;
  format: Format;
  /** What `text` is, for error texts. */
  kind: string;
}

/** Genomes per batch, about 1 KiB each. */
const BATCH = 256;
/** The same with `expand`, which reads a document per genome; it may list 100,000 sequences. */
const EXPANDED_BATCH = MAX_OPEN_READS;
/** Bytes of a genome without `expand`. */
const DESCRIPTION_BYTES = 1024;

/**
 * A list of genomes, with one wave of reads per batch. JSON of more than one batch is streamed. Throws ApiError (400)
 * if there are too many for another format.
 */
async function listAll({ release, names, text, expand, format, kind }: GenomeList): Promise<Answer> {
  const size = expand ? EXPANDED_BATCH : BATCH;
  const batches = inBatches(names, size, (some) => describe(release, some, expand));
  if (names.length > size && format === 'json') return { kind: 'stream', chunks: jsonList(flattened(batches)) };
  if ((await storedBytes(release, names, expand)) > release.maxListBytes) {
    throw new ApiError(
      `The ${names.length} genomes with the ${kind} ${text} are too many for a list in ${format}; please request JSON`,
    );
  }
  const genomes: object[] = [];
  for await (const batch of batches) genomes.push(...batch);
  return { kind: 'value', value: genomes };
}

async function storedBytes(release: Release, names: readonly string[], expand: boolean): Promise<number> {
  const genomes = expand ? await release.findGenomes(names) : [];
  return genomes.reduce((sum, genome) => sum + (genome?.entry.info.size ?? 0), names.length * DESCRIPTION_BYTES);
}

async function describe(release: Release, names: readonly string[], expand: boolean): Promise<object[]> {
  const [metadata, details] = await Promise.all([
    release.genomeMetadata(names),
    expand ? detailsOf(release, names) : [],
  ]);
  return metadata.map((genome, which) => ({ ...genome, ...details[which] }));
}

/** The additional keys of an expanded answer for each genome. One wave of reads, two if genomes are not known. */
async function detailsOf(release: Release, names: readonly string[]): Promise<object[]> {
  const genomes = await release.findGenomes(names);
  return Promise.all(genomes.map((genome, which) => detailsOfGenome(release, at(names, which), genome)));
}

async function detailsOfGenome(release: Release, name: string, genome: Genome | null): Promise<object> {
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

/**
 * Division of info/species if the request names none, as in Ensembl; only if the release has species of it. Until
 * release 92 its name was 'Ensembl', which genomes have too that were built from files.
 */
const DEFAULT_DIVISION = 'EnsemblVertebrates';
const FORMER_NAME = 'Ensembl';

/** The species of a division or strain collection (in any case). No reads. */
export function listSpecies({ params, release }: OperationRequest<SpeciesParams>): Answer {
  const { strain_collection: collection, hide_strain_info: hideStrain } = params;
  const all = release.manifest.species.filter(({ name }) => !isAncestral(name));
  const hasDefault = all.some((each) => sameName(each.division, DEFAULT_DIVISION));
  const divisions = params.division ? [params.division] : [DEFAULT_DIVISION, FORMER_NAME];
  const isAny = params.division === undefined ? !hasDefault : params.division === '' || params.division === '0';
  const species = all
    .filter((each) => isAny || divisions.some((division) => sameName(each.division, division)))
    // As in Ensembl, hide_strain_info also hides the collection from the filter.
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
