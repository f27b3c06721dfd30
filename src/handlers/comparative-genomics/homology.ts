/** Orthologues and paralogues of genes: homology/id and homology/symbol. */
import type { Answer, Format, OperationRequest } from '../../operation/operation.ts';
import { chooseTree, type ComparedGene } from '../../compara/gene-member.ts';
import type { GeneHomologies } from '../../compara/homology-record.ts';
import type { ComparaSpecies, ComparedGenome } from '../../compara/species.ts';
import { ApiError } from '../../api-error.ts';
import { jsonList } from '../../formats/json-stream.ts';
import { wholeText } from '../../formats/text-pieces.ts';
import type { Compara } from '../../release/compara.ts';
import type { Release } from '../../release/release.ts';
import { comparasElsewhere, comparedElsewhere, comparedGenome, openCompara, restrictedTo } from './compared-genome.ts';
import type { Found } from './homology-letters.ts';
import { homologiesOrthoxml } from './homology-orthoxml.ts';
import { homologiesJson, homologiesXml } from './homology-texts.ts';
import { homologyValues, type GeneValue, type HomologyForm } from './homology-value.ts';
import { findStableIds, readings, splitVersion } from '../stable-id-objects.ts';
import { genesOfSymbols } from './symbol-genes.ts';

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

type ById = HomologyParams & { species: string | undefined };
type BySymbol = HomologyParams & { species: string; external_db: string | undefined };

/** GET: a gene that the comparative database lacks has no entry; one that nothing at all knows is refused where no species is named. */
export async function homologiesById(request: OperationRequest<ById & { id: string }>): Promise<Answer> {
  const { params, release, format } = request;
  // What the id stands for is read beside the species that say which of it is meant.
  const compara = openCompara(release, params.compara, params.species);
  const [search, records] = await Promise.all([
    Search.begin(release, params), compara.homologies(readings([params.id])), params.species ? null : bringElsewhere(release, params),
  ]);
  const found = search.choose([params.id], records);
  if (found.length === 0 && !params.species && !await search.knows(params.id)) {
    const [objects] = await findStableIds(release, [params.id], {}, true);
    if (objects!.length === 0) throw new ApiError(`Could not find the ID '${params.id}' in any database. Please try again`);
    const elsewhere = comparedElsewhere(release, params.compara, objects!);
    if (elsewhere) return homologiesById({ ...request, params: { ...params, species: elsewhere } });
  }
  return search.answer(found, format);
}

/**
 * Reads beside what the default database has of an id without a species what the id is, and what another one has that may have it. What
 * fails here fails again where it is needed, and nowhere else.
 */
async function bringElsewhere(release: Release, { compara, id }: HomologyParams & { id: string }): Promise<void> {
  const [other] = comparasElsewhere(release, compara, id);
  if (other) await Promise.allSettled([findStableIds(release, [id], {}, true), other.species(), other.homologies(readings([id]))]);
}

/** POST: one entry for each gene that the comparative database has, in the order sent. */
export async function homologiesByIds({ params, items, release, format, memory }: OperationRequest<ById>): Promise<Answer> {
  if (items.length > BATCH) await memory.hold(MEMORY_OF_BATCH);
  const ids = [...new Set(items)];
  // Refuses an unknown database before anything is under way, as below.
  const compara = openCompara(release, params.compara, params.species);
  const [search] = await Promise.all([Search.begin(release, params), compara.homologies(readings(ids.slice(0, BATCH)))]);
  return search.manyAnswers(ids, format);
}

export async function homologiesBySymbol({ params, release, format }: OperationRequest<BySymbol & { symbol: string }>): Promise<Answer> {
  const core = release.genome(params.species);
  // Refuses an unknown database before anything is under way: what nobody waits for any more must not fail.
  const compara = openCompara(release, params.compara, params.species);
  const [search, [ids], [named]] = await Promise.all([
    Search.begin(release, params), genesOfSymbols(core, [params.symbol], params.external_db), showsLetters(params, format) ? compara.named(core.species, [params.symbol]) : [],
  ]);
  if (ids!.length === 0) throw new ApiError(`Cannot find a suitable gene for the symbol '${params.symbol}' and species '${params.species}'`);
  // Most homologues stand in the gene's own tree: their letters are read beside the list of them.
  const [found] = await Promise.all([search.genes(ids!), search.readAhead(familiesOf(ids!, named))]);
  return search.answer(found, format);
}

/** POST: one entry for each gene that one of the symbols names, in the order sent. */
export async function homologiesBySymbols({ params, items, release, format, memory }: OperationRequest<BySymbol>): Promise<Answer> {
  if (items.length > BATCH) await memory.hold(MEMORY_OF_BATCH);
  const core = release.genome(params.species);
  const compara = openCompara(release, params.compara, params.species);
  const symbols = [...new Set(items)];
  const [search, ids, named] = await Promise.all([
    Search.begin(release, params), genesOfSymbols(core, symbols, params.external_db), showsLetters(params, format) ? compara.named(core.species, symbols.slice(0, BATCH)) : [],
  ]);
  const genes = [...new Set(ids.flat())];
  return search.manyAnswers(genes, format, familiesOf(genes.slice(0, BATCH), named.flat()));
}

function showsLetters({ format: form, sequence }: HomologyParams, format: Format): boolean {
  return form !== 'condensed' && sequence !== 'none' && format !== 'orthoxml';
}

/** Those of the genes of some names that are meant: their homologues' letters stand with their trees. */
function familiesOf(ids: readonly string[], named: readonly ComparedGene[] = []): ComparedGene[] {
  return named.filter(({ geneId }) => ids.includes(geneId));
}

