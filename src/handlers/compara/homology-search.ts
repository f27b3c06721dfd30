/** Finds the requested homologies of genes in one compara database. */
import { at, present } from '../../checked.ts';
import type { Answer, Format } from '../../operation/operation.ts';
import { chooseTree, type ComparedGene } from '../../compara/gene-member.ts';
import type { GeneHomologies } from '../../compara/homology-record.ts';
import type { ComparaSpecies, ComparedGenome } from '../../compara/species.ts';
import { ApiError } from '../../api-error.ts';
import type { Compara } from '../../release/compara.ts';
import type { Release } from '../../release/release.ts';
import { comparedGenome, openCompara, restrictedTo } from './compared-genome.ts';
import { type FoundGene, homologyValues, type GeneValue, type HomologyForm, needsProducts } from './homology-value.ts';
import { homologiesOrthoxml } from './homology-orthoxml.ts';
import { readings, splitVersion } from '../resolve/stable-id.ts';
import { listItems, WrittenXml } from '../../formats/xml.ts';
import { textCache } from './text-cache.ts';

export interface HomologyParams {
  compara: string | undefined;
  format: 'full' | 'condensed';
  type: 'orthologues' | 'paralogues' | 'projections' | 'all';
  target_species: readonly string[];
  target_taxon: readonly string[];
  aligned: boolean;
  sequence: string;
  cigar_line: boolean;
}

export type SearchParams = HomologyParams & { species: string | undefined };

const METHODS = {
  orthologues: 'ENSEMBL_ORTHOLOGUES',
  paralogues: 'ENSEMBL_PARALOGUES',
  projections: 'ENSEMBL_PROJECTIONS',
  all: null,
} as const;

/** Filters and form of one request in one compara database: the named one, or that of the species, or the default. */
export class HomologySearch {
  readonly compara: Compara;
  readonly #release: Release;
  readonly #params: SearchParams;
  readonly #species: ComparaSpecies;
  readonly #genome: ComparedGenome | null;
  readonly #form: HomologyForm;
  /** genome_db_ids of wanted homologues; null for all. */
  readonly #targets: ReadonlySet<number> | null;
  /** The error for targets that this database does not know; genes then have no wanted homologues. */
  readonly targetError: ApiError | null;

  private constructor(
    release: Release,
    compara: Compara,
    species: ComparaSpecies,
    params: SearchParams,
    targets: Targets,
  ) {
    this.compara = compara;
    this.#release = release;
    this.#params = params;
    this.#species = species;
    this.#genome = params.species ? comparedGenome(release, compara, species, params.species) : null;
    [this.#targets, this.targetError] = targets;
    const letters =
      params.sequence === 'none'
        ? null
        : params.sequence === 'protein' || params.sequence === ''
          ? 'product'
          : 'coding';
    this.#form = {
      condensed: params.format === 'condensed',
      letters,
      aligned: params.aligned,
      cigarLine: params.cigar_line,
    };
  }

  static async open(release: Release, params: SearchParams): Promise<HomologySearch> {
    const compara = openCompara(release, params.compara, params.species);
    const species = await compara.species();
    return new HomologySearch(release, compara, species, params, await targetGenomes(release, species, params));
  }

  /** Throws ApiError (400) if the database does not know the targets. */
  checkTargets(): void {
    if (this.targetError) throw this.targetError;
  }

  /** Genes by id, with or without version, in any case; omits those that the database lacks. One wave of reads. */
  async genes(ids: readonly string[]): Promise<FoundGene[]> {
    return this.choose(ids, await this.compara.homologies(readings(ids)));
  }

