import { at, get, present } from '../../src/checked.ts';
import type { Biotype, ComparaMethods } from '../../src/release/documents.ts';
import type {
  ComparaEntry,
  GenomeEntry,
  SpeciesEntry,
  TableEntry,
  TaxaEntry,
  TermsEntry,
} from '../../src/release/manifest.ts';
import { AnnotationSources } from '../compile/genome/annotation-sources.ts';
import type { ComparaShare } from '../compile/genome/genome-metadata.ts';
import { joinPrefixes } from '../compile/ids/stable-id-table.ts';
import type { DigestTables, GenomeAddition, Kind, Results, UnitRecord } from './results.ts';
import type { BuildPlan, UnitTask } from './unit.ts';

/** As in Ensembl's service, the vocabulary of biotypes is that of this species if the release contains it. */
const BIOTYPE_SPECIES = 'homo_sapiens';

/** The combined results of a build's units. The documents about all genomes are not yet written. */
export interface GatheredRelease {
  release: {
    genomes: GenomeEntry[];
    species: SpeciesEntry[];
    ids: TableEntry;
    digests: DigestTables | null;
    comparas: ComparaEntry[];
    constrainedSets: string[];
    archive: TableEntry | null;
    terms: TermsEntry | null;
    taxa: TaxaEntry | null;
    biotypes: Biotype[] | null;
  };
  /** Annotation sources of each core genome, from all databases of its species. */
  annotation: Map<GenomeEntry, AnnotationSources>;
  /** Core genomes with the names of their databases. */
  described: { entry: GenomeEntry; dbname: string; folderName: string }[];
  /** Comparative data by species. */
  shares: Map<string, ComparaShare>;
  notices: string[];
}

/** A task with the result of its kind. */
type FinishedUnit = { [K in Kind]: { kind: K; task: Extract<UnitTask, { kind: K }>; result: Results[K] } }[Kind];

/** Combines the results of a build. @param records of all units of the plan, in its order */
export function gatherRelease(plan: BuildPlan, records: readonly UnitRecord[]): GatheredRelease {
  const gathering = new Gathering(plan);
  for (const [index, { task }] of plan.units.entries())
    gathering.add({ kind: task.kind, task, result: at(records, index).result } as FinishedUnit);
  return gathering.finish();
}

class Gathering {
  readonly #plan: BuildPlan;
  readonly #genomes: GenomeEntry[] = [];
  readonly #species = new Map<string, SpeciesEntry>();
  readonly #sources = new Map<string, AnnotationSources>();
  readonly #described: GatheredRelease['described'] = [];
  readonly #shares = new Map<string, ComparaShare>();
  /** By folder of the database. */
  readonly #comparas = new Map<string, ComparaEntry>();
  readonly #notices: string[] = [];
  /** Folders of databases whose group the species already lists; a database may have several units. */
  readonly #named = new Set<string>();
  #biotypes: { species: string; list: Biotype[] } | null = null;
  #ids: TableEntry | null = null;
  #digests: DigestTables | null = null;
  #archive: TableEntry | null = null;
  #terms: TermsEntry | null = null;
  #taxa: TaxaEntry | null = null;
  #constrainedSets: string[] = [];

  constructor(plan: BuildPlan) {
    this.#plan = plan;
  }