/** Genes of a POST whose homologies are in memory at a time. */
const BATCH = 16;
/** Bytes of a batch with the blocks that it is read from and the homologies of the next, and of a hundred genes as XML. */
const MEMORY_OF_BATCH = 6_000_000;
/** XML lists the species of all homologies first, and so is made as a whole. */
const MOST_GENES_OF_XML = 100;

const METHODS = { orthologues: 'ENSEMBL_ORTHOLOGUES', paralogues: 'ENSEMBL_PARALOGUES', projections: 'ENSEMBL_PROJECTIONS', all: null } as const;

/** One request's database, filters and form. */
class Search {
  readonly #compara: Compara;
  readonly #species: ComparaSpecies;
  readonly #genome: ComparedGenome | null;
  readonly #targets: Set<number> | null;
  readonly #method: string | null;
  readonly #form: HomologyForm;
  readonly #version: number;

  private constructor(release: Release, compara: Compara, species: ComparaSpecies, params: ById) {
    this.#compara = compara;
    this.#species = species;
    this.#genome = params.species ? comparedGenome(release, compara, species, params.species) : null;
    this.#targets = restrictedTo(release, species, params.target_species, params.target_taxon);
    this.#method = METHODS[params.type];
    this.#version = release.manifest.version;
    const letters = params.sequence === 'none' ? null : params.sequence === 'protein' || params.sequence === '' ? 'product' : 'coding';
    this.#form = { condensed: params.format === 'condensed', letters, aligned: params.aligned, cigarLine: params.cigar_line };
  }

  static async begin(release: Release, params: ById): Promise<Search> {
    const compara = openCompara(release, params.compara, params.species);
    return new Search(release, compara, await compara.species(), params);
  }

  /** Genes by id, with or without version, in any case; those that are not compared are left out. One wave of reads. */
  async genes(ids: readonly string[]): Promise<Found[]> {
    return this.choose(ids, await this.#compara.homologies(readings(ids)));
  }

  /** Reads the letters that stand with some genes' trees, where letters are shown. One wave of reads. */
  async readAhead(genes: readonly ComparedGene[]): Promise<void> {
    const { condensed, letters } = this.#form;
    if (condensed || letters === null) return;
    const trees = new Set(genes.flatMap((gene) => chooseTree(gene)?.sequences ?? []));
    await this.#compara.readAhead([...trees], letters === 'coding');
  }

  /** @param records of the readings of the ids */
  choose(ids: readonly string[], records: readonly GeneHomologies[][]): Found[] {
    let next = ids.length;
    return ids.flatMap((requested, which): Found[] => {
      const version = splitVersion(requested)?.version;
      const bare = version === undefined ? [] : records[next++]!.filter((record) => record.version === version);
      const record = [...records[which]!, ...bare].find(({ gene }) => this.#isMeant(gene.genome));
      return record ? [{ requested, record, wanted: this.#wanted(record) }] : [];
    });
  }

  /** Is the id, without version, that of a gene in any genome, latest or not? */
  async knows(id: string): Promise<boolean> {
    const found = await this.#compara.homologies(readings([id]));
    return found.some((records) => records.length > 0);
  }

  #isMeant(genome: number): boolean {
    return this.#genome ? genome === this.#genome.id : this.#species.genome(genome)?.current === true;
  }

  #wanted({ homologies }: GeneHomologies): number[] {
    const wanted: number[] = [];
    for (let index = 0; index < homologies.length; index++) {
      const { method, target } = homologies[index]!;
      if ((this.#method === null || method === this.#method) && (this.#targets === null || this.#targets.has(target.genome))) wanted.push(index);
    }
    return wanted;
  }

  async answer(found: readonly Found[], format: Format): Promise<Answer> {
    if (format === 'orthoxml') return { kind: 'value', value: wholeText(homologiesOrthoxml(found, this.#version, this.#species)) };
    if (format === 'json') return { kind: 'json', text: await homologiesJson(found, this.#compara, this.#species, this.#form) };
    if (format === 'xml') return { kind: 'value', value: await homologiesXml(found, this.#compara, this.#species, this.#form) };
    return { kind: 'value', value: { data: await homologyValues(found, this.#compara, this.#species, this.#form) } };
  }

  /**
   * As JSON a stream: a thousand genes may have a million homologies.
   *
   * @param families of the first BATCH genes, as far as they are known: their letters are read beside their homologies
   */
  async manyAnswers(ids: readonly string[], format: Format, families: readonly ComparedGene[] = []): Promise<Answer> {
    if (format === 'json' || format === 'jsonp') return { kind: 'stream', chunks: this.#stream(ids, families) };
    if (ids.length > MOST_GENES_OF_XML) throw new ApiError(`At most ${MOST_GENES_OF_XML} genes can be asked for in this format; JSON takes more`);
    return this.answer(await this.genes(ids), format);
  }

  async *#stream(ids: readonly string[], families: readonly ComparedGene[]): AsyncGenerator<string> {
    yield '{"data":';
    yield* jsonList(this.#values(ids, families));
    yield '}';
  }

  /** The homologies of each batch are read beside the letters of the one before: one wave of reads a batch, and one more. */
  async *#values(ids: readonly string[], families: readonly ComparedGene[]): AsyncGenerator<GeneValue> {
    let next = this.#batch(ids, 0);
    if (next) await Promise.all([next, this.readAhead(families)]);
    for (let at = BATCH; next; at += BATCH) {
      const found = await next;
      next = this.#batch(ids, at);
      yield* await homologyValues(found, this.#compara, this.#species, this.#form);
    }
  }

  /** Under way: who does not come to it need not hear of its failure. */
  #batch(ids: readonly string[], at: number): Promise<Found[]> | null {
    if (at >= ids.length) return null;
    const found = this.genes(ids.slice(at, at + BATCH));
    found.catch(() => {});
    return found;
  }
}
