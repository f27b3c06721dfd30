/** A release as handlers see it: which genomes it holds, and what a stable id belongs to. */
import { at, only } from '../checked.ts';
import { ApiError } from '../api-error.ts';
import type { BlockReader, ReadCounts } from '../index/blocks/block-reader.ts';
import { type ArchiveRecord, decodeStableId, type StableId } from '../genome/stable-id.ts';
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
import { Compara } from './compara.ts';
import { Genome } from './genome.ts';
import {
  ROOT_KEY,
  type ComparaEntry,
  type CompiledManifest,
  type ReleaseManifest,
  type TableEntry,
} from './manifest.ts';
import { decodeRoot, genomeOf, wholeManifest, type Root } from './root.ts';
import { StoredTables } from './stored-tables.ts';
import type { RELEASE_TABLES } from './table-registry.ts';
import { Taxa, Terms } from './terms.ts';

/** What all requests to a release share. */
interface Shared {
  root: Root;
  tables: Partial<Record<keyof typeof RELEASE_TABLES, TableEntry>>;
  /** Lower-cased species name -> genomes of any group by their place in the manifest, in its order. */
  bySpecies: ReadonlyMap<string, readonly number[]>;
  maxListBytes: number;
  versions: () => Promise<number[]>;
  probe: () => Promise<void>;
}

export interface ReleaseOptions {
  /** Stored bytes of the features that one answer may list; by default what fits a Worker. */
  maxListBytes?: number;
  /** The versions of all releases that there are beside this one. */
  versions?: () => Promise<number[]>;
  /** Reads something of the store, whatever is at hand. Throws StoreError. */
  probe?: () => Promise<void>;
}

export class Release {
  readonly #shared: Shared;
  readonly #reader: BlockReader;
  readonly #tables: StoredTables<typeof RELEASE_TABLES>;
  /** One object a genome, made when it is asked for: a request looks at few of many. */
  readonly #genomes: Genome[] = [];
  #terms: Terms | null = null;
  #taxa: Taxa | null = null;

  private constructor(shared: Shared, reader: BlockReader) {
    this.#shared = shared;
    this.#reader = reader;
    this.#tables = new StoredTables(shared.tables, reader, shared.root.attachments);
  }

