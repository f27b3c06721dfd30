/** A release as handlers use it: its genomes, and what stable ids refer to. */
import { at, only, present } from '../checked.ts';
import { ApiError } from '../api-error.ts';
import type { BlockReader, ReadCounts } from '../index/blocks/block-reader.ts';
import { type ArchiveRecord, decodeStableId, type StableId } from '../genome/stable-id.ts';
import { decodeDigestedSequence, type DigestedSequence } from '../genome/sequence-digest.ts';
import type { ConsequenceTermsDocument } from '../variants/consequences.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import {
  genomeKey,
  metadataKey,
  type MetadataIndex,
  type BiotypesDocument,
  type ComparaMethods,
  type GenomeMetadata,
  readDocument,
} from './documents.ts';
import { MAX_LIST_BYTES } from '../memory-budget.ts';
import { StoreError, type Store } from '../store/store.ts';
import { Alignments } from './alignments.ts';
import { Collections } from './collections.ts';
import { Compara, comparaName, comparasInOrder } from './compara.ts';
import { Genome } from './genome.ts';
import {
  ROOT_KEY,
  type ComparaEntry,
  type CompiledManifest,
  type ListedGenome,
  type ReleaseManifest,
  type TableEntry,
} from './manifest.ts';
import { decodeRoot, genomeOf, openGenomes, readWholeRelease, type Root, type StoredGenome } from './root.ts';
import { StoredTables } from './stored-tables.ts';
import type { RELEASE_TABLES } from './table-registry.ts';
import { Taxa, Terms } from './terms.ts';

/** State shared by all requests to a release. */
interface Shared {
  root: Root;
  tables: Partial<Record<keyof typeof RELEASE_TABLES, TableEntry>>;
  /**
   * Lower-cased species name -> indices of its genomes (of any group) in the manifest, in the order of the manifest.
   */
  bySpecies: ReadonlyMap<string, readonly number[]>;
  maxListBytes: number;
  versions: () => Promise<number[]>;
  probe: () => Promise<void>;
  report: (id: string) => Promise<Uint8Array | null>;
}

export interface ReleaseOptions {
  /** Maximum stored bytes of the features in one answer; by default what fits into a Worker. */
  maxListBytes?: number;
  /** Returns the release numbers of all other releases in the store. */
  versions?: () => Promise<number[]>;
  /** Reads one byte from the store, bypassing the cache. Throws StoreError. */
  probe?: () => Promise<void>;
  /** Reads the report of the build of a release from the store, if it has one. */
  report?: (id: string) => Promise<Uint8Array | null>;
}

export class Release {
  readonly #shared: Shared;
  readonly #reader: BlockReader;
  readonly #tables: StoredTables<typeof RELEASE_TABLES>;
  /** By index in the manifest; created on demand, since a request uses few of many genomes. */
  readonly #genomes: Genome[] = [];
  #terms: Terms | null = null;
  #taxa: Taxa | null = null;

  private constructor(shared: Shared, reader: BlockReader) {
    this.#shared = shared;
    this.#reader = reader;
    this.#tables = new StoredTables(shared.tables, reader, shared.root.attachments);
  }

