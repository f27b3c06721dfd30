/** The homologies of some genes that a request wants, in one comparative database. */
import { at } from '../../checked.ts';
import type { Answer, Format } from '../../operation/operation.ts';
import { chooseTree, type ComparedGene } from '../../compara/gene-member.ts';
import type { GeneHomologies } from '../../compara/homology-record.ts';
import type { ComparaSpecies, ComparedGenome } from '../../compara/species.ts';
import { ApiError } from '../../api-error.ts';
import type { Compara } from '../../release/compara.ts';
import type { Release } from '../../release/release.ts';
import { comparedGenome, openCompara, restrictedTo } from './compared-genome.ts';
import { type Found, homologyValues, type GeneValue, type HomologyForm, needsProducts } from './homology-value.ts';
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

/** One request's filters and form, in the database of its species or the one it names, else the default one. */
export class Search {
  readonly compara: Compara;
  readonly #release: Release;
  readonly #params: SearchParams;
  readonly #species: ComparaSpecies;
  readonly #genome: ComparedGenome | null;
  readonly #form: HomologyForm;
  /** Genomes of wanted homologues; null for all. */
  readonly #targets: ReadonlySet<number> | null;
  /**
   * Why the targets that the request is restricted to mean nothing here: genes have none of the wanted homologues then.
   */
  readonly refusal: ApiError | null;

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
    [this.#targets, this.refusal] = targets;
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

  static async begin(release: Release, params: SearchParams): Promise<Search> {
    const compara = openCompara(release, params.compara, params.species);
    const species = await compara.species();
    return new Search(release, compara, species, params, await targetGenomes(release, species, params));
  }

  /** Throws ApiError (400) for targets that the database does not know. */
  checkTargets(): void {
    if (this.refusal) throw this.refusal;
  }

  /** Genes by id, with or without version, in any case; those that are not compared are left out. One wave of reads. */
  async genes(ids: readonly string[]): Promise<Found[]> {
    return this.choose(ids, await this.compara.homologies(readings(ids)));
  }

  /** As genes. @param records what the database has of the readings of the ids */
  choose(ids: readonly string[], records: readonly GeneHomologies[][]): Found[] {
    let next = ids.length;
    return ids.flatMap((requested, which): Found[] => {
      const version = splitVersion(requested)?.version;
      const bare = version === undefined ? [] : records[next++]!.filter((record) => record.version === version);
      const record = [...records[which]!, ...bare].find(({ gene }) => this.#isMeant(gene.genome));
      return record ? [{ requested, record, wanted: this.#wanted(record) }] : [];
    });
  }

  /** Reads the products that stand with some genes' trees. One wave of reads. */
  async readAhead(genes: readonly ComparedGene[]): Promise<void> {
    const trees = new Set(genes.flatMap((gene) => chooseTree(gene)?.sequences ?? []));
    await this.compara.readAhead([...trees]);
  }

  /** Is the id, without version, that of a gene in any genome, latest or not? */
  async knows(id: string): Promise<boolean> {
    const found = await this.compara.homologies(readings([id]));
    return found.some((records) => records.length > 0);
  }

  async answer(found: readonly Found[], format: Format): Promise<Answer> {
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
  values(found: readonly Found[]): Promise<GeneValue[]> {
    return homologyValues(found, this.compara, this.#species, this.#form);
  }

  #isMeant(genome: number): boolean {
    return this.#genome ? genome === this.#genome.id : this.#species.genome(genome)?.current === true;
  }

  #wanted({ homologies }: GeneHomologies): number[] {
    const [targets, wantedMethod] = [this.#targets, METHODS[this.#params.type]];
    const wanted: number[] = [];
    for (let index = 0; index < homologies.length; index++) {
      const { method, target } = homologies[index]!;
      if ((wantedMethod === null || method === wantedMethod) && (targets === null || targets.has(target.genome)))
        wanted.push(index);
    }
    return wanted;
  }
}

type Targets = [genomes: ReadonlySet<number> | null, refusal: ApiError | null];

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

/** The document; one wave of reads for the products of homologies that are not kept. */
async function homologiesJson(
  found: readonly Found[],
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

/** What `xml` makes the document of. Reads as homologiesJson. */
async function homologiesXml(
  found: readonly Found[],
  compara: Compara,
  species: ComparaSpecies,
  form: HomologyForm,
): Promise<object> {
  const lists = await textsOf(found, compara, species, form, 'xml', (value) => listItems('homologies', [value], DEPTH));
  return {
    data: found.map(({ requested }, which) => ({
      id: requested,
      homologies: lists[which]!.length > 0 ? new WrittenXml(lists[which]!.join('')) : [],
    })),
  };
}

/** Of homologies in the document. */
const DEPTH = 3;

/** For each gene the texts of its homologies. */
async function textsOf(
  found: readonly Found[],
  compara: Compara,
  species: ComparaSpecies,
  form: HomologyForm,
  format: string,
  write: (value: object) => string,
): Promise<string[][]> {
  const { condensed, letters, aligned, cigarLine } = form;
  // A release may share its homologies with another, and not the products.
  const read = needsProducts(form) && compara.entry.tables?.['member-sequences']?.object;
  const kept = textCache.of(
    species,
    condensed ? `homology as ${format} condensed` : `homology as ${format} ${letters} ${aligned} ${cigarLine} ${read}`,
  );
  const lists = found.map(({ record, wanted }) => wanted.map((index) => kept.get(record.homologies[index]!)));
  const missing = found.map((each, which) => ({
    ...each,
    wanted: each.wanted.filter((_, at) => lists[which]![at] === undefined),
  }));
  if (missing.every(({ wanted }) => wanted.length === 0)) return lists as string[][];
  const made = await homologyValues(missing, compara, species, form);
  return found.map(({ record, wanted }, which) => {
    const values = made[which]!.homologies.values();
    return wanted.map(
      (index, at) => lists[which]![at] ?? kept.keep(record.homologies[index]!, write(values.next().value!), record),
    );
  });
}
