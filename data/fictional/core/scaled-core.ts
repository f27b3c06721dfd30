/** The core database of the made chromosome, written tile by tile. */
import { makeContig, type PlacedRegion } from '../genome/placement.ts';
import { CHROMOSOME, type ScaledChromosome } from '../genome/tile.ts';
import type { Random } from '../random.ts';
import { type DemoSpecies, REFERENCE } from '../species.ts';
import { writeHistory, writeMappingSessions } from './archive-rows.ts';
import {
  CoreDatabase,
  type GenomeStatistics,
  statisticsOf,
  writeBiotypes,
  writeMeta,
  writeStatistics,
} from './core-database.ts';
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

/** Writes the tables, and tells the bytes written after each tile. */
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
    addTo(statistics, statisticsOf({ regions: [region], genes }));
    yield db.size;
  }
  writeStatistics(db, { ...statistics, ref_length: scale.length });
  db.close();
}

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

function addTo(sums: GenomeStatistics, more: GenomeStatistics): void {
  for (const statistic of Object.keys(sums) as (keyof GenomeStatistics)[]) sums[statistic] += more[statistic];
}

// The core database of a genome that is only known from its sequence: one chromosome, without genes.
export class AlignedGenome {
  readonly species: DemoSpecies;
  /** Bases so far. */
  length = 0;
  readonly #db: CoreDatabase;
  readonly #regionId: number;
  #contigs = 0;

  /**
   * @param contigs how many it will have: the length of the chromosome is known at the end, and so its row comes
   * behind theirs
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

  /** Bytes of its rows so far. */
  get size(): number {
    return this.#db.size;
  }

  /** Writes what is left. */
  close(): void {
    const regionId = writeRegion(this.#db, new Map(), wholeChromosome(this.length), this.species, 1);
    if (regionId !== this.#regionId)
      throw new Error(`${this.species.productionName} has another number of contigs than was said`);
    writeStatistics(this.#db, {
      ...statisticsOf({ regions: [], genes: [] }),
      ref_length: this.length,
      total_length: this.length,
    });
    this.#db.close();
  }
}