  /** The same release for one request, with a reader of its own (BlockReader.forRequest). */
  forRequest(counts?: ReadCounts): Release {
    return new Release(this.#shared, this.#reader.forRequest(counts));
  }

  get manifest(): ReleaseManifest {
    return this.#shared.root.manifest;
  }

  /** The manifest with all objects of the release; parses it each time: see readWholeRelease in root.ts. */
  async wholeManifest(): Promise<CompiledManifest> {
    return (await readWholeRelease(this.#shared.root, this.#reader)).manifest;
  }

  get #attachments(): Record<string, Uint8Array> {
    return this.#shared.root.attachments;
  }

  /** A part of the root was found to be damaged: the release must be opened again. */
  get isDamaged(): boolean {
    return this.#shared.root.isDamaged;
  }

  /** Maximum stored bytes of the features in one answer. */
  get maxListBytes(): number {
    return this.#shared.maxListBytes;
  }

  /**
   * The genome at an index of the manifest, which stable ids refer to; not a promise if it is known. At most one read.
   * Throws StoreError if the genome cannot be read.
   */
  genomeAt(index: number): Genome | Promise<Genome> {
    const known = this.#genomes[index];
    if (known) return known;
    const stored = genomeOf(this.#shared.root, index, this.#reader);
    return stored instanceof Promise
      ? stored.then((each) => this.#genomeOf(index, each))
      : this.#genomeOf(index, stored);
  }

  /** The genomes at some indices of the manifest; one wave of reads. Throws as genomeAt does. */
  async genomesAt(indices: readonly number[]): Promise<Genome[]> {
    await openGenomes(this.#shared.root, indices, this.#reader);
    return Promise.all(indices.map(async (index) => this.genomeAt(index)));
  }

  /** Species and group of the genome at an index of the manifest. No read. Throws StoreError for no such index. */
  listedGenome(index: number): ListedGenome {
    const { genomes } = this.manifest;
    const listed = genomes[index];
    if (!listed) throw new StoreError(`the index refers to genome ${index} of ${genomes.length}`);
    return listed;
  }

  #genomeOf(index: number, { entry, attachments }: StoredGenome): Genome {
    return (this.#genomes[index] ??= new Genome(index, entry, this.#reader, attachments));
  }

  /** Opens the current release: one store read. Throws StoreError if the store contains none. */
  static async open(store: Store, reader: BlockReader, options: ReleaseOptions = {}): Promise<Release> {
    const root = await store.value(ROOT_KEY);
    if (!root) throw new StoreError('the store contains no release');
    return Release.fromRoot(root, reader, options);
  }

  /** The release with a root. Throws StoreError for bytes that are not a root. */
  static fromRoot(root: Uint8Array, reader: BlockReader, options: ReleaseOptions = {}): Release {
    const {
      maxListBytes = MAX_LIST_BYTES,
      versions = async () => [],
      probe = async () => {},
      report = async () => null,
    } = options;
    const decoded = decodeRoot(root);
    const { manifest } = decoded;
    return new Release(
      {
        root: decoded,
        tables: { ...manifest.tables, ids: manifest.ids },
        bySpecies: genomesBySpecies(manifest),
        maxListBytes,
        versions,
        probe,
        report,
      },
      reader,
    );
  }

  /** Checks that the store can be read, with one small read that bypasses the cache. Throws StoreError if it cannot. */
  probe(): Promise<void> {
    return this.#shared.probe();
  }

  /** The report of the build of this release (build-report.json); null for a store without it. One read of a value. */
  buildReport(): Promise<Uint8Array | null> {
    return this.#shared.report(this.manifest.id);
  }

  /** The distinct release numbers of all releases in the store, this one's first. One read of a value. */
  async versions(): Promise<number[]> {
    return [...new Set([this.manifest.version, ...(await this.#shared.versions())])];
  }

  /**
   * The genome of a species in a kind of database, or null; not a promise if it is known. Accepts any alias,
   * case-insensitive, with spaces or underscores.
   */
  findGenome(species: string, group = 'core'): Genome | null | Promise<Genome> {
    const index = this.#indexOf(species, group);
    return index === undefined ? null : this.genomeAt(index);
  }

  /** Like findGenome, but throws ApiError (400) for a species or group that the release lacks. */
  genome(species: string, group = 'core'): Genome | Promise<Genome> {
    const index = this.#indexOf(species, group);
    if (index !== undefined) return this.genomeAt(index);
    throw new ApiError(
      this.knows(species)
        ? `The species '${species}' has no ${group} database in this release`
        : `Can not find internal name for species '${species}'`,
    );
  }

  /** The core genomes of some species, as findGenome; one wave of reads. */
  async findGenomes(species: readonly string[]): Promise<(Genome | null)[]> {
    const indices = species.map((each) => this.#indexOf(each, 'core'));
    const found = await this.genomesAt(indices.filter((index) => index !== undefined));
    return indices.map((index) => (index === undefined ? null : present(found.shift(), 'a genome')));
  }

  /** Production name of the core genome that findGenome would return, or null. Reads nothing. */
  speciesNamed(species: string): string | null {
    const index = this.#indexOf(species, 'core');
    return index === undefined ? null : at(this.manifest.genomes, index).species;
  }

  #indexOf(species: string, group: string): number | undefined {
    const wanted = group.toLowerCase();
    return this.genomesNamed(species).find((each) => at(this.manifest.genomes, each).group === wanted);
  }

  /** Whether the release has the species, in any kind of database. Names as in findGenome. */
  knows(species: string): boolean {
    return this.genomesNamed(species).length > 0;
  }

  /** Whether the species (production name) had a database of this kind when the release was compiled. */
  hasDatabase(species: string, group: string): boolean {
    return this.manifest.species.some(({ name, groups }) => name === species && groups.includes(group));
  }

  /** Kinds of databases that a species had when the release was compiled; none for an unknown name. */
  groupsOf(species: string): readonly string[] {
    const name = this.speciesNamed(species);
    return this.manifest.species.find((each) => each.name === name)?.groups ?? [];
  }

  /**
   * Indices in the manifest of the genomes of a species, of any kind of database; empty for an unknown name. Names as
   * in findGenome.
   */
  genomesNamed(species: string): readonly number[] {
    const name = species.toLowerCase();
    return this.#shared.bySpecies.get(name) ?? this.#shared.bySpecies.get(name.replaceAll(' ', '_')) ?? [];
  }

  /**
   * All objects with each stable id (without version, case-insensitive), in the order Gene, Transcript, Translation,
   * Exon within a genome; empty for an unknown id. One wave of reads for all ids.
   */
  stableIds(ids: readonly string[]): Promise<StableId[][]> {
    return this.#tables.find(
      'ids',
      ids.map((id) => id.toLowerCase()),
      decodeStableId,
    );
  }

  /** Stable ids from `from` on, in lower case and byte order; read block by block and decoded when called. */
  async *stableIdsFrom(from: string): AsyncIterable<[key: string, id: () => StableId]> {
    for await (const [key, record] of this.#tables.sorted('ids')?.entries(from.toLowerCase()) ?? [])
      yield [key, () => this.#tables.decoded('ids', () => decodeStableId(record))];
  }

  /** The history of each stable id (without version, case-insensitive); null for an id without history. */
  async archive(ids: readonly string[]): Promise<(ArchiveRecord | null)[]> {
    const found = await this.#tables.find(
      'archive',
      ids.map((id) => id.toLowerCase()),
      decodeRecord<ArchiveRecord>,
    );
    return found.map(([record]) => record ?? null);
  }

  /** The regions with each digest (digestKey), top-level ones first; empty for an unknown one. One wave of reads. */
  sequencesByDigest(keys: readonly string[]): Promise<DigestedSequence[][]> {
    return this.#tables.find('sequence-digests', keys, decodeDigestedSequence);
  }

  /** Sequence collections: the assemblies of the release by digest. */
  get collections(): Collections {
    return new Collections(this.#tables, (index) => this.genomeAt(index));
  }

  /** Biotypes and their groups; empty if no core database has them. Shared between requests: do not modify. */
  async biotypes(): Promise<BiotypesDocument> {
    return this.manifest.biotypes ? readDocument<BiotypesDocument>(this.#reader, this.manifest.biotypes) : [];
  }

  /** Methods and species sets of a compara database. Shared between requests: do not modify. */
  comparaMethods(compara: ComparaEntry): Promise<ComparaMethods> {
    return readDocument<ComparaMethods>(this.#reader, compara.methods);
  }

  /** Gene trees and homologies of a compara database. */
  compara(entry: ComparaEntry): Compara {
    return new Compara(entry, this.#reader, this.#attachments);
  }

  /**
   * Name of the first compara database with a gene tree, which other requests about the tree have to send; undefined if
   * the release has one database, or none has the tree. One wave of reads.
   */
  async comparaOfTree(id: string): Promise<string | undefined> {
    const entries = comparasInOrder(this.manifest);
    if (entries.length < 2) return undefined;
    const candidates = entries.filter((entry) => this.compara(entry).mayHave(id));
    const found = await Promise.all(candidates.map((entry) => this.compara(entry).geneTree(id)));
    const entry = candidates[found.findIndex((tree) => tree !== null)];
    return entry && comparaName(entry);
  }

  /**
   * Names of the populations of a species with the genotypes of at least so many samples, also of those that
   * info/variation/populations does not list for linkage disequilibrium. One wave of reads.
   */
  async genotypedPopulations(species: string, samples: number): Promise<string[]> {
    const collections = (await this.findGenome(species))?.genotypes ?? [];
    const found = await Promise.all(collections.map((collection) => collection.populations(() => true)));
    return found.flat().flatMap(({ name, selection }) => (selection.count >= samples ? [name] : []));
  }

  /** Whole-genome alignments of a compara database. */
  alignments(entry: ComparaEntry): Alignments {
    return new Alignments(entry, this, this.#reader, this.#attachments);
  }

  /** Production names of the genomes with a value of a property. */
  async genomeNames(index: MetadataIndex, text: string): Promise<string[]> {
    return only(await this.#tables.find('genome-metadata', [metadataKey(index, text)], decodeRecord<string>));
  }

  /** Metadata of the genomes with these production names; skips names that are not of a genome. */
  async genomeMetadata(names: readonly string[]): Promise<GenomeMetadata[]> {
    const found = await this.#tables.find('genome-metadata', names.map(genomeKey), decodeRecord<GenomeMetadata>);
    return found.flatMap(([description]) => (description ? [description] : []));
  }

  /** Consequence terms of variants in the release's ontology. Shared between requests: do not modify. */
  async consequenceTerms(): Promise<ConsequenceTermsDocument | null> {
    const entry = this.manifest.terms?.consequences;
    return entry ? readDocument<ConsequenceTermsDocument>(this.#reader, entry) : null;
  }

  /** The ontologies. Throws ApiError (400) if the release contains none. */
  get terms(): Terms {
    const { terms } = this.manifest;
    if (!terms) throw new ApiError('This release contains no ontologies; a build adds them with --ontology');
    return (this.#terms ??= new Terms(terms, this.#reader, this.#attachments));
  }

  /** The taxonomy. Throws ApiError (400) if the release contains none. */
  get taxa(): Taxa {
    const { taxa } = this.manifest;
    if (!taxa) throw new ApiError('This release contains no taxonomy; a build adds it with --taxonomy');
    return (this.#taxa ??= new Taxa(taxa, this.#reader, this.#attachments));
  }
}

function genomesBySpecies({ genomes }: ReleaseManifest): Map<string, number[]> {
  const bySpecies = new Map<string, number[]>();
  genomes.forEach(({ aliases }, index) => {
    for (const alias of aliases) {
      const known = bySpecies.get(alias);
      if (known) known.push(index);
      else bySpecies.set(alias, [index]);
    }
  });
  // Strains share scientific name and taxon with their species. The genome with this production name comes first.
  const isNamed = (index: number, name: string) => Number(at(genomes, index).species === name);
  for (const [name, indices] of bySpecies)
    if (indices.length > 1) indices.sort((a, b) => isNamed(b, name) - isNamed(a, name));
  return bySpecies;
}
