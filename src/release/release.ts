/** A release as handlers see it: which genomes it holds, and what a stable id belongs to. */
import { ApiError } from '../http/api-error.ts';
import type { BlockReader } from '../index/block-reader.ts';
import { decodeDocument } from '../index/document.ts';
import { SortedTable } from '../index/sorted-table.ts';
import type { ArchiveRecord } from '../genome/archive-record.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import { genomeKey, metadataKey, type MetadataIndex } from '../genome/metadata-keys.ts';
import { decodeStableId, type StableId } from '../genome/stable-id.ts';
import { StoreError, type Store } from '../store/store.ts';
import { Genome } from './genome.ts';
import type { BiotypesDocument, ComparaMethods, GenomeMetadata } from './information.ts';
import { ROOT_KEY, type ComparaEntry, type ReleaseManifest, type ReleaseTable } from './manifest.ts';
import { readDocument } from './read-document.ts';
import { Taxa } from './taxa.ts';
import { Terms } from './terms.ts';

export class Release {
  readonly manifest: ReleaseManifest;
  readonly genomes: readonly Genome[];
  readonly #ids: SortedTable;
  readonly #reader: BlockReader;
  readonly #attachments: Record<string, Uint8Array>;
  readonly #terms: Terms | null;
  readonly #taxa: Taxa | null;
  /** Lower-cased species name -> genomes of any group, in the order of the manifest. */
  readonly #bySpecies = new Map<string, Genome[]>();

  constructor(manifest: ReleaseManifest, attachments: Record<string, Uint8Array>, reader: BlockReader) {
    this.manifest = manifest;
    this.#reader = reader;
    this.#attachments = attachments;
    this.genomes = manifest.genomes.map((entry, index) => new Genome(index, entry, reader, attachments));
    this.#ids = new SortedTable(manifest.ids, reader, attachments[manifest.ids.attached ?? '']);
    this.#terms = manifest.terms ? new Terms(manifest.terms, reader, attachments) : null;
    this.#taxa = manifest.taxa ? new Taxa(manifest.taxa, reader, attachments) : null;
    for (const genome of this.genomes) {
      for (const alias of genome.entry.aliases) this.#bySpecies.set(alias, [...(this.#bySpecies.get(alias) ?? []), genome]);
    }
    // Strains share a scientific name and a taxon with their species: one whose production name it is goes first.
    for (const [name, genomes] of this.#bySpecies) genomes.sort((a, b) => Number(b.species === name) - Number(a.species === name));
  }

  /** Reads the current release's root: one store read. Throws StoreError when the store holds none. */
  static async open(store: Store, reader: BlockReader): Promise<Release> {
    const root = await store.value(ROOT_KEY);
    if (!root) throw new StoreError('the store holds no release');
    const { value, attachments } = decodeDocument(root);
    return new Release(value as ReleaseManifest, attachments, reader);
  }

  /** The genome of a species in a kind of database, or null. Any alias, any case, spaces or underscores. */
  findGenome(species: string, group = 'core'): Genome | null {
    const name = species.toLowerCase();
    const genomes = this.#bySpecies.get(name) ?? this.#bySpecies.get(name.replaceAll(' ', '_')) ?? [];
    return genomes.find((genome) => genome.entry.group === group.toLowerCase()) ?? null;
  }

  /** As findGenome; throws ApiError (400) for a species the release does not have, and for a group it lacks. */
  genome(species: string, group = 'core'): Genome {
    const genome = this.findGenome(species, group);
    if (genome) return genome;
    const known = this.#bySpecies.has(species.toLowerCase()) || this.#bySpecies.has(species.toLowerCase().replaceAll(' ', '_'));
    throw new ApiError(known
      ? `The species '${species}' has no ${group} database in this release`
      : `Can not find internal name for species '${species}'`);
  }

  /**
   * Everything that bears each stable id (given without version, in any case), in the order Gene, Transcript,
   * Translation, Exon within a genome; empty for an unknown one. One wave of reads for all ids.
   */
  async stableIds(ids: readonly string[]): Promise<StableId[][]> {
    const found = await this.#ids.find(ids.map((id) => id.toLowerCase()));
    return found.map((values) => values.map(decodeStableId));
  }

  /** What is known of the past of each stable id (given without version, in any case); null for one without history. */
  async archive(ids: readonly string[]): Promise<(ArchiveRecord | null)[]> {
    const found = await this.#table('archive')?.find(ids.map((id) => id.toLowerCase()));
    return ids.map((_, each) => (found?.[each]?.[0] ? decodeRecord<ArchiveRecord>(found[each][0]) : null));
  }

  /** The vocabulary of biotypes; empty when no core database has one. Shared: not to be changed. */
  async biotypes(): Promise<BiotypesDocument> {
    return this.manifest.biotypes ? readDocument<BiotypesDocument>(this.#reader, this.manifest.biotypes) : [];
  }

  /** Methods and species sets of a comparative database. Shared: not to be changed. */
  comparaMethods(compara: ComparaEntry): Promise<ComparaMethods> {
    return readDocument<ComparaMethods>(this.#reader, compara.methods);
  }

  /** Production names of the genomes that a text stands for. */
  async genomeNames(index: MetadataIndex, text: string): Promise<string[]> {
    const [found] = (await this.#table('genome-metadata')?.find([metadataKey(index, text)])) ?? [];
    return (found ?? []).map((record) => decodeRecord<string>(record));
  }

  /** The descriptions of genomes of these production names; a name that is no genome's is left out. */
  async genomeMetadata(names: readonly string[]): Promise<GenomeMetadata[]> {
    const found = (await this.#table('genome-metadata')?.find(names.map(genomeKey))) ?? [];
    return found.flatMap(([record]) => (record ? [decodeRecord<GenomeMetadata>(record)] : []));
  }

  #table(name: ReleaseTable): SortedTable | null {
    const table = this.manifest.tables?.[name];
    return table ? new SortedTable(table, this.#reader, this.#attachments[table.attached ?? '']) : null;
  }

  /** The ontologies; throws ApiError (400) when the release holds none. */
  get terms(): Terms {
    if (!this.#terms) throw new ApiError('This release holds no ontologies');
    return this.#terms;
  }

  /** The taxonomy; throws ApiError (400) when the release holds none. */
  get taxa(): Taxa {
    if (!this.#taxa) throw new ApiError('This release holds no taxonomy');
    return this.#taxa;
  }
}