  add({ kind, task, result }: FinishedUnit): void {
    switch (kind) {
      case 'core':
        this.#addCore(task.database, result);
        break;
      case 'ids':
        this.#ids = result;
        break;
      case 'digests':
        this.#digests = result;
        break;
      case 'compara':
        this.#addCompara(task.database, result);
        break;
      case 'compara-parts':
        this.#addParts(task.database, result);
        break;
      case 'alignments':
        Object.assign(get(this.#comparas, task.database), result);
        break;
      case 'constrained-elements':
        this.#addElements(result);
        break;
      case 'archive':
        this.#archive = result;
        break;
      case 'ontology':
        this.#terms = result;
        break;
      case 'taxonomy':
        this.#taxa = result;
        break;
      case 'staged-details':
      case 'line-details':
        break;
      case 'variants':
      case 'variant-details':
      case 'joined-details':
      case 'variant-places':
      case 'vcf-genotypes':
      case 'own-genotypes':
      case 'funcgen':
      case 'scores':
        this.#addFurther(task.database, result);
        break;
      default:
        kind satisfies never;
    }
  }

  finish(): GatheredRelease {
    // A species lists the groups of all its dumps, also those that are not compiled.
    for (const { folder, species, group } of this.#plan.databases)
      if (!this.#named.has(folder)) this.#species.get(species)?.groups.push(group);
    const annotation = new Map<GenomeEntry, AnnotationSources>();
    for (const [species, sources] of this.#sources) {
      const genome = this.#core(species);
      if (genome) annotation.set(genome, sources);
    }
    return {
      release: {
        genomes: this.#genomes,
        species: [...this.#species.values()],
        ids: present(this.#ids, 'the table of stable ids'),
        digests: this.#digests,
        comparas: [...this.#comparas.values()],
        constrainedSets: this.#constrainedSets,
        archive: this.#archive,
        terms: this.#terms,
        taxa: this.#taxa,
        biotypes: this.#biotypes?.list ?? null,
      },
      annotation,
      described: this.#described,
      shares: this.#shares,
      notices: this.#notices,
    };
  }

  #addCore(folder: string, { genomes, analyses, biotypes, dbname, notices }: Results['core']): void {
    const { species: folderName, group } = this.#database(folder);
    this.#notices.push(...notices);
    for (const { entry, species: its, biotypes: inUse } of genomes) {
      this.#genomes.push(entry);
      const species = this.#species.get(entry.species) ?? its;
      species.groups.push(group);
      this.#species.set(entry.species, species);
      this.#sourcesOf(entry.species).add({ group, analyses, biotypes: inUse });
      if (group === 'core') this.#described.push({ entry, dbname, folderName });
    }
    this.#named.add(folder);
    if (biotypes.length === 0 || this.#biotypes?.species === BIOTYPE_SPECIES) return;
    if (!this.#biotypes || folderName === BIOTYPE_SPECIES) this.#biotypes = { species: folderName, list: biotypes };
  }

  #addFurther(
    folder: string,
    { species, tables, documents, longest, genotypes, analyses, notices, listsFrequencies }: GenomeAddition,
  ): void {
    const genome = present(this.#core(species), `the core genome of ${species}`);
    Object.assign(genome.tables, tables);
    if (Object.keys(documents).length > 0) genome.documents = { ...genome.documents, ...documents };
    genome.longest.push(...longest);
    if (listsFrequencies) genome.listsFrequencies = true;
    if (genotypes) (genome.genotypes ??= []).push(genotypes);
    this.#notices.push(...notices);
    const { group } = this.#database(folder);
    if (analyses) this.#sourcesOf(species).add({ group, analyses, biotypes: [] });
    if (this.#named.has(folder)) return;
    this.#named.add(folder);
    this.#species.get(species)?.groups.push(group);
  }

  #addCompara(folder: string, { entry, catalogue }: Results['compara']): void {
    this.#comparas.set(folder, entry);
    addShares(this.#shares, entry.name, catalogue);
  }

  #addParts(folder: string, parts: Results['compara-parts']): void {
    if (!parts) return;
    const entry = get(this.#comparas, folder);
    entry.tables = { ...entry.tables, ...parts.tables };
    entry.idPrefixes = joinPrefixes([entry.idPrefixes, parts.idPrefixes]) ?? undefined;
  }

  #addElements({ sets, tables }: Results['constrained-elements']): void {
    this.#constrainedSets = sets;
    for (const [species, table] of Object.entries(tables))
      present(this.#core(species), `the core genome of ${species}`).tables['constrained-elements'] = table;
  }

  #core(name: string): GenomeEntry | undefined {
    return this.#genomes.find(({ species, group }) => species === name && group === 'core');
  }

  #database(folder: string): BuildPlan['databases'][number] {
    return present(
      this.#plan.databases.find((each) => each.folder === folder),
      `the database ${folder}`,
    );
  }

  #sourcesOf(species: string): AnnotationSources {
    const sources = this.#sources.get(species) ?? new AnnotationSources();
    this.#sources.set(species, sources);
    return sources;
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
