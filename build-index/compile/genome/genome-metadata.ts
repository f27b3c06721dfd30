import type { GenomeEntry, GenomeInfo, SpeciesEntry } from '../../../src/release/manifest.ts';
import { type GenomeMetadata, genomeKey, metadataKey, type MetadataIndex } from '../../../src/release/documents.ts';
import type { SortedRows } from '../rows/sorted-rows.ts';

/** The kinds of comparative data that a compara database contains for a genome. */
export interface ComparaShare {
  alignments: boolean;
  synteny: boolean;
  peptides: boolean;
  pan: boolean;
}

/** Ensembl's short names of its divisions. */
const SHORT_DIVISIONS: Readonly<Record<string, string>> = {
  EnsemblVertebrates: 'EV',
  EnsemblBacteria: 'EB',
  EnsemblFungi: 'EF',
  EnsemblMetazoa: 'EM',
  EnsemblPlants: 'EPl',
  EnsemblProtists: 'EPr',
};

/** A genome whose metadata lack only what other databases contribute. */
export interface PendingGenome {
  entry: GenomeEntry;
  species: SpeciesEntry;
  metadata: GenomeMetadata;
}

/**
 * Adds the names by which clients of info/genomes may ask for a genome to the rows of the `genome-metadata` table.
 * Returns the genome's metadata, derived from the dump of its core database. Ensembl stores them in the metadata
 * database of a full release.
 *
 * @param dbname name of the core database
 */
export function describeGenome(
  rows: SortedRows,
  entry: GenomeEntry,
  { meta, statistics, topLevel }: GenomeInfo,
  species: SpeciesEntry,
  dbname: string,
): PendingGenome {
  const first = (key: string) => meta[key]?.[0] ?? null;
  const taxon = first('species.species_taxonomy_id') ?? species.taxonId;
  const point = (kind: MetadataIndex, texts: readonly (string | null | undefined)[]) =>
    addNames(rows, kind, texts, entry.species);
  point('name', [entry.species, species.displayName, ...entry.aliases, ...species.aliases]);
  point('assembly', withoutVersions([species.accession]));
  point('division', [
    species.division,
    species.division.replace(/^Ensembl(?=.)/, ''),
    SHORT_DIVISIONS[species.division],
  ]);
  point('taxonomy', [
    species.taxonId,
    taxon,
    first('species.scientific_name'),
    species.commonName,
    ...(meta['species.classification'] ?? []),
  ]);
  point(
    'sequence',
    withoutVersions(
      topLevel.flatMap(({ name, synonyms }) => [
        ...synonyms.flatMap((synonym) => (synonym.db === 'INSDC' ? [synonym.name] : [])),
        ...(ACCESSION.test(name) ? [name] : []),
      ]),
    ),
  );
  const metadata: GenomeMetadata = {
    name: entry.species,
    display_name: species.displayName,
    scientific_name: first('species.scientific_name'),
    url_name: first('species.url'),
    strain: species.strain,
    serotype: first('species.serotype'),
    reference: first('species.reference'),
    is_reference: flag(first('species.reference') === null),
    taxonomy_id: species.taxonId,
    species_taxonomy_id: taxon,
    division: species.division,
    dbname,
    species_id: String(entry.speciesId),
    genebuild: first('genebuild.version') ?? first('genebuild.start_date'),
    assembly_name: first('assembly.name'),
    assembly_default: entry.assembly,
    assembly_accession: species.accession,
    assembly_ucsc: first('assembly.ucsc_alias'),
    assembly_level: entry.coordSystems.toSorted((a, b) => a.rank - b.rank)[0]?.name ?? null,
    base_count: String(
      statistics.total_genome_length ??
        statistics.total_length ??
        topLevel.reduce((sum, { length }) => sum + length, 0),
    ),
  };
  return { entry, species, metadata };
}

/** Adds a genome's metadata, completed with what its species' other databases and the compara databases contain. */
export function addGenome(
  rows: SortedRows,
  { entry, species, metadata }: PendingGenome,
  share: ComparaShare | undefined,
  ancestors: readonly string[],
): void {
  addNames(
    rows,
    'taxonomy',
    ancestors.filter((id) => id !== metadata.taxonomy_id && id !== metadata.species_taxonomy_id),
    entry.species,
  );
  rows.add(genomeKey(entry.species), {
    ...metadata,
    has_variations: flag(species.groups.includes('variation')),
    has_microarray: flag(entry.documents?.microarrays !== undefined),
    has_peptide_compara: flag(share?.peptides),
    has_genome_alignments: flag(share?.alignments),
    has_synteny: flag(share?.synteny),
    has_pan_compara: flag(share?.pan),
  });
}

function addNames(
  rows: SortedRows,
  kind: MetadataIndex,
  texts: readonly (string | null | undefined)[],
  species: string,
): void {
  for (const key of new Set(texts.flatMap((text) => (text ? [metadataKey(kind, text)] : [])))) rows.add(key, species);
}

function flag(value: boolean | undefined): string {
  return value ? '1' : '0';
}

/** Accession of GenBank, ENA or DDBJ. Scaffolds and contigs are often named so. */
const ACCESSION = /^[A-Z]{1,6}\d{5,}(\.\d+)?$/;

/** Each accession with and without its version. */
function withoutVersions(accessions: readonly (string | null)[]): string[] {
  return accessions.flatMap((accession) => (accession ? [accession, accession.replace(/\.\d+$/, '')] : []));
}
