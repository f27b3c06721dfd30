/**
 * The species document of a compara database: its genomes and the nodes of its species trees. Requests read it together
 * with trees and homologies, whose records refer to it by number.
 */
import { at } from '../checked.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';
import type { IdForm } from './id-form.ts';

export interface ComparedGenome {
  /** genome_db_id. */
  id: number;
  /** Production name. */
  name: string;
  taxonId: number | null;
  /** Name of the taxon: Gallus gallus. */
  taxonName: string | null;
  /** Name of the taxon with the strain and component, or else the assembly if several genomes share the taxon. */
  scientificName: string | null;
  displayName: string | null;
  assembly: string;
  genebuild: string;
  /** The taxon itself and all its ancestors. */
  lineage: number[];
  /** True for the genome that `name` means: if several have the name, the last of them. */
  current: boolean;
}

/** A node of a species tree, as gene trees and homologies refer to it. */
export interface SpeciesTreeNode {
  taxonId: number | null;
  /** The node's own name; ends in `.dup2` and so on if a species tree splits a taxon. */
  name: string;
  scientificName: string | null;
  commonName: string | null;
  /** Time since the divergence of its descendants in million years, in the database's notation. */
  divergence: string | null;
  /** genome_db_id of a leaf. */
  genome: number | null;
}

/** Fields that many homologies share, stored once. */
export interface HomologyLevel {
  /** method_link.type: ENSEMBL_ORTHOLOGUES and so on. */
  method: string;
  /** ortholog_one2one, within_species_paralog and so on. */
  type: string;
  speciesTreeNode: number | null;
}

export interface ComparaSpeciesDocument {
  genomes: ComparedGenome[];
  /** By node id. */
  nodes: Record<string, SpeciesTreeNode>;
  /** Lists that records of homologies refer to by number; absent if there are none. */
  homologies?: {
    kinds: [method: string, type: string][];
    levels: [kind: number, speciesTreeNode: number | null][];
    idForms: IdForm[];
  };
}

export class ComparaSpecies {
  readonly #document: ComparaSpeciesDocument;
  readonly #byId: ReadonlyMap<number, ComparedGenome>;
  readonly #byName: ReadonlyMap<string, ComparedGenome>;
  /** These are computed on first use. */
  #byTaxon: ReadonlyMap<number, ComparedGenome[]> | null = null;
  #taxonIds: ReadonlyMap<string, number> | null = null;
  #levels: readonly HomologyLevel[] | null = null;

  constructor(document: ComparaSpeciesDocument) {
    this.#document = document;
    this.#byId = new Map(document.genomes.map((genome) => [genome.id, genome]));
    this.#byName = new Map(
      document.genomes.filter(({ current }) => current).map((genome) => [genome.name.toLowerCase(), genome]),
    );
  }

  /** The genome with a genome_db_id; undefined if the database does not contain it. */
  genome(id: number): ComparedGenome | undefined {
    return this.#byId.get(id);
  }

  /** The genome with a production name, in any case. */
  named(name: string): ComparedGenome | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  /** All genomes of a taxon and its descendants. */
  below(taxonId: number): readonly ComparedGenome[] {
    return (this.#byTaxon ??= genomesByTaxon(this.#document)).get(taxonId) ?? [];
  }

  /** The taxon of a genome, or of a node of the species trees, by its scientific or common name, in any case. */
  taxonNamed(name: string): number | undefined {
    return (this.#taxonIds ??= taxaByName(this.#document)).get(name.toLowerCase());
  }

  /** Throws DamagedRecord for an unknown number. */
  homologyLevel(number: number): HomologyLevel {
    this.#levels ??= levelsOf(this.#document);
    return this.#levels[number] ?? unknown('level', number);
  }

  /** The form of the ids of a gene and its product. Throws DamagedRecord for an unknown number. */
  idForm(number: number): IdForm {
    return this.#document.homologies?.idForms[number] ?? unknown('form of ids', number);
  }

  node(id: number | null): SpeciesTreeNode | undefined {
    return id === null ? undefined : this.#document.nodes[id];
  }
}

function levelsOf({ homologies }: ComparaSpeciesDocument): HomologyLevel[] {
  if (!homologies) return [];
  return homologies.levels.map(([kind, speciesTreeNode]) => ({
    method: at(homologies.kinds, kind)[0],
    type: at(homologies.kinds, kind)[1],
    speciesTreeNode,
  }));
}

function unknown(what: string, number: number): never {
  throw new DamagedRecord(`a record of homologies refers to ${what} ${number}, which its species document lacks`);
}

function genomesByTaxon({ genomes }: ComparaSpeciesDocument): Map<number, ComparedGenome[]> {
  const byTaxon = new Map<number, ComparedGenome[]>();
  for (const genome of genomes) {
    for (const taxon of new Set(genome.lineage)) {
      const its = byTaxon.get(taxon);
      if (its) its.push(genome);
      else byTaxon.set(taxon, [genome]);
    }
  }
  return byTaxon;
}

function taxaByName({ genomes, nodes }: ComparaSpeciesDocument): Map<string, number> {
  const named = [
    ...genomes.map(({ taxonId, taxonName }) => [taxonName, taxonId] as const),
    ...Object.values(nodes).flatMap(
      ({ taxonId, scientificName, commonName }) =>
        [
          [scientificName, taxonId],
          [commonName, taxonId],
        ] as const,
    ),
  ];
  const byName = new Map<string, number>();
  for (const [name, taxon] of named)
    if (name && taxon !== null && !byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), taxon);
  return byName;
}

/** A species in four letters: the first of the genus and the first three of the epithet, Hsap for homo_sapiens. */
export function shortName({ name }: ComparedGenome): string {
  const [genus = '', epithet = ''] = name.split('_');
  return genus.slice(0, 1).toUpperCase() + (epithet === '' ? genus.slice(1) : epithet.slice(0, 3));
}

/**
 * Prefix of the production names of inferred ancestors, in any case. Whole-genome alignments include their genomes,
 * from a core database of their own. Alignments show them; lists of species and genomes do not.
 */
export const ANCESTRAL = 'ancestral';

/** Production name for the core database of all ancestors, whose own name, `ensembl_ancestral_115`, has no species. */
export const ANCESTRAL_GENOME = 'ancestral_sequences';

export function isAncestral(species: string): boolean {
  return species.toLowerCase().startsWith(ANCESTRAL);
}
