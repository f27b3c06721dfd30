/** The funcgen database of the fictional chromosome, written tile by tile. */
import { at } from '../../../src/checked.ts';
import {
  type BaseCounts,
  FuncgenDatabase,
  GeneProbes,
  type RegulatedPlace,
  RegulationWriter,
  type RegulatoryType,
} from './funcgen-database.ts';
import { logNormal, type Random } from '../random.ts';
import { REFERENCE } from '../species.ts';
import { MOTIFS_IN_TILE, REGULATORY_FEATURES_IN_TILE } from '../genome/scale.ts';
import type { ScaledChromosome, Tile } from '../genome/tile.ts';

/** Types of regulatory features with their shares in Ensembl's human build. Promoters are placed before genes. */
const TYPES: readonly [RegulatoryType, number][] = [
  ['Enhancer', 0.45],
  ['Open chromatin', 0.3],
  ['CTCF Binding Site', 0.2],
  ['TF binding', 0.05],
];
const FEATURE = { median: 550, sigma: 0.6, least: 50, most: 5000 };
const PROMOTER_LENGTH = 500;
const FLANK = 100;
const MATRICES = 200;
const EPIGENOMES = 100;
/** Share of motif features with peaks, in one to three epigenomes. */
const BOUND = 0.1;
const PLAN = { withSets: ['MadeSets-1', 'MadeSets-2'], withoutSets: ['MadeProbes-1', 'MadeProbes-2'], probesInSet: 11 };
/** Minimum length of a transcript with probes. */
const PROBED_BASES = 300;
/** seq_region_id in all databases: the chromosome is the first region. */
const REGION = 1;

/** Writes the tables. Yields the bytes written so far after each tile. */
export function* writeFuncgenDump(chromosome: ScaledChromosome, folder: string): Generator<number> {
  const random = chromosome.workshop.random.fork('regulation');
  const db = new FuncgenDatabase(folder, REFERENCE);
  const writer = new RegulationWriter(
    db,
    Array.from({ length: EPIGENOMES }, (_, each) => `made tissue ${each + 1}`),
  );
  const lengths = Array.from({ length: MATRICES }, (_, each) => {
    const length = random.integer(7, 20);
    writer.matrix(`MADETF${each + 1}`, drawCounts(random, length), [
      `MADETF${each + 1}`,
      ...(each % 4 === 0 ? [`MADETF${each + 1}::MADETF${each + 2}`] : []),
    ]);
    return length;
  });
  const probes = new GeneProbes(db, PLAN);
  for (let number = 0; number < chromosome.scale.tiles; number++) {
    const tile = chromosome.tile(number);
    writeFeatures(writer, tile, random);
    writeMotifs(writer, tile, lengths, random);
    for (const gene of tile.genes) if (at(gene.transcripts, 0).spliced.length >= PROBED_BASES) probes.write(gene);
    yield db.size;
  }
  db.close();
}

function writeFeatures(writer: RegulationWriter, tile: Tile, random: Random): void {
  const [first, last] = [tile.start, tile.start + tile.bases.length - 1];
  for (const { strand, start, end } of tile.genes) {
    const from = strand === 1 ? start - PROMOTER_LENGTH : end + 1;
    if (from - FLANK >= first && from + PROMOTER_LENGTH + FLANK <= last)
      writer.feature('Promoter', place(from, PROMOTER_LENGTH, 0), FLANK);
  }
  for (let each = 0; each < REGULATORY_FEATURES_IN_TILE; each++) {
    const length = logNormal(random, FEATURE.median, FEATURE.sigma, FEATURE.least, FEATURE.most);
    writer.feature(drawType(random), place(random.integer(first, last - length), length, 0), 0);
  }
}

function writeMotifs(
  writer: RegulationWriter,
  { start, bases }: Tile,
  lengths: readonly number[],
  random: Random,
): void {
  for (let each = 0; each < MOTIFS_IN_TILE; each++) {
    const matrix = random.integer(0, MATRICES - 1);
    const length = at(lengths, matrix);
    const from = start + random.integer(0, bases.length - length);
    const bound = random.chance(BOUND)
      ? Array.from({ length: random.integer(1, 3) }, () => random.integer(0, EPIGENOMES - 1))
      : [];
    writer.motif(matrix + 1, place(from, length, random.chance(0.5) ? 1 : -1), random.integer(300, 1600) / 100, bound);
  }
}

function place(start: number, length: number, strand: RegulatedPlace['seq_region_strand']): RegulatedPlace {
  return {
    seq_region_id: REGION,
    seq_region_start: start,
    seq_region_end: start + length - 1,
    seq_region_strand: strand,
  };
}

function drawType(random: Random): RegulatoryType {
  let draw = random.next();
  const [type] = TYPES.find(([, odds]) => (draw -= odds) < 0) ?? at(TYPES, 0);
  return type;
}

/** Counts with one frequent base at each position. */
function drawCounts(random: Random, length: number): BaseCounts {
  const counts: Record<keyof BaseCounts, number[]> = { A: [], C: [], G: [], T: [] };
  for (let position = 0; position < length; position++) {
    for (const base of Object.values(counts)) base.push(random.integer(1, 40));
    const frequent = random.pick(Object.values(counts));
    frequent[position] = at(frequent, position) + random.integer(100, 900);
  }
  return counts;
}
