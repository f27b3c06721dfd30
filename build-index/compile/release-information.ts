import { basename, dirname } from 'node:path';
import { isAncestral } from '../../src/compara/ancestral-genomes.ts';
import type { ComparaEntry, GenomeEntry, GenomeInfo, ReleaseManifest, SpeciesEntry } from '../../src/release/manifest.ts';
import type { Biotype, ComparaMethods } from '../../src/release/information.ts';
import { openDatabase, type Database } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import { AnnotationSources, biotypes, externalDbs } from './annotation-sources.ts';
import { archivedIds } from './archive.ts';
import { compileAlignments } from './alignments.ts';
import { compileCompara } from './compara.ts';
import { compileConstrainedElements } from './constrained-elements.ts';
import { comparaMethods, comparaRelease } from './compara-methods.ts';
import { COMPARA_METHOD_TABLES } from './compara-schema.ts';
import { addGenome, describeGenome, type ComparaShare, type PendingGenome } from './genome-metadata.ts';
import { SortedRows } from './sorted-rows.ts';
import { taxonAncestors } from './taxon-ancestors.ts';

export const STABLE_ID_TABLES = {
  archive_id_lookup: { archive_id: 'text', species_id: 'integer' },
  species: { species_id: 'integer', name: 'text' },
} as const;

/** The vocabulary of biotypes is that of this species where there is it, as in Ensembl's service. */
const BIOTYPE_SPECIES = 'homo_sapiens';

/** Directories up to this length ride along with the root: a genome is found by a name, then read. */
const ATTACHED_BYTES = 256 * 1024;

/**
 * What a release says of its genomes as a whole: where annotation comes from, what became of stable ids, genomes by name,
 * taxon and accession, comparative methods. Gathered database by database; written when all are known.
 */
export class ReleaseInformation {
  readonly #folder: IndexFolder;
  readonly #dumps: readonly DumpDatabase[];
  readonly #archive: SortedRows;
  readonly #metadata: SortedRows;
  readonly #listedIds: Database | null;
  readonly #sources = new Map<string, AnnotationSources>();
  readonly #genomes: PendingGenome[] = [];
  #biotypes: { species: string; list: Biotype[] } | null = null;

  private constructor(folder: IndexFolder, dumps: readonly DumpDatabase[], archive: SortedRows, metadata: SortedRows, listedIds: Database | null) {
    this.#folder = folder;
    this.#dumps = dumps;
    this.#archive = archive;
    this.#metadata = metadata;
    this.#listedIds = listedIds;
  }

  /** @param scratch where rows wait; the caller removes it */
  static async create(folder: IndexFolder, dumps: readonly DumpDatabase[], scratch: string): Promise<ReleaseInformation> {
    const stableIds = dumps.find(({ group, tables }) => group === 'stable_ids' && tables.has('archive_id_lookup'));
    const listedIds = stableIds ? await openDatabase(stableIds, STABLE_ID_TABLES) : null;
    return new ReleaseInformation(folder, dumps, await SortedRows.create(scratch, 'archive'), await SortedRows.create(scratch, 'genome-metadata'), listedIds);
  }

