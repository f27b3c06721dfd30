/** The core databases of scaled data: the fictional chromosome, written tile by tile, and genomes aligned to it. */
import { makeContig, type PlacedRegion } from '../genome/placement.ts';
import { CHROMOSOME, type ScaledChromosome } from '../genome/tile.ts';
import type { Random } from '../random.ts';
import { type DemoSpecies, REFERENCE } from '../species.ts';
import { writeHistory, writeMappingSessions } from './archive-rows.ts';
import { CoreDatabase, STATISTICS, statisticsOf, writeBiotypes, writeMeta, writeStatistics } from './core-database.ts';
import {
  writeInterpro,
  writeProteinFeatures,
  writeRepeatConsensuses,
  writeRepeats,
  writeSimpleFeatures,
} from './feature-rows.ts';
import { writeGenes } from './gene-rows.ts';
import { writeBands, writeContig, writeCoordSystems, writeRegion } from './region-rows.ts';
import { GeneXrefs } from './xref-rows.ts';

/** Writes the tables. Yields the bytes written so far after each tile. */
export function* writeCoreDump(chromosome: ScaledChromosome, folder: string): Generator<number> {
  const { workshop, scale } = chromosome;
  const db = new CoreDatabase(folder);
  const whole = wholeChromosome(scale.length);
  writeMeta(db, { species: REFERENCE, regions: [], exceptions: [], genes: [] });
  writeBiotypes(db);
  writeCoordSystems(db, REFERENCE);
  const ids = new Map<string, number>();
  const regionId = writeRegion(db, ids, whole, REFERENCE, 1);
  writeBands(db, whole, regionId);
  writeMappingSessions(db, REFERENCE);
  writeInterpro(db, workshop.domains);
  writeRepeatConsensuses(db, workshop.repeats);
  const xrefs = new GeneXrefs(db, REFERENCE, workshop.random.fork('references'));
  const [proteins, simple] = [workshop.random.fork('protein features'), workshop.random.fork('simple features')];
  const statistics = statisticsOf({ regions: [], genes: [] });
  for (let number = 0; number < scale.tiles; number++) {
    const { region, contig, genes } = chromosome.tile(number);
    writeContig(db, ids, contig, regionId);
    ids.delete(contig.name);
    writeGenes(db, REFERENCE, genes, ids, xrefs.write(genes));
    writeProteinFeatures(db, genes, workshop.domains, proteins);
    writeRepeats(db, [region], workshop.repeats, ids);
    writeSimpleFeatures(db, genes, ids, simple);
    writeHistory(db, genes);
    const ofTile = statisticsOf({ regions: [region], genes });
    for (const statistic of STATISTICS) statistics[statistic] += ofTile[statistic];
    yield db.size;
  }
  writeStatistics(db, { ...statistics, ref_length: scale.length });
  db.close();
}

/** The chromosome without its elements. */
export function wholeChromosome(length: number): PlacedRegion {
  return {
    name: CHROMOSOME,
    kind: 'autosome',
    length,
    circular: false,
    loci: [],
    repeats: [],
    contigs: [],
    elements: [],
  };
}

/** Writes the core database of a genome with one chromosome and without genes. */
export class AlignedGenome {
  readonly species: DemoSpecies;
  /** Bases so far. */
  length = 0;
  readonly #db: CoreDatabase;
  readonly #regionId: number;
  #contigs = 0;

  /**
   * @param contigs number of contigs that will be added. Their rows come before that of the chromosome, whose length
   * is known only at the end.
   */
  constructor(species: DemoSpecies, contigs: number, folder: string) {
    this.species = species;
    this.#db = new CoreDatabase(folder);
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

  /** Bytes of all rows so far. */
  get size(): number {
    return this.#db.size;
  }

  /** Writes the rows of the chromosome. Throws Error if the number of contigs is wrong. */
  close(): void {
    const regionId = writeRegion(this.#db, new Map(), wholeChromosome(this.length), this.species, 1);
    if (regionId !== this.#regionId)
      throw new Error(`${this.species.productionName} has ${this.#contigs} contigs, not ${this.#regionId - 1}`);
    writeStatistics(this.#db, {
      ...statisticsOf({ regions: [], genes: [] }),
      ref_length: this.length,
      total_length: this.length,
    });
    this.#db.close();
  }
}
