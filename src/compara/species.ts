/**
 * What a comparative database says of species: the genomes that it compares and the nodes of the trees they stand in.
 * One document, read beside any tree or homology, so that those need only numbers.
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
  /** The same, with the assembly (or strain) behind it where several genomes share a taxon: Gallus gallus Galgal4. */
  scientificName: string | null;
  displayName: string | null;
  assembly: string;
  genebuild: string;
  /** The taxon itself and all above it. */
  lineage: number[];
  /** The genome that the name stands for, where several bear it: the one that came last. */
  current: boolean;
}

/** A node of a species tree, as gene trees and homologies refer to it. */
export interface SpeciesTreeNode {
  taxonId: number | null;
  /** The node's own name: where a species tree splits a taxon, it ends in `.dup2` and so on. */
  name: string;
  scientificName: string | null;
  commonName: string | null;
  /** When those below parted, in million years, as the database writes it. */
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
  /** What records of homologies refer to by number; absent where there are none. */
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
  /** All made when they are first asked for. */
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

  /** A genome that a record refers to; undefined for a number that the database does not explain. */
  genome(id: number): ComparedGenome | undefined {
    return this.#byId.get(id);
  }

  /** The genome that a production name stands for, in any case. */
  named(name: string): ComparedGenome | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  /** All genomes of a taxon or of those below it. */
  below(taxonId: number): readonly ComparedGenome[] {
    return (this.#byTaxon ??= genomesByTaxon(this.#document)).get(taxonId) ?? [];
  }

  /** The taxon of a genome, or of a node of the species trees, by its scientific or common name, in any case. */
  taxonNamed(name: string): number | undefined {
    return (this.#taxonIds ??= taxaByName(this.#document)).get(name.toLowerCase());
  }

  /** Throws DamagedRecord for a number that the document does not explain. */
  homologyLevel(number: number): HomologyLevel {
    this.#levels ??= levelsOf(this.#document);
    return this.#levels[number] ?? unexplained('level', number);
  }

  /**
   * How the ids of a gene and its product are written. Throws DamagedRecord for a number that the document does not
   * explain.
   */
  idForm(number: number): IdForm {
    return this.#document.homologies?.idForms[number] ?? unexplained('form of ids', number);
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

function unexplained(what: string, number: number): never {
  throw new DamagedRecord(
    `a record of homologies refers to ${what} ${number}, which the species of its database do not have`,
  );
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

/** A species in four letters, Hsap for homo_sapiens: the first of the genus and the first three of the epithet. */
export function shortName({ name }: ComparedGenome): string {
  const [genus = '', epithet = ''] = name.split('_');
  return genus.slice(0, 1).toUpperCase() + (epithet === '' ? genus.slice(1) : epithet.slice(0, 3));
}

/**
 * Whole-genome alignments come with the genomes of inferred ancestors, in a core database of their own
 * (`ancestral_sequences`). They are no species: alignments show them, lists of species and genomes do not.
 */

/** What their production names begin with, in any case. */
export const ANCESTRAL = 'ancestral';

/** What the database of them all goes by: `ensembl_ancestral_115` names no species. */
export const ANCESTRAL_GENOME = 'ancestral_sequences';

export function isAncestral(species: string): boolean {
  return species.toLowerCase().startsWith(ANCESTRAL);
}