  /** Takes what belongs to a core-like database as a whole. */
  async addDatabase(database: Database): Promise<void> {
    if (database.dump.group !== 'core') return;
    for await (const [key, record] of archivedIds(database, this.#listedIds)) this.#archive.add(key, record);
    if (this.#biotypes?.species === BIOTYPE_SPECIES) return;
    const list = await biotypes(database);
    if (list.length > 0 && (!this.#biotypes || database.dump.species === BIOTYPE_SPECIES)) this.#biotypes = { species: database.dump.species, list };
  }

  /** Takes one genome of a core-like database. */
  async addGenome(database: Database, entry: GenomeEntry, info: GenomeInfo, species: SpeciesEntry): Promise<void> {
    const sources = this.#sourcesOf(entry.species);
    await sources.addAnalyses(database);
    await sources.addBiotypes(database, entry.speciesId);
    if (entry.group !== 'core') return;
    const { folder, group, species: name, release } = database.dump;
    this.#addDocument(entry, 'external-dbs', await this.#folder.document(`${entry.species}/core/external-dbs`, await externalDbs(database)));
    const dbname = basename(folder) === group ? `${basename(dirname(folder))}_${group}_${release ?? species.release}_1` : basename(folder);
    if (!isAncestral(name)) this.#genomes.push(describeGenome(this.#metadata, entry, info, species, dbname));
  }

  /** Takes a database of a species that is no core-like one. */
  async addFurtherDatabase(database: Database, species: string): Promise<void> {
    await this.#sourcesOf(species).addAnalyses(database);
  }

  /** Writes everything; the documents of a species hang on its core genome. */
  async finish(genomes: readonly GenomeEntry[]): Promise<Pick<ReleaseManifest, 'tables' | 'biotypes' | 'comparas' | 'constrainedSets'>> {
    for (const [species, sources] of this.#sources) {
      const genome = genomes.find((entry) => entry.species === species && entry.group === 'core');
      if (genome) this.#addDocument(genome, 'annotation', await this.#folder.document(`${species}/annotation`, sources.document()));
    }
    const { comparas, shares, constrainedSets } = await this.#compileComparas(genomes);
    const ancestors = await taxonAncestors(this.#dumps, this.#genomes.flatMap(({ species }) => species.taxonId ?? []));
    for (const genome of this.#genomes) addGenome(this.#metadata, genome, shares.get(genome.entry.species), ancestors.get(genome.species.taxonId ?? '') ?? []);
    const tables: NonNullable<ReleaseManifest['tables']> = {};
    for (const [name, rows] of [['archive', this.#archive], ['genome-metadata', this.#metadata]] as const) {
      if (rows.count === 0) continue;
      const table = await this.#folder.sortedTable(name, name === 'genome-metadata' ? ATTACHED_BYTES : false);
      await rows.write(table.writer);
      tables[name] = await table.finish();
    }
    return { tables, comparas, ...(constrainedSets.length > 0 ? { constrainedSets } : {}), ...(this.#biotypes ? { biotypes: await this.#folder.document('biotypes', this.#biotypes.list) } : {}) };
  }

  async close(): Promise<void> {
    this.#archive.close();
    this.#metadata.close();
    await this.#listedIds?.close();
  }

  async #compileComparas(genomes: readonly GenomeEntry[]): Promise<{ comparas: ComparaEntry[]; shares: Map<string, ComparaShare>; constrainedSets: string[] }> {
    const comparas: ComparaEntry[] = [];
    const shares = new Map<string, ComparaShare>();
    const constrainedSets: string[] = [];
    for (const dump of this.#dumps.filter(({ group }) => group === 'compara')) {
      const database = await openDatabase(dump, COMPARA_METHOD_TABLES);
      try {
        const catalogue = await comparaMethods(database);
        addShares(shares, dump.species, catalogue);
        comparas.push({
          name: dump.species, release: await comparaRelease(database), methods: await this.#folder.document(`${dump.species}/compara/methods`, catalogue),
          ...await compileCompara(dump, this.#folder), ...await compileAlignments(dump, this.#folder, genomes),
        });
        await compileConstrainedElements(dump, this.#folder, genomes, constrainedSets);
      } finally {
        await database.close();
      }
    }
    return { comparas, shares, constrainedSets };
  }

  #sourcesOf(species: string): AnnotationSources {
    const sources = this.#sources.get(species) ?? new AnnotationSources();
    this.#sources.set(species, sources);
    return sources;
  }

  #addDocument(entry: GenomeEntry, name: keyof NonNullable<GenomeEntry['documents']>, object: Awaited<ReturnType<IndexFolder['document']>>): void {
    entry.documents = { ...entry.documents, [name]: object };
  }
}

function addShares(shares: Map<string, ComparaShare>, compara: string, { methods, speciesSets }: ComparaMethods): void {
  const classOf = new Map(methods.map(({ type, class: its }) => [type, its]));
  for (const set of Object.values(speciesSets).flat()) {
    const method = classOf.get(set.method) ?? '';
    for (const species of set.species_set) {
      const share = shares.get(species) ?? { alignments: false, synteny: false, peptides: false, pan: false };
      share.pan ||= compara.startsWith('pan');
      share.alignments ||= method.startsWith('GenomicAlign');
      share.synteny ||= method.startsWith('Synteny');
      share.peptides ||= method.startsWith('ProteinTree') && !compara.startsWith('pan');
      shares.set(species, share);
    }
  }
}
