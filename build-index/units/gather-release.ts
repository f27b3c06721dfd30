import type { Biotype, ComparaMethods } from '../../src/release/information.ts';
import type { ComparaEntry, GenomeEntry, SpeciesEntry, TableEntry, TaxaEntry, TermsEntry } from '../../src/release/manifest.ts';
import { AnnotationSources } from '../compile/genome/annotation-sources.ts';
import type { ComparaShare } from '../compile/genome/genome-metadata.ts';
import { joinPrefixes } from '../compile/ids/id-prefixes.ts';
import type { GenomeAddition, Kind, Results, UnitRecord } from './results.ts';
import type { Plan, Unit } from './unit.ts';

/** The vocabulary of biotypes is that of this species where there is it, as in Ensembl's service. */
const BIOTYPE_SPECIES = 'homo_sapiens';

/** What the units of a build have made, put together; what the release says of its genomes as a whole is still to be written. */
export interface GatheredRelease {
  release: {
    genomes: GenomeEntry[];
    species: SpeciesEntry[];
    ids: TableEntry;
    comparas: ComparaEntry[];
    constrainedSets: string[];
    archive: TableEntry | null;
    terms: TermsEntry | null;
    taxa: TaxaEntry | null;
    biotypes: Biotype[] | null;
  };
  /** What each core genome was annotated with, all databases of its species together. */
  annotation: Map<GenomeEntry, AnnotationSources>;
  /** Core genomes, and how their databases are called. */
  described: { entry: GenomeEntry; dbname: string; folderName: string }[];
  /** What comparative databases have of species. */
  shares: Map<string, ComparaShare>;
  notices: string[];
}

/** @param records of all units of the plan, in its order */
export function gatherRelease(plan: Plan, records: readonly UnitRecord[]): GatheredRelease {
  const gathering = new Gathering(plan);
  for (const [index, unit] of plan.units.entries()) gathering.add(unit, records[index]!.result);
  return gathering.finish();
}

class Gathering {
  readonly #plan: Plan;
  readonly #genomes: GenomeEntry[] = [];
  readonly #species = new Map<string, SpeciesEntry>();
  readonly #sources = new Map<string, AnnotationSources>();
  readonly #described: GatheredRelease['described'] = [];
  readonly #shares = new Map<string, ComparaShare>();
  /** By folder of the database. */
  readonly #comparas = new Map<string, ComparaEntry>();
  readonly #notices: string[] = [];
  /** Databases whose groups are named: further ones have several units. */
  readonly #named = new Set<string>();
  #biotypes: { species: string; list: Biotype[] } | null = null;
  #ids: TableEntry | null = null;
  #archive: TableEntry | null = null;
  #terms: TermsEntry | null = null;
  #taxa: TaxaEntry | null = null;
  #constrainedSets: string[] = [];

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  add({ task }: Unit, result: Results[Kind]): void {
    switch (task.kind) {
      case 'core': return this.#addCore(task.database, result as Results['core']);
      case 'ids': this.#ids = result as Results['ids']; break;
      case 'compara': return this.#addCompara(task.database, result as Results['compara']);
      case 'compara-parts': return this.#addParts(task.database, result as Results['compara-parts']);
      case 'alignments': Object.assign(this.#comparas.get(task.database)!, result as Results['alignments']); break;
      case 'constrained-elements': return this.#addElements(result as Results['constrained-elements']);
      case 'archive': this.#archive = result as Results['archive']; break;
      case 'ontology': this.#terms = result as Results['ontology']; break;
      case 'taxonomy': this.#taxa = result as Results['taxonomy']; break;
      case 'staged-details':
      case 'line-details': break;
      case 'variants':
      case 'variant-details':
      case 'joined-details':
      case 'variant-places':
      case 'vcf-genotypes':
      case 'own-genotypes':
      case 'funcgen': return this.#addFurther(task.database, result as GenomeAddition);
      default: task satisfies never;
    }
  }

  finish(): GatheredRelease {
    // A species' groups are those it was dumped with, compiled or not.
    for (const { folder, species, group } of this.#plan.databases) if (!this.#named.has(folder)) this.#species.get(species)?.groups.push(group);
    const annotation = new Map<GenomeEntry, AnnotationSources>();
    for (const [species, sources] of this.#sources) {
      const genome = this.#core(species);
      if (genome) annotation.set(genome, sources);
    }
    return {
      release: {
        genomes: this.#genomes, species: [...this.#species.values()], ids: this.#ids!, comparas: [...this.#comparas.values()], constrainedSets: this.#constrainedSets,
        archive: this.#archive, terms: this.#terms, taxa: this.#taxa, biotypes: this.#biotypes?.list ?? null,
      },
      annotation, described: this.#described, shares: this.#shares, notices: this.#notices,
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

  #addFurther(folder: string, { species, tables, documents, longest, genotypes, analyses, notices }: GenomeAddition): void {
    const genome = this.#core(species)!;
    Object.assign(genome.tables, tables);
    if (Object.keys(documents).length > 0) genome.documents = { ...genome.documents, ...documents };
    genome.longest.push(...longest);
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
    const entry = this.#comparas.get(folder)!;
    Object.assign(entry.tables!, parts.tables);
    entry.idPrefixes = joinPrefixes([entry.idPrefixes, parts.idPrefixes]) ?? undefined;
  }

  #addElements({ sets, tables }: Results['constrained-elements']): void {
    this.#constrainedSets = sets;
    for (const [species, table] of Object.entries(tables)) this.#core(species)!.tables['constrained-elements'] = table;
  }

  #core(name: string): GenomeEntry | undefined {
    return this.#genomes.find(({ species, group }) => species === name && group === 'core');
  }

  #database(folder: string): Plan['databases'][number] {
    return this.#plan.databases.find((each) => each.folder === folder)!;
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