  /** As genes. @param records records of the ids with and without version (readings) */
  choose(ids: readonly string[], records: readonly GeneHomologies[][]): FoundGene[] {
    let next = ids.length;
    return ids.flatMap((requested, which): FoundGene[] => {
      const version = splitVersion(requested)?.version;
      const bare = version === undefined ? [] : at(records, next++).filter((record) => record.version === version);
      const record = [...at(records, which), ...bare].find(({ gene }) => this.#isWanted(gene.genome));
      return record ? [{ requested, record, wanted: this.#wanted(record) }] : [];
    });
  }

  /** Reads the products of the trees of some genes. One wave of reads. */
  async readAhead(genes: readonly ComparedGene[]): Promise<void> {
    const trees = new Set(genes.flatMap((gene) => chooseTree(gene)?.sequences ?? []));
    await this.compara.readAhead([...trees]);
  }

  /** Whether a gene of any genome and version has the id. */
  async knows(id: string): Promise<boolean> {
    const found = await this.compara.homologies(readings([id]));
    return found.some((records) => records.length > 0);
  }

  async answer(found: readonly FoundGene[], format: Format): Promise<Answer> {
    if (format === 'orthoxml')
      return {
        kind: 'value',
        value: await homologiesOrthoxml(found, this.#release.manifest.version, this.compara, this.#species),
      };
    if (format === 'json')
      return { kind: 'json', text: await homologiesJson(found, this.compara, this.#species, this.#form) };
    if (format === 'xml')
      return { kind: 'value', value: await homologiesXml(found, this.compara, this.#species, this.#form) };
    return { kind: 'value', value: { data: await this.values(found) } };
  }

  /** As homologyValues. */
  values(found: readonly FoundGene[]): Promise<GeneValue[]> {
    return homologyValues(found, this.compara, this.#species, this.#form);
  }

  #isWanted(genome: number): boolean {
    return this.#genome ? genome === this.#genome.id : this.#species.genome(genome)?.current === true;
  }

  #wanted({ homologies }: GeneHomologies): number[] {
    const [targets, wantedMethod] = [this.#targets, METHODS[this.#params.type]];
    const wanted: number[] = [];
    for (let index = 0; index < homologies.length; index++) {
      const { method, target } = at(homologies, index);
      if ((wantedMethod === null || method === wantedMethod) && (targets === null || targets.has(target.genome)))
        wanted.push(index);
    }
    return wanted;
  }
}

type Targets = [genomes: ReadonlySet<number> | null, error: ApiError | null];

async function targetGenomes(
  release: Release,
  species: ComparaSpecies,
  { target_species: names, target_taxon: taxa }: SearchParams,
): Promise<Targets> {
  try {
    return [await restrictedTo(release, species, names, taxa), null];
  } catch (error) {
    if (error instanceof ApiError) return [new Set(), error];
    throw error;
  }
}

/** The answer as JSON. One wave of reads for the products of homologies that are not in the cache. */
async function homologiesJson(
  found: readonly FoundGene[],
  compara: Compara,
  species: ComparaSpecies,
  form: HomologyForm,
): Promise<string> {
  const lists = await textsOf(found, compara, species, form, 'json', JSON.stringify);
  const genes = found.map(
    ({ requested }, which) => `{"id":${JSON.stringify(requested)},"homologies":[${at(lists, which).join()}]}`,
  );
  return `{"data":[${genes.join()}]}`;
}

/** The value of the answer for XML. Reads like homologiesJson. */
async function homologiesXml(
  found: readonly FoundGene[],
  compara: Compara,
  species: ComparaSpecies,
  form: HomologyForm,
): Promise<object> {
  const lists = await textsOf(found, compara, species, form, 'xml', (value) => listItems('homologies', [value], DEPTH));
  return {
    data: found.map(({ requested }, which) => ({
      id: requested,
      homologies: at(lists, which).length > 0 ? new WrittenXml(at(lists, which).join('')) : [],
    })),
  };
}

/** Number of elements around a homology in the document. */
const DEPTH = 3;

/** The texts of the homologies of each gene. */
async function textsOf(
  found: readonly FoundGene[],
  compara: Compara,
  species: ComparaSpecies,
  form: HomologyForm,
  format: string,
  write: (value: object) => string,
): Promise<string[][]> {
  const { condensed, letters, aligned, cigarLine } = form;
  // Releases may share homologies but not products.
  const read = needsProducts(form) && compara.entry.tables?.['member-sequences']?.object;
  const kept = textCache.of(
    species,
    condensed ? `homology as ${format} condensed` : `homology as ${format} ${letters} ${aligned} ${cigarLine} ${read}`,
  );
  const lists = found.map(({ record, wanted }) => wanted.map((index) => kept.get(at(record.homologies, index))));
  const missing = found.map((each, which) => ({
    ...each,
    wanted: each.wanted.filter((_, position) => lists[which]?.[position] === undefined),
  }));
  const isComplete = missing.every(({ wanted }) => wanted.length === 0);
  const made = isComplete ? [] : await homologyValues(missing, compara, species, form);
  return found.map(({ record, wanted }, which) => {
    const texts = at(lists, which);
    const values = made[which]?.homologies.values();
    return wanted.map((index, position) => {
      const text = texts[position];
      if (text !== undefined) return text;
      const value = present(values?.next().value, 'the value of a homology');
      return kept.keep(at(record.homologies, index), write(value), record);
    });
  });
}
