/** The core database of the made chromosome, written stretch by stretch. */
import { CoreDatabase } from '../demo/core-database.ts';
import { writeHistory, writeMappingSessions } from '../demo/archive-rows.ts';
import { writeRepeatConsensuses, writeRepeats, writeSimpleFeatures } from '../demo/feature-rows.ts';
import { writeGenes } from '../demo/gene-rows.ts';
import { statisticsOf, writeBiotypes, writeMeta, writeStatistics, type GenomeStatistics } from '../demo/meta-rows.ts';
import type { PlacedRegion } from '../demo/placement.ts';
import { writeInterpro, writeProteinFeatures } from '../demo/protein-rows.ts';
import { writeBands, writeContig, writeCoordSystems, writeRegion } from '../demo/region-rows.ts';
import { REFERENCE } from '../demo/species-tree.ts';
import { GeneXrefs } from '../demo/xref-rows.ts';
import { CHROMOSOME, type MadeChromosome } from './stretch.ts';

/** Characters of rows that are held before they are written. */
export const HELD = 4_000_000;

/** Writes the tables, and tells the bytes written after each stretch. */
export async function* writeCoreDump(chromosome: MadeChromosome, folder: string): AsyncGenerator<number> {
  const { workshop, scale } = chromosome;
  const db = new CoreDatabase();
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
  let written = 0;
  for (let number = 0; number < scale.stretches; number++) {
    const { region, contig, genes } = chromosome.stretch(number);
    writeContig(db, ids, contig, regionId);
    ids.delete(contig.name);
    writeGenes(db, REFERENCE, genes, ids, xrefs.write(genes));
    writeProteinFeatures(db, genes, workshop.domains, proteins);
    writeRepeats(db, [region], workshop.repeats, ids);
    writeSimpleFeatures(db, genes, ids, simple);
    writeHistory(db, genes);
    addTo(statistics, statisticsOf({ regions: [region], genes }));
    yield written += await db.spill(folder, HELD);
  }
  writeStatistics(db, { ...statistics, ref_length: scale.length });
  written += await db.spill(folder);
  await db.write(folder);
  yield written;
}

export function wholeChromosome(length: number): PlacedRegion {
  return { name: CHROMOSOME, kind: 'autosome', length, circular: false, loci: [], repeats: [], contigs: [], elements: [] };
}

function addTo(sums: GenomeStatistics, more: GenomeStatistics): void {
  for (const statistic of Object.keys(sums) as (keyof GenomeStatistics)[]) sums[statistic] += more[statistic];
}