  /**
   * The same release for one request: all that it reads, it reads through one reader of its own
   * (BlockReader.forRequest).
   */
  forRequest(counts?: ReadCounts): Release {
    return new Release(this.#shared, this.#reader.forRequest(counts));
  }

  get manifest(): ReleaseManifest {
    return this.#shared.root.manifest;
  }

  /** The manifest with all objects of the release, parsed for this; see wholeManifest. */
  wholeManifest(): CompiledManifest {
    return wholeManifest(this.#shared.root);
  }

  get #attachments(): Record<string, Uint8Array> {
    return this.#shared.root.attachments;
  }

  /** Stored bytes of the features that one answer may list. */
  get maxListBytes(): number {
    return this.#shared.maxListBytes;
  }

  /**
   * The genome at a place of the manifest, which stable ids refer to. Throws StoreError when what the root says of it
   * is damaged.
   */
  genomeAt(index: number): Genome {
    return (this.#genomes[index] ??= new Genome(
      index,
      genomeOf(this.#shared.root, index),
      this.#reader,
      this.#attachments,
    ));
  }

  /** Reads the current release's root: one store read. Throws StoreError when the store holds none. */
  static async open(store: Store, reader: BlockReader, options: ReleaseOptions = {}): Promise<Release> {
    const root = await store.value(ROOT_KEY);
    if (!root) throw new StoreError('the store holds no release');
    return Release.fromRoot(root, reader, options);
  }

  /** The release of a root. Throws StoreError for bytes that are none. */
  static fromRoot(root: Uint8Array, reader: BlockReader, options: ReleaseOptions = {}): Release {
    const { maxListBytes = MAX_LIST_BYTES, versions = async () => [], probe = async () => {} } = options;
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
      },
      reader,
    );
  }

  /** Can the store be read at this moment? Throws StoreError when it cannot. One small read, whatever is at hand. */
  probe(): Promise<void> {
    return this.#shared.probe();
  }

  /** The versions of all releases served here, this one's first; each once. One read of a value. */
  async versions(): Promise<number[]> {
    return [...new Set([this.manifest.version, ...(await this.#shared.versions())])];
  }

  /** The genome of a species in a kind of database, or null. Any alias, any case, spaces or underscores. */
  findGenome(species: string, group = 'core'): Genome | null {
    const wanted = group.toLowerCase();
    const index = this.genomesNamed(species).find((each) => at(this.manifest.genomes, each).group === wanted);
    return index === undefined ? null : this.genomeAt(index);
  }

  /** As findGenome; throws ApiError (400) for a species the release does not have, and for a group it lacks. */
  genome(species: string, group = 'core'): Genome {
    const genome = this.findGenome(species, group);
    if (genome) return genome;
    throw new ApiError(
      this.knows(species)
        ? `The species '${species}' has no ${group} database in this release`
        : `Can not find internal name for species '${species}'`,
    );
  }

  /** Has the release a species of this name? As findGenome, whatever the kind of database. */
  knows(species: string): boolean {
    return this.genomesNamed(species).length > 0;
  }

  /** Had the species, by its production name, a database of this kind when the release was compiled? */
  hasDatabase(species: string, group: string): boolean {
    return this.manifest.species.some(({ name, groups }) => name === species && groups.includes(group));
  }

  /**
   * Where the genomes of a species stand in the manifest, of any kind of database; none for an unknown name. Names as
   * findGenome takes them.
   */
  genomesNamed(species: string): readonly number[] {
    const name = species.toLowerCase();
    return this.#shared.bySpecies.get(name) ?? this.#shared.bySpecies.get(name.replaceAll(' ', '_')) ?? [];
  }

  /**
   * Everything that bears each stable id (given without version, in any case), in the order Gene, Transcript,
   * Translation, Exon within a genome; empty for an unknown one. One wave of reads for all ids.
   */
  stableIds(ids: readonly string[]): Promise<StableId[][]> {
    return this.#tables.find(
      'ids',
      ids.map((id) => id.toLowerCase()),
      decodeStableId,
    );
  }

  /** What is known of the past of each stable id (given without version, in any case); null for one without history. */
  async archive(ids: readonly string[]): Promise<(ArchiveRecord | null)[]> {
    const found = await this.#tables.find(
      'archive',
      ids.map((id) => id.toLowerCase()),
      decodeRecord<ArchiveRecord>,
    );
    return found.map(([record]) => record ?? null);
  }

  /** The vocabulary of biotypes; empty when no core database has one. Shared: not to be changed. */
  async biotypes(): Promise<BiotypesDocument> {
    return this.manifest.biotypes ? readDocument<BiotypesDocument>(this.#reader, this.manifest.biotypes) : [];
  }

  /** Methods and species sets of a comparative database. Shared: not to be changed. */
  comparaMethods(compara: ComparaEntry): Promise<ComparaMethods> {
    return readDocument<ComparaMethods>(this.#reader, compara.methods);
  }

  /** What a comparative database holds of trees and homologies. */
  compara(entry: ComparaEntry): Compara {
    return new Compara(entry, this.#reader, this.#attachments);
  }

  /** Whole-genome alignments of a comparative database. */
  alignments(entry: ComparaEntry): Alignments {
    return new Alignments(entry, (index) => this.genomeAt(index).entry, this.#reader, this.#attachments);
  }

  /** Production names of the genomes that a text stands for. */
  async genomeNames(index: MetadataIndex, text: string): Promise<string[]> {
    return only(await this.#tables.find('genome-metadata', [metadataKey(index, text)], decodeRecord<string>));
  }

  /** The descriptions of genomes of these production names; a name that is no genome's is left out. */
  async genomeMetadata(names: readonly string[]): Promise<GenomeMetadata[]> {
    const found = await this.#tables.find('genome-metadata', names.map(genomeKey), decodeRecord<GenomeMetadata>);
    return found.flatMap(([description]) => (description ? [description] : []));
  }

  /** What the release's ontology says of the consequences of variants. Shared: not to be changed. */
  async consequenceTerms(): Promise<ConsequenceTermsDocument | null> {
    const entry = this.manifest.terms?.consequences;
    return entry ? readDocument<ConsequenceTermsDocument>(this.#reader, entry) : null;
  }

  /** The ontologies; throws ApiError (400) when the release holds none. */
  get terms(): Terms {
    const { terms } = this.manifest;
    if (!terms) throw new ApiError('This release holds no ontologies');
    return (this.#terms ??= new Terms(terms, this.#reader, this.#attachments));
  }

  /** The taxonomy; throws ApiError (400) when the release holds none. */
  get taxa(): Taxa {
    const { taxa } = this.manifest;
    if (!taxa) throw new ApiError('This release holds no taxonomy');
    return (this.#taxa ??= new Taxa(taxa, this.#reader, this.#attachments));
  }
}

function genomesBySpecies({ genomes }: ReleaseManifest): Map<string, number[]> {
  const bySpecies = new Map<string, number[]>();
  genomes.forEach(({ aliases }, index) => {
    for (const alias of aliases) bySpecies.set(alias, [...(bySpecies.get(alias) ?? []), index]);
  });
  // Strains share a scientific name and a taxon with their species: one whose production name it is goes first.
  const bears = (index: number, name: string) => Number(at(genomes, index).species === name);
  for (const [name, indices] of bySpecies) indices.sort((a, b) => bears(b, name) - bears(a, name));
  return bySpecies;
}
