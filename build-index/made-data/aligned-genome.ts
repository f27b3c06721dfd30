/** The core database of a genome that is only known from its sequence: one chromosome, without genes. */
import { CoreDatabase } from '../demo/core-database.ts';
import { statisticsOf, writeMeta, writeStatistics } from '../demo/meta-rows.ts';
import { makeContig } from '../demo/placement.ts';
import type { Random } from '../demo/random.ts';
import { writeContig, writeCoordSystems, writeRegion } from '../demo/region-rows.ts';
import type { DemoSpecies } from '../demo/species-tree.ts';
import { wholeChromosome } from './core-dump.ts';

export class AlignedGenome {
  readonly species: DemoSpecies;
  /** Bases so far. */
  length = 0;
  readonly #db = new CoreDatabase();
  readonly #folder: string;
  readonly #regionId: number;
  #contigs = 0;

  /** @param contigs how many it will have: the length of the chromosome is known at the end, and so its row comes behind theirs */
  constructor(species: DemoSpecies, contigs: number, folder: string) {
    this.species = species;
    this.#folder = folder;
    this.#regionId = contigs + 1;
    writeMeta(this.#db, { species, regions: [], exceptions: [], genes: [] });
    writeCoordSystems(this.#db, species);
  }

  /** Adds the next contig. */
  add(bases: Uint8Array, random: Random): void {
    const name = `DEMO${this.species.letter}${String(++this.#contigs).padStart(6, '0')}.1`;
    writeContig(this.#db, new Map(), makeContig(name, bases, this.length + 1, random), this.#regionId);
    this.length += bases.length;
  }

  /** See DumpTables. */
  spill(least: number): Promise<number> {
    return this.#db.spill(this.#folder, least);
  }

  /** Writes what is left. */
  async end(): Promise<number> {
    const regionId = writeRegion(this.#db, new Map(), wholeChromosome(this.length), this.species, 1);
    if (regionId !== this.#regionId) throw new Error(`${this.species.productionName} has another number of contigs than was said`);
    writeStatistics(this.#db, { ...statisticsOf({ regions: [], genes: [] }), ref_length: this.length, total_length: this.length });
    const written = await this.spill(0);
    await this.#db.write(this.#folder);
    return written;
  }
}
